use katachi_board::Color;
use katachi_core::{Engine, Game};
use katachi_sgf::parse;
use katachi_studio::Place;
use katachi_studio::review::{Review, Reviewer, annotate, page};
use katachi_teacher::Judge;

use crate::common::{games, record, set_of};

const MINE: &str = "attribute_map general

Pattern Near

?..?
O.*.
?..?

:8,-,value(9)

Pattern Far

?...?
O..*.
?...?

:8,-,value(7)
";

/// The beginning of the game.
fn beginning() -> Game {
    let place = Place {
        game: 0,
        before: 20,
    };
    games().position(place).unwrap()
}

fn review(color: Option<Color>, judge: Option<&mut Judge>, least: f64) -> Review {
    let set = set_of(&[("mine.db", MINE)]);
    let mut engine = Engine::new(set.knowledge().clone());
    engine.analyst.set_level(1);
    let mut reviewer = Reviewer {
        engine: &mut engine,
        judge,
        color,
        least,
        seed: 1,
    };
    let review = reviewer.review(&beginning(), |_| ()).unwrap();
    assert!(engine.silenced.is_empty());
    review
}

#[test]
fn the_engines_own_ratings_judge() {
    let review = review(Some(Color::White), None, 2.0);
    assert_eq!(review.moves.len(), 10);
    assert!(review.moves.iter().all(|one| one.color == Color::White));
    let mistake = review.mistakes().next().expect("a mistake");
    let better = mistake.better.as_ref().unwrap();
    assert_eq!(better.point, mistake.choice);
    assert!(better.reasons.iter().any(|line| line.contains("mine.db:")));
    let text = review.text(Some(1), None).to_string();
    assert!(text.contains("smaller mistakes"), "{text}");
    assert!(
        text.contains("judged by the engine's own ratings"),
        "{text}"
    );
    for one in review.moves.iter().filter(|one| one.choice == one.played) {
        assert_eq!(one.loss, Some(0.0));
    }
}

#[test]
fn a_review_goes_into_the_record() {
    let review = review(None, None, 2.0);
    let bytes = std::fs::read(record()).unwrap();
    let mut collection = parse(&bytes).unwrap().collection;
    let before = collection.roots().next().unwrap().main_line().count();
    let text = annotate(&mut collection, &review).unwrap();
    let again = parse(text.as_bytes()).unwrap().collection;
    let root = again.roots().next().unwrap();
    assert_eq!(
        root.main_line().count(),
        before,
        "the game stays the main line"
    );
    let mistakes = review.mistakes().count();
    let marked = root.main_line().filter(|node| node.value("BM").is_some());
    assert_eq!(marked.count(), mistakes);
    let one = review.mistakes().next().unwrap();
    let node = root.main_line().nth(one.number).unwrap();
    let comment = node.value("C").unwrap().text();
    assert!(comment.contains("  better: "), "{comment}");
    let position = node.parent().unwrap();
    assert_eq!(position.values("LB").count(), one.candidates.len());
    assert_eq!(
        position.children().count(),
        2,
        "the better move is a variation"
    );
    let mut other = parse(b"(;B[aa])").unwrap().collection;
    let error = annotate(&mut other, &review).unwrap_err().to_string();
    assert_eq!(
        error,
        "expected a record whose first game has move 2, found one with 1 moves"
    );
    let page = page("a <game>", &review);
    assert!(page.contains("a &lt;game&gt;") && page.contains("<svg"));
}

/// A teacher for which each move gains a point for White: Black always loses one, White gains one.
#[cfg(unix)]
const TEACHER: &str = r#"n=0
while read -r id command rest; do
  case $command in
    name) answer=Script ;; version) answer=1 ;;
    list_commands) answer='boardsize clear_board komi play name version list_commands quit kata-raw-nn' ;;
    clear_board) n=0; answer= ;;
    play) n=$((n + 1)); answer= ;;
    kata-raw-nn) answer="whiteLead $n" ;;
    *) answer= ;;
  esac
  printf '=%s %s\n\n' "$id" "$answer"
  [ "$command" = quit ] && exit
done"#;

#[cfg(unix)]
#[test]
fn a_teacher_finds_the_pattern_to_blame() {
    use katachi_teacher::Answers;
    use katachi_teacher::engine::EngineCommand;

    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("teacher.sh");
    std::fs::write(&script, TEACHER).unwrap();
    let command = EngineCommand::new(format!("sh '{}'", script.display()));
    let limit = std::time::Duration::from_secs(20);
    let mut judge = Judge::open(&command, None, 6.5, limit, Answers::in_memory()).unwrap();
    let review = review(None, Some(&mut judge), 0.5);
    assert_eq!(review.judge, "Script:1 (kata-raw-nn)");
    for one in &review.moves {
        let expected = if one.color == Color::Black { 1.0 } else { -1.0 };
        assert_eq!(one.loss, Some(expected), "move {}", one.number);
        assert!(one.better.is_none(), "the script likes all moves equally");
        // Who is to blame fires for the move, and is worth something.
        if let Some(blame) = &one.blame {
            assert!(blame.value > blame.without);
            assert!(
                one.reasons
                    .iter()
                    .any(|line| line.contains(&blame.patterns[0]))
            );
        }
    }
    assert!(review.mistakes().all(|one| one.color == Color::Black));
    let blamed = review.blamed();
    assert!(!blamed.is_empty());
    let text = review.text(None, None).to_string();
    assert!(text.contains("to blame: "), "{text}");
    let name = blamed[0].0.split(' ').next().unwrap();
    let only = review.text(None, Some(name)).to_string();
    let shown = only.lines().filter(|line| line.starts_with("move "));
    assert_eq!(shown.count(), blamed[0].1, "{only}");
}
