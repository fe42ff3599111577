//! Tests of the chosen character set, the warnings about it, and the locations in the text.

use encoding_rs::{BIG5, EUC_KR, GB18030, GBK, SHIFT_JIS, WINDOWS_1252};
use katachi_sgf::{Location, Parsed, parse};
use proptest::prelude::*;

const CHINESE: &str = "黑先行，白棋在此脱先，黑棋可以征子，白棋的应法是跳出或者飞";
const JAPANESE: &str = "黒は表から押さえて、白はソリを打つことができます";
const KOREAN: &str = "흑이 먼저 두고 백이 손을 빼면 흑은 축으로 잡을 수 있다";
const TAIWANESE: &str = "許功蓋說黑棋先行，白棋在此脫先，黑棋可以征子";

fn bytes(charset: &'static encoding_rs::Encoding, record: &str) -> Vec<u8> {
    let (bytes, _, lossy) = charset.encode(record);
    assert!(!lossy, "{record}");
    bytes.into_owned()
}

/// The comment of the root, and the location of the move after it.
#[track_caller]
fn comment_of(parsed: &Parsed) -> (String, Location) {
    let root = parsed.collection.roots().next().unwrap();
    let comment = root.value("C").unwrap().text();
    let child = root.first_child().unwrap();
    (comment, child.value("B").unwrap().location())
}

#[track_caller]
fn reads(record: &[u8], charset: &str, comment: &str, warnings: &[&str]) {
    let parsed = parse(record).unwrap();
    assert_eq!(parsed.encoding.name(), charset);
    let found: Vec<_> = parsed.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(found, warnings);
    let (text, location) = comment_of(&parsed);
    assert_eq!(text, comment);
    let behind = comment.chars().count() as u32 + "];B[".len() as u32;
    let start = location.column - behind;
    assert_eq!(location.line, 2, "{location}");
    assert_eq!(start, "C[".len() as u32, "{location}");
}

#[test]
fn the_declared_character_set_counts() {
    for (charset, name, labels, comment) in [
        (
            GBK,
            "GBK",
            &["GB2312", "GBK", "gb2312-80", "CP936", "EUC-CN"][..],
            CHINESE,
        ),
        (GB18030, "gb18030", &["gb18030", "GB18030"], CHINESE),
        (BIG5, "Big5", &["Big5", "BIG-5", "cp950"], TAIWANESE),
        (
            SHIFT_JIS,
            "Shift_JIS",
            &["Shift_JIS", "sjis", "CP932", "MS932"],
            JAPANESE,
        ),
        (
            EUC_KR,
            "EUC-KR",
            &["EUC-KR", "cp949", "ks_c_5601-1987"],
            KOREAN,
        ),
        (
            WINDOWS_1252,
            "windows-1252",
            &["ISO-8859-1", "ISO8859_1", "latin1", "windows-1252"],
            "Joué à Genève",
        ),
        (
            encoding_rs::UTF_8,
            "UTF-8",
            &["UTF-8", "utf8", " UTF-8 "],
            CHINESE,
        ),
    ] {
        for label in labels {
            let record = format!("(;CA[{label}]\nC[{comment}];B[dd])");
            reads(&bytes(charset, &record), name, comment, &[]);
            // `CA` is not the first property, so the text before it is in the same character set.
            let record = format!("(;GM[1]PB[{comment}]CA[{label}]\nC[{comment}];B[dd])");
            reads(&bytes(charset, &record), name, comment, &[]);
        }
    }
}

/// `\` and `]` are second bytes of these characters.
#[test]
fn second_bytes_are_no_brackets() {
    for (charset, name, comment) in [
        (BIG5, "Big5", "許功蓋"),
        (SHIFT_JIS, "Shift_JIS", "表ソ十ー"),
        (GBK, "GBK", "乗漒匼俓"),
    ] {
        let encoded = bytes(charset, comment);
        assert!(
            encoded.contains(&b'\\') || encoded.contains(&b']'),
            "{comment}"
        );
        let record = format!("(;GN[{comment}]CA[{name}]\nC[{comment}];B[dd])");
        reads(&bytes(charset, &record), name, comment, &[]);
    }
}

#[test]
fn byte_order_marks_come_first() {
    let record = format!("(;CA[GBK]\nC[{CHINESE}];B[dd])");
    reads(
        format!("\u{feff}(;\nC[{CHINESE}];B[dd])").as_bytes(),
        "UTF-8",
        CHINESE,
        &[],
    );
    let units: Vec<u16> = format!("\u{feff}{record}").encode_utf16().collect();
    let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    reads(&little, "UTF-16LE", CHINESE, &[]);
    reads(&big, "UTF-16BE", CHINESE, &[]);
}

#[test]
fn without_a_declaration_it_is_guessed() {
    for (charset, name, comment) in [
        (GBK, "GBK", CHINESE),
        (BIG5, "Big5", TAIWANESE),
        (SHIFT_JIS, "Shift_JIS", JAPANESE),
        (EUC_KR, "EUC-KR", KOREAN),
        (WINDOWS_1252, "windows-1252", "Joué à Genève"),
    ] {
        let record = bytes(charset, &format!("(;GM[1]\nC[{comment}];B[dd])"));
        let before = comment.chars().take_while(char::is_ascii).count();
        let warning = format!(
            "2:{}: expected UTF-8, found another byte; the record is read as {name}, which is a guess: say it with CA[{name}], or save the record as UTF-8",
            before + 3
        );
        reads(&record, name, comment, &[&warning]);
    }
    reads(
        format!("(;\nC[{CHINESE}];B[dd])").as_bytes(),
        "UTF-8",
        CHINESE,
        &[],
    );
}

#[test]
fn declarations_that_do_not_hold() {
    let utf8 = format!("(;CA[Klingon]\nC[{CHINESE}];B[dd])");
    reads(
        utf8.as_bytes(),
        "UTF-8",
        CHINESE,
        &[
            "1:5: expected a character set such as UTF-8, GBK or Shift_JIS in CA, found `Klingon`; it is ignored",
        ],
    );
    let utf8 = format!("(;PB[棋]CA[ISO-8859-1]\nC[{CHINESE}];B[dd])");
    reads(
        utf8.as_bytes(),
        "UTF-8",
        CHINESE,
        &["1:10: expected windows-1252, as CA says (`ISO-8859-1`), found UTF-8; CA is ignored"],
    );
    let gbk = bytes(GBK, &format!("(;CA[UTF-8]\nC[{CHINESE}];B[dd])"));
    reads(
        &gbk,
        "GBK",
        CHINESE,
        &[
            "1:5: expected UTF-8, as CA says (`UTF-8`), found other bytes; CA is ignored",
            "2:3: expected UTF-8, found another byte; the record is read as GBK, which is a guess: say it with CA[GBK], or save the record as UTF-8",
        ],
    );
    reads(
        b"(;CA[UTF-16]\nC[x];B[dd])",
        "UTF-8",
        "x",
        &["1:5: expected UTF-16LE, as CA says (`UTF-16`), found UTF-8; CA is ignored"],
    );
}

/// A file that breaks off within a character keeps its character set, and so does one with a few
/// invalid bytes.
#[test]
fn damaged_characters() {
    let record = format!("(;CA[GBK]\nC[{CHINESE}];B[dd];C[{CHINESE}");
    let mut gbk = bytes(GBK, &record);
    gbk.pop();
    let partial = katachi_sgf::parse_partial(&gbk).unwrap();
    assert_eq!(partial.parsed.encoding.name(), "GBK");
    assert_eq!(comment_of(&partial.parsed).0, CHINESE);

    let mut utf8 = format!("(;\nC[{CHINESE}];B[dd];C[x])").into_bytes();
    let place = utf8.len() - 3;
    utf8[place] = 0xff;
    let warning = format!(
        "2:{}: expected UTF-8, found another byte; such bytes are left out",
        CHINESE.chars().count() + 3 + "];B[dd];C[".len()
    );
    reads(&utf8, "UTF-8", CHINESE, &[&warning]);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Any text of the character set is decoded correctly, wherever CA is.
    #[test]
    fn declared_text_comes_back(text in "[a-z \u{4e00}-\u{4fff}ァ-ン가-갰é-ü]{0,30}", first: bool) {
        for (charset, name) in [(GBK, "GBK"), (BIG5, "Big5"), (SHIFT_JIS, "Shift_JIS"), (EUC_KR, "EUC-KR")] {
            let (encoded, _, lossy) = charset.encode(&text);
            if lossy {
                continue;
            }
            let ca = format!("CA[{name}]");
            let (before, behind) = if first { (ca.as_str(), "") } else { ("", ca.as_str()) };
            let record = [b"(;", before.as_bytes(), b"GN[", &encoded, b"]", behind.as_bytes(), b")"].concat();
            let parsed = parse(&record).unwrap();
            let root = parsed.collection.roots().next().unwrap();
            prop_assert_eq!(root.value("GN").unwrap().text(), text.clone());
            prop_assert!(parsed.warnings.is_empty(), "{:?}", parsed.warnings);
        }
    }
}
