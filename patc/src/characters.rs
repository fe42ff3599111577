//! Names characters that cannot be seen, or that look like others: no-break spaces, full-width
//! letters, letters of other alphabets.
//!
//! Only ASCII has a meaning in a database, so a mistake at such a character would be a riddle.

/// What a character is that is not what it seems.
pub(crate) struct Odd {
    /// The kind, with its article.
    pub kind: &'static str,
    /// What its author meant; nothing if it should go.
    pub meant: Option<char>,
    /// Whether it cannot be seen.
    pub hidden: bool,
}

/// Describes a character that is not what it seems; `None` for all others.
pub(crate) fn odd(character: char) -> Option<Odd> {
    let code = u32::from(character);
    let seen = |kind, meant| Odd {
        kind,
        meant: Some(meant),
        hidden: false,
    };
    let hidden = |kind, meant| Odd {
        kind,
        meant,
        hidden: true,
    };
    Some(match character {
        '\u{a0}' | '\u{2007}' | '\u{202f}' => hidden("a no-break space", Some(' ')),
        '\u{3000}' => hidden("a full-width space", Some(' ')),
        '\u{2000}'..='\u{200a}' | '\u{205f}' => hidden("a space of typography", Some(' ')),
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' => hidden("an invisible character", None),
        '\u{feff}' => hidden("a byte order mark", None),
        '\u{ff01}'..='\u{ff5e}' => {
            let narrow = char::from_u32(code - 0xff01 + u32::from('!'))?;
            seen("a full-width character", narrow)
        }
        'О' => seen("a Cyrillic letter", 'O'),
        'Х' => seen("a Cyrillic letter", 'X'),
        'о' => seen("a Cyrillic letter", 'o'),
        'х' => seen("a Cyrillic letter", 'x'),
        'Ο' => seen("a Greek letter", 'O'),
        'Χ' => seen("a Greek letter", 'X'),
        'ο' => seen("a Greek letter", 'o'),
        'χ' => seen("a Greek letter", 'x'),
        '○' | '◯' => seen("a circle", 'O'),
        '●' => seen("a disc", 'X'),
        '×' => seen("a multiplication sign", 'X'),
        '·' | '•' | '…' => seen("a dot of typography", '.'),
        '\u{2010}'..='\u{2015}' | '\u{2212}' => seen("a dash of typography", '-'),
        '─' | '━' | '═' => seen("a line of a box", '-'),
        '│' | '┃' | '║' => seen("a line of a box", '|'),
        '┌' | '┐' | '└' | '┘' | '├' | '┤' | '┬' | '┴' | '┼' => {
            seen("a corner of a box", '+')
        }
        '、' => seen("a comma of another script", ','),
        _ => return None,
    })
}

/// A text for a message: characters that cannot be seen are given by their code points.
pub(crate) fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if odd(character).is_some_and(|odd| odd.hidden) {
            shown.push_str(&code_point(character));
        } else {
            shown.push(character);
        }
    }
    shown
}

/// A character as `U+00A0`.
pub(crate) fn code_point(character: char) -> String {
    format!("U+{:04X}", u32::from(character))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_shown_by_their_codes() {
        assert_eq!(visible("8\u{a0},Ｏ\u{feff}"), "8U+00A0,ＯU+FEFF");
        assert_eq!(visible("ä O"), "ä O");
    }

    #[test]
    fn full_width_characters_have_their_narrow_ones() {
        let meant = |character| odd(character).and_then(|odd| odd.meant);
        assert_eq!(meant('Ｏ'), Some('O'));
        assert_eq!(meant('＊'), Some('*'));
        assert_eq!(meant('｜'), Some('|'));
        assert_eq!(meant('ä'), None);
    }
}
