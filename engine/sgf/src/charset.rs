//! Decodes the bytes of a record. No other module knows about character sets.
//!
//! Decoding comes before scanning: in GBK, Big5 and `Shift_JIS` the second byte of a character may
//! look like `\` or `]`.

use std::borrow::Cow;
use std::fmt;
use std::str::Utf8Error;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

use crate::scanner::{Scanner, is_blank};
use crate::{Location, Warning};

/// The character set of a record.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Encoding(&'static encoding_rs::Encoding);

impl Encoding {
    /// UTF-8, with or without a byte order mark.
    pub const UTF_8: Self = Self(encoding_rs::UTF_8);

    /// The character set's usual name, such as `UTF-8`, `GBK`, `Shift_JIS` or `windows-1252`.
    ///
    /// ISO 8859-1 and ASCII count as windows-1252, and GB2312 as GBK, which contain them.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// The character set that a `CA` value names, in any spelling that programs write.
    fn of_label(label: &[u8]) -> Option<Self> {
        let registered = encoding_rs::Encoding::for_label_no_replacement;
        // Java programs write `ISO8859_1` and `EUC_JP`.
        let label = label.to_ascii_lowercase();
        let dashed: Vec<u8> = (label.iter())
            .map(|&byte| if byte == b'_' { b'-' } else { byte })
            .collect();
        let known = registered(&label).or_else(|| registered(&dashed));
        let known = known.or(match dashed.as_slice() {
            b"cp936" | b"ms936" | b"windows-936" | b"euc-cn" | b"euccn" | b"gb-2312"
            | b"gb2312-80" => Some(encoding_rs::GBK),
            b"cp54936" | b"gb-18030" => Some(encoding_rs::GB18030),
            b"cp950" | b"ms950" | b"windows-950" | b"big-5" => Some(encoding_rs::BIG5),
            b"cp949" | b"ms949" | b"uhc" | b"euckr" => Some(encoding_rs::EUC_KR),
            b"cp932" | b"windows-932" => Some(encoding_rs::SHIFT_JIS),
            b"eucjp" => Some(encoding_rs::EUC_JP),
            _ => None,
        });
        known.map(Self)
    }

    /// The text, if the bytes are valid in this character set. A character that breaks off at the
    /// end of the file does not count as invalid.
    fn try_decode(self, bytes: &[u8]) -> Option<Cow<'_, str>> {
        if self == Self::UTF_8 {
            let is_sound = match str::from_utf8(bytes) {
                Ok(_) => true,
                Err(error) => breaks_off(error),
            };
            return is_sound.then(|| String::from_utf8_lossy(bytes));
        }
        let (text, lossy) = self.0.decode_without_bom_handling(bytes);
        let whole = text.trim_end_matches(char::REPLACEMENT_CHARACTER);
        (!lossy || !whole.contains(char::REPLACEMENT_CHARACTER)).then_some(text)
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

pub(crate) struct Decoded<'a> {
    pub text: Cow<'a, str>,
    pub encoding: Encoding,
    pub warnings: Vec<Warning>,
}

/// Decodes a file. The first of these that applies decides:
///
/// 1. the byte order mark
/// 2. `CA`, unless the bytes contradict it
/// 3. UTF-8, if the bytes are valid
/// 4. a guess from the bytes, with a warning
pub(crate) fn decode(bytes: &[u8]) -> Decoded<'_> {
    let mut bytes = bytes;
    if let Some((marked, length)) = encoding_rs::Encoding::for_bom(bytes) {
        bytes = &bytes[length..];
        if marked != encoding_rs::UTF_8 {
            return wide(Encoding(marked), bytes);
        }
    }
    let mut warnings = Vec::new();
    if let Some((before, declared)) = find_declaration(bytes) {
        match honour(before, declared, bytes) {
            Ok((text, encoding)) => {
                return Decoded {
                    text,
                    encoding,
                    warnings,
                };
            }
            Err(warning) => warnings.push(warning),
        }
    }
    let (text, encoding, warning) = guess(bytes);
    warnings.extend(warning);
    Decoded {
        text,
        encoding,
        warnings,
    }
}

/// Decodes UTF-16, of which the byte order mark leaves no doubt.
fn wide(encoding: Encoding, bytes: &[u8]) -> Decoded<'_> {
    let (text, lossy) = encoding.0.decode_without_bom_handling(bytes);
    let warning = lossy.then(|| {
        let (sound, _) = text
            .split_once(char::REPLACEMENT_CHARACTER)
            .unwrap_or((&text, ""));
        let message = format!("expected {encoding}, found half a character; it is left out");
        Warning {
            location: end_of(sound),
            message,
        }
    });
    Decoded {
        warnings: warning.into_iter().collect(),
        text,
        encoding,
    }
}

/// Decodes the bytes in the character set that `CA` declares; `before` is the text before its
/// value. A warning says why that is impossible.
fn honour<'a>(
    before: &[u8],
    declared: &[u8],
    bytes: &'a [u8],
) -> Result<(Cow<'a, str>, Encoding), Warning> {
    let refuse = |message: String| Warning {
        location: end_of(&guess(before).0),
        message,
    };
    let label = String::from_utf8_lossy(declared);
    let Some(encoding) = Encoding::of_label(declared.trim_ascii()) else {
        return Err(refuse(format!(
            "expected a character set such as UTF-8, GBK or Shift_JIS in CA, found `{label}`; it is ignored"
        )));
    };
    let is_utf8 = str::from_utf8(bytes).is_ok();
    // Text in a single-byte character set is hardly ever valid UTF-8 by chance.
    let disguised = encoding.0.is_single_byte() && is_utf8 && !bytes.is_ascii();
    let is_wide = [encoding_rs::UTF_16LE, encoding_rs::UTF_16BE].contains(&encoding.0);
    if !disguised && !is_wide {
        if bytes.is_ascii() && encoding.0.is_ascii_compatible() {
            return Ok((String::from_utf8_lossy(bytes), encoding));
        }
        if let Some(text) = encoding.try_decode(bytes) {
            return Ok((text, encoding));
        }
    }
    let found = if is_utf8 { "UTF-8" } else { "other bytes" };
    Err(refuse(format!(
        "expected {encoding}, as CA says (`{label}`), found {found}; CA is ignored"
    )))
}

/// Decodes the bytes as UTF-8 if they are valid, else in the character set that they look like,
/// with a warning.
fn guess(bytes: &[u8]) -> (Cow<'_, str>, Encoding, Option<Warning>) {
    let error = match str::from_utf8(bytes) {
        Ok(text) => return (Cow::Borrowed(text), Encoding::UTF_8, None),
        Err(error) => error,
    };
    let sound = bytes.get(..error.valid_up_to()).unwrap_or_default();
    let location = end_of(&String::from_utf8_lossy(sound));
    let (text, encoding, message) = if breaks_off(error) || is_damaged_utf8(bytes) {
        let message = "expected UTF-8, found another byte; such bytes are left out".to_owned();
        (String::from_utf8_lossy(bytes), Encoding::UTF_8, message)
    } else {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        detector.feed(bytes, true);
        let encoding = Encoding(detector.guess(None, Utf8Detection::Deny));
        let (text, _) = encoding.0.decode_without_bom_handling(bytes);
        let message = format!(
            "expected UTF-8, found another byte; the record is read as {encoding}, which is a guess: \
             say it with CA[{encoding}], or save the record as UTF-8"
        );
        (text, encoding, message)
    };
    (text, encoding, Some(Warning { location, message }))
}

/// Whether the only error is an incomplete character at the end of the file.
fn breaks_off(error: Utf8Error) -> bool {
    error.error_len().is_none()
}

/// Whether UTF-8 characters are far more frequent than invalid bytes.
fn is_damaged_utf8(bytes: &[u8]) -> bool {
    let (mut good, mut bad) = (0_usize, 0_usize);
    for chunk in bytes.utf8_chunks() {
        good += chunk
            .valid()
            .chars()
            .filter(|char| !char.is_ascii())
            .count();
        bad += usize::from(!chunk.invalid().is_empty());
    }
    good > 10 * bad
}

/// The value of `CA` in the first root, and the text before its `[`.
///
/// The search comes before the character set is known, so it may try twice to skip the values
/// before `CA`: byte by byte, then as if each byte above ASCII began a character of two bytes.
fn find_declaration(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    [false, true]
        .into_iter()
        .find_map(|pairs| declaration(bytes, pairs))
}

fn declaration(bytes: &[u8], pairs: bool) -> Option<(&[u8], &[u8])> {
    let mut rest = root(bytes)?;
    loop {
        rest = rest.trim_ascii_start();
        let name = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric());
        let (name, behind) = rest.split_at(name.count());
        rest = behind.trim_ascii_start();
        // A value without a name belongs to the property before; a name without a value ends the
        // root.
        let inside = rest.strip_prefix(b"[")?;
        let length = value_length(inside, pairs)?;
        let (value, behind) = inside.split_at(length);
        if name == b"CA" {
            let before = bytes.len() - inside.len() - 1;
            return Some((bytes.get(..before)?, value));
        }
        rest = behind.get(1..)?;
    }
}

/// The text after the first `(;`; blanks between the two are allowed.
fn root(bytes: &[u8]) -> Option<&[u8]> {
    let mut rest = bytes;
    loop {
        let open = rest.iter().position(|&byte| byte == b'(')?;
        rest = rest.get(open + 1..)?;
        let blanks = rest.iter().take_while(|&&byte| is_blank(byte)).count();
        if let Some(root) = rest.get(blanks..)?.strip_prefix(b";") {
            return Some(root);
        }
    }
}

/// The length of a value up to its `]`.
fn value_length(inside: &[u8], pairs: bool) -> Option<usize> {
    let mut at = 0;
    loop {
        match inside.get(at)? {
            b']' => return Some(at),
            b'\\' => at += 2,
            byte if pairs && !byte.is_ascii() => at += 2,
            _ => at += 1,
        }
    }
}

/// The location after a text.
fn end_of(text: &str) -> Location {
    let mut scanner = Scanner::new(text);
    while scanner.peek().is_some() {
        scanner.advance();
    }
    scanner.location()
}
