//! The steps that set up a scene.

use tilescope::gui::actions::Action;
use tilescope::gui::app::App;
use tilescope::gui::document::DocumentAction;
use tilescope::gui::edit::{BoardView, Edit, Side};
use tilescope::gui::hints::Hint;
use tilescope::gui::runs::RunsAction;
use tilescope::gui::tables::TablesAction;
use tilescope::gui::timeline::TimelineAction;
use tilescope_lab::{Run, RunState, Settings, examples, job};
use tilescope_puzzle::{Size, TileCosts, notation};

/// Keeps tables in a new temporary folder. The user's own stay untouched and out of the picture.
pub fn use_empty_cache(app: &mut App) {
    let folder = std::env::temp_dir().join(format!("tilescope-{}", std::process::id()));
    app.model
        .apply(Action::Tables(TablesAction::KeepIn(folder)));
}

pub fn has_hint(app: &App) -> bool {
    matches!(app.model.hint(), Some(Hint::Move(_)))
}

pub fn has_ended(app: &App) -> bool {
    app.model.runs().working().is_none()
}

pub fn choose(app: &mut App, algorithm: &str, heuristic: &str) {
    let (Ok(algorithm), Ok(heuristic)) = (job::algorithm(algorithm), job::heuristic(heuristic))
    else {
        panic!("there is no {algorithm} or no {heuristic}");
    };
    let settings = Settings {
        databases: algorithm.takes_databases().then(|| heuristic.clone()),
        ..Settings::new(algorithm, heuristic)
    };
    app.model.apply(Action::Settings(settings.into()));
}

pub fn limit(app: &mut App, expanded: u64) {
    let mut settings = app.model.settings().clone();
    settings.limits.expanded = Some(expanded);
    app.model.apply(Action::Settings(settings.into()));
}

pub fn cost_of_tiles(app: &mut App, tiles: TileCosts) {
    if let Some(puzzle) = app.model.puzzle() {
        let costs = puzzle.costs.with_tiles(tiles);
        app.model.apply(Edit::Costs(costs).into());
    }
}

/// Solves, and waits for the end.
pub fn run(app: &mut App) {
    app.model.apply(RunsAction::Solve.into());
    wait(app, |_| false);
    app.model.apply(TimelineAction::SeekEnd.into());
}

/// Solves, and waits until the remaining time of building the tables is known.
pub fn build_tables(app: &mut App) {
    app.model.apply(RunsAction::Solve.into());
    wait(app, |run| run.building_remaining().is_some());
}

/// Lets the active run continue until `condition` holds or it has ended.
fn wait(app: &mut App, condition: impl Fn(&Run) -> bool) {
    let condition = |run: &Run| run.state() == RunState::Ended || condition(run);
    let condition = |app: &App| {
        let active = app.model.runs().active();
        active.is_none_or(|entry| condition(&entry.run))
    };
    while !condition(app) {
        app.model
            .apply(Action::Tick(std::time::Duration::from_millis(16)));
        #[allow(clippy::disallowed_methods, reason = "there is nothing to do but wait")]
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
}

pub fn solve(app: &mut App, algorithm: &str, heuristic: &str) {
    choose(app, algorithm, heuristic);
    run(app);
}

pub fn compare(app: &mut App) {
    solve(app, "greedy-best-first", "manhattan");
    solve(app, "weighted-a-star", "manhattan");
    solve(app, "a-star", "misplaced");
    solve(app, "a-star", "manhattan");
}

/// A finished search, with the cursor halfway.
pub fn halfway(app: &mut App) {
    solve(app, "a-star", "misplaced");
    let half = app.model.end() / 2;
    app.model.apply(TimelineAction::Seek(half).into());
}

pub fn show_only(app: &mut App, panel: &'static str) {
    compare(app);
    app.show_only(panel);
}

pub fn board(app: &mut App, text: &str) {
    match notation::parse_board(text) {
        Ok(board) => {
            app.model.apply(Edit::Resize(board.size()).into());
            app.model.apply(Edit::Board(Side::Start, board).into());
            app.model.apply(Action::View(BoardView::Edit(Side::Start)));
        }
        Err(error) => panic!("{error}"),
    }
}

pub fn size(app: &mut App, rows: usize, columns: usize) {
    match Size::new(rows, columns) {
        Ok(size) => app.model.apply(Edit::Resize(size).into()),
        Err(error) => panic!("{error}"),
    }
}

/// Opens the example whose file has this name.
pub fn open_example(app: &mut App, name: &str) {
    match examples::by_file(name) {
        Some(problem) => app
            .model
            .apply(DocumentAction::Example(problem.into()).into()),
        None => panic!("there is no example {name}"),
    }
}
