//! The jobs of tables: one paints patterns, sees beforehand what their tables take, builds
//! them, and deletes those that are there.

mod named;
mod painted;
mod row;
mod text;

use self::text::{all_of, sharing_text, status_text, title_of, unfinished_text};
use crate::gui::actions::Action;
use crate::gui::model::Model;
use crate::gui::tables::{BuildProgress, Table, Tables, TablesAction, no_folder};
use crate::gui::text::about;
use crate::gui::theme;
use crate::gui::widgets::painter::PatternPainter;
use crate::gui::widgets::table;
use crate::gui::widgets::{button, head_button, note, primary_button, scrolled_by_keys};
use egui::{Layout, ProgressBar, RichText, ScrollArea, Ui, Vec2};
use named::{Named, example, is_same, mirrored, named, with_patterns};
use painted::{Figures, figures_ui, obstacle};
use row::{End, Pressed, Row};
use tilescope_lab::cache::Unfinished;
use tilescope_lab::format;
use tilescope_puzzle::pattern_database::{Blank, Partition, Pattern};
use tilescope_puzzle::{Board, Costs};

/// The width of the lists: what the painter leaves, within these bounds.
const LISTS: (f32, f32) = (232.0, 380.0);

/// The height of the page below its head, where the window has room.
const HEIGHT: f32 = 556.0;

/// The height of the figures and the buttons below the board.
const BELOW_BOARD: f32 = 196.0;

/// The least height of the list of those that there are.
const MIN_LIST: f32 = 136.0;

/// What is to be known of the building of tables.
const GOES_ON: &str = "Building continues while this page is closed. It can be cancelled.";

const BUTTON: Vec2 = Vec2::new(132.0, theme::size::PRIMARY);

/// What is painted and asked.
#[derive(Default)]
pub struct TablesPage {
    painter: Option<PatternPainter>,
    /// The newest wish to paint that was fulfilled.
    n_painted: u32,
    named: Vec<Named>,
    /// What the painted patterns take.
    figures: Option<Figures>,
    /// The one that is to be deleted, if it is confirmed.
    asked: Option<Pattern>,
    is_new: bool,
}

impl TablesPage {
    /// It is opened: what it knew of the puzzle may have changed.
    pub fn open(&mut self) {
        self.is_new = true;
    }

    /// Shows the page; whether it was closed.
    pub fn ui(&mut self, ctx: &egui::Context, model: &Model, actions: &mut Vec<Action>) -> bool {
        if std::mem::take(&mut self.is_new) {
            self.named = named(model.puzzle(), self.blank());
            self.asked = None;
            actions.push(Action::Tables(TablesAction::List));
        }
        self.begin(model);
        // What they take depends on the blank.
        let blank = self.blank();
        if self
            .named
            .iter()
            .any(|named| named.partition.blank != blank)
        {
            self.named = named(model.puzzle(), blank);
        }
        let room = ctx.content_rect().size() - Vec2::splat(4.0 * theme::space::XL);
        let (min, max) = LISTS;
        let beside = PatternPainter::WIDTH + theme::space::XL;
        let lists = (room.x - beside).clamp(min, max);
        let height = (room.y - 2.0 * theme::space::XL).min(HEIGHT);
        let modal = super::frame::page("tables page", &ctx.global_style()).show(ctx, |ui| {
            ui.set_width(lists + beside);
            let is_closed = head_ui(ui, model);
            ui.add_space(theme::space::M);
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = theme::space::XL;
                ui.vertical(|ui| {
                    ui.set_width(lists);
                    ui.set_height(height);
                    self.lists_ui(ui, height, model, actions);
                });
                let painted = ui.vertical(|ui| {
                    ui.set_width(PatternPainter::WIDTH);
                    ui.set_height(height);
                    ui.spacing_mut().scroll.floating_allocated_width = 0.0;
                    let scroll = ScrollArea::vertical().id_salt("painted");
                    let scroll = scroll.auto_shrink(false);
                    scroll.show(ui, |ui| {
                        scrolled_by_keys(ui, |ui| self.painted_ui(ui, model, actions))
                    })
                });
                painted.inner.inner || is_closed
            })
            .inner
        });
        modal.inner || super::frame::is_left(&modal)
    }

    /// Shows what is to be painted; at first what was painted the last time, or else something good
    /// for the puzzle.
    fn begin(&mut self, model: &Model) {
        let (n_painted, painted) = model.tables().painted();
        let is_wanted = std::mem::replace(&mut self.n_painted, n_painted) != n_painted;
        let is_wanted = is_wanted || self.painter.is_none();
        if let Some((goal, partition)) = painted.filter(|_| is_wanted) {
            match &mut self.painter {
                Some(painter) => painter.show(goal, partition),
                None => {
                    let painter = PatternPainter::new(goal, Costs::UNIT, Some(partition));
                    self.painter = Some(painter);
                }
            }
        }
        if self.painter.is_none()
            && let Some(first) = self.named.first()
        {
            let partition = Some(&first.partition);
            self.painter = Some(PatternPainter::new(&first.goal, Costs::UNIT, partition));
        }
    }

    /// What the painted databases do with the blank.
    fn blank(&self) -> Blank {
        let painter = self.painter.as_ref();
        painter.map_or(Blank::default(), PatternPainter::blank)
    }

    /// Those that there are, and those that have a name.
    fn lists_ui(&mut self, ui: &mut Ui, height: f32, model: &Model, actions: &mut Vec<Action>) {
        let palette = theme::palette(ui);
        let tables = model.tables();
        ui.spacing_mut().item_spacing.y = 2.0;
        ui.spacing_mut().scroll.floating_allocated_width = 0.0;
        ui.horizontal(|ui| {
            ui.set_height(theme::size::ROW);
            ui.label(theme::head("Built", palette));
            ui.with_layout(Layout::right_to_left(egui::Align::Center), |ui| {
                check_ui(ui, model, actions);
            });
        });
        let below = 46.0 * self.named.len() as f32 + 40.0;
        let max_height = (height - 24.0 - below).max(MIN_LIST);
        let there = tables.there();
        let list = row::list("there").max_height(max_height);
        list.show(ui, there.len(), |row| {
            self.table_ui(row, tables, &there[row.index()], actions);
        });
        if tables.folder().is_none() {
            ui.add(egui::Label::new(RichText::new(no_folder()).color(palette.warning)).wrap());
        } else if tables.is_listed() && tables.there().is_empty() {
            note(
                ui,
                "No tables yet. Those that are built will be listed here.",
            );
        }
        if let Some(unfinished) = tables.unfinished() {
            unfinished_ui(ui, unfinished, actions);
        }
        ui.add_space(theme::space::L);
        ui.label(theme::head("To begin with", palette));
        ui.add_space(theme::space::XS);
        self.named_ui(ui, model);
    }

    fn table_ui(
        &mut self,
        list: &mut table::Row<'_, '_, '_>,
        tables: &Tables,
        table: &Table,
        actions: &mut Vec<Action>,
    ) {
        let shown = self.figures.iter().map(|it| (&it.goal, &it.partition));
        let built = tables
            .built()
            .iter()
            .map(|(goal, partition)| (goal, partition));
        let named = self.named.iter().map(|it| (&it.goal, &it.partition));
        let (goal, tiles) = example(&table.pattern, shown.chain(built).chain(named));
        let painted = self
            .figures
            .as_ref()
            .and_then(|figures| figures.of.as_ref());
        let end = match self.asked.as_ref() == Some(&table.pattern) {
            true => End::Asked,
            false => End::Delete,
        };
        let sharing = sharing_text(&mirrored(&goal, &tiles));
        let detail = format!("{}{sharing}", status_text(table));
        let patterns = [tiles];
        let row = Row {
            goal: &goal,
            patterns: &patterns,
            title: &title_of(&table.pattern, &patterns[0]),
            detail: &detail,
            is_bad: table.damage.is_some(),
            is_marked: painted.is_some_and(|(wanted, _)| wanted.contains(&table.pattern)),
        };
        match row::ui(list, &row, end) {
            Some(Pressed::Row) => {
                let [tiles] = patterns;
                let alone = Partition::from([tiles]).with(table.pattern.blank_mode());
                self.show(&goal, &alone);
            }
            Some(Pressed::Delete) => self.asked = Some(table.pattern.clone()),
            Some(Pressed::Yes) => {
                self.asked = None;
                let delete = TablesAction::Delete(table.pattern.clone());
                actions.push(Action::Tables(delete));
            }
            Some(Pressed::No) => self.asked = None,
            None => {}
        }
    }

    fn named_ui(&mut self, ui: &mut Ui, model: &Model) {
        let mut chosen = None;
        let painted = self.figures.as_ref();
        row::list("named").show(ui, self.named.len(), |list| {
            let named = &self.named[list.index()];
            let detail = match &named.estimate {
                None => "too large to build here".to_owned(),
                Some(estimate) => {
                    let bytes = format::bytes(estimate.n_bytes);
                    let (tables, patterns) = (model.tables(), &named.patterns);
                    if patterns.iter().all(|it| tables.is_kept(it)) {
                        format!("{bytes}, on disk")
                    } else if patterns.iter().all(|it| tables.is_in_memory(it)) {
                        format!("{bytes}, in memory")
                    } else if estimate.is_kept {
                        format!("{bytes}, {}", about(estimate.time(tables.pace())))
                    } else {
                        format!("{bytes}, built in a moment")
                    }
                }
            };
            let is_painted = |figures: &Figures| {
                figures.goal == named.goal && is_same(&figures.partition, &named.partition)
            };
            let row = Row {
                goal: &named.goal,
                patterns: &named.partition,
                title: &named.title,
                detail: &detail,
                is_bad: false,
                is_marked: painted.is_some_and(is_painted),
            };
            if row::ui(list, &row, End::Nothing).is_some() {
                chosen = Some(list.index());
            }
        });
        if let Some(i) = chosen {
            let Named {
                goal, partition, ..
            } = &self.named[i];
            let (goal, partition) = (goal.clone(), partition.clone());
            self.show(&goal, &partition);
        }
    }

    fn show(&mut self, goal: &Board, partition: &Partition) {
        if let Some(painter) = &mut self.painter {
            painter.show(goal, partition);
        }
    }

    /// The painter, what its patterns take, and what can be done; whether that is all for now.
    fn painted_ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) -> bool {
        let Some(painter) = &mut self.painter else {
            return false;
        };
        painter.ui(ui, ui.clip_rect().height() - BELOW_BOARD);
        let (goal, partition) = (painter.goal().clone(), painter.partition());
        let is_known = (self.figures.as_ref())
            .is_some_and(|known| known.goal == goal && known.partition == partition);
        if !is_known {
            let painted = TablesAction::Painted(goal.clone(), partition.clone());
            actions.push(Action::Tables(painted));
            self.figures = Some(Figures::new(goal, partition));
        }
        if let Some(figures) = &mut self.figures {
            figures.update(model.tables());
        }
        ui.add_space(theme::space::S);
        let figures = self
            .figures
            .as_ref()
            .and_then(|figures| figures.of.as_ref());
        figures_ui(ui, figures, model);
        ui.add_space(theme::space::S);
        match model.tables().building() {
            Some(progress) => {
                building_ui(ui, progress, actions);
                ui.add_space(theme::space::XS);
                let what = all_of(model.tables().patterns_building());
                note(ui, &format!("{what}. {GOES_ON}"));
                false
            }
            None => self.buttons_ui(ui, model, actions),
        }
    }

    fn buttons_ui(&mut self, ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) -> bool {
        let (Some(painter), Some(figures)) = (&mut self.painter, &self.figures) else {
            return false;
        };
        let memory = model.settings().limits.memory;
        let wanted = figures.of.as_ref().map(|(patterns, _)| patterns);
        let obstacle = obstacle(figures, model);
        let mut is_done = false;
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = theme::space::S;
            let build = |ui: &mut Ui| primary_button(ui, "Build", BUTTON);
            let build = ui.add_enabled_ui(obstacle.is_none(), build).inner;
            if build.clicked()
                && let Some(patterns) = wanted
            {
                let build = TablesAction::Build(patterns.clone(), memory.unwrap_or(u64::MAX));
                actions.push(Action::Tables(build));
            }
            let fits = model.puzzle().filter(|puzzle| puzzle.goal == figures.goal);
            let can_use = wanted.is_some() && fits.is_some();
            let used = ui.add_enabled_ui(can_use, |ui| button(ui, "Use in the search", BUTTON));
            let used = used
                .inner
                .on_hover_text("Search with these as the heuristic");
            let used = used.on_disabled_hover_text(match fits {
                Some(_) => "Every tile has to be in a pattern first",
                None => "These are patterns of another goal than the puzzle's",
            });
            if used.clicked()
                && let Some(settings) =
                    with_patterns(model.settings(), &figures.goal, &figures.partition)
            {
                actions.push(Action::Settings(settings.into()));
                is_done = true;
            }
            let size = Vec2::new(64.0, theme::size::PRIMARY);
            let undo = ui.add_enabled_ui(painter.can_undo(), |ui| button(ui, "Undo", size));
            if undo
                .inner
                .on_hover_text("Take back what was painted (Ctrl+Z)")
                .clicked()
            {
                painter.undo();
            }
            let clear = button(ui, "Clear", size);
            let clear = clear.on_hover_text("Take all tiles out of their patterns");
            if clear.clicked() {
                painter.clear();
            }
        });
        ui.add_space(theme::space::XS);
        if let Some(trouble) = model.tables().trouble() {
            let colour = theme::palette(ui).warning;
            ui.add(egui::Label::new(RichText::new(trouble).small().color(colour)).wrap());
        }
        note(ui, &obstacle.unwrap_or(GOES_ON.to_owned()));
        is_done
    }
}

/// The title, where they are kept, and a way out.
fn head_ui(ui: &mut Ui, model: &Model) -> bool {
    ui.horizontal(|ui| {
        let title = RichText::new("Pattern databases").size(16.0);
        ui.label(title.family(theme::semibold()));
        ui.with_layout(Layout::right_to_left(egui::Align::Center), |ui| {
            let is_closed = ui.button("Close").clicked();
            if let Some(folder) = model.tables().folder() {
                let colour = theme::palette(ui).dim;
                let text = RichText::new(format!("kept in {}", format::path(folder))).small();
                ui.add_space(theme::space::S);
                ui.add(egui::Label::new(text.color(colour)).truncate());
            }
            is_closed
        })
        .inner
    })
    .inner
}

/// A button that has all files read, or how far that is.
fn check_ui(ui: &mut Ui, model: &Model, actions: &mut Vec<Action>) {
    if let Some(progress) = model.tables().checking() {
        // Not where “Check files” was: a second click there would stop it.
        note(ui, &format!("Reading, {:.0} %", progress.done * 100.0));
        ui.add_space(theme::space::M);
        if head_button(ui, "Stop reading").clicked() {
            actions.push(Action::Tables(TablesAction::Stop));
        }
    } else if model.tables().there().iter().any(|table| table.is_on_disk) {
        let check = head_button(ui, "Check files");
        let check = check.on_hover_text("Read every file, and see whether it is whole");
        if check.clicked() {
            actions.push(Action::Tables(TablesAction::Check));
        }
    }
}

/// Temporary files of interrupted builds, and a button that deletes them.
fn unfinished_ui(ui: &mut Ui, unfinished: Unfinished, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        ui.set_height(theme::size::ROW);
        note(ui, &unfinished_text(unfinished));
        if !unfinished.is_in_use {
            let layout = Layout::right_to_left(egui::Align::Center);
            ui.with_layout(layout, |ui| {
                let delete = head_button(ui, "Delete unfinished");
                let delete = delete.on_hover_text("Delete what ended processes have left");
                if delete.clicked() {
                    actions.push(Action::Tables(TablesAction::DeleteUnfinished));
                }
            });
        }
    });
}

/// How far it is, how long it will take, and a way to stop it.
fn building_ui(ui: &mut Ui, progress: BuildProgress, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = theme::space::S;
        let width = ui.available_width() - BUTTON.x - theme::space::S;
        let left = match progress.remaining {
            Some(time) => format!(", {} left", about(time)),
            None => String::new(),
        };
        let text = format!("Building, {:.0} %{left}", (100.0 * progress.done).floor());
        let bar = ProgressBar::new(progress.done as f32).desired_width(width);
        let bar = bar
            .desired_height(BUTTON.y)
            .corner_radius(theme::radius::CONTROL);
        let said = RichText::new(&text).color(theme::palette(ui).text);
        let bar = ui.add(bar.text(said));
        ui.ctx()
            .accesskit_node_builder(bar.id, |node| node.set_label(text));
        if button(ui, "Cancel", BUTTON).clicked() {
            actions.push(Action::Tables(TablesAction::Stop));
        }
    });
}
