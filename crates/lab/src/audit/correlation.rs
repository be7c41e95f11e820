//! How well h orders the states by their distance: Kendall's τ-b and Pearson's r.

use super::joint::{Cell, Joint};

impl Joint {
    /// Kendall's τ-b of h and h*: the goal-distance rank correlation (Wilt & Ruml 2015). It is 1 if h
    /// orders any two states as h* does. `None` if h or h* is the same in all states.
    pub fn kendall_tau_b(&self) -> Option<f64> {
        let mut values: Vec<_> = self.cells.iter().map(|cell| cell.h).collect();
        values.sort_unstable();
        values.dedup();
        let place = |cell: &Cell| values.partition_point(|&h| h < cell.h);
        // The states nearer than the group, by their value.
        let mut nearer = Sums::new(values.len());
        let mut concordant_less_discordant = 0_i128;
        for group in self.cells.chunk_by(|a, b| a.distance == b.distance) {
            for cell in group {
                let at = place(cell);
                let (below, up_to) = (nearer.before(at), nearer.before(at + 1));
                let above = nearer.before(values.len()) - up_to;
                concordant_less_discordant += i128::from(cell.n) * (below - above);
            }
            for cell in group {
                nearer.add(place(cell), cell.n.into());
            }
        }
        let pairs = |n: u64| u128::from(n) * u128::from(n.saturating_sub(1)) / 2;
        let tied = |counts: &[(_, u64)]| counts.iter().map(|&(_, n)| pairs(n)).sum::<u128>();
        let all = pairs(self.n_states());
        let untied_h = all - tied(&self.histogram());
        let untied_distance = all - tied(&self.distances());
        let product = (untied_h as f64).sqrt() * (untied_distance as f64).sqrt();
        (product > 0.0).then(|| concordant_less_discordant as f64 / product)
    }

    /// Pearson's correlation coefficient of h and h*; `None` if one is the same in all states.
    pub fn pearson_r(&self) -> Option<f64> {
        let n = self.n_states() as f64;
        let mean = |value: fn(&Cell) -> f64| {
            self.cells
                .iter()
                .map(|cell| cell.n as f64 * value(cell))
                .sum::<f64>()
                / n
        };
        let (h, distance) = (
            mean(|cell| cell.h.into()),
            mean(|cell| cell.distance.into()),
        );
        let (mut covariance, mut h_variance, mut distance_variance) = (0.0, 0.0, 0.0);
        for cell in &self.cells {
            let dh = f64::from(cell.h) - h;
            let dd = f64::from(cell.distance) - distance;
            covariance += cell.n as f64 * dh * dd;
            h_variance += cell.n as f64 * dh * dh;
            distance_variance += cell.n as f64 * dd * dd;
        }
        let product = h_variance.sqrt() * distance_variance.sqrt();
        (product > 0.0).then(|| covariance / product)
    }
}

/// Counts whose sums up to a place are found in logarithmic time (Fenwick 1994).
struct Sums(Vec<i128>);

impl Sums {
    fn new(n: usize) -> Self {
        Sums(vec![0; n + 1])
    }

    fn add(&mut self, at: usize, n: i128) {
        let mut i = at + 1;
        while i < self.0.len() {
            self.0[i] += n;
            i += i & i.wrapping_neg();
        }
    }

    /// The sum of all places before `end`.
    fn before(&self, end: usize) -> i128 {
        let (mut i, mut sum) = (end, 0);
        while i > 0 {
            sum += self.0[i];
            i &= i - 1;
        }
        sum
    }
}
