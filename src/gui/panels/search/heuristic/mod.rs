//! The rows of the search panel that choose the heuristic or an engine's databases: one from the
//! list, or several combined, with a row for each part.

mod choices;
mod figures;
mod formula_field;
mod route;

use super::painter::{Painted, Painter};
use crate::gui::actions::Action;
use crate::gui::claims::Claims;
use crate::gui::model::Model;
use crate::gui::tables::Tables;
use crate::gui::theme::{self, space};
use crate::gui::widgets::painter::{KEEP_BLANK, KEEP_BLANK_HINT};
use crate::gui::widgets::{Detail, FormulaValue, Number};
use crate::gui::widgets::{check_box, icon_button, note, number, option_row, picker};
use choices::{Choice, FORMULA, MAX, OWN, Offer, PATTERNS, SUM, WEIGHTED};
use choices::{another, choices, databases, made_of, misfit, replaced, with_parts};
use egui::{Stroke, Ui, UiBuilder, Vec2};
use egui_material_icons::icons::{ICON_ADD, ICON_CLOSE};
use figures::Figures;
use formula_field::{FormulaField, Typed};
pub use route::RouteHeuristicPart;
use tilescope_lab::own_heuristics::OwnHeuristics;
use tilescope_puzzle::heuristics::Expr;
use tilescope_puzzle::pattern_database::{Blank, Partition};
use tilescope_puzzle::{Board, Costs, HeuristicAbout, HeuristicExpr};
use tilescope_search::Weight;

/// The view state: the open pattern painter, and the part that it paints.
#[derive(Default)]
pub struct HeuristicPart {
    painting: Option<(Place, Painter)>,
    figures: Figures,
    text: TextPart,
}

/// The heuristic while it is shown as text, and the field in which it is written.
#[derive(Default)]
struct TextPart {
    field: FormulaField,
    value: FormulaValue,
    typed: Option<Typed<HeuristicExpr>>,
}

/// The path to a part of an expression: its index at each level.
type Place = Vec<usize>;

const WEIGHT: Number = Number {
    range: 0.0..=1000.0,
    speed: 0.02,
    decimals: 3,
    unit: "",
};

/// The indentation of parts.
const INDENT: f32 = space::M;

impl HeuristicPart {
    /// Sees which tables there are, and this machine's speed of building them.
    pub fn see(&mut self, tables: &Tables) {
        self.figures.see(tables);
    }

    /// All rows, with what is claimed of the expression. Returns it if it was changed this frame.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        formula: &HeuristicExpr,
        (goal, costs): (&Board, Costs),
        claims: &Claims,
        model: &Model,
        actions: &mut Vec<Action>,
    ) -> Option<HeuristicExpr> {
        let saved = model.own_heuristics().list();
        let (figures, text) = (&mut self.figures, &mut self.text);
        let mut editor = Editor::new(Offer::Heuristics, (goal, costs), saved, figures, text);
        editor.start = model.puzzle().map(|puzzle| &puzzle.start);
        editor.claims = Some(claims);
        let changed = editor.formula_ui(ui, formula);
        let wants_patterns = editor.wants_patterns;
        self.open(wants_patterns, goal, costs);
        self.painting_ui(ui, Some(formula), actions).or(changed)
    }

    /// The rows of an engine's databases; `None` lets the engine choose. Returns the choice made
    /// this frame.
    pub fn databases_ui(
        &mut self,
        ui: &mut Ui,
        formula: Option<&HeuristicExpr>,
        (goal, costs): (&Board, Costs),
        saved: &OwnHeuristics,
        actions: &mut Vec<Action>,
    ) -> Option<Option<HeuristicExpr>> {
        let (figures, text) = (&mut self.figures, &mut self.text);
        let mut editor = Editor::new(Offer::Databases, (goal, costs), saved, figures, text);
        let mut changed = match formula {
            Some(formula) => editor.formula_ui(ui, formula),
            None => editor.own_ui(ui),
        };
        let wants_own = editor.wants_own;
        let wants_patterns = editor.wants_patterns;
        self.open(wants_patterns, goal, costs);
        changed = self.painting_ui(ui, formula, actions).or(changed);
        match wants_own {
            true => formula.is_some().then_some(None),
            false => changed.map(Some),
        }
    }

    /// Opens the painter if that was requested.
    fn open(&mut self, wanted: Option<(Place, Option<Partition>)>, goal: &Board, costs: Costs) {
        if let Some((place, partition)) = wanted {
            let painter = Painter::new(goal, costs, partition.as_ref());
            self.painting = Some((place, painter));
        }
    }

    /// The painter, while it is open. Returns the expression with the painted patterns.
    fn painting_ui(
        &mut self,
        ui: &Ui,
        formula: Option<&HeuristicExpr>,
        actions: &mut Vec<Action>,
    ) -> Option<HeuristicExpr> {
        let (place, painter) = self.painting.as_mut()?;
        let changed = match painter.ui(ui.ctx(), actions) {
            Painted::Going => return None,
            Painted::Cancelled => None,
            Painted::Patterns(partition) => {
                let painted = HeuristicExpr::patterns(partition.patterns);
                let painted = painted.and_then(|painted| match partition.blank {
                    Blank::Kept => painted.keep_blank(),
                    Blank::Minimised => Ok(painted),
                });
                painted.ok().and_then(|painted| match formula {
                    Some(formula) => replaced(formula, place, painted),
                    None => Some(painted),
                })
            }
        };
        self.painting = None;
        changed
    }
}

/// Shows an expression and all its parts.
struct Editor<'a> {
    offer: Offer,
    goal: &'a Board,
    costs: Costs,
    /// The board on which the value of a formula is shown.
    start: Option<&'a Board>,
    saved: &'a OwnHeuristics,
    figures: &'a mut Figures,
    text: &'a mut TextPart,
    /// Claims of the whole expression, if they are to be shown.
    claims: Option<&'a Claims>,
    /// The path to the part within the expression.
    place: Place,
    /// The part whose patterns should be painted, and its current patterns.
    wants_patterns: Option<(Place, Option<Partition>)>,
    /// Whether the user lets the engine choose.
    wants_own: bool,
}

impl<'a> Editor<'a> {
    fn new(
        offer: Offer,
        (goal, costs): (&'a Board, Costs),
        saved: &'a OwnHeuristics,
        figures: &'a mut Figures,
        text: &'a mut TextPart,
    ) -> Self {
        Editor {
            offer,
            goal,
            costs,
            start: None,
            saved,
            figures,
            text,
            claims: None,
            place: Place::new(),
            wants_patterns: None,
            wants_own: false,
        }
    }

    /// The label of a row: `whole` for the whole expression, `part` for a part.
    fn name(&self, whole: &str, part: &str) -> String {
        match self.place[..] {
            [] => whole.to_owned(),
            _ => format!("{part} {}", number_of(&self.place)),
        }
    }

    /// Only the list, while the engine chooses.
    fn own_ui(&mut self, ui: &mut Ui) -> Option<HeuristicExpr> {
        let beginning = databases(self.goal).into_iter().next();
        let offered = choices(self.offer, self.saved, self.goal, true);
        match picker(ui, "Databases", OWN, offered, &|_| None)? {
            Choice::Own => None,
            Choice::Patterns => {
                self.wants_patterns = Some((Place::new(), None));
                None
            }
            choice => made_of(choice, self.saved, &beginning?, self.offer, self.goal),
        }
    }

    /// The whole expression as the user typed it, if it was typed and no part of it was chosen since.
    fn typed(&self, formula: &HeuristicExpr) -> Option<&str> {
        let typed = self.text.typed.as_ref();
        let is_whole = self.place.is_empty() && self.offer == Offer::Heuristics;
        let typed = typed.filter(|typed| is_whole && typed.expr == *formula);
        typed.map(|typed| typed.text.as_str())
    }

    /// A picker for the kind of expression, and below it its parts.
    fn formula_ui(&mut self, ui: &mut Ui, formula: &HeuristicExpr) -> Option<HeuristicExpr> {
        let saved = self.saved.with_expr(formula);
        let saved = saved.filter(|_| formula.about().is_none());
        let typed = self.typed(formula).map(str::to_owned);
        let chosen = match (formula.clone().minimise_blank().expr(), saved) {
            _ if typed.is_some() => FORMULA,
            (_, Some(own)) => &own.name,
            (Expr::Registered(about, _), _) => about.name,
            (Expr::Patterns(_) | Expr::KeepBlank(_), _) => PATTERNS,
            (Expr::Max(_), _) => MAX,
            (Expr::Sum(_), _) => SUM,
            (Expr::Weighted(..), _) => WEIGHTED,
            (Expr::Formula(_), _) => FORMULA,
        };
        let name = match self.offer {
            Offer::Heuristics => self.name("Heuristic", "Part"),
            Offer::Databases => self.name("Databases", "Part"),
        };
        let offered = choices(self.offer, self.saved, self.goal, self.place.is_empty());
        let misfit = |choice: &Choice| misfit(choice, self.saved, self.goal, self.costs);
        let picked = picker(ui, &name, chosen, offered, &misfit);
        if self.place.is_empty() && picked.is_some() {
            (self.text.field, self.text.typed) = Default::default();
        }
        let mut changed = match picked {
            // The whole becomes its text, and stays as it is until that is edited.
            Some(Choice::Formula) if self.place.is_empty() => {
                self.text.typed = Some(Typed {
                    text: formula.to_string(),
                    expr: formula.clone(),
                });
                None
            }
            Some(Choice::Patterns) => {
                self.paint(formula);
                None
            }
            Some(Choice::Own) => {
                self.wants_own = true;
                None
            }
            Some(choice) => made_of(choice, self.saved, formula, self.offer, self.goal),
            None => None,
        };
        if let Some(claims) = self.claims.take() {
            claims.ui(ui);
        }
        if let Some(text) = typed {
            return self.own_formula_ui(ui, &text).or(changed);
        }
        match formula.expr() {
            Expr::Max(parts) | Expr::Sum(parts) => indented(ui, |ui| {
                for i in 0..parts.len() {
                    self.place.push(i);
                    let edited = self.part_ui(ui, parts, i);
                    changed = edited
                        .and_then(|parts| with_parts(formula, parts))
                        .or(changed.take());
                    self.place.pop();
                }
                if self.add_ui(ui) {
                    let more = another(parts, self.offer, self.goal);
                    let more = [&parts[..], &[more]].concat();
                    changed = with_parts(formula, more).or(changed.take());
                }
            }),
            Expr::Weighted(weight, part) => indented(ui, |ui| {
                let name = self.name("Weight of the heuristic", "Weight of part");
                let typed = option_row(ui, "Weight", |ui| number(ui, &name, weight.get(), &WEIGHT));
                let weighed = typed.and_then(|weight| Weight::new(weight).ok());
                let weighed =
                    weighed.and_then(|w| HeuristicExpr::weighted(w, (**part).clone()).ok());
                self.place.push(0);
                let part = self.formula_ui(ui, part);
                let parted = part.and_then(|part| HeuristicExpr::weighted(*weight, part).ok());
                self.place.pop();
                changed = weighed.or(parted).or(changed.take());
            }),
            _ if formula.is_pattern_database() => {
                changed = self.databases_ui(ui, formula).or(changed);
            }
            Expr::Registered(about, _) => {
                changed = self.argument_ui(ui, about, formula).or(changed)
            }
            Expr::Formula(own) => changed = self.own_formula_ui(ui, own.text()).or(changed),
            _ => {}
        }
        changed
    }

    /// The argument of a heuristic that has a parameter.
    fn argument_ui(
        &self,
        ui: &mut Ui,
        about: &'static HeuristicAbout,
        formula: &HeuristicExpr,
    ) -> Option<HeuristicExpr> {
        let (parameter, argument) = (about.parameter?, formula.argument()?);
        let kind = Number {
            range: parameter.min.into()..=parameter.max.into(),
            speed: 0.1,
            decimals: 0,
            unit: "",
        };
        let of_part = format!("{} of part", parameter.name);
        let name = self.name(parameter.name, &of_part);
        let typed = option_row(ui, parameter.name, |ui| {
            number(ui, &name, argument.into(), &kind)
        });
        note(ui, parameter.hint);
        // The range of the row is that of the parameter.
        HeuristicExpr::with_argument(about, typed?.round() as u32).ok()
    }

    /// The field of a formula. A formula has no parts, so there is one field.
    fn own_formula_ui(&mut self, ui: &mut Ui, text: &str) -> Option<HeuristicExpr> {
        let (goal, costs) = (self.goal, self.costs);
        let start = self.start.filter(|start| start.size() == goal.size());
        let TextPart { field, value, .. } = &mut *self.text;
        let read = |text: &str| self.saved.read(text);
        let entered = field.ui(ui, text, read, |ui, expr, is_typed| {
            if let Some(start) = start {
                // The panel is small: the tiles are shown while one types.
                let detail = if is_typed {
                    Detail::Tiles
                } else {
                    Detail::Value
                };
                value.ui(ui, expr, (start, goal, costs), detail);
            }
        })?;
        let expr = entered.expr.clone();
        self.text.typed = Some(entered);
        Some(expr)
    }

    /// The options of pattern databases, and their size.
    fn databases_ui(&mut self, ui: &mut Ui, formula: &HeuristicExpr) -> Option<HeuristicExpr> {
        let plain = formula.clone().minimise_blank();
        if let Expr::Patterns(patterns) = plain.expr()
            && self.patterns_ui(ui, patterns)
        {
            self.paint(formula);
        }
        let mut keeps = formula.keeps_blank();
        let name = self.name(KEEP_BLANK, "Keep the blank of part");
        let check_box = check_box(ui, &mut keeps, KEEP_BLANK, &name);
        let changed = check_box.on_hover_text(KEEP_BLANK_HINT).changed();
        if let Some(figures) = self.figures.of(formula, self.goal, self.costs) {
            note(ui, &figures);
        }
        if !self.place.is_empty() {
            ui.add_space(space::XS);
        }
        match (changed, keeps) {
            (false, _) => None,
            (true, true) => plain.keep_blank().ok(),
            (true, false) => Some(plain),
        }
    }

    /// Opens the painter for this part, with its current patterns.
    fn paint(&mut self, formula: &HeuristicExpr) {
        let partition = match formula.clone().minimise_blank().expr() {
            Expr::Patterns(_) => formula.partition(self.goal),
            _ => None,
        };
        self.wants_patterns = Some((self.place.clone(), partition));
    }

    /// One of several parts, and the icon that removes it. Returns all parts if they were changed.
    fn part_ui(
        &mut self,
        ui: &mut Ui,
        parts: &[HeuristicExpr],
        i: usize,
    ) -> Option<Vec<HeuristicExpr>> {
        let mut edited = None;
        let can_go = parts.len() > 1;
        let whole = ui.available_rect_before_wrap();
        let sign = if can_go { theme::size::CONTROL } else { 0.0 };
        let builder = UiBuilder::new().max_rect(whole.with_max_x(whole.right() - sign));
        let inner = ui.scope_builder(builder, |ui| self.formula_ui(ui, &parts[i]));
        if let Some(part) = inner.inner {
            let mut all = parts.to_vec();
            all[i] = part;
            edited = Some(all);
        }
        if can_go {
            let min = egui::pos2(whole.right() - sign, inner.response.rect.top() + 1.0);
            let rect = egui::Rect::from_min_size(min, Vec2::splat(sign));
            let name = format!("Remove part {}", number_of(&self.place));
            let mut beside = ui.new_child(UiBuilder::new().max_rect(rect));
            if icon_button(&mut beside, ICON_CLOSE, &name)
                .on_hover_text("Take it away")
                .clicked()
            {
                let mut all = parts.to_vec();
                all.remove(i);
                edited = Some(all);
            }
        }
        edited
    }

    /// An icon that adds a part. Returns whether it was pressed.
    fn add_ui(&self, ui: &mut Ui) -> bool {
        let (whole, hint) = match self.offer {
            Offer::Heuristics => ("Add a heuristic", "Add another heuristic"),
            Offer::Databases => ("Add databases", "Add other databases"),
        };
        let name = self.name(whole, "Add to part");
        icon_button(ui, ICON_ADD, &name)
            .on_hover_text(hint)
            .clicked()
    }

    /// The patterns, and the button that opens the painter. Returns whether it was pressed.
    fn patterns_ui(&self, ui: &mut Ui, patterns: &[Vec<u8>]) -> bool {
        let list = |tiles: &Vec<u8>| {
            let tiles: Vec<String> = tiles.iter().map(u8::to_string).collect();
            tiles.join(" ")
        };
        let lists: Vec<String> = patterns.iter().map(list).collect();
        let name = self.name("Paint the patterns", "Paint the patterns of part");
        let sizes = Partition::from(patterns.to_vec()).sizes();
        option_row(ui, &format!("Tiles {sizes}"), |ui| {
            let button = ui.button("Paint…");
            ui.ctx()
                .accesskit_node_builder(button.id, |node| node.set_label(name));
            button.on_hover_text(lists.join("  |  ")).clicked()
        })
    }
}

/// Indented contents, along a vertical line.
fn indented(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    let margin = egui::Margin {
        left: INDENT as i8,
        ..egui::Margin::ZERO
    };
    let shown = egui::Frame::new().inner_margin(margin).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        contents(ui);
    });
    let rect = shown.response.rect;
    let stroke = Stroke::new(1.0, theme::palette(ui).line);
    ui.painter()
        .vline(rect.left() + space::XS, rect.y_range(), stroke);
}

/// “1”, or “2.1” for the first part of the second.
fn number_of(place: &Place) -> String {
    let numbers: Vec<String> = place.iter().map(|i| (i + 1).to_string()).collect();
    numbers.join(".")
}
