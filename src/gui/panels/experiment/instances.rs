//! The instances of an experiment: the rows, and where more of them come from.

use super::parts::{entries_ui, head_ui};
use crate::gui::actions::Action;
use crate::gui::examples::{self, COLLECTIONS};
use crate::gui::experiments::ExperimentAction;
use crate::gui::library::CollectionSource;
use crate::gui::model::Model;
use crate::gui::requests::Notice;
use crate::gui::text::already_there;
use crate::gui::theme::{self, space};
use crate::gui::widgets::generator::Generator;
use crate::gui::widgets::{
    button, dimmed_item, follow_focus, list_item, main_control, menu_button, primary_button,
    seek_first, warning,
};
use egui::{Popup, ScrollArea, Ui, Vec2};
use tilescope_lab::experiment::{Draft, instance_text};

const BUTTON: Vec2 = Vec2::new(72.0, theme::size::CONTROL);

/// The view state: the choices of a generator, while it is open.
#[derive(Default)]
pub struct Instances {
    generator: Option<Generator>,
}

/// The number of puzzles that a generator proposes.
const PROPOSED: usize = 10;

impl Instances {
    /// The list and the choices of a generator. Whether `draft` was changed.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        model: &Model,
        draft: &mut Draft,
        actions: &mut Vec<Action>,
    ) -> bool {
        let mut is_changed = head_ui(ui, "Instances", |ui| {
            self.menu_ui(ui, model, draft, actions)
        });
        let empty = "The puzzles to be solved: boards, collections, generated ones.";
        let texts = draft.instances.iter().map(|entry| {
            let text = instance_text(entry);
            let file = entry.get("bundled").and_then(|file| file.as_str());
            // What ships has the title that it has elsewhere in the window.
            let shown = file.and_then(|file| {
                let puzzles = text.strip_prefix(file)?;
                Some(format!("{}{puzzles}", examples::title(file)?))
            });
            shown.unwrap_or(text)
        });
        if let Some(index) = entries_ui(ui, texts, empty) {
            draft.instances.remove(index);
            is_changed = true;
        }
        let before = draft.instances.len();
        if self.generator_ui(ui, model, draft) {
            tell_repeated(draft, before, actions);
            is_changed |= draft.instances.len() != before;
        }
        is_changed
    }

    /// The menu of what can be added.
    fn menu_ui(
        &mut self,
        ui: &mut Ui,
        model: &Model,
        draft: &mut Draft,
        actions: &mut Vec<Action>,
    ) -> bool {
        let menu = menu_button(ui, "Add instances");
        main_control(ui, &menu);
        let before = draft.instances.len();
        seek_first(&menu);
        Popup::menu(&menu).gap(2.0).show(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.set_width(theme::size::POPUP);
            let height = ui.ctx().content_rect().height() * 0.6;
            ScrollArea::vertical().max_height(height).show(ui, |ui| {
                follow_focus(ui, |ui| self.sources_ui(ui, model, draft, actions));
            });
        });
        tell_repeated(draft, before, actions);
        draft.instances.len() != before
    }

    fn sources_ui(
        &mut self,
        ui: &mut Ui,
        model: &Model,
        draft: &mut Draft,
        actions: &mut Vec<Action>,
    ) {
        const PRESENT: &str = "The present puzzle";
        match model.puzzle() {
            Some(puzzle) => {
                if list_item(ui, false, PRESENT, "Its start, goal and costs").clicked() {
                    draft.add_puzzle(puzzle);
                }
            }
            None => drop(dimmed_item(
                ui,
                PRESENT,
                "An experiment takes sliding-tile puzzles, not road maps.",
            )),
        }
        const COLLECTION: &str = "The open collection";
        let active = model.library().active();
        match active.map(|active| &active.file().source) {
            Some(CollectionSource::Own(path)) => {
                let summary = tilescope_lab::format::file_name(path);
                if list_item(ui, false, COLLECTION, &summary).clicked() {
                    actions.push(ExperimentAction::AddFile(path.clone()).into());
                }
            }
            Some(CollectionSource::Bundled(name)) => {
                let title = examples::title(name).unwrap_or_default();
                if list_item(ui, false, COLLECTION, &title).clicked() {
                    draft.add_bundled(name);
                }
            }
            Some(_) => drop(dimmed_item(
                ui,
                COLLECTION,
                "It is in no Tilescope file yet: save it first.",
            )),
            None => drop(dimmed_item(ui, COLLECTION, "No collection is open.")),
        }
        if list_item(ui, false, "A file…", "A puzzle or a collection").clicked() {
            actions.push(ExperimentAction::AskInstances.into());
        }
        if list_item(
            ui,
            false,
            "Generated puzzles…",
            "Random, of a length, the hardest",
        )
        .clicked()
        {
            let mut generator = Generator::default();
            generator.open(model.puzzle().map(|puzzle| &puzzle.goal));
            generator.set_count(PROPOSED);
            self.generator = Some(generator);
        }
        for (name, title) in COLLECTIONS {
            if list_item(ui, false, title, "Comes with Tilescope").clicked() {
                draft.add_bundled(name);
            }
        }
    }

    /// The choices of the generator, if it is open. Whether they were added.
    fn generator_ui(&mut self, ui: &mut Ui, model: &Model, draft: &mut Draft) -> bool {
        let Some(generator) = &mut self.generator else {
            return false;
        };
        let palette = theme::palette(ui);
        let frame = egui::Frame::new()
            .fill(palette.raised)
            .corner_radius(theme::radius::CONTROL)
            .inner_margin(space::M);
        let (is_added, is_closed) = frame
            .show(ui, |ui| {
                let open_goal = model.puzzle().map(|puzzle| &puzzle.goal);
                let request = generator.ui(ui, open_goal);
                if let Err(error) = &request {
                    warning(ui, error);
                }
                ui.add_space(space::XS);
                ui.horizontal(|ui| {
                    let add = |ui: &mut Ui| primary_button(ui, "Add", BUTTON);
                    let add = ui.add_enabled_ui(request.is_ok(), add).inner;
                    ui.ctx().accesskit_node_builder(add.id, |node| {
                        node.set_label("Add generated puzzles");
                    });
                    let is_added = match request {
                        Ok(request) if add.clicked() => {
                            draft.add_generated(&request);
                            true
                        }
                        _ => false,
                    };
                    (is_added, button(ui, "Cancel", BUTTON).clicked())
                })
                .inner
            })
            .inner;
        if is_added || is_closed {
            self.generator = None;
        }
        is_added
    }
}

/// Leaves out what was added although it is there already, and says so.
fn tell_repeated(draft: &mut Draft, n_before: usize, actions: &mut Vec<Action>) {
    if draft.instances.len() == n_before {
        return;
    }
    let n_left_out = draft.leave_out_repeated(n_before);
    if n_left_out > 0 {
        let text = already_there(n_left_out, draft.instances.len() - n_before);
        actions.push(Action::Notify(Notice::Failed(text)));
    }
}
