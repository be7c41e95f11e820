//! The kernels that search the same nodes; which of them run depends on the processor.

use super::super::budget::BudgetFn;
use super::grid::{Goal, Grid, Position};
#[cfg(target_arch = "x86_64")]
use super::{avx2::Avx2, avx512::Avx512, lanes::Lanes};
use tilescope_search::StopReason;

/// The code that expands nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kernel {
    /// A recursion over single nodes, as in the textbook.
    Recursion,
    /// Stacks of nodes, each a machine word.
    Words,
    /// Stacks of nodes, expanded four at a time.
    Avx2,
    /// Stacks of nodes, expanded eight at a time.
    Avx512,
}

impl Kernel {
    /// Fastest first.
    pub const ALL: [Kernel; 4] = [
        Kernel::Avx512,
        Kernel::Avx2,
        Kernel::Words,
        Kernel::Recursion,
    ];

    /// A short name to show.
    pub fn name(self) -> &'static str {
        match self {
            Kernel::Recursion => "recursion",
            Kernel::Words => "words",
            Kernel::Avx2 => "AVX2",
            Kernel::Avx512 => "AVX-512",
        }
    }

    /// Whether this processor can run it.
    pub fn is_supported(self) -> bool {
        match self {
            Kernel::Recursion | Kernel::Words => true,
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => Avx2::is_supported(),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => Avx512::is_supported(),
            #[cfg(not(target_arch = "x86_64"))]
            Kernel::Avx2 | Kernel::Avx512 => false,
        }
    }

    /// The fastest that this processor can run.
    pub fn fastest() -> Self {
        let supported = Kernel::ALL.into_iter().find(|code| code.is_supported());
        supported.unwrap_or(Kernel::Recursion)
    }
}

/// A search that expands many nodes at a time.
pub trait StackSearch<G: Grid>: Send {
    /// Whether the slack allows a goal below any of `roots`, which must be at the same depth. It
    /// does not say where.
    ///
    /// # Errors
    /// If the search must stop.
    fn find_goal(
        &mut self,
        roots: &mut dyn Iterator<Item = Position<G>>,
        goal: Goal<G::Word>,
        report: &mut BudgetFn,
    ) -> Result<bool, StopReason>;
}
