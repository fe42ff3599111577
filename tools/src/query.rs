//! Queries: questions to an engine about a position, and the number that an answer stands for.

use katachi_board::Color;

use crate::result::{GameResult, Margin};

/// A GTP command in which `%c` stands for the colour to move and `%m` for the played move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    text: String,
}

/// The meaning of a query's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// 1 if the engine's move is the played one, else 0.
    Agreement,
    /// Seconds of processor time for the other commands.
    CpuTime,
    /// The number in the answer; for a score, Black's lead; without a number, the number of lines.
    Value,
}

impl Query {
    /// Parses a list of commands, separated by commas. `reg_genmove` without an argument gets `%c`.
    pub fn list(text: &str) -> Vec<Self> {
        let commands = text
            .split(',')
            .map(str::trim)
            .filter(|command| !command.is_empty());
        let query = |command| Self {
            text: match command {
                "reg_genmove" => "reg_genmove %c".to_owned(),
                other => other.to_owned(),
            },
        };
        commands.map(query).collect()
    }

    /// The command as given.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The name of the command, without its arguments.
    pub fn command(&self) -> &str {
        self.text.split_whitespace().next().unwrap_or_default()
    }

    /// The meaning of its numbers.
    pub fn measure(&self) -> Measure {
        match self.command() {
            "reg_genmove" => Measure::Agreement,
            "cputime" => Measure::CpuTime,
            _ => Measure::Value,
        }
    }

    /// The command for a position.
    pub fn fill(&self, color: Color, played: &str) -> String {
        self.text.replace("%c", color.name()).replace("%m", played)
    }

    /// The number that an answer stands for.
    pub fn value(&self, answer: &str, played: &str) -> f64 {
        match self.measure() {
            Measure::Agreement => f64::from(u8::from(answer.eq_ignore_ascii_case(played))),
            Measure::CpuTime | Measure::Value => number(answer),
        }
    }
}

/// The number in an answer: the first word if it is a number, Black's lead if it is a score, else
/// the number of lines.
fn number(answer: &str) -> f64 {
    let first = answer.split_whitespace().next().unwrap_or_default();
    let plain = first.parse().ok().filter(|number: &f64| number.is_finite());
    if let Some(number) = plain {
        return number;
    }
    let Ok(result) = answer.parse();
    match result {
        GameResult::Win(Color::Black, Margin::Points(points)) => points,
        GameResult::Win(Color::White, Margin::Points(points)) => -points,
        GameResult::Draw => 0.0,
        _ => answer
            .lines()
            .filter(|line| !line.trim().is_empty())
            .count() as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_commands() {
        let queries = Query::list("reg_genmove, estimate_score,,katachi-matches %c %m");
        let texts: Vec<&str> = queries.iter().map(Query::text).collect();
        assert_eq!(
            texts,
            ["reg_genmove %c", "estimate_score", "katachi-matches %c %m"]
        );
        assert_eq!(
            queries[2].fill(Color::White, "D4"),
            "katachi-matches white D4"
        );
        assert_eq!(queries[0].measure(), Measure::Agreement);
    }

    #[test]
    fn answers_are_numbers() {
        let value = |command: &str, answer: &str| {
            let value = Query::list(command)[0].value(answer, "D4");
            format!("{value}")
        };
        assert_eq!(value("reg_genmove", "d4"), "1");
        assert_eq!(value("reg_genmove", "pass"), "0");
        assert_eq!(
            value("estimate_score", "W+5.3 (upper bound: -4.5, lower: -6.0)"),
            "-5.3"
        );
        assert_eq!(value("estimate_score", "B+2"), "2");
        assert_eq!(value("estimate_score", "W+0.0 (upper bound: 0.0)"), "0");
        assert_eq!(value("countlib D4", "3"), "3");
        assert_eq!(value("katachi-matches %c %m", "a\nb\n\nc"), "3");
        assert_eq!(value("echo", ""), "0");
    }
}
