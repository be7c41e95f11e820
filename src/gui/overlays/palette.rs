//! The palette: every command, example, collection that ships, published experiment, algorithm, heuristic, usual
//! goal, size of a board and form of a solution, found by typing a part of its name.

use crate::gui::actions::Action;
use crate::gui::commands::{COMMANDS, Command};
use crate::gui::document::DocumentAction;
use crate::gui::edit::Edit;
use crate::gui::examples;
use crate::gui::model::Model;
use crate::gui::puzzle_lists::PuzzleListsAction;
use crate::gui::requests::Listed;
use crate::gui::theme;
use crate::gui::widgets::finder::{self, Named};
use egui::Key;
use tilescope_lab::published::{PUBLISHED_EXPERIMENTS, PublishedExperiment};
use tilescope_lab::solution::{SolutionForm, TextForm};
use tilescope_lab::{Problem, Settings, catalogue};
use tilescope_puzzle::routes::ROUTE_HEURISTICS;
use tilescope_puzzle::{GoalPreset, HEURISTICS, HeuristicExpr, Size};

/// What was typed, and which of the entries found is marked.
pub struct Palette {
    text: String,
    /// The field in which it is typed, once that is shown.
    field: Option<egui::Id>,
    marked: usize,
    /// The examples, each with the title of its group.
    examples: Vec<(&'static str, Problem)>,
    /// The sizes of boards, squares first.
    sizes: Vec<(Size, String)>,
    /// The usual goals, and the forms in which a solution is saved.
    goals: Vec<(GoalPreset, String)>,
    forms: Vec<(SolutionForm, String)>,
    /// The published experiment that was chosen, until its page is opened.
    experiment: Option<&'static PublishedExperiment>,
}

impl Default for Palette {
    fn default() -> Self {
        let of_group = |(title, problems): (&'static str, Vec<Problem>)| {
            problems.into_iter().map(move |problem| (title, problem))
        };
        Palette {
            text: String::new(),
            field: None,
            marked: 0,
            examples: examples::groups().flat_map(of_group).collect(),
            sizes: sizes(),
            goals: GoalPreset::ALL
                .map(|goal| (goal, format!("Goal: {}", goal.name().to_lowercase())))
                .into(),
            forms: SolutionForm::ALL
                .map(|form| (form, format!("Save solution: {}…", form.name())))
                .into(),
            experiment: None,
        }
    }
}

/// Something that can be chosen.
struct Entry<'a> {
    name: &'a str,
    other_names: &'a [&'a str],
    tooltip: &'a str,
    /// What it is, or the keys of a command.
    kind: String,
    /// Other words by which it is found.
    words: String,
    choice: Choice<'a>,
}

#[derive(Clone)]
enum Choice<'a> {
    Command(Command),
    Example(&'a Problem),
    /// The collection that ships under this name.
    Collection(&'static str),
    Experiment(&'static PublishedExperiment),
    Settings(Box<Settings>),
    Size(Size),
    Goal(GoalPreset),
    SaveSolution(SolutionForm),
}

impl Choice<'_> {
    fn is_enabled(&self, model: &Model) -> bool {
        match self {
            Choice::Command(command) => command.is_enabled(model),
            Choice::SaveSolution(_) => Command::CopySolution.is_enabled(model),
            Choice::Example(_)
            | Choice::Collection(_)
            | Choice::Experiment(_)
            | Choice::Settings(_)
            | Choice::Size(_)
            | Choice::Goal(_) => true,
        }
    }
}

impl Palette {
    /// Whether what is typed goes into its field.
    pub fn listens(&self, ctx: &egui::Context) -> bool {
        self.field.is_some() && ctx.memory(|memory| memory.focused()) == self.field
    }

    /// Takes the published experiment that was chosen.
    pub fn take_experiment(&mut self) -> Option<&'static PublishedExperiment> {
        self.experiment.take()
    }

    /// Shows the palette: whether it was closed, and the command that was chosen.
    pub fn ui(
        &mut self,
        ctx: &egui::Context,
        model: &Model,
        actions: &mut Vec<Action>,
    ) -> (bool, Option<Command>) {
        let mut chosen = None;
        let area = egui::Modal::default_area(egui::Id::unique("command palette"))
            .anchor(egui::Align2::CENTER_TOP, [0.0, 96.0]);
        let modal = egui::Modal::new(egui::Id::unique("command palette")).area(area);
        let modal = modal.show(ctx, |ui| {
            ui.set_width(460.0);
            finder::keep_focus(ui);
            let field = egui::TextEdit::singleline(&mut self.text)
                .hint_text("Search commands, examples, algorithms and heuristics")
                .desired_width(f32::INFINITY)
                .margin(egui::Margin::symmetric(10, 7));
            let field = ui.add(field);
            self.field = Some(field.id);
            field.widget_info(|| {
                egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Search commands")
            });
            if field.changed() {
                self.marked = 0;
            }
            let mut found = entries(ui.ctx(), model, &self.examples);
            if !self.text.trim().is_empty() {
                // They would fill the list before anything is typed.
                if model.puzzle().is_some() {
                    found.extend(self.goals.iter().map(goal));
                    found.extend(self.forms.iter().map(|it| solution_form(it, model)));
                    found.extend(self.sizes.iter().map(size));
                }
                // Of those that match as well, what can be chosen now comes first.
                found.sort_by_key(|entry| !entry.choice.is_enabled(model));
            }
            find(&mut found, &self.text);
            let marked = finder::move_mark(ui, self.marked, found.len());
            self.marked = marked.unwrap_or(self.marked);
            field.request_focus();
            ui.add_space(theme::space::XS);
            // Without the least height it would stay as low as the shortest list so far.
            let height = (ctx.content_rect().bottom() - ui.cursor().top() - theme::space::L)
                .clamp(theme::size::ROW, 380.0);
            egui::ScrollArea::vertical()
                .max_height(height)
                .min_scrolled_height(height)
                .auto_shrink([false, true])
                .show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 0.0;
                    for (i, entry) in found.iter().enumerate() {
                        let is_marked = i == self.marked;
                        let row = row_ui(ui, entry, is_marked, entry.choice.is_enabled(model));
                        let is_entered = is_marked && ui.input(|it| it.key_pressed(Key::Enter));
                        if row.clicked() || is_entered {
                            chosen = Some(entry.choice.clone());
                        }
                    }
                    if found.is_empty() {
                        ui.label(egui::RichText::new("Nothing has this in its name.").weak());
                    }
                });
        });
        // The keys that opened it close it too.
        let keys = Command::Palette.entry().keys;
        let is_pressed_again =
            ctx.input_mut(|input| keys.iter().any(|it| input.consume_shortcut(it)));
        let is_left = super::frame::is_left(&modal) || is_pressed_again;
        let action = match chosen.filter(|choice| choice.is_enabled(model)) {
            Some(Choice::Command(command)) => return (is_left, Some(command)),
            Some(Choice::Example(problem)) => {
                Action::from(DocumentAction::Example(problem.clone().into()))
            }
            Some(Choice::Collection(file)) => {
                Action::from(PuzzleListsAction::Open(Listed::Bundled(file.into())))
            }
            Some(Choice::Experiment(experiment)) => {
                self.experiment = Some(experiment);
                return (true, None);
            }
            Some(Choice::Settings(settings)) => Action::Settings(settings),
            Some(Choice::Size(size)) => Edit::Resize(size).into(),
            Some(Choice::Goal(goal)) => Edit::Goal(goal).into(),
            Some(Choice::SaveSolution(form)) => match save_solution(model, form) {
                Some(save) => save,
                None => return (is_left, None),
            },
            None => return (is_left, None),
        };
        actions.push(action);
        (true, None)
    }
}

/// Everything that can be chosen. What replaces the puzzle is last.
fn entries<'a>(
    ctx: &egui::Context,
    model: &'a Model,
    examples: &'a [(&'static str, Problem)],
) -> Vec<Entry<'a>> {
    let mut entries: Vec<Entry<'a>> = commands(ctx, model);
    entries.extend(settings(model));
    entries.extend(PUBLISHED_EXPERIMENTS.iter().copied().map(published));
    entries.extend(examples.iter().map(example));
    entries.extend(examples::COLLECTIONS.iter().map(collection));
    entries
}

/// The commands that mean anything for the present problem, without those that are listed as
/// examples.
fn commands<'a>(ctx: &egui::Context, model: &'a Model) -> Vec<Entry<'a>> {
    let others = COMMANDS.iter().filter(|it| it.command != Command::Palette);
    let others = others.filter(|entry| entry.command.example().is_none());
    let applying = others.filter(|entry| entry.command.applies(model));
    let entry = |entry: &'static crate::gui::commands::CommandInfo| {
        let keys = entry.keys.first();
        Entry {
            name: entry.command.title(model),
            other_names: entry.other_names,
            tooltip: match entry.command.panel() {
                Some(_) => "Show this panel, in front of others",
                None => entry.command.refusal(model).unwrap_or(entry.tooltip),
            },
            kind: keys.map_or(String::new(), |keys| ctx.format_shortcut(keys)),
            words: entry.menu.into(),
            choice: Choice::Command(entry.command),
        }
    };
    applying.map(entry).collect()
}

fn example<'a>((group, problem): &'a (&'static str, Problem)) -> Entry<'a> {
    let unsolvable = match problem {
        Problem::Tiles(puzzle) if !puzzle.solvability().is_solvable() => "unsolvable, not solvable",
        _ => "",
    };
    Entry {
        name: problem.name(),
        other_names: &[],
        tooltip: problem.task(),
        kind: match problem {
            Problem::Tiles(_) => "example".into(),
            Problem::Route(_) => "example route".into(),
        },
        words: format!("{group} {} {unsolvable}", problem.source()),
        choice: Choice::Example(problem),
    }
}

/// All sizes of boards with their names, squares first.
fn sizes() -> Vec<(Size, String)> {
    let mut sizes: Vec<_> = Size::all()
        .map(|size| {
            (
                size,
                format!("Board size {} × {}", size.rows(), size.columns()),
            )
        })
        .collect();
    sizes.sort_by_key(|(size, _)| size.rows() != size.columns());
    sizes
}

fn size<'a>((size, name): &'a (Size, String)) -> Entry<'a> {
    let (rows, columns) = (size.rows(), size.columns());
    Entry {
        name,
        other_names: &[],
        tooltip: "Give the board this many rows and columns",
        kind: "size".into(),
        words: format!("{rows}x{columns} resize"),
        choice: Choice::Size(*size),
    }
}

fn goal<'a>((goal, name): &'a (GoalPreset, String)) -> Entry<'a> {
    Entry {
        name,
        other_names: &[],
        tooltip: "Search for this board",
        kind: "goal".into(),
        words: goal.key().into(),
        choice: Choice::Goal(*goal),
    }
}

fn solution_form<'a>((form, name): &'a (SolutionForm, String), model: &Model) -> Entry<'a> {
    Entry {
        name,
        other_names: &["export solution"],
        tooltip: (Command::CopySolution.refusal(model)).unwrap_or("Write the solution to a file"),
        kind: form.ending().into(),
        // Who looks for a GIF is content with the animations that there are.
        words: match form {
            SolutionForm::AnimatedPng | SolutionForm::Text(TextForm::Animation) => "animation gif",
            SolutionForm::Text(_) => "",
        }
        .into(),
        choice: Choice::SaveSolution(*form),
    }
}

/// Asks where to save the solution that is shown.
fn save_solution(model: &Model, form: SolutionForm) -> Option<Action> {
    let (problem, moves) = model.runs().active_solution()?;
    Some(Action::save_solution(problem.puzzle()?, moves, form))
}

fn published<'a>(experiment: &'static PublishedExperiment) -> Entry<'a> {
    Entry {
        name: experiment.title,
        other_names: &[],
        tooltip: experiment.summary,
        kind: "published experiment".into(),
        words: format!("{} {}", experiment.key, experiment.source),
        choice: Choice::Experiment(experiment),
    }
}

fn collection<'a>(&(file, title): &(&'static str, &'static str)) -> Entry<'a> {
    Entry {
        name: title,
        other_names: &[],
        tooltip: "A collection that comes with Tilescope",
        kind: "collection".into(),
        words: file.into(),
        choice: Choice::Collection(file),
    }
}

/// The algorithms and heuristics for the present problem.
fn settings(model: &Model) -> Vec<Entry<'_>> {
    let present = model.settings();
    let is_route = model.route().is_some();
    let mut entries = Vec::new();
    for about in catalogue().filter(|about| !is_route || !about.is_engine()) {
        let kind = if about.is_engine() {
            "engine"
        } else {
            "algorithm"
        };
        entries.push(Entry {
            name: about.name,
            other_names: about.other_names,
            tooltip: about.summary,
            kind: kind.into(),
            words: about.key.into(),
            choice: Choice::Settings(present.with_algorithm(about).into()),
        });
    }
    const KIND: &str = "heuristic";
    let mut add = |(name, other_names), tooltip, kind: &str, words: &str, settings: Settings| {
        entries.push(Entry {
            name,
            other_names,
            tooltip,
            kind: kind.into(),
            words: words.into(),
            choice: Choice::Settings(settings.into()),
        });
    };
    if is_route {
        for about in ROUTE_HEURISTICS {
            let settings = Settings {
                route_heuristic: about.heuristic.into(),
                ..present.clone()
            };
            add((about.name, &[]), about.summary, KIND, about.key, settings);
        }
    } else {
        for about in HEURISTICS {
            let settings = Settings {
                heuristic: HeuristicExpr::from(*about),
                ..present.clone()
            };
            let names = (about.name, about.other_names);
            add(names, about.summary, KIND, about.key, settings);
        }
        for own in model.own_heuristics().list().iter() {
            let settings = Settings {
                heuristic: own.expr.clone(),
                ..present.clone()
            };
            let expression = own.expr.to_string();
            let kind = "your heuristic";
            add((&own.name, &[]), own.summary(), kind, &expression, settings);
        }
    }
    entries
}

/// Keeps the entries that hold all the words typed; first the size that is typed, then those
/// whose name alone holds them.
fn find(entries: &mut Vec<Entry<'_>>, text: &str) {
    finder::find(entries, text, |entry| Named {
        name: entry.name,
        others: entry.other_names,
        rest: format!("{} {} {}", entry.kind, entry.words, entry.tooltip),
    });
    let typed = text.trim().to_lowercase().replace('×', "x");
    let is_typed = |size: Size| typed == format!("{}x{}", size.rows(), size.columns());
    entries.sort_by_key(|entry| !matches!(entry.choice, Choice::Size(size) if is_typed(size)));
}

fn row_ui(ui: &mut egui::Ui, entry: &Entry<'_>, marked: bool, enabled: bool) -> egui::Response {
    let palette = theme::palette(ui);
    let (rect, row) =
        ui.allocate_exact_size(egui::vec2(ui.available_width(), 30.0), egui::Sense::click());
    row.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, enabled, entry.name));
    if marked {
        ui.painter().rect_filled(
            rect,
            f32::from(theme::radius::CONTROL),
            palette.accent_ground,
        );
        row.scroll_to_me(None);
    } else if row.hovered() {
        ui.painter()
            .rect_filled(rect, f32::from(theme::radius::CONTROL), palette.raised);
    }
    let inner = rect.shrink2(egui::vec2(10.0, 0.0));
    let font = egui::TextStyle::Body.resolve(ui.style());
    let small = egui::TextStyle::Small.resolve(ui.style());
    let colour = if enabled { palette.text } else { palette.faint };
    ui.painter().text(
        inner.left_center(),
        egui::Align2::LEFT_CENTER,
        entry.name,
        font,
        colour,
    );
    ui.painter().text(
        inner.right_center(),
        egui::Align2::RIGHT_CENTER,
        &entry.kind,
        small,
        palette.dim,
    );
    row.on_hover_text(entry.tooltip)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_route_is_listed_once() {
        let (ctx, model) = (egui::Context::default(), Model::new(|| {}));
        let palette = Palette::default();
        for text in ["arad bucharest", "delhi hyderabad", "route romania"] {
            let mut entries = commands(&ctx, &model);
            entries.extend(palette.examples.iter().map(example));
            find(&mut entries, text);
            let names: Vec<_> = entries.iter().map(|entry| entry.name).collect();
            assert_eq!(names.len(), 1, "{text}: {names:?}");
        }
    }

    #[test]
    fn algorithms_come_before_examples_that_match_as_well() {
        let (ctx, model) = (egui::Context::default(), Model::new(|| {}));
        let palette = Palette::default();
        let mut entries = super::entries(&ctx, &model, &palette.examples);
        find(&mut entries, "greedy");
        assert_eq!(entries[0].name, "Greedy best-first search");
        let is_example = |entry: &Entry| matches!(entry.choice, Choice::Example(_));
        assert!(entries.iter().any(is_example));
    }

    #[test]
    fn names_come_before_explanations() {
        let ctx = egui::Context::default();
        let model = Model::new(|| {});
        let found = |text| {
            let mut entries = commands(&ctx, &model);
            entries.extend(settings(&model));
            find(&mut entries, text);
            entries.iter().map(|entry| entry.name).collect::<Vec<_>>()
        };
        assert_eq!(found("light theme")[0], Command::ThemeLight.entry().name);
        assert_eq!(found("SAVE as")[0], Command::SaveAs.entry().name);
        assert_eq!(found("breadth")[0], "Breadth-first search");
        assert_eq!(found("bfs")[0], "Breadth-first search");
        assert_eq!(found("dijkstra")[0], "Uniform-cost search");
        assert_eq!(found("hamming")[0], "Misplaced tiles");
        assert_eq!(found("formula")[0], Command::OwnHeuristics.entry().name);
        assert_eq!(
            found("own heuristic")[0],
            Command::OwnHeuristics.entry().name
        );
        assert_eq!(found("lab")[0], Command::PanelExperiment.entry().name);
        assert_eq!(found("predict")[0], Command::PanelLevels.entry().name);
        assert!(found("").len() > catalogue().count() + HEURISTICS.len());
        assert!(found("no such thing").is_empty());
    }
}
