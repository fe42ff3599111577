//! The sequential probability ratio test (SPRT): stops a match as soon as its games decide between
//! two hypotheses about the difference in strength.
//!
//! This is Wald's test (A. Wald, "Sequential Tests of Statistical Hypotheses", 1945) for wins,
//! draws and losses, with the generalised likelihood ratio that fishtest uses (M. Van den Bergh, "A
//! Practical Introduction to the GSPRT"). Under each hypothesis, the expected score is that of its
//! Elo difference (logistic), and the shares of wins, draws and losses are the likeliest with that
//! score.

use crate::tally::{Tally, score_of_elo};

/// Replaces counts of zero, as in fishtest: an outcome is not impossible only because it has not
/// occurred yet.
const NEVER_ZERO: f64 = 1e-3;

/// Two hypotheses and the allowed error rates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// H0: the first engine is stronger by this many Elo.
    pub elo0: f64,
    /// H1: the first engine is stronger by this many Elo; more than `elo0`.
    pub elo1: f64,
    /// The allowed probability of accepting H1 if H0 is true, between 0 and 1.
    pub alpha: f64,
    /// The allowed probability of accepting H0 if H1 is true, between 0 and 1.
    pub beta: f64,
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// More games are needed.
    Continue,
    /// The first engine is not stronger by `elo1`.
    AcceptH0,
    /// The first engine is stronger than `elo0`.
    AcceptH1,
}

impl Sprt {
    /// The bounds of the log-likelihood ratio: H0 is accepted at the lower one,
    /// `ln(beta / (1 - alpha))`, H1 at the upper one, `ln((1 - beta) / alpha)`.
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The log-likelihood ratio of H1 to H0; 0 before the first game.
    pub fn ratio(&self, tally: &Tally) -> f64 {
        if tally.games() == 0 {
            return 0.0;
        }
        let counts = [tally.losses, tally.draws, tally.wins];
        // Without draws, zero draws stay zero: then this is Wald's test of two outcomes.
        let counts = counts.map(f64::from);
        let counts = if tally.draws == 0 {
            [counts[0].max(NEVER_ZERO), 0.0, counts[2].max(NEVER_ZERO)]
        } else {
            counts.map(|count| count.max(NEVER_ZERO))
        };
        let games: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / games);
        let under_h0 = likeliest(shares, score_of_elo(self.elo0));
        let under_h1 = likeliest(shares, score_of_elo(self.elo1));
        let terms = (0..3).filter(|&i| counts[i] > 0.0);
        terms
            .map(|i| counts[i] * (under_h1[i] / under_h0[i]).ln())
            .sum()
    }

    /// The verdict after these games.
    pub fn verdict(&self, tally: &Tally) -> Verdict {
        let (lower, upper) = self.bounds();
        match self.ratio(tally) {
            ratio if ratio <= lower => Verdict::AcceptH0,
            ratio if ratio >= upper => Verdict::AcceptH1,
            _ => Verdict::Continue,
        }
    }
}

/// The likeliest shares of losses, draws and wins with this expected score, given the observed
/// shares.
///
/// They are `p / (1 + t (a - score))` for the observed share `p` of an outcome worth `a`, with the
/// `t` that gives the score (Van den Bergh; Owen's empirical likelihood). The function whose root
/// is `t` falls monotonically between the poles, so bisection finds it.
fn likeliest(observed: [f64; 3], score: f64) -> [f64; 3] {
    let worth = [-score, 0.5 - score, 1.0 - score];
    let excess = |t: f64| -> f64 {
        (0..3)
            .map(|i| observed[i] * worth[i] / (1.0 + t * worth[i]))
            .sum()
    };
    let (mut low, mut high) = (-1.0 / worth[2], 1.0 / score);
    // Ends when the bounds are neighbouring numbers.
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let t = f64::midpoint(low, high);
    std::array::from_fn(|i| observed[i] / (1.0 + t * worth[i]))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tally::elo_of_score;

    fn tally(wins: u32, draws: u32, losses: u32) -> Tally {
        Tally {
            wins,
            draws,
            losses,
        }
    }

    /// The bounds that fishtest and cutechess-cli show for error rates of 5 %: LLR (-2.94,2.94).
    #[test]
    fn the_usual_bounds() {
        let test = |alpha, beta| {
            Sprt {
                elo0: 0.0,
                elo1: 5.0,
                alpha,
                beta,
            }
            .bounds()
        };
        let (lower, upper) = test(0.05, 0.05);
        assert_eq!(format!("({lower:.2},{upper:.2})"), "(-2.94,2.94)");
        let (lower, upper) = test(0.05, 0.1);
        assert_eq!(format!("({lower:.2},{upper:.2})"), "(-2.25,2.89)");
    }

    /// The worked example of the NIST/SEMATECH e-Handbook of Statistical Methods, section 6.2.6
    /// (sequential sampling, Wald's test): p1 = 0.01, p2 = 0.10, alpha = 0.05, beta = 0.10 accept
    /// at -0.939 + 0.0397 n defects and reject at 1.205 + 0.0397 n, first acceptance at n = 24.
    /// A defect is a win here, and nothing is drawn.
    #[test]
    fn a_published_plan_for_two_outcomes() {
        let test = Sprt {
            elo0: elo_of_score(0.01),
            elo1: elo_of_score(0.10),
            alpha: 0.05,
            beta: 0.10,
        };
        for n in 2..=100_u32 {
            for defects in 1..=n.min(8) {
                let line = 0.0397 * f64::from(n);
                // Skip points too close to a line for its rounded coefficients.
                let rounding = 0.000_05 * f64::from(n) + 0.000_5;
                let distances = [line - 0.939, line + 1.205].map(|at| at - f64::from(defects));
                if distances.iter().any(|distance| distance.abs() < rounding) {
                    continue;
                }
                let expected = match f64::from(defects) {
                    few if few <= line - 0.939 => Verdict::AcceptH0,
                    many if many >= line + 1.205 => Verdict::AcceptH1,
                    _ => Verdict::Continue,
                };
                let verdict = test.verdict(&tally(defects, 0, n - defects));
                assert_eq!(verdict, expected, "{defects} of {n}");
            }
        }
        assert_eq!(test.verdict(&tally(0, 0, 23)), Verdict::Continue);
        assert_eq!(test.verdict(&tally(0, 0, 24)), Verdict::AcceptH0);
    }

    /// The normal approximation of the same paper: n (s1 - s0) (2 s - s0 - s1) / (2 variance).
    fn approximation(test: &Sprt, tally: &Tally) -> f64 {
        let games = f64::from(tally.games());
        let score = tally.score().unwrap();
        let second = (f64::from(tally.wins) + f64::from(tally.draws) / 4.0) / games;
        let (s0, s1) = (score_of_elo(test.elo0), score_of_elo(test.elo1));
        games * (s1 - s0) * (2.0 * score - s0 - s1) / (2.0 * (second - score * score))
    }

    #[test]
    fn near_the_normal_approximation_in_long_matches() {
        let test = Sprt {
            elo0: 0.0,
            elo1: 5.0,
            alpha: 0.05,
            beta: 0.05,
        };
        for counts in [
            (4100, 11_900, 4000),
            (10_000, 30_000, 9_800),
            (3000, 0, 2900),
        ] {
            let tally = tally(counts.0, counts.1, counts.2);
            let (exact, near) = (test.ratio(&tally), approximation(&test, &tally));
            assert!(
                (exact - near).abs() < 0.02,
                "{counts:?}: {exact} and {near}"
            );
        }
    }

    /// The likelihood with the best share of draws for this score, found by trying all shares.
    fn naive_likelihood(counts: [f64; 3], score: f64) -> f64 {
        let most = 2.0 * score.min(1.0 - score);
        let steps = 200_000;
        let tried = (1..steps).map(|step| {
            let draws = most * f64::from(step) / f64::from(steps);
            let wins = score - draws / 2.0;
            let shares = [1.0 - wins - draws, draws, wins];
            (0..3).map(|i| counts[i] * shares[i].ln()).sum::<f64>()
        });
        tried.fold(f64::NEG_INFINITY, f64::max)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn the_ratio_is_that_of_the_best_likelihoods(
            wins in 1_u32..200, draws in 1_u32..200, losses in 1_u32..200,
            elo0 in -100.0..50.0_f64, width in 1.0..100.0_f64,
        ) {
            let test = Sprt { elo0, elo1: elo0 + width, alpha: 0.05, beta: 0.05 };
            let counts = [losses, draws, wins].map(f64::from);
            let naive = naive_likelihood(counts, score_of_elo(test.elo1))
                - naive_likelihood(counts, score_of_elo(test.elo0));
            let ratio = test.ratio(&tally(wins, draws, losses));
            prop_assert!((ratio - naive).abs() < 1e-3, "{ratio} and {naive}");
        }

        #[test]
        fn any_tally_has_a_finite_ratio(wins: u16, draws: u16, losses: u16) {
            let test = Sprt { elo0: -3.0, elo1: 3.0, alpha: 0.05, beta: 0.05 };
            let ratio = test.ratio(&tally(wins.into(), draws.into(), losses.into()));
            prop_assert!(ratio.is_finite());
            let mirrored = test.ratio(&tally(losses.into(), draws.into(), wins.into()));
            prop_assert!((ratio + mirrored).abs() < 1e-6 * ratio.abs().max(1.0));
        }
    }
}
