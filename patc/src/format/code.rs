//! The layout of constraints and actions: canonical blanks, the author's line breaks, and breaks in
//! lines that are too long. It works on tokens, so every parenthesis of the author stays.

use crate::syntax::expression::Operator;

/// Longer lines of code are broken.
pub const MAX_WIDTH: usize = 80;

/// The indentation of a continued line, for each open parenthesis.
const INDENT: usize = 2;

/// A word, a number or a sign, with what decides the layout before it.
#[derive(Clone, Debug)]
struct Token<'a> {
    text: &'a str,
    /// Whether a blank stands before it, unless it begins the line.
    blank: bool,
    /// The parentheses that are open before it.
    depth: usize,
    /// Whether a statement begins with it.
    begins: bool,
    /// If a long line may be broken before it: how tightly the break's operator binds.
    breaks: Option<usize>,
}

/// The kind of the previous token, as far as it matters for the next one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// Nothing, or something after which no blank stands.
    Tight,
    /// A word, a number or a closing parenthesis.
    Operand,
    /// A word before which and after which a blank stands, such as `if`.
    Keyword,
    /// An operator with blanks around it.
    Spaced,
    /// The end of a statement.
    End,
    /// A comma.
    Comma,
}

/// Formats the lines of a constraint or action, each behind its sign `;` or `>`.
///
/// `None` stands for a line in between that is not code; the result has a `None` in its place.
pub fn lines(sign: char, texts: &[Option<&str>]) -> Vec<Option<String>> {
    let mut writer = Writer {
        sign,
        depth: 0,
        before: Before::Tight,
        begun: false,
    };
    let mut out = Vec::new();
    for text in texts {
        match text {
            None => out.push(None),
            Some(text) => out.extend(writer.line(text).into_iter().map(Some)),
        }
    }
    out
}

struct Writer {
    sign: char,
    depth: usize,
    before: Before,
    /// Whether a line has been written.
    begun: bool,
}

impl Writer {
    /// Formats a line as one or more lines; as none if it is empty.
    fn line(&mut self, text: &str) -> Vec<String> {
        let mut words = words(text);
        if self.sign == ';' {
            // A constraint is one expression and needs no end.
            words.retain(|word| *word != ";");
        }
        let tokens: Vec<Token<'_>> = (words.iter().enumerate())
            .map(|(at, word)| self.token(word, words.get(at + 1).copied()))
            .collect();
        let mut rest = tokens.as_slice();
        let mut out = Vec::new();
        while !rest.is_empty() {
            let (line, behind) = self.cut(rest);
            out.push(line);
            rest = behind;
        }
        out
    }

    fn token<'a>(&mut self, text: &'a str, next: Option<&str>) -> Token<'a> {
        let before = self.before;
        let mut depth = self.depth;
        let operator = OPERATORS.iter().find(|operator| operator.sign() == text);
        let tenuki = text == "?"
            && matches!(before, Before::Comma | Before::Tight)
            && matches!(next, Some("," | ")"));
        let wide = match text {
            "?" | ":" => !tenuki,
            _ => operator.is_some_and(|operator| operator.is_spaced()),
        };
        self.before = match text {
            "(" => {
                self.depth += 1;
                Before::Tight
            }
            ")" => {
                depth = depth.saturating_sub(1);
                self.depth = depth;
                Before::Operand
            }
            "," => Before::Comma,
            ";" => Before::End,
            "if" | "else" | "return" => Before::Keyword,
            _ if wide => Before::Spaced,
            _ if operator.is_some() || text == "!" => Before::Tight,
            _ => Before::Operand,
        };
        let blank = match text {
            "," | ")" | ";" => false,
            "(" => matches!(before, Before::Keyword | Before::Spaced | Before::End),
            _ if wide => before != Before::Tight,
            _ if operator.is_some() => false,
            "!" => !matches!(before, Before::Tight | Before::Comma),
            _ => !matches!(before, Before::Tight | Before::Comma),
        };
        let looseness = match text {
            _ if before == Before::End => Some(0),
            "?" | ":" if wide => Some(0),
            "||" => Some(1),
            "&&" => Some(2),
            _ => None,
        };
        Token {
            text,
            blank,
            depth,
            begins: before == Before::End,
            breaks: looseness.map(|looseness| 3 * depth + looseness),
        }
    }

    /// Writes as many tokens as fit one line; returns that line and the remaining tokens.
    fn cut<'a, 'b>(&mut self, tokens: &'a [Token<'b>]) -> (String, &'a [Token<'b>]) {
        let mut line = self.sign.to_string();
        if let (true, Some(first)) = (self.begun, tokens.first().filter(|token| !token.begins)) {
            line.push_str(&" ".repeat(1 + INDENT * first.depth));
        }
        self.begun = true;
        let mut best: Option<(usize, usize, usize)> = None;
        let mut chosen = None;
        for (at, token) in tokens.iter().enumerate() {
            if let Some(tightness) = token.breaks.filter(|_| at > 0 && chosen.is_none()) {
                // Break at the loosest place that fits, and of equally loose ones at the last. If
                // none fits, break at the first place.
                let looser = best.is_none_or(|(least, ..)| tightness <= least);
                if best.is_none() || (looser && line.len() <= MAX_WIDTH) {
                    best = Some((tightness, at, line.len()));
                }
            }
            if at > 0 && token.blank {
                line.push(' ');
            }
            line.push_str(token.text);
            if line.len() > MAX_WIDTH {
                chosen = chosen.or(best);
            }
        }
        match chosen {
            None => (line, &[]),
            Some((_, at, end)) => {
                line.truncate(end);
                (line, tokens.get(at..).unwrap_or_default())
            }
        }
    }
}

const OPERATORS: [Operator; 9] = [
    Operator::Or,
    Operator::And,
    Operator::Equal,
    Operator::NotEqual,
    Operator::LessEqual,
    Operator::GreaterEqual,
    Operator::Less,
    Operator::Greater,
    Operator::Add,
];

/// Cuts a line into words, numbers and signs.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
        let length = match rest.find(|c| !word(c)) {
            Some(0) => {
                let operator = OPERATORS.iter().find(|o| rest.starts_with(o.sign()));
                let one = rest.chars().next().map_or(1, char::len_utf8);
                operator.map_or(one, |operator| operator.sign().len())
            }
            Some(length) => length,
            None => rest.len(),
        };
        let (first, behind) = rest.split_at(length);
        words.push(first);
        rest = behind.trim_start();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn constraint(texts: &[&str]) -> Vec<String> {
        let texts: Vec<_> = texts.iter().copied().map(Some).collect();
        lines(';', &texts).into_iter().flatten().collect()
    }

    #[test]
    fn blanks_are_canonical_and_breaks_stay() {
        let found = constraint(&["lib( a ) > 1&&! xplay_attack ( * ,B );", "", "||(a?b:! c)"]);
        assert_eq!(
            found,
            [";lib(a)>1 && !xplay_attack(*,B)", "; || (a ? b : !c)"]
        );
        assert_eq!(
            constraint(&["f(*, ? ,a) &&", "(lib(a)+lib(b) != 2", " || ko(c))"]),
            [";f(*,?,a) &&", "; (lib(a)+lib(b)!=2", ";   || ko(c))"]
        );
    }

    #[test]
    fn long_lines_are_broken_where_they_are_loosest() {
        let call = "oplay_attack_either(*,a,b)";
        let long = format!("({call} || {call}) && {call} && {call}");
        let found = constraint(&[&long]);
        assert_eq!(
            found,
            [
                format!(";({call} || {call})"),
                format!("; && {call} && {call}"),
            ]
        );
        let again: Vec<&str> = found.iter().map(|line| &line[1..]).collect();
        assert_eq!(constraint(&again), found);
    }

    #[test]
    fn statements_are_set_apart() {
        let found = lines(
            '>',
            &[
                Some("if(lib(a)==1)"),
                None,
                Some("return 1 ;else ko(a)ko(b);"),
                Some(" ko(c)"),
            ],
        );
        let expected = [
            Some(">if (lib(a)==1)".to_owned()),
            None,
            Some("> return 1; else ko(a) ko(b);".to_owned()),
            Some(">ko(c)".to_owned()),
        ];
        assert_eq!(found, expected);
    }
}
