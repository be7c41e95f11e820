//! Turns a job's keys into types: an engine, or packing × algorithm × heuristic. This is the only
//! place where that product is compiled.

use super::{Job, JobError, Problem, Settings, databases};
use std::borrow::Cow;
use tilescope_engines::{self as engines, Engine};
use tilescope_puzzle::heuristics::{self, Boxed, HeuristicVisitor, TileHeuristic};
use tilescope_puzzle::routes::{Estimates, RoadMap, Route, RouteExpr, RouteHeuristic};
use tilescope_puzzle::{
    Bytes, Cells, FiveBits, HeuristicExpr, Nibbles, Puzzle, SlidingTiles, State,
};
use tilescope_search::{
    self as search, Algorithm, AlgorithmVisitor, BidirectionalHeuristic, Directionality,
    EngineObserver, Heuristic, Observer, Outcome, Space,
};

/// Runs the search of `job`. An algorithm uses the smallest packing that fits the board.
///
/// # Errors
/// If the heuristic or the engine does not support this problem.
pub fn search<O: EngineObserver>(
    job: &Job,
    observer: &mut O,
) -> Result<Outcome<O::Node>, JobError> {
    let settings = &job.settings;
    let puzzle = match &job.problem {
        Problem::Tiles(puzzle) => puzzle,
        Problem::Route(route) => return search_route(job, route, observer),
    };
    if let Some(engine) = databases::engine(settings, puzzle) {
        return Ok(match puzzle.solvability().is_solvable() {
            true => engine?.search(observer),
            false => Outcome::Exhausted,
        });
    }
    let key = settings.algorithm.key;
    if let Some(outcome) = engines::search(key, puzzle, &settings.options, observer) {
        return Ok(outcome?);
    }
    search_tiles(job, puzzle, observer)
}

fn search_route<O: EngineObserver>(
    job: &Job,
    route: &Route,
    observer: &mut O,
) -> Result<Outcome<O::Node>, JobError> {
    let settings = &job.settings;
    let (space, heuristic) = route_parts(job, route);
    let with_algorithm = WithAlgorithm {
        space: &space,
        heuristic: &heuristic,
        start: route.start,
        observer,
    };
    search::dispatch(settings.algorithm.key, &settings.options, with_algorithm)
        .ok_or(JobError::TilesOnly(settings.algorithm.name))
}

/// The space of a route, and the estimates of its heuristic in both directions.
fn route_parts<'a>(
    job: &Job,
    route: &'a Route,
) -> (RoadMap<'a>, BidirectionalHeuristic<Estimates, Estimates>) {
    let settings = &job.settings;
    let space = RoadMap {
        map: &route.map,
        goal: route.goal,
    };
    let heuristic = if settings.algorithm.uses_heuristic {
        &settings.route_heuristic
    } else {
        &RouteExpr::Registered(RouteHeuristic::Zero)
    };
    let heuristic = BidirectionalHeuristic {
        forward: heuristic.estimates_to(&route.map, route.goal),
        // Roads have the same cost in both directions.
        backward: heuristic.estimates_to(&route.map, route.start),
    };
    (space, heuristic)
}

fn search_tiles<O: EngineObserver>(
    job: &Job,
    puzzle: &Puzzle,
    observer: &mut O,
) -> Result<Outcome<O::Node>, JobError> {
    let n_cells = puzzle.start.size().n_cells();
    if n_cells <= Nibbles::MAX_CELLS {
        search_packed::<Nibbles, O>(job, puzzle, observer)
    } else if n_cells <= FiveBits::MAX_CELLS {
        search_packed::<FiveBits, O>(job, puzzle, observer)
    } else {
        search_packed::<Bytes, O>(job, puzzle, observer)
    }
}

/// The bits of a cell in the packing of a board.
pub fn cell_bits(n_cells: usize) -> usize {
    if n_cells <= Nibbles::MAX_CELLS {
        Nibbles::CELL_BITS
    } else if n_cells <= FiveBits::MAX_CELLS {
        FiveBits::CELL_BITS
    } else {
        Bytes::CELL_BITS
    }
}

fn search_packed<C: Cells, O: EngineObserver>(
    job: &Job,
    puzzle: &Puzzle,
    observer: &mut O,
) -> Result<Outcome<O::Node>, JobError> {
    let space = SlidingTiles::<C>::new(&puzzle.goal, puzzle.costs, job.settings.order);
    let with_heuristic = WithHeuristic {
        job,
        space: &space,
        start: space.state(&puzzle.start),
        observer,
    };
    with_heuristic.search(puzzle)
}

/// Whether a search needs estimates to the start too.
fn estimates_both_ways(settings: &Settings) -> bool {
    let algorithm = settings.algorithm;
    algorithm.uses_heuristic && algorithm.directionality == Directionality::Bidirectional
}

/// The heuristic of the settings; an uninformed search needs no estimates.
fn heuristic_of(settings: &Settings) -> Cow<'_, HeuristicExpr> {
    match settings.algorithm.uses_heuristic {
        true => Cow::Borrowed(&settings.heuristic),
        false => Cow::Owned(HeuristicExpr::from(&heuristics::Zero::ABOUT)),
    }
}

/// The heuristic of `job`, for both directions where the search needs it, behind a pointer.
fn boxed_heuristic<C: Cells>(job: &Job, puzzle: &Puzzle) -> Result<Boxed<C>, JobError> {
    let settings = &job.settings;
    let heuristic = heuristic_of(settings);
    let measured_to = settings.measure_to.as_ref().unwrap_or(&puzzle.goal);
    let forward = heuristic.make(measured_to, puzzle.costs)?;
    if !estimates_both_ways(settings) {
        return Ok(forward);
    }
    // The backward heuristic estimates the cost from the start, where each move costs what its
    // opposite does.
    let backward = heuristic
        .make(&puzzle.start, puzzle.costs.reversed())
        .map_err(JobError::BackwardHeuristic)?;
    Ok(Box::new(BidirectionalHeuristic { forward, backward }))
}

/// A search that lacks only its heuristic and algorithm.
struct WithHeuristic<'a, C: Cells, O> {
    job: &'a Job,
    space: &'a SlidingTiles<C>,
    start: State<C>,
    observer: &'a mut O,
}

impl<'a, C: Cells, O: Observer> WithHeuristic<'a, C, O> {
    /// Makes the heuristic of the job, and searches.
    fn search(self, puzzle: &Puzzle) -> Result<Outcome<O::Node>, JobError> {
        let job = self.job;
        let settings = &job.settings;
        // On boards of more than 16 cells a call through a pointer is little beside the rest of a node; in
        // a debug build, a quarter less is compiled.
        let is_boxed = const { C::MAX_CELLS > Nibbles::MAX_CELLS || cfg!(debug_assertions) };
        // Two heuristics are boxed, so that no further search is compiled.
        if is_boxed || !search::is_inlined(settings.algorithm.key) || estimates_both_ways(settings)
        {
            return Ok(self.visit_boxed(boxed_heuristic(job, puzzle)?));
        }
        let measured_to = settings.measure_to.as_ref().unwrap_or(&puzzle.goal);
        Ok(heuristic_of(settings).dispatch(measured_to, puzzle.costs, self)?)
    }

    /// Any algorithm.
    fn visit_boxed(self, heuristic: Boxed<C>) -> Outcome<O::Node> {
        let settings = &self.job.settings;
        search::dispatch(
            settings.algorithm.key,
            &settings.options,
            self.with(&heuristic),
        )
        .expect("settings name a registered algorithm")
    }

    fn with<'b, H>(self, heuristic: &'b H) -> WithAlgorithm<'b, SlidingTiles<C>, H, O>
    where
        'a: 'b,
    {
        WithAlgorithm {
            space: self.space,
            heuristic,
            start: self.start,
            observer: self.observer,
        }
    }
}

impl<C: Cells, O: Observer> HeuristicVisitor<C> for WithHeuristic<'_, C, O> {
    type Output = Outcome<O::Node>;

    fn visit<H: Heuristic<SlidingTiles<C>>>(self, heuristic: H) -> Self::Output {
        let settings = &self.job.settings;
        search::dispatch_inlined(
            settings.algorithm.key,
            &settings.options,
            self.with(&heuristic),
        )
        .expect("the algorithm is compiled for heuristics of their own")
    }
}

/// A search that lacks only its algorithm.
struct WithAlgorithm<'a, S: Space, H, O> {
    space: &'a S,
    heuristic: &'a H,
    start: S::State,
    observer: &'a mut O,
}

impl<S, H, O> AlgorithmVisitor for WithAlgorithm<'_, S, H, O>
where
    S: Space,
    H: Heuristic<S>,
    O: Observer,
{
    type Output = Outcome<O::Node>;

    fn visit<A: Algorithm>(self, algorithm: A) -> Self::Output {
        algorithm.search(self.space, self.heuristic, self.start, self.observer)
    }
}
