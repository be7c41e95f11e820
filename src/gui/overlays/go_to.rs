//! The page that goes to a step or to a node by its number.

use crate::gui::actions::Action;
use crate::gui::model::Model;
use crate::gui::requests::Page;
use crate::gui::theme;
use crate::gui::timeline::TimelineAction;
use crate::gui::widgets::{button, note, primary_button};
use egui::{Key, RichText, Vec2};
use tilescope_lab::format::count;

const WIDTH: f32 = 320.0;
const BUTTON: Vec2 = Vec2::new(96.0, theme::size::PRIMARY);

/// What the number counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Target {
    #[default]
    Step,
    Node,
}

impl Target {
    /// What the page goes to; `None` for other pages.
    pub fn of(page: Page) -> Option<Self> {
        match page {
            Page::GoToStep => Some(Target::Step),
            Page::GoToNode => Some(Target::Node),
            _ => None,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Target::Step => "step",
            Target::Node => "node",
        }
    }

    /// The greatest number.
    fn max(self, model: &Model) -> Option<u32> {
        match self {
            Target::Step => Some(model.end()),
            Target::Node => model.runs().active()?.run.trace().n_nodes().checked_sub(1),
        }
    }

    fn actions(self, model: &Model, number: u32) -> Vec<Action> {
        let by = i64::from(number) - i64::from(model.cursor().t);
        let seek = |by| Action::from(TimelineAction::SeekBy(by));
        match self {
            Target::Step => vec![seek(by)],
            Target::Node => {
                let Some(entry) = model.runs().active() else {
                    return Vec::new();
                };
                let Some(node) = entry.node(number) else {
                    return Vec::new();
                };
                let reveal = TimelineAction::Reveal(node).into();
                let born = entry.run.trace().generated_at(number);
                let t = model.cursor().t;
                // A node is shown from the step that generates it.
                match born > t {
                    true => vec![seek(i64::from(born) - i64::from(t)), reveal],
                    false => vec![reveal],
                }
            }
        }
    }
}

/// What was typed.
#[derive(Default)]
pub struct GoToPage {
    target: Target,
    text: String,
}

impl GoToPage {
    pub fn new(target: Target) -> Self {
        GoToPage {
            target,
            text: String::new(),
        }
    }

    /// Shows the page; whether it was closed.
    pub fn ui(&mut self, ctx: &egui::Context, model: &Model, actions: &mut Vec<Action>) -> bool {
        let word = self.target.word();
        let Some(max) = self.target.max(model) else {
            return true;
        };
        let mut is_done = false;
        let modal = super::frame::page("go to page", &ctx.global_style()).show(ctx, |ui| {
            ui.set_width(WIDTH);
            let title = RichText::new(format!("Go to {word}")).size(16.0);
            ui.label(title.family(theme::semibold()));
            ui.add_space(theme::space::S);
            let name = format!("Number of the {word}");
            let field = egui::TextEdit::singleline(&mut self.text)
                .hint_text(format!("0 to {}", count(max.into())))
                .desired_width(f32::INFINITY)
                .margin(egui::Margin::symmetric(10, 7));
            let field = ui.add(field);
            ui.ctx()
                .accesskit_node_builder(field.id, |node| node.set_label(name.as_str()));
            let is_entered = ui.input(|input| input.key_pressed(Key::Enter));
            field.request_focus();
            ui.add_space(theme::space::S);
            let number = parse(&self.text, word, max);
            let text = match &number {
                Err(error) if !self.text.trim().is_empty() => error.clone(),
                _ => format!("The last {word} is {}.", count(max.into())),
            };
            note(ui, &text);
            ui.add_space(theme::space::M);
            ui.horizontal(|ui| {
                let go = ui.add_enabled_ui(number.is_ok(), |ui| primary_button(ui, "Go", BUTTON));
                if (go.inner.clicked() || is_entered)
                    && let Ok(number) = number
                {
                    actions.extend(self.target.actions(model, number));
                    is_done = true;
                }
                is_done |= button(ui, "Cancel", BUTTON).clicked();
            });
        });
        is_done || super::frame::is_left(&modal)
    }
}

/// The number in `text`, with or without separators and “#”.
fn parse(text: &str, word: &str, max: u32) -> Result<u32, String> {
    let is_separator = |c: char| c.is_whitespace() || matches!(c, '#' | ',' | '\'' | '_');
    let digits: String = text.chars().filter(|&c| !is_separator(c)).collect();
    if digits.is_empty() || !digits.chars().all(|c| c.is_ascii_digit()) {
        return Err(format!(
            "Type a whole number from 0 to {}.",
            count(max.into())
        ));
    }
    let number = digits.parse().ok().filter(|&number| number <= max);
    number.ok_or_else(|| {
        let max = count(max.into());
        format!("There is no {word} with this number: the last one is {max}.")
    })
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn numbers_are_read_as_the_window_writes_them() {
        for (text, expected) in [
            ("12", Some(12)),
            (" #19\u{2009}096 ", Some(19_096)),
            ("19 096", Some(19_096)),
            ("19,096", Some(19_096)),
            ("20000", Some(20_000)),
            ("20001", None),
            ("99999999999999999999", None),
            ("-1", None),
            ("1.5", None),
            ("twelve", None),
            ("", None),
            ("#", None),
        ] {
            assert_eq!(parse(text, "node", 20_000).ok(), expected, "{text:?}");
        }
    }
}
