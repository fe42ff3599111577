//! Tests that every code is explained and that the examples are right: the wrong one has this
//! mistake and no other, the repaired one compiles without diagnostics.

use katachi_image::Role;
use katachi_testkit::docs::fences;
use libtest_mimic::Failed;
use patc::{Code, Compiled, Source, compile, explain, sections};

/// What to do about a missing section.
const HOW: &str = "add a section to patc/docs/diagnostics.md: `## CODE title` (the title of the \
    table in codes.rs), what it means, a block ```db wrong``` and a block ```db repaired``` \
    (both may be followed by the role, such as `conn`; without it they are for `patterns`)";

/// Codes without examples, since no source causes them.
const WITHOUT_EXAMPLES: [Code; 1] = [Code::Internal];

/// Replaces `{0}` by a zero byte and `{text*N}` by N repetitions of the text.
fn unescape(text: &str) -> Result<String, Failed> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let (inside, after) = after.split_once('}').ok_or("a `{` without its `}`")?;
        out.push_str(before);
        match inside.rsplit_once('*') {
            Some((text, count)) => out.push_str(&text.repeat(count.parse()?)),
            None => out.push('\0'),
        }
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}

/// The example of this kind in a section, compiled.
fn example(section: &str, kind: &str) -> Result<Compiled, Failed> {
    for fence in fences(section) {
        let mut words = fence.info.split_whitespace();
        if words.next() != Some("db") || words.next() != Some(kind) {
            continue;
        }
        let mut text = section[fence.body].to_owned();
        let (mut role, mut name) = (Role::Patterns, "example.db");
        for word in words {
            if word == "escaped" {
                text = unescape(&text)?;
            } else if word == "compressed" {
                name = "example.dbz";
            } else {
                role = Role::by_name(word).ok_or_else(|| format!("no role {word}"))?;
            }
        }
        return Ok(compile(role, vec![Source::new(name, text)]));
    }
    Err(format!("there is no block `db {kind}`; {HOW}").into())
}

fn check(code: Code) -> Result<(), Failed> {
    let section = explain(code).ok_or_else(|| format!("there is no section; {HOW}"))?;
    let title = section.lines().next().unwrap_or_default();
    assert_eq!(title, format!("## {code} {}", code.title()));
    if WITHOUT_EXAMPLES.contains(&code) {
        return Ok(());
    }
    let say = |compiled: &Compiled| -> Vec<String> {
        let diagnostics = compiled.diagnostics.iter();
        diagnostics.map(|d| d.short(&compiled.sources)).collect()
    };
    let wrong = example(section, "wrong")?;
    let codes: Vec<Code> = wrong.diagnostics.iter().map(|d| d.code).collect();
    assert_eq!(codes, [code], "{:#?}", say(&wrong));
    let repaired = example(section, "repaired")?;
    let rest = say(&repaired);
    assert!(rest.is_empty(), "{rest:#?}");
    Ok(())
}

#[test]
fn every_code_is_explained_by_examples() {
    let complaints: Vec<String> = (Code::ALL.iter())
        .filter_map(|&code| {
            let checked = std::panic::catch_unwind(|| check(code));
            let complaint = match checked {
                Ok(Ok(())) => return None,
                Ok(Err(failed)) => failed.message().unwrap_or_default().to_owned(),
                Err(_) => "see above".to_owned(),
            };
            Some(format!("{code}: {complaint}"))
        })
        .collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn sections_are_those_of_the_codes_in_order() {
    let found: Vec<_> = sections()
        .map(|section| section.split_whitespace().nth(1).unwrap_or_default())
        .collect();
    let expected: Vec<_> = Code::ALL.iter().map(|code| code.id()).collect();
    assert_eq!(found, expected, "{HOW}");
}
