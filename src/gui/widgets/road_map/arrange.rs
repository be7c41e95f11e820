//! Chooses the places of many boxes, each from its own candidates, so that they cover as little as
//! possible of each other and of what is fixed.
//!
//! The boxes are moved in turn to where they cost least, until none moves any more. A box that still
//! covers another one may then push that away. The best result of a few starts is taken.

use egui::Rect;

/// A place that a box may have.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Candidate {
    pub rect: Rect,
    /// How much it covers of what is fixed.
    pub covered: f32,
    /// How much less it is liked than the best place.
    pub dislike: f32,
}

/// A box to be placed.
#[derive(Clone, PartialEq, Debug)]
pub struct Item {
    /// At least one.
    pub candidates: Vec<Candidate>,
    /// Where two boxes overlap, the overlap counts by the product of their weights.
    pub weight: f32,
}

/// The starts: in each, all boxes have the candidate of this number.
const STARTS: usize = 4;
const MAX_ROUNDS: usize = 12;

/// Places each box. Returns the index of its candidate, and how much it covers in all.
pub fn arrange(items: &[Item]) -> Vec<(usize, f32)> {
    let neighbours = neighbours(items);
    let results = (0..STARTS).map(|start| {
        let chosen = items
            .iter()
            .map(|item| start.min(item.candidates.len() - 1));
        let mut places = Places {
            items,
            neighbours: &neighbours,
            chosen: chosen.collect(),
        };
        places.settle();
        for _ in 0..3 {
            if !places.push_away() {
                break;
            }
        }
        places
    });
    let best = results.min_by(|a, b| a.total().total_cmp(&b.total()));
    best.map(|best| best.found()).unwrap_or_default()
}

/// For each box, those that it may overlap.
fn neighbours(items: &[Item]) -> Vec<Vec<usize>> {
    let reach = |item: &Item| {
        let rects = item.candidates.iter().map(|it| it.rect);
        rects.fold(Rect::NOTHING, |all, rect| all.union(rect))
    };
    let reaches: Vec<Rect> = items.iter().map(reach).collect();
    let of = |i: usize| {
        let others = (0..items.len()).filter(|&j| j != i);
        others
            .filter(|&j| reaches[i].intersects(reaches[j]))
            .collect()
    };
    (0..items.len()).map(of).collect()
}

struct Places<'a> {
    items: &'a [Item],
    neighbours: &'a [Vec<usize>],
    chosen: Vec<usize>,
}

impl Places<'_> {
    fn rect(&self, i: usize) -> Rect {
        self.items[i].candidates[self.chosen[i]].rect
    }

    /// How much box `i` would cover of box `j`.
    fn between(&self, i: usize, rect: Rect, j: usize) -> f32 {
        overlap(rect, self.rect(j)) * self.items[i].weight * self.items[j].weight
    }

    /// How much box `i` would cover with this candidate.
    fn covered(&self, i: usize, candidate: &Candidate) -> f32 {
        let mut covered = candidate.covered;
        for &j in &self.neighbours[i] {
            covered += self.between(i, candidate.rect, j);
        }
        covered
    }

    fn cost(&self, i: usize, candidate: &Candidate) -> f32 {
        self.covered(i, candidate) + candidate.dislike
    }

    /// Moves box `i` to where it costs least; returns whether it was elsewhere.
    fn improve(&mut self, i: usize) -> bool {
        const LEAST_GAIN: f32 = 1e-3;
        let candidates = &self.items[i].candidates;
        let mut best = (self.chosen[i], self.cost(i, &candidates[self.chosen[i]]));
        for (index, candidate) in candidates.iter().enumerate() {
            // Most are refused by what is fixed alone.
            if candidate.covered + candidate.dislike + LEAST_GAIN < best.1 {
                let cost = self.cost(i, candidate);
                if cost + LEAST_GAIN < best.1 {
                    best = (index, cost);
                }
            }
        }
        std::mem::replace(&mut self.chosen[i], best.0) != best.0
    }

    fn settle(&mut self) {
        for _ in 0..MAX_ROUNDS {
            let moves = (0..self.items.len()).filter(|&i| self.improve(i)).count();
            if moves == 0 {
                break;
            }
        }
    }

    /// Lets each box that covers another one take a place of that one, which then looks for another.
    /// Returns whether that has helped.
    fn push_away(&mut self) -> bool {
        let mut has_helped = false;
        for i in 0..self.items.len() {
            let present = self.items[i].candidates[self.chosen[i]];
            let most = self.cost(i, &present);
            if self.covered(i, &present) <= present.covered {
                continue;
            }
            for (index, candidate) in self.items[i].candidates.iter().enumerate() {
                if candidate.covered + candidate.dislike >= most {
                    continue;
                }
                let moved: Vec<usize> = (self.neighbours[i].iter().copied())
                    .filter(|&j| candidate.rect.intersects(self.rect(j)))
                    .chain([i])
                    .collect();
                let before: Vec<usize> = moved.iter().map(|&j| self.chosen[j]).collect();
                let cost = self.cost_of(&moved);
                self.chosen[i] = index;
                for &j in &moved {
                    self.improve(j);
                }
                if self.cost_of(&moved) + 0.5 < cost {
                    has_helped = true;
                    break;
                }
                for (&j, &chosen) in moved.iter().zip(&before) {
                    self.chosen[j] = chosen;
                }
            }
        }
        if has_helped {
            self.settle();
        }
        has_helped
    }

    /// What these boxes cost together: an overlap of two of them counts once.
    fn cost_of(&self, boxes: &[usize]) -> f32 {
        let cost = |(n, &i): (usize, &usize)| {
            let own = &self.items[i].candidates[self.chosen[i]];
            let twice = boxes[..n].iter().map(|&j| self.between(i, own.rect, j));
            self.cost(i, own) - twice.sum::<f32>()
        };
        boxes.iter().enumerate().map(cost).sum()
    }

    fn total(&self) -> f32 {
        let all: Vec<usize> = (0..self.items.len()).collect();
        self.cost_of(&all)
    }

    fn found(&self) -> Vec<(usize, f32)> {
        let found = |(i, &index): (usize, &usize)| {
            (index, self.covered(i, &self.items[i].candidates[index]))
        };
        self.chosen.iter().enumerate().map(found).collect()
    }
}

/// The overlap of two rectangles, as the side of a square of the same area.
pub fn overlap(a: Rect, b: Rect) -> f32 {
    // Most are apart, and this is asked thousands of times for each map.
    let is_apart =
        a.max.x <= b.min.x || b.max.x <= a.min.x || a.max.y <= b.min.y || b.max.y <= a.min.y;
    if is_apart {
        0.0
    } else {
        a.intersect(b).area().sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{pos2, vec2};

    fn item(xs: &[f32]) -> Item {
        let candidate = |(n, &x): (usize, &f32)| Candidate {
            rect: Rect::from_min_size(pos2(x, 0.0), vec2(10.0, 10.0)),
            covered: 0.0,
            dislike: n as f32,
        };
        Item {
            candidates: xs.iter().enumerate().map(candidate).collect(),
            weight: 2.0,
        }
    }

    #[test]
    fn a_box_is_pushed_away_where_it_can_go_elsewhere() {
        // The first has but one place; the second leaves it, and pushes the third further on.
        let items = [item(&[0.0]), item(&[5.0, 20.0]), item(&[20.0, 40.0])];
        let found: Vec<usize> = arrange(&items).iter().map(|it| it.0).collect();
        assert_eq!(found, [0, 1, 1]);
        assert!(arrange(&items).iter().all(|it| it.1 == 0.0));
    }
}
