//! The partitions that one can begin with, and those that have a name.

use crate::gui::widgets::painter;
use tilescope_lab::Settings;
use tilescope_lab::tables::jobs::{BuildEstimate, estimate};
use tilescope_puzzle::heuristics::{HeuristicExpr, named_partitions, required_patterns};
use tilescope_puzzle::pattern_database::{Blank, Partition, Pattern, Symmetry};
use tilescope_puzzle::{Board, Costs, GoalPreset, Puzzle, Size};
use tilescope_search::Algorithm;
use tilescope_search::ida_star::IdaStar;

/// A partition that can be begun with.
pub struct Named {
    pub title: String,
    pub goal: Board,
    pub partition: Partition,
    /// In the order of the partition; none if it is too large.
    pub patterns: Vec<Pattern>,
    /// `None` if it is too large.
    pub estimate: Option<BuildEstimate>,
}

/// The partitions to begin with, their databases with or without the blank: those of the puzzle
/// first, the largest in front; then the named ones of other sizes.
pub fn named(puzzle: Option<&Puzzle>, blank: Blank) -> Vec<Named> {
    let own = puzzle.map(|puzzle| puzzle.goal.clone());
    let others = [3, 4, 5].into_iter().filter_map(|side| {
        let size = Size::new(side, side).ok()?;
        let is_own = own.as_ref().is_some_and(|own| own.size() == size);
        (!is_own).then(|| GoalPreset::BlankLast.board(size))
    });
    let mut all = Vec::new();
    for goal in own.clone().into_iter().chain(others) {
        let mut named: Vec<(&str, Partition)> = named_partitions(&goal).collect();
        named.reverse();
        if named.is_empty() {
            named.push(("groups of up to five", painter::groups(&goal).into()));
        }
        for (key, partition) in named {
            let partition = partition.with(blank);
            let size = goal.size();
            let key = key.trim_start_matches("pdb-");
            all.push(Named {
                title: format!("{} × {}: {key}", size.rows(), size.columns()),
                patterns: match required_patterns(&goal, Costs::UNIT, &partition) {
                    Ok(_) => pattern_of_each(&goal, &partition),
                    Err(_) => Vec::new(),
                },
                estimate: estimate(&goal, Costs::UNIT, &partition).ok(),
                goal: goal.clone(),
                partition,
            });
        }
    }
    all
}

fn pattern_of_each(goal: &Board, partition: &Partition) -> Vec<Pattern> {
    let pattern = |tiles: &Vec<u8>| Pattern::new(goal, tiles, partition.blank).0;
    partition.iter().map(pattern).collect()
}

/// A goal and tiles of it that are `pattern`: those of the first partition that has it. Symmetric
/// patterns share a table, so without one the tiles may be the mirror image of those painted.
pub fn example<'a>(
    pattern: &Pattern,
    partitions: impl Iterator<Item = (&'a Board, &'a Partition)>,
) -> (Board, Vec<u8>) {
    for (goal, partition) in partitions {
        let is_same = |tiles: &&Vec<u8>| {
            let n_cells = pattern.size().n_cells();
            if goal.size().n_cells() != n_cells || tiles.len() != pattern.homes().len() {
                return false;
            }
            let other = Pattern::new(goal, tiles, partition.blank).0;
            // Whether the blank is kept makes no other picture.
            (other.size(), other.blank(), other.homes())
                == (pattern.size(), pattern.blank(), pattern.homes())
        };
        if let Some(tiles) = partition.iter().find(is_same) {
            return (goal.clone(), tiles.clone());
        }
    }
    pattern.example()
}

/// Other tiles of the same goal whose pattern is symmetric to that of `tiles`: they share its table.
pub fn mirrored(goal: &Board, tiles: &[u8]) -> Vec<Vec<u8>> {
    let sorted = |mut tiles: Vec<u8>| {
        tiles.sort_unstable();
        tiles
    };
    let mut known = vec![sorted(tiles.to_vec())];
    let keeps_blank = |symmetry: &Symmetry| {
        symmetry.to == goal.size() && usize::from(symmetry.cells[goal.blank()]) == goal.blank()
    };
    for symmetry in Symmetry::all(goal.size()).filter(keeps_blank) {
        let image = |tile: &u8| goal.tiles()[usize::from(symmetry.cells[goal.cell_of(*tile)])];
        let images = sorted(tiles.iter().map(image).collect());
        if !known.contains(&images) {
            known.push(images);
        }
    }
    known.split_off(1)
}

/// The settings with these patterns for a heuristic, by their name if they have one, and an
/// algorithm that uses it; or for the databases of an engine that takes them.
pub fn with_patterns(settings: &Settings, goal: &Board, partition: &Partition) -> Option<Settings> {
    let named = named_partitions(goal);
    let key = (named.into_iter()).find(|(_, named)| is_same(named, partition));
    let heuristic: HeuristicExpr = match key {
        Some((key, _)) => key.parse().ok()?,
        None => HeuristicExpr::patterns(partition.patterns.clone()).ok()?,
    };
    let heuristic = match partition.keeps_blank() {
        true => heuristic.keep_blank().ok()?,
        false => heuristic,
    };
    if settings.algorithm.takes_databases() {
        return Some(Settings {
            databases: Some(heuristic),
            ..settings.clone()
        });
    }
    let settings = match settings.algorithm.uses_heuristic {
        true => settings.clone(),
        false => settings.with_algorithm(&IdaStar::ABOUT),
    };
    Some(Settings {
        heuristic,
        ..settings
    })
}

/// Whether both part the tiles alike, in whatever order.
pub fn is_same(a: &[Vec<u8>], b: &[Vec<u8>]) -> bool {
    let sorted = |partition: &[Vec<u8>]| {
        let mut partition = partition.to_vec();
        partition.iter_mut().for_each(|tiles| tiles.sort_unstable());
        partition.sort_unstable();
        partition
    };
    a.len() == b.len() && sorted(a) == sorted(b)
}
