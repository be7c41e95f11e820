//! Confidence intervals of shares and means, from independent draws.

/// How often an interval that is made this way holds the true figure.
pub const CONFIDENCE: f64 = 0.95;

/// A figure of a sample, and the interval in which the figure of all states is with
/// [`CONFIDENCE`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimated {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

impl Estimated {
    /// The share of what was drawn `n_found` times in `n` draws, from 0 to 1: the exact interval of
    /// Clopper & Pearson (1934). If nothing was found it is that of the rule of three, nearly: up to
    /// 1 − 0.05^(1/n), one-sided.
    pub fn share(n_found: u64, n: u64) -> Self {
        let (k, all) = (n_found as f64, n as f64);
        // If one end is known, the other has the whole error.
        let is_at_end = n_found == 0 || n_found == n;
        let tail = (1.0 - CONFIDENCE) / if is_at_end { 1.0 } else { 2.0 };
        let beta = |a: f64, b: f64, p: f64| root(0.0, 1.0, |x| incomplete_beta(x, a, b) - p);
        Estimated {
            value: k / all,
            low: match n_found {
                0 => 0.0,
                _ => beta(k, all - k + 1.0, tail),
            },
            high: match n_found == n {
                true => 1.0,
                false => beta(k + 1.0, all - k, 1.0 - tail),
            },
        }
    }

    /// The mean of values with these counts, by Student's t. `None` for fewer than two values.
    pub fn mean(values: impl Iterator<Item = (f64, u64)> + Clone) -> Option<Self> {
        let n: u64 = values.clone().map(|(_, n)| n).sum();
        if n < 2 {
            return None;
        }
        let of_all = |term: &dyn Fn(f64) -> f64| -> f64 {
            values.clone().map(|(x, n)| term(x) * n as f64).sum()
        };
        let mean = of_all(&|x| x) / n as f64;
        let variance = of_all(&|x| (x - mean).powi(2)) / (n - 1) as f64;
        let reach = student_t((n - 1) as f64) * (variance / n as f64).sqrt();
        Some(Estimated {
            value: mean,
            low: mean - reach,
            high: mean + reach,
        })
    }
}

/// The quantile of Student's t for two-sided intervals.
fn student_t(degrees: f64) -> f64 {
    let two_tails = |t: f64| incomplete_beta(degrees / (degrees + t * t), degrees / 2.0, 0.5);
    // With one degree of freedom it is 12.7.
    root(0.0, 20.0, |t| 1.0 - two_tails(t) - CONFIDENCE)
}

/// Where an increasing function is 0, by bisection.
fn root(mut low: f64, mut high: f64, function: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        match function(middle) < 0.0 {
            true => low = middle,
            false => high = middle,
        }
    }
    (low + high) / 2.0
}

/// The regularised incomplete beta function Iₓ(a, b), by the continued fraction of Press et al.,
/// Numerical Recipes, 6.4.
fn incomplete_beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    // It converges quickly on this side.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(1.0 - x, b, a);
    }
    let log_front = ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (-x).ln_1p();
    let not_zero = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / not_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut fraction = d;
    for i in 1..=10_000 {
        let m = f64::from(i);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        for term in [even, odd] {
            d = 1.0 / not_zero(1.0 + term * d);
            c = not_zero(1.0 + term / c);
            fraction *= c * d;
        }
        if (c * d - 1.0).abs() < 1e-14 {
            break;
        }
    }
    log_front.exp() * fraction / a
}

/// The logarithm of Γ(x), x > 0, by Stirling's series.
fn ln_gamma(mut x: f64) -> f64 {
    let mut shift = 0.0;
    while x < 15.0 {
        shift += x.ln();
        x += 1.0;
    }
    let square = 1.0 / (x * x);
    let series =
        (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square / 1680.0))) / x;
    let half_ln_tau = 0.5 * std::f64::consts::TAU.ln();
    (x - 0.5) * x.ln() - x + half_ln_tau + series - shift
}
