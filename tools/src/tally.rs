//! The score of a match, the difference in Elo that it shows, and how sure that is.
//!
//! The formulas are those that chess testers use (Chess Programming Wiki, "Match Statistics";
//! cutechess-cli and fishtest print the same figures). With the share of points `s` the difference
//! is `400 log10(s / (1 - s))`; its 95 % interval is that of the mean score, from the sample
//! variance of wins, draws and losses and the normal distribution, carried over to Elo.

/// The 97.5 % quantile of the normal distribution: 95 % lie between it and its negative.
const NORMAL_975: f64 = 1.959_963_984_540_054;

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

/// The expected score, between 0 and 1, of a side that is so much stronger (logistic Elo).
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The difference in Elo that this score, between 0 and 1, shows; infinite at both ends.
pub fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// A difference in Elo with its 95 % interval; all in Elo points, infinite where every game was won or lost.
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
    /// Half the width of the interval, which is what is written behind a ±.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

impl Tally {
    /// The number of games.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of points, a draw half a point; `None` before the first game.
    pub fn score(&self) -> Option<f64> {
        let points = f64::from(self.wins) + f64::from(self.draws) / 2.0;
        (self.games() > 0).then(|| points / f64::from(self.games()))
    }

    /// The standard deviation of the mean score.
    fn deviation(&self) -> Option<f64> {
        let (score, games) = (self.score()?, f64::from(self.games()));
        let part = |count: u32, points: f64| f64::from(count) / games * (points - score).powi(2);
        let variance = part(self.wins, 1.0) + part(self.draws, 0.5) + part(self.losses, 0.0);
        Some((variance / games).sqrt())
    }

    /// The difference in Elo; `None` before the first game.
    pub fn elo(&self) -> Option<EloEstimate> {
        let (score, reach) = (self.score()?, NORMAL_975 * self.deviation()?);
        let elo_within = |score: f64| elo_of_score(score.clamp(0.0, 1.0));
        Some(EloEstimate {
            elo: elo_of_score(score),
            low: elo_within(score - reach),
            high: elo_within(score + reach),
        })
    }

    /// The likelihood of superiority: how probable it is that this side is the stronger one,
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
        // The logistic curve as printed everywhere (Elo rating system, Wikipedia; USCF): 100 points
        // are 64 %, 200 are 76 %, 300 are 85 %, 400 are 10 to 1.
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
    /// D: 27264". (Its ± comes from pairs of games; from single games it is the same to the digit.)
    #[test]
    fn a_published_match() {
        let tally = Tally {
            wins: 24193,
            draws: 27264,
            losses: 8543,
        };
        assert_eq!(tally.games(), 60_000);
        let estimate = tally.elo().unwrap();
        assert_eq!(
            format!("{:.2} +-{:.1}", estimate.elo, estimate.error()),
            "92.77 +-2.1"
        );
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
        let clean = Tally {
            wins: 10,
            ..Tally::default()
        }
        .elo()
        .unwrap();
        assert_eq!((clean.elo, clean.low), (f64::INFINITY, f64::INFINITY));
        let wide = Tally {
            wins: 2,
            draws: 0,
            losses: 1,
        }
        .elo()
        .unwrap();
        assert!(wide.low < 0.0 && wide.high == f64::INFINITY);
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
