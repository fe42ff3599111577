//! The escapes of SGF text: decodes them as FF4 says, and escapes text for the writer.

/// Decodes a value. An escaped line break vanishes, any other escaped character stands for itself,
/// other blanks become spaces, and every line end becomes `\n`; in `simple` text, a space.
pub(crate) fn decode(raw: &str, simple: bool) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(first) = chars.next() {
        let escaped = first == '\\';
        let Some(char) = (if escaped { chars.next() } else { Some(first) }) else {
            break;
        };
        match char {
            '\n' | '\r' => {
                chars.next_if(|&next| matches!(next, '\n' | '\r') && next != char);
                if !escaped {
                    text.push(if simple { ' ' } else { '\n' });
                }
            }
            '\t' | '\x0b' | '\x0c' => text.push(' '),
            _ => text.push(char),
        }
    }
    text
}

/// For each line of the decoded text of several lines, the line ends of the file before it.
pub(crate) fn line_starts(raw: &str) -> Vec<u32> {
    let mut starts = vec![0];
    let mut ends = 0;
    let mut chars = raw.chars().peekable();
    while let Some(first) = chars.next() {
        let escaped = first == '\\';
        let Some(char) = (if escaped { chars.next() } else { Some(first) }) else {
            break;
        };
        if matches!(char, '\n' | '\r') {
            chars.next_if(|&next| matches!(next, '\n' | '\r') && next != char);
            ends += 1;
            if !escaped {
                starts.push(ends);
            }
        }
    }
    starts
}

/// Appends text so that [`decode`] gives it back; a part of a composed value escapes `:` as well.
pub(crate) fn escape_into(raw: &mut String, text: &str, composed: bool) {
    for char in text.chars() {
        if matches!(char, '\\' | ']') || composed && char == ':' {
            raw.push('\\');
        }
        raw.push(char);
    }
}

/// Splits a raw composed value at its first `:` that is not escaped.
pub(crate) fn split(raw: &str) -> Option<(&str, &str)> {
    let mut escaped = false;
    let colon = raw.bytes().position(|byte| {
        let found = byte == b':' && !escaped;
        escaped = byte == b'\\' && !escaped;
        found
    })?;
    Some((&raw[..colon], &raw[colon + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_decodes_as_ff4_says() {
        let raw = "a\\]b\\\\c\\:d\te\\\r\nf\r\ng\n\rh\\\ti\r\rj\\";
        assert_eq!(decode(raw, false), "a]b\\c:d ef\ng\nh i\n\nj");
        assert_eq!(decode(raw, true), "a]b\\c:d ef g h i  j");
    }

    #[test]
    fn lines_know_their_places() {
        let raw = "a\\]b\\\r\nc\r\nd\n\re\n\nf";
        assert_eq!(decode(raw, false), "a]bc\nd\ne\n\nf");
        assert_eq!(line_starts(raw), [0, 2, 3, 4, 5]);
    }

    #[test]
    fn escapes_come_back() {
        for composed in [false, true] {
            let mut raw = String::new();
            escape_into(&mut raw, "x] \\ : y\\", composed);
            assert_eq!(decode(&raw, false), "x] \\ : y\\");
            assert_eq!(split(&raw).is_some(), !composed);
        }
        assert_eq!(split("a\\:b:c:d"), Some(("a\\:b", "c:d")));
        assert_eq!(split("a\\\\:b"), Some(("a\\\\", "b")));
    }
}
