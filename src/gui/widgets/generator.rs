//! Which puzzles to generate: the rows of the page that generates puzzles, and of experiments.

use super::{Number, choice, focus_and_select, note, number, option_row, passed_by_arrows, rows};
use crate::gui::text::sentence;
use crate::gui::theme;
use egui::{Ui, Vec2};
use tilescope_lab::generate::{GenerateError, MAX_COUNT, MAX_WALK, Method, Request};
use tilescope_puzzle::presets::GoalPreset;
use tilescope_puzzle::{Board, Size};

/// The width of the field of the seed: 20 digits.
const SEED: f32 = 176.0;
/// The height of the explanation, in lines of small text.
const LINES: f32 = 3.0;
/// Seeds that are proposed are below this, so that they are quickly typed.
const PROPOSED: u64 = 1_000_000;

/// The kinds of puzzles, without their numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Uniform,
    Walk,
    Distance,
    Hardest,
    Manhattan,
}

impl Kind {
    const ALL: [(Kind, &'static str); 5] = [
        (Kind::Uniform, "Uniformly random"),
        (Kind::Walk, "Random walk"),
        (Kind::Distance, "Exact distance"),
        (Kind::Hardest, "Hardest boards"),
        (Kind::Manhattan, "Manhattan distance"),
    ];

    fn text(self) -> &'static str {
        match self {
            Kind::Uniform => "Every board that can be solved is equally likely.",
            Kind::Walk => "A random walk of this length from the goal, never undoing a move.",
            Kind::Distance => {
                "The shortest solution has exactly this many moves. On boards of more than 12 cells \
                 an engine proves each distance, which takes time if the distance is large."
            }
            Kind::Hardest => {
                "The boards farthest from the goal: up to 12 cells by a search of the whole space, \
                 on 4 × 4 those that are known."
            }
            Kind::Manhattan => {
                "The moves that the tiles need if they could slide over each other lie in this range."
            }
        }
    }
}

/// The goal of the puzzles.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    Preset(GoalPreset),
    /// That of the open puzzle.
    Open,
}

/// What is chosen.
pub struct Generator {
    kind: Kind,
    walk: f64,
    distance: f64,
    manhattan: [f64; 2],
    size: Size,
    goal: Goal,
    count: f64,
    seed: String,
    /// Whether the seed's field got the focus by a press that may be a click.
    is_seed_pressed: bool,
    /// The goal of the open puzzle when another seed was proposed last.
    open_goal: Option<Board>,
}

impl Default for Generator {
    fn default() -> Self {
        Generator {
            kind: Kind::Distance,
            walk: 40.0,
            distance: 20.0,
            manhattan: [10.0, 14.0],
            size: Size::EIGHT_PUZZLE,
            goal: Goal::Open,
            count: 1.0,
            seed: String::new(),
            is_seed_pressed: false,
            open_goal: None,
        }
    }
}

impl Generator {
    /// Proposes another seed, and the size and the goal of the open puzzle, of which this is the goal, unless
    /// they were proposed last; the other choices stay.
    pub fn open(&mut self, open_goal: Option<&Board>) {
        self.seed = fastrand::u64(..PROPOSED).to_string();
        if self.open_goal.as_ref() != open_goal {
            self.open_goal = open_goal.cloned();
            self.size = open_goal.map_or(self.size, Board::size);
            self.goal = Goal::Open;
        }
    }

    /// So many puzzles.
    pub fn set_count(&mut self, count: usize) {
        self.count = count as f64;
    }

    /// What to generate; an error says which choice cannot be.
    pub fn ui(&mut self, ui: &mut Ui, open_goal: Option<&Board>) -> Result<Request, String> {
        rows(ui, |ui| {
            let kind = option_row(ui, "Puzzles", |ui| {
                choice(ui, "Kind of puzzles", self.kind, &Kind::ALL)
            });
            self.kind = kind.unwrap_or(self.kind);
            lines_ui(ui, |ui| note(ui, self.kind.text()));
            // Two rows whatever the kind, so that nothing moves when it is changed.
            let height = 2.0 * theme::size::ROW;
            ui.allocate_ui(Vec2::new(ui.available_width(), height), |ui| {
                ui.set_min_height(height);
                self.kind_ui(ui);
            });
            self.size_ui(ui);
            self.goal_ui(ui, open_goal);
            value_ui(ui, "Number of puzzles", 1.0, MAX_COUNT, &mut self.count);
            self.seed_ui(ui);
        });
        let goal = match (self.goal, open_goal) {
            (Goal::Open, Some(goal)) if goal.size() == self.size => goal.clone(),
            (Goal::Preset(preset), _) => preset.board(self.size),
            (Goal::Open, _) => GoalPreset::BlankLast.board(self.size),
        };
        let seed = self.seed.trim().parse();
        Ok(Request {
            goal,
            method: self.method()?,
            count: self.count as usize,
            seed: seed.map_err(|_| format!("The seed is a whole number up to {}.", u64::MAX))?,
        })
    }

    /// The numbers of the kind of puzzles.
    fn kind_ui(&mut self, ui: &mut Ui) {
        match self.kind {
            Kind::Uniform | Kind::Hardest => {}
            Kind::Walk => value_ui(ui, "Moves of the walk", 1.0, MAX_WALK, &mut self.walk),
            Kind::Distance => value_ui(ui, "Moves to the goal", 0.0, 200, &mut self.distance),
            Kind::Manhattan => {
                let [from, to] = &mut self.manhattan;
                value_ui(ui, "At least", 0.0, 2000, from);
                value_ui(ui, "At most", 0.0, 2000, to);
            }
        }
    }

    fn method(&self) -> Result<Method, String> {
        Ok(match self.kind {
            Kind::Uniform => Method::Uniform,
            Kind::Walk => Method::Walk(self.walk as usize),
            Kind::Distance => Method::Distance(self.distance as u32),
            Kind::Hardest => Method::Hardest,
            Kind::Manhattan => {
                let [from, to] = self.manhattan.map(|value| value as u32);
                if from > to {
                    let error = GenerateError::EmptyRange { from, to };
                    return Err(sentence(&error.to_string()));
                }
                Method::Manhattan(from..=to)
            }
        })
    }

    fn size_ui(&mut self, ui: &mut Ui) {
        let (mut n_rows, mut n_columns) = (self.size.rows() as f64, self.size.columns() as f64);
        value_ui(ui, "Rows", 2.0, 10, &mut n_rows);
        value_ui(ui, "Columns", 2.0, 10, &mut n_columns);
        self.size = Size::new(n_rows as usize, n_columns as usize).unwrap_or(self.size);
    }

    fn goal_ui(&mut self, ui: &mut Ui, open_goal: Option<&Board>) {
        let is_open = open_goal.is_some_and(|goal| goal.size() == self.size);
        // The goal of the open puzzle has a name if it is a preset.
        let preset = |goal: &Board| {
            let mut presets = GoalPreset::ALL.into_iter();
            presets.find(|preset| preset.board(self.size) == *goal)
        };
        let known = match open_goal.filter(|_| is_open) {
            Some(goal) => preset(goal),
            None => Some(GoalPreset::BlankLast),
        };
        if let (Goal::Open, Some(preset)) = (self.goal, known) {
            self.goal = Goal::Preset(preset);
        }
        let presets = GoalPreset::ALL.map(|preset| (Goal::Preset(preset), preset.name()));
        let mut choices = presets.to_vec();
        if is_open && known.is_none() {
            choices.push((Goal::Open, "That of the open puzzle"));
        }
        let goal = option_row(ui, "Goal", |ui| {
            choice(ui, "Goal of the puzzles", self.goal, &choices)
        });
        self.goal = goal.unwrap_or(self.goal);
    }

    fn seed_ui(&mut self, ui: &mut Ui) {
        option_row(ui, "Seed", |ui| {
            ui.spacing_mut().item_spacing.x = theme::space::S;
            let same = match self.count {
                1.0 => "The same seed and the same choices give the same puzzle again.",
                _ => "The same seed and the same choices give the same puzzles again.",
            };
            let id = ui.scope_id().with("seed");
            let text = self.seed.clone();
            let field = passed_by_arrows(ui, id, &text, |ui| {
                let field = egui::TextEdit::singleline(&mut self.seed).id(id);
                let field = field.desired_width(SEED);
                ui.add(field.align(egui::Align2::RIGHT_CENTER))
            });
            let field = field.on_hover_text(same);
            // As in the fields of numbers beside it: a key that leads here and the first click select the seed.
            self.is_seed_pressed |= field.gained_focus();
            let is_down = ui.input(|input| input.pointer.any_down());
            if !is_down && std::mem::take(&mut self.is_seed_pressed) && !field.drag_stopped() {
                focus_and_select(ui, &field, &self.seed);
            }
            ui.ctx()
                .accesskit_node_builder(field.id, |node| node.set_label("Seed"));
        });
    }
}

/// A whole number from `min` to `max`.
fn value_ui(ui: &mut Ui, name: &str, min: f64, max: usize, value: &mut f64) {
    let kind = Number {
        range: min..=max as f64,
        speed: 0.1,
        decimals: 0,
        unit: "",
    };
    let changed = option_row(ui, name, |ui| number(ui, name, *value, &kind));
    *value = changed.unwrap_or(*value).round();
}

/// A text in a place of fixed height.
pub fn lines_ui(ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> egui::Response) {
    let height = LINES * theme::text::SMALL * 1.5;
    ui.allocate_ui(Vec2::new(ui.available_width(), height), |ui| {
        ui.set_min_height(height);
        contents(ui);
    });
}
