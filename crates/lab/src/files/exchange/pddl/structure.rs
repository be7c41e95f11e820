//! Boards that the facts of a problem describe, by what they relate and not by their names.
//!
//! One predicate says which tile is at which position, or in which row and column; it is the one of
//! which the goal has most. Positions are the cells of a board if relations between them are its
//! grid, in one or both directions, as one relation or one for each direction. The blank is where
//! no tile is, or an object that is told from the tiles. Names decide only what structure leaves
//! open, none of which changes a solution: which side is up, and which number a tile has.

use super::lattice::{Lattice, lattices};
use super::{Fact, Problem, Symbol};
use crate::files::exchange::scan::Numbers;
use crate::format::excerpt;
use std::collections::{BTreeMap, BTreeSet};
use tilescope_puzzle::Size;

/// Reason why the facts are no puzzle, and its place.
pub struct Wrong {
    pub cause: String,
    pub at: usize,
}

/// The start and the goal.
pub fn boards(problem: &Problem) -> Result<[Numbers; 2], Wrong> {
    let structure = Structure::new(problem)?;
    Ok([structure.start()?, structure.goal()?])
}

/// Structure that was found in a problem.
struct Structure<'a> {
    problem: &'a Problem<'a>,
    /// The predicate that says where tiles are, and its number of arguments.
    at: (Symbol, usize),
    /// The predicate that says where the blank is, in the goal.
    blank_predicate: Option<Symbol>,
    /// Index of the argument that is the tile.
    tile_argument: usize,
    cells: CellsOfPositions,
    /// The number of each tile, 0 for a blank that is an object.
    numbers: BTreeMap<Symbol, u32>,
}

/// Mapping from positions to cells.
enum CellsOfPositions {
    /// By the position itself.
    One(Size, BTreeMap<Symbol, usize>),
    /// By two coordinates. The second value is whether the first of them is the row.
    Two(Size, bool, [BTreeMap<Symbol, usize>; 2]),
}

impl CellsOfPositions {
    fn size(&self) -> Size {
        match self {
            CellsOfPositions::One(size, _) | CellsOfPositions::Two(size, ..) => *size,
        }
    }

    fn cell(&self, position: &[Symbol]) -> Option<usize> {
        match (self, position) {
            (CellsOfPositions::One(_, cells), [position]) => cells.get(position).copied(),
            (CellsOfPositions::Two(size, is_row_first, [first, second]), [a, b]) => {
                let (a, b) = (*first.get(a)?, *second.get(b)?);
                let (row, column) = if *is_row_first { (a, b) } else { (b, a) };
                Some(row * size.columns() + column)
            }
            _ => None,
        }
    }
}

impl<'a> Structure<'a> {
    fn new(problem: &'a Problem<'a>) -> Result<Self, Wrong> {
        let (at, blank_predicate) = predicates(problem)?;
        let facts = Vec::from_iter(with_predicate(&problem.init, at));
        let n_least = 3;
        if facts.len() < n_least {
            let cause = format!(
                "“{}” says where tiles are in the goal, but not in :init",
                problem.word(at.0)
            );
            return Err(problem.wrong(cause, problem.init_place()));
        }
        let (tile_argument, cells) = match at.1 {
            2 => by_position(problem, at.0, &facts)?,
            _ => by_coordinates(problem, &facts)?,
        };
        let mut structure = Structure {
            problem,
            at,
            blank_predicate,
            tile_argument,
            cells,
            numbers: BTreeMap::new(),
        };
        structure.numbers = structure.tiles(&facts)?;
        Ok(structure)
    }

    /// The position that a fact about a tile says.
    fn position(&self, fact: &Fact) -> Vec<Symbol> {
        let arguments = fact.arguments.iter().enumerate();
        let others = arguments.filter(|(index, _)| *index != self.tile_argument);
        others.map(|(_, symbol)| *symbol).collect()
    }

    /// The numbers of the tiles.
    fn tiles(&self, facts: &[&Fact]) -> Result<BTreeMap<Symbol, u32>, Wrong> {
        let problem = self.problem;
        let mut tiles: Vec<Symbol> = Vec::new();
        for fact in facts {
            let tile = fact.arguments[self.tile_argument];
            if tiles.contains(&tile) {
                let cause = format!("“{}” is at two positions, in :init", problem.word(tile));
                return Err(problem.wrong(cause, fact.at));
            }
            tiles.push(tile);
        }
        let n_cells = self.cells.size().n_cells();
        let mut blank = None;
        if tiles.len() == n_cells {
            blank = Some(problem.blank_object(&tiles).ok_or_else(|| {
                let cause = "every position has a tile, and none of them is told from the others as the blank";
                problem.wrong(cause.to_owned(), facts[0].at)
            })?);
        } else if tiles.len() + 1 != n_cells {
            let cause = format!(
                "{} tiles are at the {n_cells} positions of a {} board, in :init",
                tiles.len(),
                self.cells.size()
            );
            return Err(problem.wrong(cause, facts[0].at));
        }
        tiles.retain(|tile| Some(*tile) != blank);
        problem.sort(&mut tiles);
        let numbered = tiles.into_iter().zip(1..);
        Ok(numbered.chain(blank.map(|blank| (blank, 0))).collect())
    }

    fn start(&self) -> Result<Numbers, Wrong> {
        let problem = self.problem;
        let found = self.board(&problem.init, ":init", problem.init_place())?;
        // What says that the blank is somewhere must say that it is there.
        let is_blank_object = self.numbers.values().any(|number| *number == 0);
        if is_blank_object {
            return Ok(found);
        }
        let arity = self.at.1 - 1;
        let mut single: BTreeMap<Symbol, Vec<&Fact>> = BTreeMap::new();
        for fact in &problem.init {
            if fact.arguments.len() == arity && self.cells.cell(&fact.arguments).is_some() {
                single.entry(fact.predicate).or_default().push(fact);
            }
        }
        single.retain(|predicate, facts| {
            facts.len() == 1 || Some(*predicate) == self.blank_predicate
        });
        if let Some(blank) = self.blank_predicate {
            single.retain(|predicate, _| *predicate == blank);
        }
        let is_there = |fact: &&Fact| {
            let cell = self.cells.cell(&fact.arguments);
            cell.is_some_and(|cell| found.cells()[cell] == 0)
        };
        let facts: Vec<&Fact> = single.into_values().flatten().collect();
        match facts.iter().find(|fact| !is_there(fact)) {
            Some(fact) if !facts.iter().any(is_there) || self.blank_predicate.is_some() => {
                let word = problem.word(fact.predicate);
                let cause = format!("“{word}” is said of a position that has a tile, in :init");
                Err(problem.wrong(cause, fact.at))
            }
            _ => Ok(found),
        }
    }

    fn goal(&self) -> Result<Numbers, Wrong> {
        let place = self.problem.places[1].unwrap_or(self.problem.name.start);
        self.board(&self.problem.goal, ":goal", place)
    }

    /// The board of the facts of a section, which may leave out one tile, or the blank.
    fn board(&self, facts: &[Fact], section: &str, place: usize) -> Result<Numbers, Wrong> {
        let problem = self.problem;
        let size = self.cells.size();
        let n_cells = size.n_cells();
        let mut numbers: Vec<Option<u32>> = vec![None; n_cells];
        let mut seen = BTreeSet::new();
        for fact in with_predicate(facts, self.at) {
            let wrong =
                |cause: String| Err(problem.wrong(format!("{cause}, in {section}"), fact.at));
            let tile = fact.arguments[self.tile_argument];
            let Some(&number) = self.numbers.get(&tile) else {
                return wrong(format!("“{}” is no tile", problem.word(tile)));
            };
            let position = self.position(fact);
            let words: Vec<String> = position.iter().map(|it| problem.word(*it)).collect();
            let words = words.join(" ");
            let Some(cell) = self.cells.cell(&position) else {
                return wrong(format!("“{words}” is no position of the {size} board"));
            };
            if numbers[cell].is_some() {
                return wrong(format!("“{words}” has two tiles"));
            }
            if !seen.insert(number) {
                return wrong(format!("“{}” is at two positions", problem.word(tile)));
            }
            numbers[cell] = Some(number);
        }
        if let Some(blank) = self.blank_predicate.filter(|_| !seen.contains(&0)) {
            let mut facts = facts.iter().filter(|fact| fact.predicate == blank);
            if let Some(fact) = facts.next() {
                let wrong = |cause: &str| {
                    let word = problem.word(blank);
                    Err(problem.wrong(format!("“{word}” {cause}, in {section}"), fact.at))
                };
                let Some(cell) = self.cells.cell(&fact.arguments) else {
                    return wrong("is said of what is no position of the board");
                };
                if numbers[cell].is_some() {
                    return wrong("is said of a position that has a tile");
                }
                if facts.next().is_some() {
                    return wrong("is said of several positions");
                }
                numbers[cell] = Some(0);
                seen.insert(0);
            }
        }
        let missing = (0..n_cells as u32).filter(|number| !seen.contains(number));
        let missing: Vec<u32> = missing.collect();
        match missing[..] {
            [] => {}
            [one] => {
                let free = numbers.iter_mut().find(|number| number.is_none());
                free.into_iter().for_each(|number| *number = Some(one));
            }
            _ => {
                let one = missing.iter().find(|number| **number > 0).unwrap_or(&0);
                let tile = self.numbers.iter().find(|(_, number)| *number == one);
                let tile = tile.map_or("the blank".to_owned(), |(tile, _)| problem.word(*tile));
                let cause = format!("where “{tile}” is is not said, in {section}");
                return Err(problem.wrong(cause, place));
            }
        }
        let mut board = Numbers::new(size, false);
        for (cell, number) in numbers.into_iter().enumerate() {
            if board.set(cell, number.unwrap_or(0)).is_err() {
                return Err(problem.wrong(format!("the board is not whole, in {section}"), place));
            }
        }
        Ok(board)
    }
}

fn with_predicate(
    facts: &[Fact],
    (predicate, arity): (Symbol, usize),
) -> impl Iterator<Item = &Fact> {
    facts
        .iter()
        .filter(move |fact| fact.predicate == predicate && fact.arguments.len() == arity)
}

/// The predicate that says where tiles are, with its number of arguments, and the one of the blank
/// if the goal says where that is.
fn predicates(problem: &Problem) -> Result<((Symbol, usize), Option<Symbol>), Wrong> {
    let mut counts: BTreeMap<(Symbol, usize), usize> = BTreeMap::new();
    for fact in &problem.goal {
        *counts
            .entry((fact.predicate, fact.arguments.len()))
            .or_default() += 1;
    }
    let tiles = counts
        .iter()
        .filter(|((_, arity), _)| matches!(arity, 2 | 3));
    let Some((&at, _)) = tiles.max_by_key(|(_, n)| **n) else {
        let cause = "no fact says which tile is where, in :goal".to_owned();
        let first = problem.goal.first().map(|fact| fact.at);
        return Err(problem.wrong(
            cause,
            first.or(problem.places[1]).unwrap_or(problem.name.start),
        ));
    };
    let mut blank = None;
    for fact in &problem.goal {
        if (fact.predicate, fact.arguments.len()) == at {
            continue;
        }
        let is_blank =
            fact.arguments.len() + 1 == at.1 && blank.is_none_or(|it| it == fact.predicate);
        if !is_blank || fact.predicate == at.0 {
            let word = problem.word(fact.predicate);
            let cause =
                format!("“{word}” says neither where a tile is nor where the blank is, in :goal");
            return Err(problem.wrong(cause, fact.at));
        }
        blank = Some(fact.predicate);
    }
    for fact in &problem.init {
        if fact.predicate == at.0 && fact.arguments.len() != at.1 {
            let word = problem.word(at.0);
            let cause = format!(
                "“{word}” has {} words here and {} elsewhere",
                fact.arguments.len(),
                at.1
            );
            return Err(problem.wrong(cause, fact.at));
        }
    }
    Ok((at, blank))
}

/// Facts of a tile and a position, and a relation between positions that is a grid.
fn by_position(
    problem: &Problem,
    at: Symbol,
    facts: &[&Fact],
) -> Result<(usize, CellsOfPositions), Wrong> {
    let mut first_wrong = None;
    for tile_argument in [0, 1] {
        let positions: BTreeSet<Symbol> = facts
            .iter()
            .map(|fact| fact.arguments[1 - tile_argument])
            .collect();
        let mut relations: Vec<(Symbol, Vec<&Fact>)> = Vec::new();
        for fact in problem.init.iter().filter(|fact| fact.predicate != at) {
            if fact.arguments.len() != 2 {
                continue;
            }
            let known = relations.iter_mut().find(|(of, _)| *of == fact.predicate);
            match known {
                Some((_, facts)) => facts.push(fact),
                None => relations.push((fact.predicate, vec![fact])),
            }
        }
        relations.retain(|(_, facts)| {
            let mut arguments = facts.iter().flat_map(|fact| &fact.arguments);
            arguments.any(|argument| positions.contains(argument))
        });
        match grid(problem, &positions, &relations) {
            Ok(lattice) => return Ok((tile_argument, lattice)),
            Err(wrong) if !relations.is_empty() => drop(first_wrong.get_or_insert(wrong)),
            Err(_) => {}
        }
    }
    Err(first_wrong.unwrap_or_else(|| {
        let cause = "no relation says which positions are neighbours, in :init".to_owned();
        problem.wrong(cause, facts[0].at)
    }))
}

/// The cells of positions, by the relations that together are a grid.
fn grid(
    problem: &Problem,
    positions: &BTreeSet<Symbol>,
    relations: &[(Symbol, Vec<&Fact>)],
) -> Result<CellsOfPositions, Wrong> {
    /// With more relations than these only one alone, all, and those of directions are tried.
    const MAX_RELATIONS: usize = 8;
    let n = relations.len();
    let all: Vec<usize> = (0..n).collect();
    let directed = all
        .iter()
        .copied()
        .filter(|&it| direction(&problem.word(relations[it].0)).is_some());
    let mut choices: Vec<Vec<usize>> = vec![all.clone(), directed.collect()];
    choices.extend(all.iter().map(|&one| vec![one]));
    if n <= MAX_RELATIONS {
        let mut subsets: Vec<Vec<usize>> = (1..1_usize << n)
            .map(|bits| {
                all.iter()
                    .copied()
                    .filter(|it| bits >> it & 1 == 1)
                    .collect()
            })
            .collect();
        subsets.sort_by_key(Vec::len);
        choices.extend(subsets);
    }
    for chosen in choices.iter().filter(|chosen| !chosen.is_empty()) {
        let chosen: Vec<&(Symbol, Vec<&Fact>)> = chosen.iter().map(|&it| &relations[it]).collect();
        if let Some(cells) = grid_of(problem, positions, &chosen) {
            return Ok(cells);
        }
    }
    let facts = relations.iter().flat_map(|(_, facts)| facts.iter());
    let mut neighbours: BTreeMap<Symbol, BTreeSet<Symbol>> = BTreeMap::new();
    for fact in facts.clone() {
        let [a, b] = fact.arguments[..] else { continue };
        for (a, b) in [(a, b), (b, a)] {
            let of = neighbours.entry(a).or_default();
            of.insert(b);
            if of.len() > 4 {
                let cause = format!(
                    "“{}” has more than four neighbours, so the positions are no grid, in :init",
                    problem.word(a)
                );
                return Err(problem.wrong(cause, fact.at));
            }
        }
    }
    let lone = neighbours
        .iter()
        .find(|(_, of)| of.len() < 2)
        .map(|(symbol, _)| *symbol);
    let is_lone = |fact: &&&Fact| lone.is_some_and(|lone| fact.arguments.contains(&lone));
    let first = facts.clone().find(is_lone).or_else(|| facts.clone().next());
    let names: Vec<String> = relations
        .iter()
        .map(|(predicate, _)| format!("“{}”", problem.word(*predicate)))
        .collect();
    let cause = match lone {
        Some(lone) => format!(
            "“{}” has a single neighbour, so the positions are no grid, in :init",
            problem.word(lone)
        ),
        None => format!(
            "the neighbours by {} are no grid, in :init",
            names.join(", ")
        ),
    };
    Err(problem.wrong(cause, first.map_or(problem.init_place(), |fact| fact.at)))
}

/// The cells of positions, if these relations are a grid of all of them.
fn grid_of(
    problem: &Problem,
    positions: &BTreeSet<Symbol>,
    relations: &[&(Symbol, Vec<&Fact>)],
) -> Option<CellsOfPositions> {
    let mut edges: BTreeSet<(Symbol, Symbol)> = BTreeSet::new();
    let mut vertices: BTreeSet<Symbol> = BTreeSet::new();
    for (_, facts) in relations {
        for fact in facts {
            let (a, b) = (fact.arguments[0], fact.arguments[1]);
            if a == b {
                return None;
            }
            vertices.extend([a, b]);
            edges.insert((a.min(b), a.max(b)));
        }
    }
    if !positions.is_subset(&vertices) {
        return None;
    }
    // By the order of first mention.
    let vertices: Vec<Symbol> = vertices.into_iter().collect();
    let number = |symbol: Symbol| vertices.binary_search(&symbol).ok();
    let edges: Option<Vec<(usize, usize)>> = edges
        .iter()
        .map(|&(a, b)| number(a).zip(number(b)))
        .collect();
    let found = lattices(vertices.len(), &edges?);
    let lies = |lattice: &&Lattice| {
        relations.iter().all(|(predicate, facts)| {
            let Some(axis) = direction(&problem.word(*predicate)) else {
                return true;
            };
            facts.iter().all(|fact| {
                let ends = number(fact.arguments[0]).zip(number(fact.arguments[1]));
                ends.is_some_and(|(a, b)| axis.fits(lattice.place(a), lattice.place(b)))
            })
        })
    };
    let by_names = found
        .iter()
        .filter(lies)
        .min_by(|a, b| a.cells.cmp(&b.cells));
    let chosen = by_names.or_else(|| {
        // What is right of a position may be said in the other order too.
        let is_turned = |lattice: &&Lattice| {
            relations.iter().all(|(predicate, facts)| {
                let Some(axis) = direction(&problem.word(*predicate)) else {
                    return true;
                };
                facts.iter().all(|fact| {
                    let ends = number(fact.arguments[0]).zip(number(fact.arguments[1]));
                    ends.is_some_and(|(a, b)| axis.fits(lattice.place(b), lattice.place(a)))
                })
            })
        };
        found
            .iter()
            .filter(is_turned)
            .min_by(|a, b| a.cells.cmp(&b.cells))
    });
    let lattice = chosen.or_else(|| found.iter().min_by(|a, b| a.cells.cmp(&b.cells)))?;
    let cells = vertices
        .iter()
        .copied()
        .zip(lattice.cells.iter().copied())
        .collect();
    Some(CellsOfPositions::One(lattice.size, cells))
}

/// A direction that the name of a relation says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Axis {
    Right,
    Left,
    Down,
    Up,
}

impl Axis {
    /// Returns true if the second place is beside the first in this direction.
    fn fits(self, (row, column): (usize, usize), (to_row, to_column): (usize, usize)) -> bool {
        match self {
            Axis::Right => row == to_row && column + 1 == to_column,
            Axis::Left => row == to_row && to_column + 1 == column,
            Axis::Down => column == to_column && row + 1 == to_row,
            Axis::Up => column == to_column && to_row + 1 == row,
        }
    }
}

fn direction(name: &str) -> Option<Axis> {
    const NAMES: [(Axis, &[&str]); 4] = [
        (
            Axis::Right,
            &["right", "east", "droite", "rechts", "derecha"],
        ),
        (
            Axis::Left,
            &["left", "west", "gauche", "links", "izquierda"],
        ),
        (
            Axis::Down,
            &["down", "below", "under", "south", "bas", "unten", "abajo"],
        ),
        (
            Axis::Up,
            &["up", "above", "over", "north", "haut", "oben", "arriba"],
        ),
    ];
    let name = name.to_lowercase();
    let mut words = name.split(|c: char| !c.is_alphabetic());
    words.find_map(|word| {
        let is = |known: &&str| word == *known || known.len() > 3 && word.starts_with(*known);
        let found = NAMES.iter().find(|(_, names)| names.iter().any(&is));
        found.map(|(axis, _)| *axis)
    })
}

/// Facts of a tile, and two coordinates.
fn by_coordinates(problem: &Problem, facts: &[&Fact]) -> Result<(usize, CellsOfPositions), Wrong> {
    let values = |argument: usize| -> BTreeSet<Symbol> {
        facts.iter().map(|fact| fact.arguments[argument]).collect()
    };
    // Tiles are many, and each is in one place.
    let of = [0, 1, 2].map(values);
    let tile = (0..3)
        .max_by_key(|&it| (of[it].len(), std::cmp::Reverse(it)))
        .unwrap_or(0);
    let others: Vec<usize> = (0..3).filter(|it| *it != tile).collect();
    let [first, second] = [&of[others[0]], &of[others[1]]].map(|values| ordered(problem, values));
    let is_row_first = names_rows(problem, &first) || names_columns(problem, &second);
    let (rows, columns) = if is_row_first {
        (&first, &second)
    } else {
        (&second, &first)
    };
    let size = Size::new(rows.len(), columns.len());
    let size = size.map_err(|error| {
        problem.wrong(
            format!("{error}, by the places of tiles, in :init"),
            facts[0].at,
        )
    })?;
    let cells = |values: &[Symbol]| values.iter().copied().zip(0..).collect();
    let cells = CellsOfPositions::Two(size, is_row_first, [cells(&first), cells(&second)]);
    Ok((tile, cells))
}

/// The coordinates in the order of a relation that chains them, or else of their numbers, or of
/// mention.
fn ordered(problem: &Problem, values: &BTreeSet<Symbol>) -> Vec<Symbol> {
    let mut sorted: Vec<Symbol> = values.iter().copied().collect();
    problem.sort(&mut sorted);
    let predicates: BTreeSet<Symbol> = problem.init.iter().map(|fact| fact.predicate).collect();
    let chain = predicates.into_iter().find_map(|predicate| {
        let pairs = with_predicate(&problem.init, (predicate, 2))
            .map(|fact| (fact.arguments[0], fact.arguments[1]));
        let pairs = pairs.filter(|(a, b)| values.contains(a) && values.contains(b) && a != b);
        chain(&sorted, &pairs.collect::<Vec<_>>())
    });
    chain.unwrap_or(sorted)
}

/// The values in the order in which pairs of them follow each other, if that is one line; it begins
/// at the end that is first in `values`.
fn chain(values: &[Symbol], pairs: &[(Symbol, Symbol)]) -> Option<Vec<Symbol>> {
    let neighbours = |of: Symbol| -> BTreeSet<Symbol> {
        let ends = pairs.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
        ends.filter(|(a, _)| *a == of).map(|(_, b)| b).collect()
    };
    let mut order: Vec<Symbol> = vec![*values.iter().find(|value| neighbours(**value).len() == 1)?];
    while let Some(&last) = order.last() {
        let next = neighbours(last);
        let mut next = next.iter().filter(|it| !order.contains(it));
        match (next.next(), next.next()) {
            (Some(&next), None) => order.push(next),
            (None, _) => break,
            _ => return None,
        }
    }
    (order.len() == values.len()).then_some(order)
}

fn names_rows(problem: &Problem, values: &[Symbol]) -> bool {
    begin_with(
        problem,
        values,
        &["y", "r", "row", "line", "ligne", "zeile", "fila"],
    )
}

fn names_columns(problem: &Problem, values: &[Symbol]) -> bool {
    begin_with(
        problem,
        values,
        &["x", "c", "col", "column", "colonne", "spalte", "columna"],
    )
}

/// Returns true if all words are one of these, with a number or without.
fn begin_with(problem: &Problem, values: &[Symbol], names: &[&str]) -> bool {
    values.iter().all(|value| {
        let word = problem.words[*value].to_lowercase();
        let end = word
            .find(|c: char| !c.is_alphabetic())
            .unwrap_or(word.len());
        names.contains(&&word[..end])
    })
}

impl Problem<'_> {
    fn wrong(&self, cause: String, at: usize) -> Wrong {
        Wrong { cause, at }
    }

    fn word(&self, symbol: Symbol) -> String {
        excerpt(self.words[symbol])
    }

    fn init_place(&self) -> usize {
        self.places[0].unwrap_or(self.name.start)
    }

    /// Sorts objects by their numbers, if each has another one, or else by mention.
    fn sort(&self, objects: &mut [Symbol]) {
        let numbers: Option<BTreeSet<u64>> =
            objects.iter().map(|it| number(self.words[*it])).collect();
        match numbers.is_some_and(|numbers| numbers.len() == objects.len()) {
            true => objects.sort_by_key(|it| number(self.words[*it])),
            false => objects.sort_unstable(),
        }
    }

    /// The object that is the blank, among those that are at the positions: the only one of a kind.
    fn blank_object(&self, objects: &[Symbol]) -> Option<Symbol> {
        let only = |is: &dyn Fn(Symbol) -> bool| {
            let mut found = objects.iter().copied().filter(|it| is(*it));
            found.next().filter(|_| found.next().is_none())
        };
        // A predicate that holds for it alone.
        let mut of: BTreeMap<Symbol, Vec<Symbol>> = BTreeMap::new();
        for fact in &self.init {
            if let [one] = fact.arguments[..]
                && objects.contains(&one)
            {
                of.entry(fact.predicate).or_default().push(one);
            }
        }
        let mut told = of.values().filter(|of| of.len() == 1).map(|of| of[0]);
        if let (Some(one), None) = (told.next(), told.next()) {
            return Some(one);
        }
        // One that is left out where all others are told.
        if let Some(found) = of.values().find(|of| of.len() + 1 == objects.len()) {
            return only(&|it| !found.contains(&it));
        }
        let kinds: BTreeSet<Option<&Symbol>> =
            objects.iter().map(|it| self.types.get(it)).collect();
        if kinds.len() == 2 {
            let alone = kinds
                .into_iter()
                .find_map(|kind| only(&|it| self.types.get(&it) == kind));
            if alone.is_some() {
                return alone;
            }
        }
        // A name that is made otherwise than the others.
        let shape = |symbol: Symbol| {
            let word = self.words[symbol].to_lowercase();
            let prefix = word.trim_end_matches(|c: char| c.is_ascii_digit());
            (prefix.to_owned(), prefix.len() < word.len())
        };
        let shapes: BTreeSet<_> = objects.iter().map(|it| shape(*it)).collect();
        if shapes.len() == 2 {
            return shapes
                .into_iter()
                .find_map(|one| only(&|it| shape(it) == one));
        }
        const BLANKS: [&str; 8] = [
            "blank", "empty", "b", "gap", "hole", "space", "vide", "leer",
        ];
        only(&|it| BLANKS.contains(&&*self.words[it].to_lowercase()))
            .or_else(|| only(&|it| number(self.words[it]) == Some(0)))
            .or_else(|| {
                let greatest = objects
                    .iter()
                    .filter_map(|it| number(self.words[*it]))
                    .max()?;
                (greatest == objects.len() as u64)
                    .then(|| only(&|it| number(self.words[it]) == Some(greatest)))?
            })
    }
}

/// The number at the end of a word.
fn number(word: &str) -> Option<u64> {
    let prefix = word.trim_end_matches(|c: char| c.is_ascii_digit());
    word[prefix.len()..].parse().ok()
}
