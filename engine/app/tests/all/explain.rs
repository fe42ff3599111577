//! `katachi-explain`: its account of patterns that fit or do not, and its agreement with the
//! patterns that fire.

use katachi_gtp::Client;
use katachi_testkit::gtp::ask;

use crate::session::client;

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
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("patterns.db");
    std::fs::write(&file, SOURCE).expect("a file");
    let mut client = client(file.to_str().expect("a path"));
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
fn the_first_element_that_does_not_fit_is_named() {
    let (mut client, _folder) = with_source();
    let text = ask(&mut client, "katachi-explain Careful w F4").expect("an explanation");
    let expected = "\
patterns Careful patterns.db:12 class OX for white at F4
does not fit: orientation 0 comes closest with 2 of 4 cells and borders
F5, row 1 column 1 of the diagram: expected `X` (a stone of X), there is a stone of O";
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
        "no pattern is called careful: the most similar names are Careful, Push"
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
