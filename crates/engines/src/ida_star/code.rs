//! The ways in which the same nodes are searched, of which a processor has some.

use super::super::leave::ReportFn;
use super::grid::{Goal, Grid, Position};
#[cfg(target_arch = "x86_64")]
use super::{avx2::Avx2, avx512::Avx512, lanes::Lanes};
use tilescope_search::StopReason;

/// What searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    /// A recursion, which looks at one node after the other, as IDA* is written down.
    Recursion,
    /// Stacks of nodes, each a machine word.
    Words,
    /// Stacks of nodes, unfolded four at a time.
    Avx2,
    /// Stacks of nodes, unfolded eight at a time.
    Avx512,
}

impl Code {
    /// The quickest first.
    pub const ALL: [Code; 4] = [Code::Avx512, Code::Avx2, Code::Words, Code::Recursion];

    /// In a word for people.
    pub fn name(self) -> &'static str {
        match self {
            Code::Recursion => "recursion",
            Code::Words => "words",
            Code::Avx2 => "AVX2",
            Code::Avx512 => "AVX-512",
        }
    }

    /// Whether this processor can run it.
    pub fn is_there(self) -> bool {
        match self {
            Code::Recursion | Code::Words => true,
            #[cfg(target_arch = "x86_64")]
            Code::Avx2 => Avx2::are_there(),
            #[cfg(target_arch = "x86_64")]
            Code::Avx512 => Avx512::are_there(),
            #[cfg(not(target_arch = "x86_64"))]
            Code::Avx2 | Code::Avx512 => false,
        }
    }

    /// The quickest that this processor can run.
    pub fn quickest() -> Self {
        let there = Code::ALL.into_iter().find(|code| code.is_there());
        there.unwrap_or(Code::Recursion)
    }
}

/// Searches many nodes at a time.
pub trait Stacked<G: Grid>: Send {
    /// Whether there is a goal within the slack below any of `roots`, which are of one depth;
    /// not where it is.
    ///
    /// # Errors
    /// If it is told to stop.
    fn find_goal(
        &mut self,
        roots: &mut dyn Iterator<Item = Position<G>>,
        goal: Goal<G::Word>,
        tell: &mut ReportFn,
    ) -> Result<bool, StopReason>;
}
