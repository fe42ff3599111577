//! Problems: what a file may contain, which points are allowed, and how they are drawn.

use katachi_board::Color;
use katachi_sgf::vertex;
use katachi_tools::problems::Problem;
use katachi_tools::quality::HashPart;

fn line(id: usize, size: usize, to_move: &str, first: &str) -> String {
    format!(
        r#"{{"id":"{id}","set":"corner","book":"-","size":{size},"to_move":"{to_move}","black":["ab","bb"],"white":["cc"],"first":["{first}"]}}"#
    )
}

#[test]
fn a_problem_has_stones_and_the_points_around_them() {
    let (problems, errors) = Problem::parse(&format!("{}\n\n", line(1, 9, "white", "aa")));
    assert!(errors.is_empty());
    let [problem] = problems.as_slice() else {
        panic!("one problem");
    };
    assert_eq!(problem.to_move, Color::White);
    assert_eq!(problem.stones.len(), 3);
    assert_eq!(vertex(Some(problem.first[0]), problem.size), "A9");
    let allowed = problem.allowed();
    // Columns A to D, rows 9 to 6.
    assert_eq!(allowed.len(), 16);
    assert!(allowed.contains(&problem.first[0]));
    assert!(
        allowed
            .iter()
            .all(|point| point.row() < 4 && point.col() < 4)
    );
}

#[test]
fn a_wrong_line_is_named_and_the_others_are_kept() {
    let good = line(1, 9, "black", "aa");
    for (bad, words) in [
        ("{}", "line 2: expected a problem as a JSON object"),
        (
            &line(2, 99, "black", "aa"),
            "line 2: `size`: expected a size from 2 to 25, found `99`",
        ),
        (
            &line(2, 9, "red", "aa"),
            "line 2: `to_move`: expected black or white, found `red`",
        ),
        (
            &line(2, 9, "black", "zz"),
            "line 2: `first`: expected points of the board",
        ),
    ] {
        let (problems, errors) = Problem::parse(&format!("{good}\n{bad}\n{good}\n"));
        assert_eq!((problems.len(), errors.len()), (2, 1));
        assert!(errors[0].to_string().starts_with(words), "{}", errors[0]);
    }
}

#[test]
fn parts_divide_the_problems_and_a_larger_sample_contains_a_smaller_one() {
    let text: Vec<String> = (0..200).map(|id| line(id, 9, "black", "aa")).collect();
    let (all, _) = Problem::parse(&text.join("\n"));
    let half = |part: &str| Problem::draw(all.clone(), 200, part.parse().unwrap());
    let (first, second) = (half("1/2"), half("2/2"));
    assert_eq!(first.len() + second.len(), 200);
    assert!(first.iter().all(|problem| !second.contains(problem)));
    let ten = Problem::draw(all.clone(), 10, HashPart::WHOLE);
    let twenty = Problem::draw(all, 20, HashPart::WHOLE);
    assert_eq!(ten, twenty[..10]);
}
