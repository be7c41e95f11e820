//! Batches as bytes, and back: the content of a trace file.
//!
//! A batch is encoded as a head and columns. All numbers are little-endian. The head has eight
//! 32-bit numbers: the nodes and the expansions of the run before the batch; then the batch's
//! nodes, expansions, discards, iterations, meetings and requeued nodes. The columns follow, each
//! in the form of `columns`:
//!
//! | column | an entry for each | value |
//! | --- | --- | --- |
//! | parent | node | zigzag(parent − expected), where the node expanded last is expected |
//! | label | node | 8 · action + outcome |
//! | g, h | node | as it is |
//! | expanded | expansion | see below |
//! | nodes | expansion | the nodes generated since the expansion before, or since the head |
//! | discards | discard | moment, as the difference; zigzag(node − previous); outcome |
//! | iterations | iteration | moment and node, as differences; bound |
//! | meetings | meeting | moment, as the difference; forward node; backward node |
//! | requeued | requeued node | the difference to the previous one |
//!
//! The first byte of *expanded* says how: 0 is zigzag(node − node expanded before), short where
//! nodes are expanded in order of generation; 1 is the number of nodes generated since the node,
//! short where the newest are expanded first.
//!
//! Most columns need a byte per entry, and that of the parents none at all, because a search
//! expands a node and generates its successors next. zigzag(d) is 2d, or −2d − 1 if d < 0.

mod check;
mod columns;

use crate::{Batch, NO_NODE, NodeId};
use columns::{read, unzigzag, write, zigzag};
use std::fmt::{self, Display, Formatter};
use tilescope_search::NodeOutcome;

/// Encodes or decodes the batches of one run, in order.
#[derive(Clone, Copy, Debug)]
pub struct Codec {
    n_nodes: NodeId,
    n_expanded: u32,
    last_expanded: NodeId,
}

/// Why bytes are not the next batch of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DecodeError(pub(crate) &'static str);

impl Display for DecodeError {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for DecodeError {}

impl Default for Codec {
    fn default() -> Self {
        Codec {
            n_nodes: 0,
            n_expanded: 0,
            last_expanded: NO_NODE,
        }
    }
}

impl Codec {
    /// The greatest number of entries of a column.
    pub const MAX_ENTRIES: usize = 1 << 20;

    /// The number of nodes in the batches so far.
    pub fn n_nodes(&self) -> NodeId {
        self.n_nodes
    }

    /// The number of expansions in the batches so far.
    pub fn n_expanded(&self) -> u32 {
        self.n_expanded
    }

    /// Appends the encoded batch to `out`. The batch must continue the ones before, and have at
    /// most [`MAX_ENTRIES`](Self::MAX_ENTRIES) of anything.
    pub fn encode(&mut self, batch: &Batch, out: &mut Vec<u8>) {
        let Batch {
            parent,
            action,
            outcome,
            g,
            h,
            expanded,
            n_generated,
            discarded,
            iterations,
            meetings,
            requeued,
        } = batch;
        let lengths = [
            parent.len(),
            expanded.len(),
            discarded.len(),
            iterations.len(),
            meetings.len(),
            requeued.len(),
        ];
        let head = [self.n_nodes, self.n_expanded].into_iter();
        for number in head.chain(lengths.map(|n| n as u32)) {
            out.extend_from_slice(&number.to_le_bytes());
        }
        let parents = self.expected_parents(expanded, n_generated, parent.len());
        let parents = parents.zip(parent);
        write(out, parents.map(|(expected, &it)| zigzag(it, expected)));
        let labels = action.iter().zip(outcome);
        write(
            out,
            labels.map(|(&action, &outcome)| u32::from(action) << 3 | outcome as u32),
        );
        write(out, g.iter().copied());
        write(out, h.iter().copied());
        self.encode_expanded(expanded, n_generated, out);
        write(out, differences(self.n_nodes, n_generated.iter().copied()));

        write(
            out,
            differences(self.n_expanded, discarded.iter().map(|d| d.0)),
        );
        let mut previous = 0;
        write(
            out,
            discarded
                .iter()
                .map(|d| zigzag(d.1, std::mem::replace(&mut previous, d.1)))
                .collect::<Vec<_>>()
                .into_iter(),
        );
        write(out, discarded.iter().map(|d| d.2 as u32));
        write(
            out,
            differences(self.n_expanded, iterations.iter().map(|i| i.0)),
        );
        write(
            out,
            differences(self.n_nodes, iterations.iter().map(|i| i.1)),
        );
        write(out, iterations.iter().map(|i| i.2));
        write(
            out,
            differences(self.n_expanded, meetings.iter().map(|m| m.0)),
        );
        write(out, meetings.iter().map(|m| m.1));
        write(out, meetings.iter().map(|m| m.2));
        write(out, differences(self.n_nodes, requeued.iter().copied()));
        self.advance(batch);
    }

    fn encode_expanded(&self, expanded: &[NodeId], n_generated: &[NodeId], out: &mut Vec<u8>) {
        let mut previous = self.last_expanded;
        let by_order: Vec<u32> = expanded
            .iter()
            .map(|&node| zigzag(node, std::mem::replace(&mut previous, node)))
            .collect();
        let by_age: Vec<u32> = (expanded.iter().zip(n_generated))
            .map(|(&node, &n)| n.wrapping_sub(1).wrapping_sub(node))
            .collect();
        let bits = |values: &[u32]| {
            values
                .iter()
                .map(|v| u64::from(v.checked_ilog2().map_or(0, |b| b + 1)))
                .sum::<u64>()
        };
        let (scheme, values) = match bits(&by_order) <= bits(&by_age) {
            true => (0, by_order),
            false => (1, by_age),
        };
        out.push(scheme);
        write(out, values.into_iter());
    }

    /// The next batch. `n_actions` is the number of actions that the problem has.
    ///
    /// # Errors
    /// If `bytes` are not exactly the encoding of a batch that continues those before. The codec is
    /// then as it was.
    pub fn decode(&mut self, bytes: &[u8], n_actions: usize) -> Result<Batch, DecodeError> {
        let mut input = bytes;
        let mut head = [0; 8];
        for number in &mut head {
            let (bytes, rest) = input.split_first_chunk().ok_or(columns::SHORT)?;
            *number = u32::from_le_bytes(*bytes);
            input = rest;
        }
        let [n_nodes, n_expanded, lengths @ ..] = head;
        if (n_nodes, n_expanded) != (self.n_nodes, self.n_expanded) {
            return Err(DecodeError("a part before this one is missing"));
        }
        let lengths = lengths.map(|n| n as usize);
        if lengths.iter().any(|&n| n > Self::MAX_ENTRIES) {
            return Err(DecodeError("a column is longer than any that is written"));
        }
        let [nodes, expansions, discards, iterations, meetings, requeued] = lengths;
        let input = &mut input;

        let parents = read(input, nodes)?;
        let labels = read(input, nodes)?;
        let mut outcome = Vec::with_capacity(nodes);
        for label in &labels {
            outcome.push(outcome_of(label & 0b111)?);
        }
        let is_too_large = |&label: &u32| (label >> 3) as usize >= n_actions;
        if n_actions > 256 || labels.iter().any(is_too_large) {
            return Err(DecodeError("a node has an action that its problem lacks"));
        }
        let action = labels.iter().map(|label| (label >> 3) as u8).collect();
        let g = read(input, nodes)?;
        let h = read(input, nodes)?;

        let (scheme, rest) = input.split_first().ok_or(columns::SHORT)?;
        *input = rest;
        let mut expanded = read(input, expansions)?;
        let n_generated = sums(self.n_nodes, read(input, expansions)?)?;
        match scheme {
            0 => {
                let mut previous = self.last_expanded;
                for node in &mut expanded {
                    *node = unzigzag(*node, previous);
                    previous = *node;
                }
            }
            1 => {
                for (node, n) in expanded.iter_mut().zip(&n_generated) {
                    *node = n.wrapping_sub(1).wrapping_sub(*node);
                }
            }
            _ => return Err(DecodeError("a column has a form that is not known")),
        }
        let expected = self.expected_parents(&expanded, &n_generated, nodes);
        let parent = (expected.zip(&parents))
            .map(|(expected, &parent)| unzigzag(parent, expected))
            .collect();

        let moments = sums(self.n_expanded, read(input, discards)?)?;
        let nodes = read(input, discards)?;
        let outcomes = read(input, discards)?;
        let mut discarded = Vec::with_capacity(discards);
        let mut previous = 0;
        for ((t, node), outcome) in moments.into_iter().zip(nodes).zip(outcomes) {
            previous = unzigzag(node, previous);
            discarded.push((t, previous, outcome_of(outcome)?));
        }
        let moments = sums(self.n_expanded, read(input, iterations)?)?;
        let nodes = sums(self.n_nodes, read(input, iterations)?)?;
        let iterations = triples(moments, nodes, read(input, iterations)?);
        let moments = sums(self.n_expanded, read(input, meetings)?)?;
        let nodes = read(input, meetings)?;
        let meetings = triples(moments, nodes, read(input, meetings)?);
        let requeued = sums(self.n_nodes, read(input, requeued)?)?;
        if !input.is_empty() {
            return Err(DecodeError("bytes are left over"));
        }
        let batch = Batch {
            parent,
            action,
            outcome,
            g,
            h,
            expanded,
            n_generated,
            discarded,
            iterations,
            meetings,
            requeued,
        };
        check::check(&batch, self.n_nodes, self.n_expanded)?;
        self.advance(&batch);
        Ok(batch)
    }

    fn advance(&mut self, batch: &Batch) {
        self.n_nodes += batch.parent.len() as NodeId;
        self.n_expanded += batch.expanded.len() as u32;
        if let Some(&last) = batch.expanded.last() {
            self.last_expanded = last;
        }
    }

    /// For each of the batch's nodes, the node expanded last before it was generated.
    fn expected_parents<'a>(
        &self,
        expanded: &'a [NodeId],
        n_generated: &'a [NodeId],
        n_nodes: usize,
    ) -> impl Iterator<Item = NodeId> + Clone + use<'a> {
        let mut expected = self.last_expanded;
        let mut next = 0;
        (self.n_nodes..).take(n_nodes).map(move |node| {
            while n_generated.get(next).is_some_and(|&n| n <= node) {
                expected = expanded[next];
                next += 1;
            }
            expected
        })
    }
}

fn outcome_of(number: u32) -> Result<NodeOutcome, DecodeError> {
    (NodeOutcome::ALL.get(number as usize).copied())
        .ok_or(DecodeError("a node has an unknown outcome"))
}

/// The difference of each to the one before, the first to `before`.
fn differences(
    before: u32,
    values: impl Iterator<Item = u32> + Clone,
) -> impl Iterator<Item = u32> + Clone {
    let previous = std::iter::once(before).chain(values.clone());
    values
        .zip(previous)
        .map(|(it, before)| it.wrapping_sub(before))
}

/// The inverse of [`differences`].
fn sums(before: u32, mut values: Vec<u32>) -> Result<Vec<u32>, DecodeError> {
    let mut sum = before;
    for value in &mut values {
        sum = (sum.checked_add(*value)).ok_or(DecodeError("a number is too large"))?;
        *value = sum;
    }
    Ok(values)
}

fn triples(a: Vec<u32>, b: Vec<u32>, c: Vec<u32>) -> Vec<(u32, u32, u32)> {
    let pairs = a.into_iter().zip(b);
    pairs.zip(c).map(|((a, b), c)| (a, b, c)).collect()
}
