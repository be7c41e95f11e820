//! What lies over the panels for a moment: the palette, questions, pages of help.

mod about;
mod classics;
mod confirm;
mod export;
mod keys;
mod palette;
mod tables;

use super::actions::Action;
use super::commands::Command;
use super::model::Model;
use super::theme;

/// Which page lies over the panels.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Page {
    #[default]
    None,
    Palette,
    Keys,
    About,
    Classics,
    Export,
    Tables,
}

/// The overlays' view state.
#[derive(Default)]
pub struct Overlays {
    page: Page,
    palette: palette::Palette,
    classics: classics::ClassicsPage,
    export: export::ExportPage,
    tables: tables::TablesPage,
}

impl Overlays {
    /// Opens the page of a command that has one; `false` if it has none.
    pub fn open(&mut self, command: Command) -> bool {
        self.page = match command {
            Command::Palette => {
                self.palette = palette::Palette::default();
                Page::Palette
            }
            Command::Keys => Page::Keys,
            Command::About => Page::About,
            Command::Classics => Page::Classics,
            Command::ExportGraph => Page::Export,
            Command::Tables => {
                self.tables.open();
                Page::Tables
            }
            _ => return false,
        };
        true
    }

    /// Whether a page is open or a question is asked: keys belong to it then.
    pub fn is_open(&self, model: &Model) -> bool {
        self.page != Page::None || model.pending().is_some()
    }

    /// Shows what is open. A command that was chosen is returned, to be run.
    pub fn ui(
        &mut self,
        ctx: &egui::Context,
        model: &Model,
        actions: &mut Vec<Action>,
    ) -> Option<Command> {
        if model.pending().is_some() {
            confirm::ui(ctx, model, actions);
            return None;
        }
        let (closed, chosen) = match self.page {
            Page::None => return None,
            Page::Palette => self.palette.ui(ctx, model),
            Page::Keys => (keys::ui(ctx), None),
            Page::About => (about::ui(ctx), None),
            Page::Classics => (self.classics.ui(ctx, model, actions), None),
            Page::Export => (self.export.ui(ctx, model, actions), None),
            Page::Tables => (self.tables.ui(ctx, model, actions), None),
        };
        if closed || chosen.is_some() {
            self.page = Page::None;
        }
        chosen
    }
}

/// A page in the middle of the window, with room around its contents.
fn page(name: &str, style: &egui::Style) -> egui::Modal {
    let frame = egui::Frame::popup(style).inner_margin(theme::space::XL as i8);
    egui::Modal::new(egui::Id::unique(name)).frame(frame)
}
