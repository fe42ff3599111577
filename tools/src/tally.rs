//! The score of a match, the difference in Elo that it shows, and a confidence interval.
//!
//! After the games, the expected score `p` of a side has a beta distribution. It starts with every
//! `p` equally likely, which counts as one more win and one more loss. Its median and its central
//! 95 % are converted to Elo by `400 log10(p / (1 - p))`. So the difference is finite even if all
//! games were won.
//!
//! Draws vary less than wins and losses. If there are draws, the distribution is made as narrow as
//! the sample variance of the results requires. In long matches, the figures are those of
//! cutechess-cli and fishtest (Chess Programming Wiki, "Match Statistics").

use statrs::distribution::{Beta, ContinuousCDF};

/// Wins, draws and losses of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Ties.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

/// The expected score, between 0 and 1, of a side that is stronger by this many Elo (logistic).
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The difference in Elo for this expected score, between 0 and 1; infinite at both ends.
pub fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// A difference in Elo with its 95 % interval; all values are in Elo points, and finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloEstimate {
    /// The difference.
    pub elo: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl EloEstimate {
    /// Half the width of the interval, the number after ±.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

impl Tally {
    /// The number of games.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of points, with half a point for a draw; `None` before the first game.
    pub fn score(&self) -> Option<f64> {
        let points = f64::from(self.wins) + f64::from(self.draws) / 2.0;
        (self.games() > 0).then(|| points / f64::from(self.games()))
    }

    /// The distribution of the expected score, with one more win and one more loss.
    fn expected_score(&self) -> Option<Beta> {
        let [wins, draws, losses] = [self.wins + 1, self.draws, self.losses + 1].map(f64::from);
        let games = wins + draws + losses;
        let score = (wins + draws / 2.0) / games;
        let part = |count: f64, points: f64| count / games * (points - score).powi(2);
        let variance = part(wins, 1.0) + part(draws, 0.5) + part(losses, 0.0);
        // This many games without draws would have the same variance.
        let games = games * score * (1.0 - score) / variance;
        Beta::new(games * score, games * (1.0 - score)).ok()
    }

    /// The difference in Elo; `None` before the first game.
    pub fn elo(&self) -> Option<EloEstimate> {
        self.score()?;
        let score = self.expected_score()?;
        let quantile = |share: f64| elo_of_score(score.inverse_cdf(share));
        Some(EloEstimate {
            elo: quantile(0.5),
            low: quantile(0.025),
            high: quantile(0.975),
        })
    }

    /// The likelihood of superiority, that is the probability that this side is the stronger one:
    /// `(1 + erf((wins - losses) / sqrt(2 (wins + losses)))) / 2`; `None` without a decided game.
    pub fn superiority(&self) -> Option<f64> {
        let decided = f64::from(self.wins) + f64::from(self.losses);
        let lead = f64::from(self.wins) - f64::from(self.losses);
        (decided > 0.0).then(|| f64::midpoint(1.0, libm::erf(lead / (2.0 * decided).sqrt())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_table_of_expected_scores() {
        // The logistic curve as in published tables (Elo rating system, Wikipedia; USCF): 100
        // points are 64 %, 200 are 76 %, 300 are 85 %, 400 are 10 to 1.
        for (elo, percent) in [
            (0.0, 50.0),
            (100.0, 64.0),
            (200.0, 76.0),
            (300.0, 85.0),
            (400.0, 91.0),
        ] {
            assert!((100.0 * score_of_elo(elo) - percent).abs() < 0.5, "{elo}");
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
        assert!((elo_of_score(10.0 / 11.0) - 400.0).abs() < 1e-9);
    }

    /// What fishtest printed for the match that brought the neural network into Stockfish (commit
    /// 84f3e867 of 2020-08-06): "ELO: 92.77 +-2.1 (95%) LOS: 100.0% Total: 60000 W: 24193 L: 8543
    /// D: 27264". (Its ± comes from pairs of games; single games give the same digits.)
    #[test]
    fn a_published_match() {
        let tally = Tally {
            wins: 24193,
            draws: 27264,
            losses: 8543,
        };
        assert_eq!(tally.games(), 60_000);
        let estimate = tally.elo().unwrap();
        // One more win and one more loss change 60,000 games by 0.01 Elo.
        assert!((estimate.elo - 92.77).abs() < 0.015, "{estimate:?}");
        assert_eq!(format!("{:.1}", estimate.error()), "2.1");
        assert_eq!(
            format!("{:.1}%", 100.0 * tally.superiority().unwrap()),
            "100.0%"
        );
    }

    #[test]
    fn superiority_follows_the_normal_distribution() {
        let of = |wins, losses| {
            Tally {
                wins,
                draws: 7,
                losses,
            }
            .superiority()
            .unwrap()
        };
        // One, two and three standard deviations: 84.13, 97.72 and 99.87 % in any table.
        for (wins, losses, percent) in [
            (50, 50, 50.0),
            (55, 45, 84.13),
            (60, 40, 97.72),
            (65, 35, 99.87),
        ] {
            assert!((100.0 * of(wins, losses) - percent).abs() < 0.005, "{wins}");
            assert!((of(wins, losses) + of(losses, wins) - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn few_games_and_clean_sheets() {
        assert_eq!(Tally::default().elo(), None);
        assert_eq!(
            Tally {
                draws: 3,
                ..Tally::default()
            }
            .superiority(),
            None
        );
        let near = |found: f64, expected: f64| assert!((found - expected).abs() < 0.05, "{found}");
        let of = |wins, draws, losses| {
            Tally {
                wins,
                draws,
                losses,
            }
            .elo()
            .unwrap()
        };
        // After ten wins P(p < x) is x^11, so the quantile of q is q^(1/11).
        let clean = of(10, 0, 0);
        for (found, share) in [(clean.low, 0.025), (clean.elo, 0.5), (clean.high, 0.975)] {
            near(found, elo_of_score(f64::powf(share, 1.0 / 11.0)));
        }
        near(of(0, 0, 10).low, -clean.high);
        // Laplace's rule after one win: P(p < x) is x^2.
        near(of(1, 0, 0).low, elo_of_score(0.025_f64.sqrt()));
        // Three draws give some evidence, but not certainty.
        let drawn = of(0, 3, 0);
        assert!(
            drawn.elo.abs() < 1e-6 && (100.0..400.0).contains(&drawn.high),
            "{drawn:?}"
        );
        // If results vary, the interval shrinks with the square root of the number of games.
        let (few, many) = (of(60, 20, 40), of(600, 200, 400));
        assert!((3.0..3.4).contains(&(few.error() / many.error())));
        let extremes = [
            (100_000, 0, 0),
            (0, 0, 100_000),
            (0, 100_000, 0),
            (1, 100_000, 0),
        ];
        for (wins, draws, losses) in extremes {
            let estimate = of(wins, draws, losses);
            let numbers = [estimate.low, estimate.elo, estimate.high];
            assert!(
                numbers.iter().all(|number| number.is_finite()),
                "{numbers:?}"
            );
            assert!(numbers.is_sorted(), "{numbers:?}");
        }
        let even = Tally {
            wins: 50,
            draws: 100,
            losses: 50,
        }
        .elo()
        .unwrap();
        assert!(even.elo.abs() < 1e-9 && (even.low + even.high).abs() < 1e-9);
    }
}
