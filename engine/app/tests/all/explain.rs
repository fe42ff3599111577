//! `katachi-explain`: its account of patterns that fit or do not, and its agreement with the
//! patterns that fire.

use katachi_gtp::Client;
use katachi_testkit::gtp::{ask, fails, ok};
use serde_json::Value;

use crate::session::{client, file};

/// Two patterns: one without a constraint, one with a long one.
const SOURCE: &str = "\
Pattern Push

OX
.*

:8,-

OX
.*


Pattern Careful

XO
*.

:8,OX

ab
*c

;lib(a)+lib(b)>3 && (xplay_connect(*,c,a,a)==WIN || oplay_attack(*,a))
";

fn with_source() -> (Client, tempfile::TempDir) {
    let (folder, file) = file("patterns.db", SOURCE);
    let mut client = client(&file);
    for command in ["boardsize 9", "play b E5", "play w F5"] {
        assert_eq!(ask(&mut client, command), Ok(String::new()));
    }
    (client, folder)
}

#[test]
fn every_part_of_a_constraint_has_its_value() {
    let (mut client, _folder) = with_source();
    let text = ask(&mut client, "katachi-explain Careful w E4").expect("an explanation");
    let expected = "\
patterns Careful patterns.db:12 class OX for white at E4
orientation 0 anchor E5: the diagram fits a=E5 b=F5 c=F4 *=E4
  lib(a) is 3
  lib(b) is 3
  (lib(a)+lib(b)) is 6
  (lib(a)+lib(b))>3 is 1
  xplay_connect(*,c,a,a) is 5
  xplay_connect(*,c,a,a)==5 is 1
the constraint holds
fires";
    assert_eq!(text, expected);
    // With few liberties the rest of the constraint is not evaluated.
    for command in ["play w E6", "play b F6", "play b G5"] {
        assert_eq!(ask(&mut client, command), Ok(String::new()));
    }
    let text = ask(&mut client, "katachi-explain Careful w E4").expect("an explanation");
    assert!(
        text.contains("(lib(a)+lib(b))>3 is 0\nthe constraint fails\ndoes not fire"),
        "{text}"
    );
    assert!(!text.contains("xplay_connect"), "{text}");
}

#[test]
fn the_elements_that_do_not_fit_are_named() {
    let (mut client, _folder) = with_source();
    let text = ask(&mut client, "katachi-explain Careful w F4").expect("an explanation");
    let expected = "\
patterns Careful patterns.db:12 class OX for white at F4
does not fit: orientation 0 comes closest with 2 of 4 cells and borders
F5, row 1 column 1 of the diagram: expected `X` (a stone of X), there is a stone of O
G5, row 1 column 2 of the diagram: expected `O` (a stone of O), it is empty";
    assert_eq!(text, expected);
    // On a stone, the anchor lies there.
    let text = ask(&mut client, "katachi-explain Push b E5").expect("an explanation");
    assert!(text.contains("anchor E5: the diagram fits *=F4"), "{text}");
}

#[test]
fn what_cannot_be_explained_is_refused() {
    let (mut client, _folder) = with_source();
    let text = ask(&mut client, "katachi-explain careful w A1").expect_err("no such name");
    assert_eq!(
        text,
        "unknown pattern: careful; the most similar names are Careful, Push"
    );
    let text = ask(&mut client, "katachi-explain Push w Z99");
    let expected = "invalid coordinate: expected A1 to J9, found `Push w Z99`";
    assert_eq!(text, Err(expected.to_owned()));
    assert!(ask(&mut client, "katachi-explain").is_err());
    assert_eq!(ask(&mut client, "trymove w A1"), Ok(String::new()));
    assert!(ask(&mut client, "katachi-explain Push w E4").is_err());
}

/// Exactly the patterns that `katachi-matches` shows as firing are explained as firing.
#[test]
fn explanations_agree_with_matches() {
    let mut client = client("builtin");
    assert_eq!(ask(&mut client, "boardsize 13"), Ok(String::new()));
    let mut compared = 0;
    for number in 0..24 {
        let color = ["black", "white"][number % 2];
        let at = ask(&mut client, &format!("reg_genmove {color}")).expect("a move");
        if at == "PASS" {
            break;
        }
        let text = ask(&mut client, &format!("katachi-matches {color} {at}")).expect("matches");
        let fired: Vec<(&str, String)> = (text.lines())
            .filter_map(|line| {
                let name = line.strip_prefix("pattern ")?.split(' ').next()?;
                let place = line
                    .find(" orientation ")
                    .and_then(|at| line.get(at + 1..))?;
                Some((name, format!("{place}: the diagram fits")))
            })
            .collect();
        for (name, place) in &fired {
            let command = format!("katachi-explain {name} {color} {at}");
            let text = ask(&mut client, &command).expect("an explanation");
            let lines: Vec<&str> = text.lines().collect();
            for (start, line) in lines.iter().enumerate() {
                let Some(end) = line.find(": the diagram fits") else {
                    continue;
                };
                let verdict = (lines[start..].iter())
                    .find(|line| ["fires", "does not fire"].contains(line))
                    .expect("a verdict");
                let here = format!("{}: the diagram fits", &line[..end]);
                let expected = fired.contains(&(name, here));
                assert_eq!(*verdict == "fires", expected, "{command}\n{text}");
            }
            assert!(text.contains(place.as_str()), "{command}\n{text}");
            compared += 1;
        }
        assert_eq!(
            ask(&mut client, &format!("play {color} {at}")),
            Ok(String::new())
        );
    }
    assert!(compared > 20, "{compared} matches");
}

#[test]
fn an_explanation_as_json_has_every_part() {
    let (mut client, _folder) = with_source();
    let text = ok(&mut client, "katachi-explain --json Careful w E4");
    let all: Value = serde_json::from_str(&text).expect("JSON");
    let one = &all[0];
    assert_eq!(one["pattern"], "Careful");
    assert_eq!(one["line"], 12);
    let found = &one["matches"][0];
    assert_eq!(found["points"][0], serde_json::json!(["a", "E5"]));
    assert_eq!(
        found["parts"][0],
        serde_json::json!({"text": "lib(a)", "value": 3.0})
    );
    assert_eq!(found["constraint"], "holds");
    assert_eq!(found["fires"], true);
    let text = ok(&mut client, "katachi-explain --json Careful w F4");
    let all: Value = serde_json::from_str(&text).expect("JSON");
    let closest = &all[0]["closest"];
    assert_eq!(
        (&closest["fitting"], &closest["elements"]),
        (&2.into(), &4.into())
    );
    assert_eq!(closest["misfits"].as_array().map(Vec::len), Some(2));
}

#[test]
fn whether_a_pattern_fires_is_one_line() {
    let (mut client, _folder) = with_source();
    assert_eq!(ok(&mut client, "katachi-fires Careful w E4"), "fires");
    assert_eq!(ok(&mut client, "katachi-fires Push b F4"), "fires");
    assert_eq!(
        ok(&mut client, "katachi-fires Careful w F4"),
        "does not fire: 2 of 4 points, F5 expected X, G5 expected O"
    );
    let source = "Pattern Roomy\n\nOX\n.*\n\n:8,-\n\naX\n.*\n\n;lib(a)>2 && lib(a)>4\n";
    let (_other, path) = file("roomy.db", source);
    ok(&mut client, &format!("katachi-load_patterns {path}"));
    assert_eq!(
        ok(&mut client, "katachi-fires Roomy b F4"),
        "does not fire: fits; constraint: lib(a)>4 is 0, lib(a) is 3"
    );
    assert!(fails(&mut client, "katachi-fires Romy w E4").contains("Roomy"));
    assert!(fails(&mut client, "katachi-fires Roomy w").starts_with("invalid coordinate"));
}

#[test]
fn near_misses_are_sorted_by_what_they_lack() {
    let (mut client, _folder) = with_source();
    assert_eq!(
        ok(&mut client, "katachi-near w E4"),
        "Push patterns.db:1 fires\nCareful patterns.db:12 fires"
    );
    // One stone is missing for the push.
    let text = ok(&mut client, "katachi-near w D5 1");
    assert!(
        ["E4", "E6"].contains(
            &text
                .strip_prefix("Push patterns.db:1 3 of 4 points, ")
                .and_then(|rest| rest.strip_suffix(" expected O"))
                .expect(&text)
        ),
        "{text}"
    );
    let text = ok(&mut client, "katachi-near --json b G4");
    let all: Value = serde_json::from_str(&text).expect("JSON");
    let lacking: Vec<_> = (all.as_array().expect("a list").iter())
        .map(|one| one["lacking"].as_u64())
        .collect();
    assert!(lacking.is_sorted() && lacking.len() == 2, "{text}");
    assert_eq!(ok(&mut client, "katachi-near b G4 0"), "");
    assert_eq!(
        fails(&mut client, "katachi-near b E5"),
        "vertex must be empty"
    );
    assert!(fails(&mut client, "katachi-near b G4 x").contains("found `x`"));
    assert!(fails(&mut client, "katachi-near b G4 -1").contains("found -1"));
}

/// Without any pattern that lacks a point, what lacks a condition comes first.
#[test]
fn near_misses_agree_with_what_fires() {
    let mut client = client("builtin");
    for command in ["boardsize 13", "play b D4", "play w F3", "play b F4"] {
        ok(&mut client, command);
    }
    let mut seen = [0; 2];
    for vertex in ["E3", "E4", "G4", "G3", "C3", "K10"] {
        let listed = ok(&mut client, &format!("katachi-near w {vertex} 12"));
        for line in listed.lines() {
            let name = line.split(' ').next().expect("a name");
            let answer = ok(&mut client, &format!("katachi-fires {name} w {vertex}"));
            let fires = line.ends_with(" fires");
            assert_eq!(answer == "fires", fires, "{line}\n{answer}");
            if let Some(why) = answer.strip_prefix("does not fire: ") {
                assert!(line.ends_with(why), "{line}\n{answer}");
            }
            seen[usize::from(fires)] += 1;
        }
    }
    assert!(seen[0] > 20 && seen[1] > 2, "{seen:?}");
}
