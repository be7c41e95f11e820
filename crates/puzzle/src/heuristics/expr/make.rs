//! Makes the heuristic of an expression for a goal: its tables, and its values.

use super::combined::{Combined, Rule};
use super::{Expr, HeuristicExpr};
use crate::heuristics::breakdown::{Breakdown, Cause, Term};
use crate::heuristics::partitions::partition_requirement;
use crate::heuristics::{
    self as registry, Boxed, HeuristicError, HeuristicVisitor, PatternDatabases, Preparation,
    Tables, Unsupported, required_patterns,
};
use crate::pattern_database::{self, Supervisor};
use crate::{Board, Bytes, Cells, Costs, MoveOrder, SlidingTiles};
use std::borrow::Cow;
use tilescope_search::{Cost, StopReason};

impl HeuristicExpr {
    /// Makes it for `goal` and `costs`, and hands it to `visitor`.
    ///
    /// # Errors
    /// If a part does not fit.
    pub fn dispatch<C: Cells, V: HeuristicVisitor<C>>(
        &self,
        goal: &Board,
        costs: Costs,
        visitor: V,
    ) -> Result<V::Output, HeuristicError> {
        match &self.expr {
            Expr::Registered(about, argument) => {
                registry::dispatch(about.key, *argument, goal, costs, visitor)
            }
            _ => Ok(visitor.visit(self.make(goal, costs)?)),
        }
    }

    /// Makes it for `goal` and `costs`.
    ///
    /// # Errors
    /// If a part does not fit.
    pub fn make<C: Cells>(&self, goal: &Board, costs: Costs) -> Result<Boxed<C>, HeuristicError> {
        let all = |parts: &[HeuristicExpr]| -> Result<Vec<Boxed<C>>, HeuristicError> {
            parts.iter().map(|part| part.make(goal, costs)).collect()
        };
        let (rule, parts) = match &self.expr {
            Expr::Registered(about, argument) => {
                return registry::make(about.key, *argument, goal, costs);
            }
            Expr::Patterns(_) | Expr::KeepBlank(_) => {
                return Ok(Box::new(self.databases(goal, costs)?));
            }
            Expr::Max(parts) => (Rule::Max, all(parts)?),
            Expr::Sum(parts) => (Rule::Sum, all(parts)?),
            Expr::Weighted(weight, part) => {
                (Rule::Weighted(*weight), vec![part.make(goal, costs)?])
            }
            Expr::Formula(formula) => {
                costs.check(goal.size())?;
                return Ok(Box::new(formula.compile(goal, costs)?));
            }
        };
        Ok(Box::new(Combined::new(rule, parts)))
    }

    /// The pattern databases. Named ones look up the reflected board too.
    fn databases(&self, goal: &Board, costs: Costs) -> Result<PatternDatabases, HeuristicError> {
        costs.check(goal.size())?;
        let named = match &self.expr {
            Expr::KeepBlank(databases) => databases.about(),
            _ => self.about(),
        };
        let unsupported = |reason: Cow<'static, str>| Unsupported {
            name: named.map_or("Pattern databases", |about| about.name),
            size: goal.size(),
            reason,
        };
        let Some(partition) = self.partition(goal) else {
            let requirement = named.and_then(|about| partition_requirement(about.key));
            return Err(unsupported(requirement.unwrap_or("it has no patterns").into()).into());
        };
        let made = match named {
            Some(_) => PatternDatabases::mirrored(goal, costs, &partition),
            None => PatternDatabases::new(goal, costs, &partition),
        };
        Ok(made.map_err(|error| unsupported(error.to_string().into()))?)
    }

    /// The approximate size of its tables, in bytes.
    pub fn table_bytes(&self, goal: &Board, costs: Costs) -> u64 {
        let of_leaf = |leaf: &&HeuristicExpr| match &leaf.expr {
            Expr::Registered(about, argument) => {
                registry::table_bytes(about.key, *argument, goal, costs)
            }
            _ => (leaf.partition(goal)).map_or(0, |partition| {
                PatternDatabases::table_bytes(goal, costs, &partition)
            }),
        };
        self.unique_leaves().iter().map(of_leaf).sum()
    }

    /// Builds its tables that don't exist yet. Parts that don't fit are skipped;
    /// [`HeuristicExpr::make`] reports them.
    ///
    /// # Errors
    /// If the supervisor stops it, or memory is exhausted.
    pub fn prepare(
        &self,
        goal: &Board,
        costs: Costs,
        supervisor: &mut dyn Supervisor,
    ) -> Result<Tables, StopReason> {
        let mut tables = Tables::default();
        if costs.check(goal.size()).is_err() {
            return Ok(tables);
        }
        for leaf in self.unique_leaves() {
            tables.append(match &leaf.expr {
                Expr::Registered(about, argument) => {
                    registry::prepare(about.key, *argument, goal, costs, supervisor)?
                }
                _ => match leaf.partition(goal) {
                    Some(partition) => {
                        PatternDatabases::prepare(goal, costs, &partition, supervisor)?
                    }
                    None => continue,
                },
            });
        }
        Ok(tables)
    }

    /// What its value on `board` is made of. Pattern databases that are not in memory are not
    /// built: then only the value is missing.
    ///
    /// # Errors
    /// If a part does not fit.
    ///
    /// # Panics
    /// If the boards differ in size.
    pub fn breakdown(
        &self,
        board: &Board,
        goal: &Board,
        costs: Costs,
    ) -> Result<Option<Breakdown>, HeuristicError> {
        if !self.is_prepared(goal, costs) {
            return Ok(None);
        }
        let parts = match &self.expr {
            Expr::Max(parts) | Expr::Sum(parts) => parts.to_vec(),
            Expr::Weighted(_, part) => vec![(**part).clone()],
            Expr::Formula(formula) => formula.heuristics().to_vec(),
            Expr::Registered(..) | Expr::Patterns(_) | Expr::KeepBlank(_) => Vec::new(),
        };
        let parts = parts.iter().map(|part| part.breakdown(board, goal, costs));
        let parts: Vec<Option<Breakdown>> = parts.collect::<Result<_, _>>()?;
        let terms = match (&self.expr, self.partition(goal)) {
            (_, Some(_)) => {
                let values = self.databases(goal, costs)?.pattern_values(board);
                let term = |(tiles, value)| Term {
                    cause: Cause::Pattern(tiles),
                    value,
                };
                values.into_iter().flatten().map(term).collect()
            }
            (Expr::Registered(about, _), None) => registry::terms(about.key, board, goal, costs),
            _ => Vec::new(),
        };
        let tile_values = match &self.expr {
            Expr::Formula(formula) => {
                let space = SlidingTiles::<Bytes>::new(goal, costs, MoveOrder::default());
                let compiled = formula.compile::<Bytes>(goal, costs)?;
                compiled.tile_values(&space.state(board))
            }
            _ => Vec::new(),
        };
        Ok(Some(Breakdown {
            expr: self.clone(),
            value: self.value(board, goal, costs)?,
            terms,
            parts: parts.into_iter().flatten().collect(),
            tile_values,
        }))
    }

    /// Whether its value is known without building anything.
    fn is_prepared(&self, goal: &Board, costs: Costs) -> bool {
        let is_prepared = |leaf: &&HeuristicExpr| match leaf.partition(goal) {
            Some(partition) => {
                let patterns = required_patterns(goal, costs, &partition).unwrap_or_default();
                let is_there = |pattern| pattern_database::get(pattern).is_some();
                !patterns.is_empty() && patterns.iter().all(is_there)
            }
            None => leaf.preparation() == Preparation::Immediate,
        };
        self.unique_leaves().iter().all(is_prepared)
    }

    /// Its estimate of the distance from `board` to `goal`.
    ///
    /// # Errors
    /// If a part does not fit.
    ///
    /// # Panics
    /// If the boards differ in size.
    pub fn value(&self, board: &Board, goal: &Board, costs: Costs) -> Result<Cost, HeuristicError> {
        let state = SlidingTiles::<Bytes>::new(goal, costs, MoveOrder::default()).state(board);
        Ok(self.make::<Bytes>(goal, costs)?.estimate(&state))
    }
}
