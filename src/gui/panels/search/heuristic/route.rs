//! The rows of the search panel that choose the heuristic of a road map: one from the list, or a
//! formula.

use super::choices::FORMULA;
use super::formula_field::{FormulaField, Typed};
use crate::gui::claims;
use crate::gui::widgets::{Pick, picker, value_row};
use egui::Ui;
use tilescope_lab::{Settings, format};
use tilescope_puzzle::routes::{ROUTE_HEURISTICS, Route, RouteExpr};

/// The view state: the heuristic, while it is shown as text.
#[derive(Default)]
pub struct RouteHeuristicPart {
    field: FormulaField,
    typed: Option<Typed<RouteExpr>>,
}

impl RouteHeuristicPart {
    /// All rows. Returns the heuristic if it was changed this frame.
    pub fn ui(&mut self, ui: &mut Ui, settings: &Settings, route: &Route) -> Option<RouteExpr> {
        let expr = &settings.route_heuristic;
        let typed = self.typed.as_ref().filter(|typed| typed.expr == *expr);
        let text = match (typed, expr) {
            (Some(typed), _) => Some(typed.text.clone()),
            (None, RouteExpr::Formula(_)) => Some(expr.to_string()),
            (None, RouteExpr::Registered(_)) => None,
        };
        let registered = ROUTE_HEURISTICS.iter().map(|about| Pick {
            value: Some(about.heuristic),
            name: about.name,
            other_names: &[],
            summary: about.summary,
            heading: None,
        });
        let formula = Pick {
            value: None,
            name: FORMULA,
            other_names: &[],
            summary: "A formula that you write, such as 2*straight-line.",
            heading: None,
        };
        let chosen = if text.is_some() { FORMULA } else { expr.name() };
        let picks = registered.chain([formula]);
        let picked = picker(ui, "Heuristic", chosen, picks, &|_| None);
        claims::of_route_search(settings, route).ui(ui);
        let entered = text.and_then(|text| {
            let read = |text: &str| text.parse::<RouteExpr>();
            self.field.ui(ui, &text, read, |ui, expr, _| {
                let h = expr.estimates_to(&route.map, route.goal);
                let h = format::count(h.value(route.start).into());
                value_row(ui, &format!("h of {}", route.map.name(route.start)), &h);
            })
        });
        match (picked, entered) {
            (Some(Some(registered)), _) => {
                *self = RouteHeuristicPart::default();
                Some(registered.into())
            }
            (Some(None), _) => {
                self.typed = Some(Typed {
                    text: expr.to_string(),
                    expr: expr.clone(),
                });
                None
            }
            (None, Some(entered)) => {
                let expr = entered.expr.clone();
                self.typed = Some(entered);
                Some(expr)
            }
            (None, None) => None,
        }
    }
}
