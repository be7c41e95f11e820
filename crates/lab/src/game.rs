//! A game that was played by hand, as the record of a run.
//!
//! The boards of the game are nodes below the root, in their order, and each move is a step. The h of
//! a board is its distance to the goal, so f = g + h rises at every move that leaves a shortest path.
//! At the first of these, or where an unfinished game ends, a shortest solution goes on as a second
//! branch. Every move that leaves a shortest path has a bookmark.

use crate::exact::ExactDistances;
use crate::trace_file::{Bookmark, Loaded};
use crate::{
    Counts, Interrupt, Job, Limits, Problem, Report, RunOutcome, Settings, StoppedBy, format,
    solve_under,
};
use std::collections::HashMap;
use std::time::{Duration, Instant};
use tilescope_puzzle::heuristics::DEFAULT_HEURISTIC;
use tilescope_puzzle::{Board, Direction, Puzzle};
use tilescope_search::{
    About, Action, Completeness, Cost, Directionality, EvaluationFunction, Kind, NodeOutcome,
    Observer, Optimality, Pruning, Selection, StopReason,
};
use tilescope_trace::series::{Sample, Series};
use tilescope_trace::{NodeId, Recorder, Trace};

/// What stands in the place of an algorithm in the record of a game.
pub static GAME: About = About {
    key: "game",
    name: "Game by hand",
    other_names: &[],
    summary: "Expands the board that a person has moved to.",
    kind: Kind::Algorithm,
    evaluation: EvaluationFunction::Sum,
    selection: Selection::Game,
    pruning: Pruning::None,
    directionality: Directionality::Unidirectional,
    complete: Completeness::Never,
    optimal: Optimality::Never,
    uses_heuristic: false,
    options: &[],
    description: "The moves of a game that was played by hand, and beside them a shortest solution \
        from the board where the game left it. The h of a board is its distance to the goal, so \
        f = g + h rises at each move that leaves a shortest path.",
};

/// A game from the start of a puzzle.
#[derive(Clone, Debug)]
pub struct Game {
    pub puzzle: Puzzle,
    pub moves: Vec<Action>,
    /// How long it was played.
    pub time: Duration,
}

/// How distances are searched for on boards whose space is too large to be searched as a whole.
pub struct Search<'a> {
    /// The settings of a search for a shortest solution of a puzzle.
    pub settings: &'a dyn Fn(&Puzzle) -> Settings,
    /// The time for all distances.
    pub time: Duration,
}

/// Records `game`. `progress` is told the part of its boards whose distances are known, from 0 to 1.
/// The h of a board whose distance is not found in time is 0; a note in the report says so.
///
/// # Errors
/// If it was interrupted.
pub fn record(
    game: &Game,
    search: &Search,
    interrupt: &Interrupt,
    progress: &mut dyn FnMut(f64),
) -> Result<Loaded, StopReason> {
    let line = Line::of(game);
    let mut distances = Distances::new(&game.puzzle, search);
    let n_boards = line.boards.len();
    let mut known = Vec::with_capacity(n_boards);
    for (i, board) in line.boards.iter().enumerate() {
        known.push(distances.of(board, interrupt));
        if interrupt.is_stopped() {
            return Err(StopReason::Interrupt);
        }
        progress((i + 1) as f64 / n_boards as f64);
    }
    let left: Vec<usize> = (1..n_boards)
        .filter(|&i| match (known[i - 1], known[i]) {
            (Some(before), Some(after)) => after + (line.g[i] - line.g[i - 1]) > before,
            _ => false,
        })
        .collect();
    let is_won = line.boards.last() == Some(&game.puzzle.goal);
    let branch_at = match (left.first(), is_won) {
        (Some(&first), _) => Some(first - 1),
        (None, true) => None,
        (None, false) => known.iter().rposition(Option::is_some),
    };
    let shortest = branch_at.map_or(Vec::new(), |at| {
        distances.shortest_path(&line.boards[at], interrupt)
    });
    Ok(Record {
        game,
        line: &line,
        known: &known,
        branch: branch_at.map(|at| (at, &shortest[..])),
    }
    .loaded(&left, is_won))
}

/// The boards of a game, from the start to the first goal or the last move, and their g.
struct Line {
    boards: Vec<Board>,
    g: Vec<Cost>,
    moves: Vec<Action>,
}

impl Line {
    fn of(game: &Game) -> Self {
        let mut line = Line {
            boards: vec![game.puzzle.start.clone()],
            g: vec![0],
            moves: Vec::new(),
        };
        let mut board = game.puzzle.start.clone();
        let mut g = 0;
        for &action in &game.moves {
            let Some(cost) = slide(&game.puzzle, &mut board, action) else {
                break;
            };
            g += cost;
            line.boards.push(board.clone());
            line.g.push(g);
            line.moves.push(action);
            if board == game.puzzle.goal {
                break;
            }
        }
        line
    }
}

/// Makes a move; its cost, or `None` if it leaves the board.
fn slide(puzzle: &Puzzle, board: &mut Board, action: Action) -> Option<Cost> {
    let direction = Direction::from(action);
    let cell = board.blank();
    if !board.slide(direction) {
        return None;
    }
    let tile = board.tiles()[cell];
    Some(puzzle.costs.move_cost(direction, tile, board.size()))
}

/// The distances to the goal of a puzzle, as they become known.
struct Distances<'a> {
    puzzle: &'a Puzzle,
    search: &'a Search<'a>,
    exact: Option<ExactDistances>,
    /// A distance, and the first move of a shortest solution.
    found: HashMap<Board, (Cost, Option<Action>)>,
    deadline: Instant,
}

impl<'a> Distances<'a> {
    fn new(puzzle: &'a Puzzle, search: &'a Search<'a>) -> Self {
        Distances {
            puzzle,
            search,
            exact: ExactDistances::find(puzzle),
            found: HashMap::from([(puzzle.goal.clone(), (0, None))]),
            deadline: Instant::now() + search.time,
        }
    }

    fn of(&mut self, board: &Board, interrupt: &Interrupt) -> Option<Cost> {
        if let Some(exact) = &self.exact {
            return exact.get(board);
        }
        if !self.found.contains_key(board) {
            self.search(board, interrupt);
        }
        self.found.get(board).map(|(distance, _)| *distance)
    }

    /// Searches for a shortest solution from `board`, along which all distances are then known.
    fn search(&mut self, board: &Board, interrupt: &Interrupt) {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return;
        }
        let puzzle = Puzzle {
            start: board.clone(),
            ..self.puzzle.clone()
        };
        let mut settings = (self.search.settings)(&puzzle);
        let limit = settings.limits.time.map_or(left, |own| own.min(left));
        settings.limits.time = Some(limit);
        let job = Job {
            problem: Problem::Tiles(puzzle),
            settings,
            search_unsolvable: false,
            record: 0,
        };
        let report = solve_under(&job, interrupt).ok();
        let outcome = report.as_ref().map(|report| &report.outcome);
        let Some((moves, cost, true)) = outcome.and_then(RunOutcome::solution) else {
            return;
        };
        let (mut at, mut distance) = (board.clone(), cost);
        for &action in moves {
            self.found
                .entry(at.clone())
                .or_insert((distance, Some(action)));
            let Some(cost) = slide(self.puzzle, &mut at, action) else {
                return;
            };
            distance = distance.saturating_sub(cost);
        }
    }

    /// The moves of a shortest solution from a board whose distance is known.
    fn shortest_path(&mut self, board: &Board, interrupt: &Interrupt) -> Vec<Action> {
        let mut board = board.clone();
        let mut moves = Vec::new();
        while board != self.puzzle.goal {
            let next = match &self.exact {
                Some(exact) => exact_step(self.puzzle, exact, &board),
                None => self.found.get(&board).and_then(|(_, action)| *action),
            };
            let Some(action) = next.filter(|_| !interrupt.is_stopped()) else {
                return Vec::new();
            };
            if slide(self.puzzle, &mut board, action).is_none() {
                return Vec::new();
            }
            moves.push(action);
        }
        moves
    }
}

/// The first move of a shortest solution from `board`.
fn exact_step(puzzle: &Puzzle, exact: &ExactDistances, board: &Board) -> Option<Action> {
    let distance = exact.get(board)?;
    Direction::ALL
        .into_iter()
        .map(Action::from)
        .find(|&action| {
            let mut next = board.clone();
            let cost = slide(puzzle, &mut next, action);
            cost.zip(exact.get(&next))
                .is_some_and(|(cost, left)| cost + left == distance)
        })
}

/// What is recorded.
struct Record<'a> {
    game: &'a Game,
    line: &'a Line,
    /// The distance of each board of the line, where it is known.
    known: &'a [Option<Cost>],
    /// The index of the board from which a shortest solution goes on, and its moves.
    branch: Option<(usize, &'a [Action])>,
}

impl Record<'_> {
    fn loaded(&self, left: &[usize], is_won: bool) -> Loaded {
        let (trace, mut series, goal) = self.trace();
        let mut trace = trace;
        let goal = goal.filter(|_| is_won);
        trace.set_goal(goal);
        let cost = self.line.g.last().copied().unwrap_or_default();
        let is_shortest = left.is_empty() && self.known.iter().all(Option::is_some);
        let (outcome, stopped_by) = match is_won {
            true => (
                RunOutcome::Solved {
                    moves: self.line.moves.clone(),
                    cost,
                    optimal: is_shortest,
                },
                None,
            ),
            false => (RunOutcome::Stopped(StoppedBy::Game), Some(StoppedBy::Game)),
        };
        let problem = Problem::Tiles(self.game.puzzle.clone());
        let n_unknown = self.known.iter().filter(|it| it.is_none()).count() as u64;
        let unknown = (n_unknown > 0).then(|| {
            format!(
                "the distances of {} of the {} boards of the game were not found in time: there, h \
                 is 0",
                format::count(n_unknown),
                format::count(self.known.len() as u64)
            )
        });
        let mut report = Report {
            stopped_by,
            counts: Counts {
                expanded: trace.n_expanded().into(),
                generated: trace.n_nodes().into(),
                frontier: Some(0),
                peak_frontier: None,
                elapsed: self.game.time,
                ..Counts::default()
            },
            goal,
            recorded_in_full: true,
            notes: unknown.into_iter().collect(),
            unit: problem.unit(),
            ..Report::without_search(outcome)
        };
        report.count_frontier(&trace, &mut series);
        Loaded {
            job: Job {
                record: trace.n_nodes(),
                problem,
                settings: Settings {
                    limits: Limits::default(),
                    ..Settings::new(&GAME, DEFAULT_HEURISTIC)
                },
                search_unsolvable: false,
            },
            series,
            report,
            bookmarks: self.bookmarks(left),
            damage: None,
            left_out: None,
            trace,
        }
    }

    /// The record, and the last node of the game.
    fn trace(&self) -> (Trace, Series, Option<NodeId>) {
        let mut batches = Vec::new();
        let mut recorder = Recorder::new(NodeId::MAX, |batch| batches.push(batch));
        let Record { game, line, .. } = self;
        let h = self.h();
        let mut node = recorder.root(h[0]);
        let mut branch: Option<Branch> = None;
        for i in 0..line.boards.len() {
            let is_branch = self
                .branch
                .filter(|(at, moves)| *at == i && !moves.is_empty());
            let next = line.moves.get(i);
            if next.is_none() && is_branch.is_none() {
                break;
            }
            // A recorder never stops a search.
            let _ = recorder.expand(node);
            let parent = node;
            if let Some(&action) = next {
                let outcome = outcome_of(&line.boards[i + 1], &game.puzzle.goal);
                node = recorder.generated(parent, action, line.g[i + 1], h[i + 1], outcome);
            }
            if let Some((_, moves)) = is_branch {
                let mut begun = Branch {
                    board: line.boards[i].clone(),
                    node: parent,
                    g: line.g[i],
                    h: h[i],
                    moves,
                };
                begun.generate(&game.puzzle, &mut recorder);
                branch = Some(begun);
            }
        }
        while let Some(branch) = branch.as_mut().filter(|branch| !branch.moves.is_empty()) {
            let _ = recorder.expand(branch.node);
            branch.generate(&game.puzzle, &mut recorder);
        }
        recorder.flush();
        drop(recorder);
        let mut trace = Trace::default();
        batches.iter().for_each(|batch| trace.append(batch));
        let series = self.series(&trace);
        (trace, series, (node > 0).then_some(node))
    }

    /// The h of each board: its distance, or 0 if that is not known. A bound that follows from the board before would
    /// look like a distance, and a rise of f like a move that left every shortest path.
    fn h(&self) -> Vec<Cost> {
        self.known.iter().map(|it| it.unwrap_or(0)).collect()
    }

    fn series(&self, trace: &Trace) -> Series {
        let mut series = Series::default();
        let unit = f64::from(self.game.puzzle.costs.unit(self.game.puzzle.size()));
        let n_steps = trace.n_expanded();
        for t in 0..=n_steps {
            let node = trace.expanded_node(t).unwrap_or(0);
            series.push(Sample {
                expanded: t.into(),
                generated: trace.n_generated(t).into(),
                frontier: Some(trace.frontier_size(t).into()),
                f: f64::from(trace.g(node) + trace.h(node)) / unit,
                seconds: self.game.time.as_secs_f64() * f64::from(t) / f64::from(n_steps.max(1)),
                memory: None,
            });
        }
        series
    }

    /// A bookmark at each move that leaves a shortest path.
    fn bookmarks(&self, left: &[usize]) -> Vec<Bookmark> {
        let unit = self.game.puzzle.costs.unit(self.game.puzzle.size());
        let bookmark = |&i: &usize| {
            let number = format::count(i as u64);
            let [before, after] =
                [i - 1, i].map(|at| format::cost(self.known[at].unwrap_or(0).into(), unit));
            Bookmark {
                step: i as u32,
                // The boards of the game up to its branch are the first nodes.
                node: Some(self.node_of(i)),
                name: format!("Move {number} left a shortest path"),
                note: format!(
                    "Distance to the goal: {before} before move {number}, {after} after it."
                ),
            }
        };
        left.iter().take(Bookmark::MAX).map(bookmark).collect()
    }

    /// The number of the node of a board of the game: the branch has one of its own in between.
    fn node_of(&self, i: usize) -> NodeId {
        let is_after = self
            .branch
            .is_some_and(|(at, moves)| !moves.is_empty() && i > at + 1);
        i as NodeId + NodeId::from(is_after)
    }
}

/// A shortest solution while it is recorded.
struct Branch<'a> {
    board: Board,
    node: NodeId,
    g: Cost,
    h: Cost,
    /// Those to come.
    moves: &'a [Action],
}

impl Branch<'_> {
    fn generate(&mut self, puzzle: &Puzzle, recorder: &mut impl Observer<Node = NodeId>) {
        let Some((&action, rest)) = self.moves.split_first() else {
            return;
        };
        let cost = slide(puzzle, &mut self.board, action).unwrap_or(0);
        self.g += cost;
        self.h = self.h.saturating_sub(cost);
        let outcome = outcome_of(&self.board, &puzzle.goal);
        self.node = recorder.generated(self.node, action, self.g, self.h, outcome);
        self.moves = rest;
    }
}

fn outcome_of(board: &Board, goal: &Board) -> NodeOutcome {
    match board == goal {
        true => NodeOutcome::Goal,
        false => NodeOutcome::Frontier,
    }
}
