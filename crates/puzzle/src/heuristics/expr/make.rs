//! Makes the heuristic of an expression for a goal: its tables, and its values.

use super::combined::{Combined, Rule};
use super::{Expr, HeuristicExpr};
use crate::heuristics::partitions::partition_requirement;
use crate::heuristics::{
    self as registry, Boxed, HeuristicError, HeuristicVisitor, PatternDatabases, Tables,
    Unsupported,
};
use crate::pattern_database::Supervisor;
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
            _ => None,
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
