//! The rows of the search panel that choose the heuristic: one of the list, or several put
//! together, each part with a row of its own.

use super::painter::{Painted, Painter};
use crate::gui::actions::Action;
use crate::gui::theme::{self, space};
use crate::gui::widgets::{Number, Pick, icon_button, note, number, option_row, picker};
use crate::puzzle::heuristics::Form;
use crate::puzzle::{Board, Costs, Formula, HEURISTICS, HeuristicAbout};
use crate::search::Weight;
use egui::{Stroke, Ui, UiBuilder, Vec2};
use egui_material_icons::icons::{ICON_ADD, ICON_CLOSE};

/// What is open: the page on which patterns are painted, and for which part.
#[derive(Default)]
pub struct HeuristicPart {
    painting: Option<(Place, Painter)>,
}

/// Which part of a formula: the numbers of the parts that lead there.
type Place = Vec<usize>;

/// What can be chosen for a part.
#[derive(Clone, Copy)]
enum Choice {
    Registered(&'static HeuristicAbout),
    Max,
    Sum,
    Weighted,
    Patterns,
}

const MAX: &str = "Maximum of several";
const SUM: &str = "Sum of several";
const WEIGHTED: &str = "Weight on another";
const PATTERNS: &str = "Patterns of your own";

const WEIGHT: Number = Number {
    range: 0.0..=1000.0,
    speed: 0.02,
    decimals: 3,
    unit: "",
};

/// The room at the left of parts.
const INDENT: f32 = space::M;

impl HeuristicPart {
    /// All rows. Returns the formula as it was changed this frame, if it was.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        formula: &Formula,
        goal: &Board,
        costs: Costs,
        actions: &mut Vec<Action>,
    ) -> Option<Formula> {
        let mut wants_patterns = None;
        let mut place = Place::new();
        let mut changed = formula_ui(ui, formula, &mut place, &mut wants_patterns);
        if formula.about().is_none() {
            note(ui, claims(formula));
        }
        if let Some((place, patterns)) = wants_patterns {
            let painter = Painter::new(goal, costs, patterns.as_deref());
            self.painting = Some((place, painter));
        }
        if let Some((place, painter)) = &mut self.painting {
            match painter.ui(ui.ctx(), actions) {
                Painted::Going => {}
                Painted::Cancelled => self.painting = None,
                Painted::Patterns(patterns) => {
                    changed = Formula::patterns(patterns)
                        .ok()
                        .and_then(|patterns| replaced(formula, place, patterns));
                    self.painting = None;
                }
            }
        }
        changed
    }
}

/// What follows from its parts.
pub fn claims(formula: &Formula) -> &'static str {
    match (formula.is_admissible(), formula.is_consistent()) {
        (true, true) => "Admissible and consistent.",
        (true, false) => "Admissible, not consistent.",
        (false, _) => "Not admissible: it may overestimate.",
    }
}

/// A picker of the formula's kind, and below it its parts.
fn formula_ui(
    ui: &mut Ui,
    formula: &Formula,
    place: &mut Place,
    wants_patterns: &mut Option<(Place, Option<Vec<Vec<u8>>>)>,
) -> Option<Formula> {
    let chosen = match formula.form() {
        Form::Registered(about) => about.name,
        Form::Patterns(_) => PATTERNS,
        Form::Max(_) => MAX,
        Form::Sum(_) => SUM,
        Form::Weighted(..) => WEIGHTED,
    };
    let name = match place[..] {
        [] => "Heuristic".to_owned(),
        _ => format!("Part {}", number_of(place)),
    };
    let mut changed = match picker(ui, &name, chosen, choices()) {
        Some(Choice::Patterns) => {
            *wants_patterns = Some((place.clone(), patterns_of(formula)));
            None
        }
        Some(choice) => made_of(choice, formula),
        None => None,
    };
    match formula.form() {
        Form::Registered(_) => {}
        Form::Patterns(patterns) => {
            if patterns_ui(ui, patterns, place) {
                *wants_patterns = Some((place.clone(), patterns_of(formula)));
            }
        }
        Form::Max(parts) | Form::Sum(parts) => indented(ui, |ui| {
            for i in 0..parts.len() {
                place.push(i);
                let edited = part_ui(ui, parts, i, place, wants_patterns);
                changed = edited
                    .and_then(|parts| with_parts(formula, parts))
                    .or(changed.take());
                place.pop();
            }
            if add_ui(ui, place) {
                let more = [&parts[..], &[another(parts)]].concat();
                changed = with_parts(formula, more).or(changed.take());
            }
        }),
        Form::Weighted(weight, part) => indented(ui, |ui| {
            let name = match place[..] {
                [] => "Weight of the heuristic".to_owned(),
                _ => format!("Weight of part {}", number_of(place)),
            };
            let typed = option_row(ui, "Weight", |ui| number(ui, &name, weight.get(), &WEIGHT));
            let weighed = typed.and_then(|weight| Weight::new(weight).ok());
            let weighed = weighed.and_then(|w| Formula::weighted(w, (**part).clone()).ok());
            place.push(0);
            let part = formula_ui(ui, part, place, wants_patterns);
            let parted = part.and_then(|part| Formula::weighted(*weight, part).ok());
            place.pop();
            changed = weighed.or(parted).or(changed.take());
        }),
    }
    changed
}

/// One of several parts, and the sign that takes it away. Returns all of them as they were
/// changed.
fn part_ui(
    ui: &mut Ui,
    parts: &[Formula],
    i: usize,
    place: &mut Place,
    wants_patterns: &mut Option<(Place, Option<Vec<Vec<u8>>>)>,
) -> Option<Vec<Formula>> {
    let mut edited = None;
    let can_go = parts.len() > 1;
    let whole = ui.available_rect_before_wrap();
    let sign = if can_go { theme::size::CONTROL } else { 0.0 };
    let builder = UiBuilder::new().max_rect(whole.with_max_x(whole.right() - sign));
    let inner = ui.scope_builder(builder, |ui| {
        formula_ui(ui, &parts[i], place, wants_patterns)
    });
    if let Some(part) = inner.inner {
        let mut all = parts.to_vec();
        all[i] = part;
        edited = Some(all);
    }
    if can_go {
        let min = egui::pos2(whole.right() - sign, inner.response.rect.top() + 1.0);
        let rect = egui::Rect::from_min_size(min, Vec2::splat(sign));
        let name = format!("Remove part {}", number_of(place));
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

/// A sign that adds another part; whether it was pressed.
fn add_ui(ui: &mut Ui, place: &Place) -> bool {
    let name = match place[..] {
        [] => "Add a heuristic".to_owned(),
        _ => format!("Add to part {}", number_of(place)),
    };
    icon_button(ui, ICON_ADD, &name)
        .on_hover_text("Add another heuristic")
        .clicked()
}

/// The patterns, and the button that opens the page where they are painted.
fn patterns_ui(ui: &mut Ui, patterns: &[Vec<u8>], place: &Place) -> bool {
    let sizes: Vec<String> = patterns
        .iter()
        .map(|tiles| tiles.len().to_string())
        .collect();
    let name = match place[..] {
        [] => "Paint the patterns".to_owned(),
        _ => format!("Paint the patterns of part {}", number_of(place)),
    };
    let list = |tiles: &Vec<u8>| {
        tiles
            .iter()
            .map(u8::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    };
    let lists: Vec<String> = patterns.iter().map(list).collect();
    option_row(ui, &format!("Tiles {}", sizes.join("-")), |ui| {
        let button = ui.button("Paint…");
        ui.ctx()
            .accesskit_node_builder(button.id, |node| node.set_label(name));
        button.on_hover_text(lists.join("  |  ")).clicked()
    })
}

/// Contents that belong to what stands above them: further to the right, along a line.
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

/// What a list of heuristics offers.
fn choices() -> impl Iterator<Item = Pick<'static, Choice>> {
    let registered = HEURISTICS.iter().enumerate().map(|(i, about)| Pick {
        value: Choice::Registered(about),
        name: about.name,
        summary: about.summary,
        heading: (i == 0).then_some("Heuristics"),
    });
    let put_together = [
        (
            Choice::Max,
            MAX,
            "The greatest of them: admissible and consistent, if all of them are.",
        ),
        (
            Choice::Sum,
            SUM,
            "All of them together: it may overestimate, for a move may be counted twice.",
        ),
        (
            Choice::Weighted,
            WEIGHTED,
            "So many times another heuristic; above 1 it may overestimate.",
        ),
        (
            Choice::Patterns,
            PATTERNS,
            "Pattern databases of any partition: paint the tiles of each pattern.",
        ),
    ];
    let put_together = put_together.into_iter().enumerate();
    registered.chain(put_together.map(|(i, (value, name, summary))| Pick {
        value,
        name,
        summary,
        heading: (i == 0).then_some("Put together"),
    }))
}

/// What becomes of `formula` by this choice; what can be kept of it is.
fn made_of(choice: Choice, formula: &Formula) -> Option<Formula> {
    let parts = match formula.form() {
        Form::Max(parts) | Form::Sum(parts) => parts.to_vec(),
        _ => vec![formula.clone(), another(std::slice::from_ref(formula))],
    };
    match choice {
        Choice::Registered(about) => Some(about.into()),
        Choice::Max => Formula::max(parts).ok(),
        Choice::Sum => Formula::sum(parts).ok(),
        Choice::Weighted => {
            let weight = Weight::new(1.5).ok()?;
            Formula::weighted(weight, formula.clone()).ok()
        }
        Choice::Patterns => None,
    }
}

/// A heuristic to put beside these: one that fits every board and is not there yet.
fn another(parts: &[Formula]) -> Formula {
    let good = [
        "manhattan",
        "linear-conflict",
        "inversion-distance",
        "misplaced",
    ];
    let mut formulas = good.iter().filter_map(|key| key.parse::<Formula>().ok());
    let new = formulas.find(|formula| !parts.contains(formula));
    new.unwrap_or_else(|| HEURISTICS[0].into())
}

/// `formula`, a maximum or a sum, of other parts.
fn with_parts(formula: &Formula, parts: Vec<Formula>) -> Option<Formula> {
    match formula.form() {
        Form::Sum(_) => Formula::sum(parts).ok(),
        _ => Formula::max(parts).ok(),
    }
}

/// `formula` with `part` at `place`.
fn replaced(formula: &Formula, place: &[usize], part: Formula) -> Option<Formula> {
    let Some((&i, rest)) = place.split_first() else {
        return Some(part);
    };
    match formula.form() {
        Form::Max(parts) | Form::Sum(parts) => {
            let mut all = parts.to_vec();
            let place = all.get_mut(i)?;
            *place = replaced(place, rest, part)?;
            with_parts(formula, all)
        }
        Form::Weighted(weight, inner) => {
            Formula::weighted(*weight, replaced(inner, rest, part)?).ok()
        }
        Form::Registered(_) | Form::Patterns(_) => None,
    }
}

fn patterns_of(formula: &Formula) -> Option<Vec<Vec<u8>>> {
    match formula.form() {
        Form::Patterns(patterns) => Some(patterns.to_vec()),
        _ => None,
    }
}
