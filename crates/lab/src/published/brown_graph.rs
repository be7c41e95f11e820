//! Brown, “Solving 8 puzzle: building the graph”: every board and every move.

use super::context::{ExperimentContext, Interrupted};
use super::eight_puzzle::{N_BOARDS, all_boards, levels, space};
use super::{Figure, PublishedExperiment};
use std::collections::HashSet;
use tilescope_puzzle::MoveOrder;
use tilescope_search::Space;

pub const EXPERIMENT: PublishedExperiment = PublishedExperiment {
    key: "brown-graph",
    title: "Brown's graph",
    source: "Todd Brown, Solving 8 puzzle: building the graph, Nerd For Tech, 21 March; the year \
             is not given.",
    summary: "The complete graph of the 8-puzzle, counted board by board and move by move.",
    n_instances: 0,
    searches: Vec::new,
    run,
};

fn run(context: &mut ExperimentContext) -> Result<(), Interrupted> {
    let space = space("_ 1 2 / 3 4 5 / 6 7 8", MoveOrder::default());
    let mut seen = HashSet::with_capacity(N_BOARDS);
    let mut components = Vec::new();
    let (mut n_boards, mut n_moves) = (0_u64, 0);
    for cells in all_boards() {
        let state = space.unpack(cells);
        n_boards += 1;
        n_moves += space.actions(&state).len() as u64;
        if !seen.contains(&cells) {
            let component = levels(&space, state, context)?.concat();
            components.push(component.len() as u64);
            seen.extend(component);
        }
    }

    let graph = "the graph";
    context.report(Figure::measured(graph, "boards", n_boards).as_published(362_880));
    context.report(
        Figure::measured(graph, "moves", n_moves)
            .as_published(967_680)
            .with_note("`tilescope graph` writes boards and moves to a file and reads them back."),
    );
    context.report(
        Figure::measured(
            graph,
            "moves of a board, mean",
            n_moves as f64 / n_boards as f64,
        )
        .as_published(2.66)
        .with_note("The exact value is 8/3; the article truncates it."),
    );
    let why = "The article does not mention that the graph is disconnected: no move changes the \
               parity that distinguishes the two halves, so half of all boards have no solution.";
    context.report(Figure::measured(graph, "components", components.len() as u64).with_note(why));
    for (n_boards, i) in components.into_iter().zip(1..) {
        context.report(Figure::measured(
            format!("component {i}"),
            "boards",
            n_boards,
        ));
    }
    Ok(())
}
