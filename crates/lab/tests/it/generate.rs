//! Generators: exact distances against the whole space, seeds, duplicates, what is refused.

use std::collections::HashSet;
use std::time::{Duration, Instant};
use tilescope_lab::Interrupt;
use tilescope_lab::generate::{Context, GenerateError, Generated, Method, Request, generate};
use tilescope_puzzle::notation::board_line;
use tilescope_puzzle::{Board, GoalPreset, Nibbles, Size, SlidingTiles};
use tilescope_puzzle::{Costs, MoveOrder};

fn size(rows: usize, columns: usize) -> Size {
    Size::new(rows, columns).unwrap()
}

fn run(goal: &Board, method: Method, count: usize, seed: u64) -> Result<Generated, GenerateError> {
    let request = Request {
        goal: goal.clone(),
        method,
        count,
        seed,
    };
    generate(
        &request,
        &mut Context {
            memory: 1 << 30,
            interrupt: &Interrupt::default(),
            on_progress: &mut |done| assert!((0.0..=1.0).contains(&done), "{done}"),
        },
    )
}

/// Generates; checks that the boards are solvable, different, and the same again with this seed.
fn boards(goal: &Board, method: &Method, count: usize) -> Vec<Board> {
    let generated = run(goal, method.clone(), count, 7).unwrap();
    assert_eq!(run(goal, method.clone(), count, 7), Ok(generated.clone()));
    let puzzles = &generated.collection.puzzles;
    assert_eq!(
        generated.note.is_some(),
        puzzles.len() < count,
        "{method:?}"
    );
    assert!(
        puzzles
            .iter()
            .all(|entry| entry.puzzle.solvability().is_solvable())
    );
    let boards: Vec<Board> = puzzles
        .iter()
        .map(|entry| entry.puzzle.start.clone())
        .collect();
    let different: HashSet<&Board> = boards.iter().collect();
    assert_eq!(different.len(), boards.len(), "{method:?}");
    boards
}

/// The distances of `boards` from `goal`.
fn distances(goal: &Board, boards: &[Board]) -> Vec<u32> {
    let interrupt = Interrupt::default();
    let space = tilescope_lab::whole_space::search(goal, None, 1 << 30, &interrupt, &mut |_| ());
    let distances = std::sync::Arc::new(space.unwrap()).distances_to(goal);
    let tiles = SlidingTiles::<Nibbles>::new(goal, Costs::UNIT, MoveOrder::default());
    let distance = |board| distances.distance(&tiles.state(board));
    boards.iter().map(distance).collect()
}

#[test]
fn a_distance_is_exact_and_every_board_of_it_can_come() {
    for (goal, distance, n_boards) in [
        (GoalPreset::BlankLast.board(size(3, 3)), 31, 2),
        (GoalPreset::Spiral.board(size(3, 3)), 30, 148),
        (GoalPreset::Spiral.board(size(3, 3)), 0, 1),
        (GoalPreset::BlankLast.board(size(2, 3)), 21, 1),
        (GoalPreset::BlankFirst.board(size(4, 2)), 1, 2),
    ] {
        let found = boards(&goal, &Method::Distance(distance), 1000);
        assert_eq!(found.len(), n_boards, "{distance}");
        assert!(
            distances(&goal, &found)
                .iter()
                .all(|&found| found == distance)
        );
    }
    let goal = GoalPreset::BlankLast.board(size(3, 3));
    let far = boards(&goal, &Method::Hardest, 10);
    let again = boards(&goal, &Method::Distance(31), 10);
    let set = |boards: Vec<Board>| boards.into_iter().collect::<HashSet<Board>>();
    assert_eq!(set(far), set(again));
    // A goal of one's own.
    let goal = tilescope_puzzle::notation::parse_board("8 1 5 / 3 _ 2 / 4 6 7").unwrap();
    let found = boards(&goal, &Method::Distance(20), 50);
    assert_eq!(found.len(), 50);
    assert!(
        distances(&goal, &found)
            .iter()
            .all(|&distance| distance == 20)
    );
}

#[test]
fn ten_thousand_boards_of_25_moves_take_less_than_a_second() {
    let goal = GoalPreset::BlankLast.board(size(3, 3));
    let began = Instant::now();
    let generated = run(&goal, Method::Distance(25), 10_000, 1).unwrap();
    let took = began.elapsed();
    println!("{took:?}");
    // The measure is 1 s on an idle machine.
    assert!(took < Duration::from_secs(4), "{took:?}");
    let puzzles = generated.collection.puzzles;
    let found: Vec<Board> = puzzles
        .into_iter()
        .map(|entry| entry.puzzle.start)
        .collect();
    assert_eq!(found.len(), 10_000);
    assert!(
        distances(&goal, &found)
            .iter()
            .all(|&distance| distance == 25)
    );
}

#[test]
fn a_distance_on_a_large_board_is_proved() {
    for (size, distance) in [(size(4, 4), 24), (size(5, 5), 11)] {
        let goal = GoalPreset::BlankLast.board(size);
        let generated = run(&goal, Method::Distance(distance), 3, 1).unwrap();
        assert_eq!(generated.collection.puzzles.len(), 3);
        for entry in generated.collection.puzzles {
            let known = entry.result.unwrap();
            assert_eq!((known.moves, known.optimal), (distance, true));
            assert_eq!(shortest(&entry.puzzle), distance);
        }
    }
}

/// The length of an optimal solution, by an algorithm that the generator does not use.
fn shortest(puzzle: &tilescope_puzzle::Puzzle) -> u32 {
    use tilescope_lab::{Job, RunOutcome, Settings, job, solve};
    let heuristic = job::heuristic("linear-conflict").unwrap();
    let report = solve(&Job {
        problem: puzzle.clone().into(),
        settings: Settings::new(job::algorithm("a-star").unwrap(), heuristic),
        search_unsolvable: false,
        record: 0,
    });
    match report.unwrap().outcome {
        RunOutcome::Solved {
            cost,
            optimal: true,
            ..
        } => cost,
        other => panic!("{other:?}"),
    }
}

#[test]
fn random_boards_and_walks() {
    let goal = GoalPreset::BlankLast.board(size(3, 3));
    assert_eq!(boards(&goal, &Method::Uniform, 500).len(), 500);
    let walked = boards(&goal, &Method::Walk(8), 50);
    assert!(
        distances(&goal, &walked)
            .iter()
            .all(|&d| d <= 8 && d % 2 == 0)
    );
    // Twelve boards of 2×2 can be solved, and after two moves two of them are reached.
    let small = GoalPreset::BlankLast.board(size(2, 2));
    assert_eq!(boards(&small, &Method::Uniform, 100).len(), 12);
    assert_eq!(boards(&small, &Method::Walk(2), 100).len(), 2);
    let other = run(&goal, Method::Uniform, 5, 8)
        .unwrap()
        .collection
        .puzzles;
    let starts: Vec<Board> = other.into_iter().map(|entry| entry.puzzle.start).collect();
    assert_ne!(starts, boards(&goal, &Method::Uniform, 5));
}

/// Random draws alone would miss the last of them.
#[test]
fn all_boards_of_a_small_size_are_found_if_more_are_wanted() {
    let goal = GoalPreset::Spiral.board(size(2, 4));
    let n_boards = 20_160;
    assert_eq!(boards(&goal, &Method::Uniform, 30_000).len(), n_boards);
    assert_eq!(boards(&goal, &Method::Uniform, n_boards).len(), n_boards);
    let note = run(&goal, Method::Uniform, 30_000, 1).unwrap().note;
    let expected = "20160 puzzles instead of 30000: there are only 20160";
    assert_eq!(note.as_deref(), Some(expected));
}

#[test]
fn manhattan_distances_are_in_the_range() {
    for (goal, range, count) in [
        (GoalPreset::BlankLast.board(size(3, 3)), 10..=14, 100),
        (GoalPreset::BlankFirst.board(size(4, 4)), 40..=41, 100),
        // Rare ones.
        (GoalPreset::BlankLast.board(size(4, 4)), 1..=6, 10),
        (GoalPreset::BlankLast.board(size(5, 5)), 95..=105, 5),
    ] {
        let found = boards(&goal, &Method::Manhattan(range.clone()), count);
        assert_eq!(found.len(), count, "{range:?}");
        for board in found {
            let distance = manhattan(&board, &goal);
            assert!(
                range.contains(&distance),
                "{distance} {}",
                board_line(&board)
            );
        }
    }
}

fn manhattan(board: &Board, goal: &Board) -> u32 {
    let columns = board.size().columns();
    let place = |board: &Board, tile| {
        let cell = board.cell_of(tile);
        (cell / columns, cell % columns)
    };
    let tiles = 1..board.size().n_cells() as u8;
    let distance = |tile| {
        let (from, to) = (place(board, tile), place(goal, tile));
        from.0.abs_diff(to.0) + from.1.abs_diff(to.1)
    };
    tiles.map(distance).sum::<usize>() as u32
}

#[test]
fn the_hardest_4x4_boards_are_known_for_two_goals() {
    for preset in [GoalPreset::BlankLast, GoalPreset::BlankFirst] {
        let goal = preset.board(size(4, 4));
        let found = boards(&goal, &Method::Hardest, 100);
        assert_eq!(found.len(), 17);
        let corner = 15 - goal.blank();
        assert!(found.iter().all(|board| board.blank() == corner));
    }
}

#[test]
fn what_cannot_be_generated_is_refused_in_a_sentence() {
    let check = |size: Size, preset: GoalPreset, method: Method, count: usize, words: &str| {
        let error = run(&preset.board(size), method, count, 1).expect_err(words);
        let message = error.to_string();
        assert!(
            message.contains(words) && !message.contains('\n'),
            "{message}"
        );
    };
    use GoalPreset::{BlankLast, Spiral};
    check(
        size(3, 3),
        BlankLast,
        Method::Distance(32),
        1,
        "the farthest are 31 moves away",
    );
    check(
        size(4, 4),
        BlankLast,
        Method::Distance(81),
        1,
        "the farthest are 80 moves away",
    );
    // Its blank is two moves from a corner.
    check(
        size(4, 4),
        Spiral,
        Method::Distance(83),
        1,
        "none is farther than 82",
    );
    check(size(5, 5), BlankLast, Method::Hardest, 1, "are not known");
    check(
        size(4, 4),
        Spiral,
        Method::Hardest,
        1,
        "choose blank-last or blank-first",
    );
    check(
        size(3, 3),
        BlankLast,
        Method::Uniform,
        0,
        "ask for 1 to 1000000",
    );
    check(
        size(3, 3),
        BlankLast,
        Method::Walk(0),
        1,
        "ask for 1 to 1000000",
    );
    check(
        size(3, 3),
        BlankLast,
        Method::Manhattan(90..=99),
        1,
        "was found",
    );
    let empty = std::ops::RangeInclusive::new(9, 3);
    check(
        size(3, 3),
        BlankLast,
        Method::Manhattan(empty),
        1,
        "the lower number first",
    );

    let interrupt = Interrupt::default();
    interrupt.stop();
    let request = Request {
        goal: BlankLast.board(size(3, 3)),
        method: Method::Uniform,
        count: 1,
        seed: 1,
    };
    let stopped = generate(
        &request,
        &mut Context {
            memory: 1 << 30,
            interrupt: &interrupt,
            on_progress: &mut |_| (),
        },
    );
    assert_eq!(stopped, Err(GenerateError::Interrupted));
}
