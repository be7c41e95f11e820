//! What lies over the panels for a moment: the palette, questions, pages of help.

mod about;
mod audit;
mod bookmarks;
mod breakpoints;
mod confirm;
mod convert;
mod export;
mod frame;
mod generate;
mod go_to;
mod history;
mod keys;
mod layouts;
mod own_heuristics;
mod palette;
mod panel_image;
mod picture;
mod published;
mod tables;
mod trace_export;

use super::actions::Action;
use super::commands::Command;
use super::model::Model;
use super::requests::Page;
use own_heuristics::Left;

/// The overlays' view state.
#[derive(Default)]
pub struct Overlays {
    page: Option<Page>,
    palette: palette::Palette,
    published: published::PublishedPage,
    audit: audit::AuditPage,
    bookmarks: bookmarks::BookmarksPage,
    breakpoints: breakpoints::BreakpointsPage,
    convert: convert::ConvertPage,
    export: export::ExportPage,
    generate: generate::GeneratePage,
    go_to: go_to::GoToPage,
    history: history::HistoryPage,
    layouts: layouts::LayoutsPage,
    own_heuristics: own_heuristics::OwnHeuristicsPage,
    panel_image: panel_image::PanelImagePage,
    tables: tables::TablesPage,
    trace_export: trace_export::TraceExportPage,
}

impl Overlays {
    pub fn open(&mut self, page: Page) {
        if let Some(target) = go_to::Target::of(page) {
            self.go_to = go_to::GoToPage::new(target);
        }
        match page {
            Page::Palette => self.palette = palette::Palette::default(),
            Page::Tables => self.tables.open(),
            Page::ExportTrace => self.trace_export.open(),
            Page::Audit => self.audit.open(),
            Page::Bookmarks => self.bookmarks.open(),
            Page::Breakpoints => self.breakpoints.open(),
            Page::Generate => self.generate.open(),
            Page::History => self.history.open(),
            Page::Layouts => self.layouts = layouts::LayoutsPage::default(),
            Page::OwnHeuristics => self.own_heuristics.open(String::new()),
            Page::Keys
            | Page::Picture
            | Page::PanelImage
            | Page::About
            | Page::PublishedExperiments
            | Page::Convert
            | Page::Export
            | Page::GoToStep
            | Page::GoToNode => {}
        }
        self.page = Some(page);
    }

    /// Whether a page is open or a question is asked: keys belong to it then.
    pub fn is_open(&self, model: &Model) -> bool {
        self.page.is_some() || confirm::is_open(model)
    }

    /// Whether this page is open.
    pub fn shows(&self, page: Page) -> bool {
        self.page == Some(page)
    }

    /// Whether the field of the palette has the focus.
    pub fn palette_listens(&self, ctx: &egui::Context) -> bool {
        self.page == Some(Page::Palette) && self.palette.listens(ctx)
    }

    /// Shows what is open. A command that was chosen is returned, to be run. `shown` tells the size of a
    /// panel in the window.
    pub fn ui(
        &mut self,
        ctx: &egui::Context,
        model: &Model,
        shown: panel_image::Shown,
        actions: &mut Vec<Action>,
    ) -> Option<Command> {
        if confirm::ui(ctx, model, actions) {
            return None;
        }
        let (closed, chosen) = match self.page? {
            Page::Palette => self.palette.ui(ctx, model, actions),
            Page::Keys => (keys::ui(ctx), None),
            Page::Picture => (picture::ui(ctx, model, actions), None),
            Page::PanelImage => (self.panel_image.ui(ctx, model, shown, actions), None),
            Page::About => (about::ui(ctx), None),
            Page::PublishedExperiments => (self.published.ui(ctx, model, actions), None),
            Page::Audit => (self.audit.ui(ctx, model, actions), None),
            Page::OwnHeuristics => match self.own_heuristics.ui(ctx, model, actions) {
                Left::Open => (false, None),
                Left::Closed => (true, None),
                Left::Audit(text) => {
                    self.audit.begin(text);
                    self.page = Some(Page::Audit);
                    (false, None)
                }
            },
            Page::Bookmarks => (self.bookmarks.ui(ctx, model, actions), None),
            Page::Breakpoints => (self.breakpoints.ui(ctx, model, actions), None),
            Page::Generate => (self.generate.ui(ctx, model, actions), None),
            Page::History => (self.history.ui(ctx, model, actions), None),
            Page::Layouts => (self.layouts.ui(ctx, model, actions), None),
            Page::Convert => (self.convert.ui(ctx, model, actions), None),
            Page::Export => (self.export.ui(ctx, model, actions), None),
            Page::Tables => (self.tables.ui(ctx, model, actions), None),
            Page::ExportTrace => (self.trace_export.ui(ctx, model, actions), None),
            Page::GoToStep | Page::GoToNode => (self.go_to.ui(ctx, model, actions), None),
        };
        if let Some(experiment) = self.palette.take_experiment() {
            self.published.turn_to(experiment);
            self.page = Some(Page::PublishedExperiments);
            return None;
        }
        if let Some(text) = self.audit.take_to_save() {
            self.own_heuristics.open(text);
            self.page = Some(Page::OwnHeuristics);
            return None;
        }
        if closed || chosen.is_some() {
            self.page = None;
            // Its field would still have the keys of the next frame.
            ctx.memory_mut(|memory| {
                if let Some(focused) = memory.focused() {
                    memory.surrender_focus(focused);
                }
            });
        }
        chosen
    }
}
