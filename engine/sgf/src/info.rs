//! Reads the properties of a game ([`GameInfo`]) from its root.

use katachi_board::{BoardSize, MAX_KOMI};

use crate::{Color, Node, Size, Value, Warning};

/// The properties of a root node that engines need.
///
/// All others (dates, events, GNU Go's private `IL`) are available as
/// [`Property`](crate::Property).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameInfo {
    /// Board size (SZ); 19 if the record does not say.
    pub size: Size,
    /// Number of handicap stones (HA).
    pub handicap: Option<u32>,
    /// Komi in points (KM); `None` if the record does not say.
    pub komi: Option<f64>,
    /// Name of the rules (RU).
    pub rules: Option<String>,
    /// Result as the record writes it, such as `B+R` (RE).
    pub result: Option<String>,
    /// Name of Black (PB).
    pub black: Option<String>,
    /// Name of White (PW).
    pub white: Option<String>,
    /// Who is to move, if the root says it (PL).
    pub to_move: Option<Color>,
    /// Values that were malformed and not used.
    pub warnings: Vec<Warning>,
}

impl Node<'_> {
    /// The properties of a game in this node, usually a root. Of several values the first counts.
    pub fn game_info(self) -> GameInfo {
        let text = |identifier| self.value(identifier).map(Value::simple_text);
        let mut warnings = Vec::new();
        let mut keep = |warning| warnings.push(warning);
        let size = self
            .value("SZ")
            .and_then(|value| size(value).map_err(&mut keep).ok());
        let handicap = self
            .value("HA")
            .and_then(|value| handicap(value).map_err(&mut keep).ok());
        let komi = self
            .value("KM")
            .and_then(|value| komi(value).map_err(&mut keep).ok());
        let to_move = self
            .value("PL")
            .and_then(|value| Color::from_value(value).map_err(&mut keep).ok());
        GameInfo {
            size: size.unwrap_or_default(),
            handicap,
            komi,
            rules: text("RU"),
            result: text("RE"),
            black: text("PB"),
            white: text("PW"),
            to_move,
            warnings,
        }
    }
}

fn size(value: Value<'_>) -> Result<Size, Warning> {
    let (columns, rows) = value.split().unwrap_or((value, value));
    let number = |value: Value<'_>| value.raw().trim().parse().ok();
    number(columns)
        .zip(number(rows))
        .and_then(|(columns, rows)| Size::new(columns, rows))
        .ok_or_else(|| bad(value, "a board size from 1 to 52, or two as in `19:13`"))
}

fn handicap(value: Value<'_>) -> Result<u32, Warning> {
    let number = value.raw().trim().parse().ok();
    // A board has no room for more.
    let number = number.filter(|&stones: &u32| stones <= u32::from(BoardSize::MAX).pow(2));
    number.ok_or_else(|| bad(value, "a number of stones"))
}

/// Reads digits with a sign and a decimal point or comma; Rust's parser would accept `inf` and
/// `1e9` too.
fn komi(value: Value<'_>) -> Result<f64, Warning> {
    let text = value.raw().trim().replace(',', ".");
    let plain = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || b"+-.".contains(&byte));
    let number = katachi_board::parse_komi(&text).ok().filter(|_| plain);
    let expected = format!("komi from -{MAX_KOMI} to {MAX_KOMI} points");
    number.ok_or_else(|| bad(value, &expected))
}

fn bad(value: Value<'_>, expected: &str) -> Warning {
    Warning::bad_value(value.location(), expected, value.raw())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    fn info(record: &str) -> GameInfo {
        parse(record.as_bytes())
            .unwrap()
            .collection
            .roots()
            .next()
            .unwrap()
            .game_info()
    }

    #[test]
    fn reads_the_usual_root() {
        let info = info(
            "(;GM[1]SZ[19:19]HA[ 2 ]KM[6,5]RU[Japanese]RE[W+R]PB[A\nB \\[9p\\]]PW[C]PL[white];KM[1])",
        );
        assert_eq!(info.size, Size::default());
        assert_eq!((info.handicap, info.komi), (Some(2), Some(6.5)));
        assert_eq!(info.rules.as_deref(), Some("Japanese"));
        assert_eq!(info.result.as_deref(), Some("W+R"));
        assert_eq!(info.black.as_deref(), Some("A B [9p]"));
        assert_eq!(info.to_move, Some(Color::White));
        assert!(info.warnings.is_empty());
    }

    #[test]
    fn sizes_and_komi() {
        let size = |record| info(record).size;
        assert_eq!(size("(;)"), Size::default());
        assert_eq!(size("(;SZ[13:9])").to_string(), "13:9");
        assert_eq!(size("(;SZ[9])").to_string(), "9");
        let komi = |record| info(record).komi;
        assert_eq!(komi("(;KM[-17.5])"), Some(-17.5));
        assert_eq!(komi("(;KM[7])"), Some(7.0));
        assert_eq!(komi("(;)"), None);
    }

    #[test]
    fn bad_values_warn() {
        for record in [
            "(;SZ[53])",
            "(;SZ[x])",
            "(;KM[nan])",
            "(;KM[1e9])",
            "(;KM[inf])",
            "(;KM[1000.5])",
            "(;KM[9999999999999999999999999999999999999999999])",
            "(;KM[])",
            "(;HA[-1])",
            "(;HA[1000000])",
        ] {
            let info = info(record);
            assert_eq!(
                (info.size, info.komi, info.handicap),
                (Size::default(), None, None)
            );
            assert_eq!(info.warnings.len(), 1, "{record}");
            assert_eq!(info.warnings[0].location.column, 5);
        }
    }
}
