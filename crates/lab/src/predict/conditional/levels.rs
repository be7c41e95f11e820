//! The levels of an iteration, one after the other: how many nodes of each type there are.

use super::Type;
use super::transitions::Transitions;
use std::collections::HashMap;
use std::ops::Range;
use tilescope_puzzle::Size;
use tilescope_search::Cost;
use tilescope_search::hashing::QuickHash;

/// The types that iterations come to, and what follows them.
pub struct Levels<'a> {
    size: Size,
    counted: &'a Transitions,
    /// The place of each type's children in what was counted.
    places: Vec<(Type, Range<usize>)>,
    bound: Cost,
    /// The types, in the order in which they were met.
    numbers: HashMap<(u8, u8, Cost, Cost), usize, QuickHash>,
    types: Vec<Type>,
    /// The children of a type: theirs, and how many there are of each.
    followers: Vec<Option<Vec<(usize, f64)>>>,
}

impl<'a> Levels<'a> {
    /// Those of iterations up to a bound.
    pub fn new(size: Size, counted: &'a Transitions, bound: usize) -> Self {
        let mut places = Vec::new();
        let mut at = 0;
        for group in counted.children.chunk_by(|a, b| a.0 == b.0) {
            places.push((group[0].0, at..at + group.len()));
            at += group.len();
        }
        Levels {
            size,
            counted,
            places,
            bound: bound as Cost,
            numbers: HashMap::default(),
            types: Vec::new(),
            followers: Vec::new(),
        }
    }

    /// The nodes that an iteration with this bound expands from level `depth` on, whose nodes have
    /// these types.
    pub fn expanded_below(&mut self, nodes: &[Type], depth: usize, bound: usize) -> f64 {
        let mut level: Vec<f64> = Vec::new();
        for node in nodes {
            let number = self.number(*node);
            level.resize(self.types.len(), 0.0);
            level[number] += 1.0;
        }
        let mut expanded = 0.0;
        for depth in depth..=bound {
            let left = (bound - depth) as Cost;
            let mut next = Vec::new();
            for (number, n) in level.into_iter().enumerate() {
                if n == 0.0 || self.types[number].h > left {
                    continue;
                }
                expanded += n;
                self.find_followers(number);
                next.resize(self.types.len(), 0.0);
                for &(follower, share) in self.followers[number].iter().flatten() {
                    next[follower] += n * share;
                }
            }
            level = next;
        }
        expanded
    }

    fn number(&mut self, kind: Type) -> usize {
        let new = self.types.len();
        let number = *self.numbers.entry(kind.key()).or_insert(new);
        if number == new {
            self.types.push(kind);
            self.followers.push(None);
        }
        number
    }

    /// Finds what follows a type. If it was not counted, that is what follows the nearest one of the
    /// same cell and move, with values as much higher or lower.
    fn find_followers(&mut self, number: usize) {
        if self.followers[number].is_some() {
            return;
        }
        let kind = self.types[number];
        let mut followers = Vec::new();
        if let Some((nearest, place)) = self.nearest(kind) {
            let counted = self.counted;
            for children in counted.children[place].chunk_by(|a, b| a.1 == b.1) {
                let n: u64 = children.iter().map(|it| it.3).sum();
                for &(_, by, h, n_with) in children {
                    let h = (h + kind.h).saturating_sub(nearest.h);
                    // What is beyond the bound has no followers.
                    let Some(blank) = self.size.neighbour(kind.blank.into(), by) else {
                        continue;
                    };
                    if h > self.bound {
                        continue;
                    }
                    let follower = self.number(Type {
                        blank: blank as u8,
                        by,
                        h_of_parent: kind.h,
                        h,
                    });
                    followers.push((follower, n_with as f64 / n as f64));
                }
            }
        }
        self.followers[number] = Some(followers);
    }

    /// The type that was counted and is most like this one: in how h changed first, then in h.
    fn nearest(&self, kind: Type) -> Option<(Type, Range<usize>)> {
        let place = self
            .places
            .binary_search_by_key(&kind.key(), |(kind, _)| kind.key());
        if let Ok(place) = place {
            return Some(self.places[place].clone());
        }
        let rise = |kind: &Type| i64::from(kind.h) - i64::from(kind.h_of_parent);
        let least = Type {
            h_of_parent: 0,
            h: 0,
            ..kind
        };
        let first = self
            .places
            .partition_point(|(other, _)| other.key() < least.key());
        let same = self.places[first..].iter();
        same.take_while(|(other, _)| (other.blank, other.by) == (kind.blank, kind.by))
            .min_by_key(|(other, _)| (rise(other).abs_diff(rise(&kind)), other.h.abs_diff(kind.h)))
            .cloned()
    }
}
