//! Property tests: no file causes a panic, and compiled entries survive decompiling and compiling.

use katachi_joseki::decompile::{decompile, tree};
use katachi_joseki::show::{Limits, Tree, svg, text};
use katachi_joseki::{Entry, Options, compile, text as database};
use katachi_sgf::write;
use proptest::collection::vec;
use proptest::prelude::*;

/// Text that looks like an annotated tree more often than random text does.
fn nearly_a_tree() -> impl Strategy<Value = Vec<u8>> {
    let pieces = prop::sample::select(vec![
        "(",
        ")",
        ";",
        "(;",
        "\n",
        "[",
        "]",
        "SZ[19]",
        "SZ[9]",
        "SZ[2]",
        "SZ[25]",
        "SZ[30]",
        ";B[pd]SQ[mg]",
        ";W[qf]MA[nh]",
        ";B[aa]SQ[cc]",
        ";W[ba]SQ[cc]C[0]",
        ";B[ab]SQ[cc]C[U\n;oplay_attack(*,*)]",
        ";B[tt]",
        ";W[]",
        "SQ[aa:ii]",
        "SQ[jj]",
        "LB[bb:A]",
        "LB[bb:AB]",
        "AB[bb][cb]",
        "AW[bc:cc]",
        "AE[aa:ss]",
        "N[x]",
        "N[two words]",
        "C[J\n:shape(1)\n#c]",
        "C[:;>]",
        "C[;\n>\n:\n#]",
        "PL[W]",
        "é",
        "\\",
    ]);
    let piece = prop_oneof![
        12 => pieces.prop_map(|piece| piece.as_bytes().to_vec()),
        1 => vec(any::<u8>(), 1..3),
    ];
    vec(piece, 0..40).prop_map(|pieces| [b"(;".to_vec(), pieces.concat()].concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_panics(bytes in nearly_a_tree(), depth in prop::option::of(0..5_usize)) {
        let options = Options { prefix: "T".to_owned(), ..Options::default() };
        let (shown, compiled) = Tree::read(&bytes, &options);
        let branches = shown.branches(Limits { depth });
        prop_assert!(svg(&shown, &branches).ends_with("</svg>\n"));
        let text = text(&shown, &branches);
        let all = shown.branches(Limits::default());
        for name in compiled.entries.iter().map(|entry| &entry.name) {
            prop_assert!(shown.branch_of_pattern(name).is_some(), "{} of {}", name, text);
        }
        let summary = shown.summary(&all);
        prop_assert!(compiled.entries.is_empty() || summary.contains(&format!("patterns: {} (", compiled.entries.len())), "{}", summary);
    }

    /// Entries survive a tree, except those of boards or regions that are too large.
    #[test]
    fn entries_come_back(bytes in nearly_a_tree()) {
        let options = Options { prefix: "T".to_owned(), ..Options::default() };
        let entries: Vec<Entry> = compile(&bytes, &options).entries;
        let small: Vec<Entry> = entries.into_iter().filter(|entry| entry.rows.max(entry.cols) <= 9).collect();
        let again = compile(write(&tree(&small)).as_bytes(), &options).entries;
        prop_assert_eq!(again.len(), small.len());
        for (old, new) in small.iter().zip(&again) {
            prop_assert!(new.says(old), "{:?}\n{:?}", old, new);
        }
        let db = database::database(&small, &[]).to_string();
        let model = patc::analyze(katachi_image::Role::Patterns, vec![patc::Source::new("t.db", db)]);
        if !model.has_errors() {
            let problems = decompile(&model).problems;
            prop_assert!(problems.is_empty(), "{:?}", problems);
        }
    }
}
