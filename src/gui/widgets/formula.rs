//! A field for the text of a heuristic, in which the place of an error is marked, and the value of the
//! heuristic on a board.

use super::breakdown::breakdown_ui;
use super::rows::{note, value_row};
use crate::gui::theme;
use egui::text::{LayoutJob, TextFormat};
use egui::{FontId, Response, Stroke, TextBuffer, TextEdit, Ui};
use tilescope_lab::format;
use tilescope_puzzle::heuristics::Preparation;
use tilescope_puzzle::heuristics::breakdown::Breakdown;
use tilescope_puzzle::{Board, Costs, HeuristicExpr};

/// A field of one line. `wrong_at` is the character, from 1, at which its text is wrong.
pub fn formula_edit(
    ui: &mut Ui,
    text: &mut String,
    width: f32,
    wrong_at: Option<usize>,
) -> Response {
    let palette = theme::palette(ui);
    let font = FontId::monospace(theme::text::BODY);
    let plain = TextFormat::simple(font, palette.text);
    let wrong = TextFormat {
        color: palette.warning,
        underline: Stroke::new(2.0, palette.warning),
        ..plain.clone()
    };
    let mut layouter = |ui: &Ui, text: &dyn TextBuffer, _: f32| {
        let text = text.as_str();
        let (before, marked, after) = parts(text, wrong_at);
        let mut job = LayoutJob::default();
        for (part, format) in [(before, &plain), (marked, &wrong), (after, &plain)] {
            job.append(part, 0.0, format.clone());
        }
        job.break_on_newline = false;
        ui.fonts_mut(|fonts| fonts.layout_job(job))
    };
    let field = TextEdit::singleline(text).desired_width(width);
    ui.add(field.layouter(&mut layouter))
}

/// What is before the error, the word or the sign at which it is, and the rest. An error at the end of
/// the text is at the last sign.
fn parts(text: &str, wrong_at: Option<usize>) -> (&str, &str, &str) {
    let Some(at) = wrong_at else {
        return (text, "", "");
    };
    let there = text.char_indices().nth(at.saturating_sub(1));
    let last = || text.char_indices().rfind(|(_, sign)| !sign.is_whitespace());
    let Some((from, _)) = there.or_else(last) else {
        return (text, "", "");
    };
    let is_in_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let rest = &text[from..];
    let word = rest.find(|c| !is_in_word(c)).unwrap_or(rest.len());
    let sign = rest.chars().next().map_or(0, char::len_utf8);
    let to = from + word.max(sign);
    (&text[..from], &text[from..to], &text[to..])
}

/// The value of a heuristic on a board, which is found when it is first shown.
#[derive(Default)]
pub struct FormulaValue {
    of: Option<(HeuristicExpr, Board, Board, Costs)>,
    found: Option<Found>,
}

/// What is shown of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    Value,
    /// What it is made of too, tile by tile.
    Tiles,
}

struct Found {
    value: Result<String, String>,
    breakdown: Option<Breakdown>,
}

impl FormulaValue {
    /// A row with the value of `expr` on `start`, and what it is made of if `detail` wants that; why
    /// there is none, if it does not fit the board. Tables are not built for it.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        expr: &HeuristicExpr,
        (start, goal, costs): (&Board, &Board, Costs),
        detail: Detail,
    ) {
        const NAME: &str = "h of the present start";
        let unit = costs.unit(goal.size());
        let is_known = (self.of.as_ref())
            .is_some_and(|of| of.0 == *expr && of.1 == *start && of.2 == *goal && of.3 == costs);
        if !is_known {
            self.of = Some((expr.clone(), start.clone(), goal.clone(), costs));
            self.found = (expr.preparation() == Preparation::Immediate).then(|| {
                let value = expr.value(start, goal, costs);
                Found {
                    value: value
                        .map(|h| format::cost(h.into(), unit))
                        .map_err(|error| error.to_string()),
                    breakdown: expr.breakdown(start, goal, costs).ok().flatten(),
                }
            });
        }
        match &self.found {
            None => drop(note(ui, "Its value is known when its tables are built.")),
            Some(found) => {
                match &found.value {
                    Ok(value) => drop(value_row(ui, NAME, value)),
                    Err(reason) => drop(note(ui, &crate::gui::text::sentence(reason))),
                }
                if let (Detail::Tiles, Some(breakdown)) = (detail, &found.breakdown) {
                    breakdown_ui(ui, breakdown, start, unit);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn the_word_or_the_sign_at_the_error_is_marked() {
        assert_eq!(
            parts("2 * manhatan + 1", Some(5)),
            ("2 * ", "manhatan", " + 1")
        );
        assert_eq!(parts("dr = 1", Some(4)), ("dr ", "=", " 1"));
        assert_eq!(parts("dr + ", Some(6)), ("dr ", "+", " "));
        assert_eq!(parts("dr", None), ("dr", "", ""));
        assert_eq!(parts("", Some(1)), ("", "", ""));
    }
}
