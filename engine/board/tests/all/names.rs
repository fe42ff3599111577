//! Generates the table of `docs/board.md`: GNU Go's names of questions, and our functions.

use katachi_board::{Board, BoardSize, Chain, Color, Komaster, Point, PointSet, Superstring};
use katachi_testkit::docs::{expect_file, read_file, replace_parts};

/// Mentions a function, so that the table compiles only while the function exists.
macro_rules! mention {
    ($path:path) => {
        let _ = $path;
    };
    ($path:path, $use:expr) => {
        let _ = $use;
    };
}

/// Rows of the table. A function that cannot be named alone is followed by an example of its use.
macro_rules! rows {
    ($($old:literal: $($path:path $(= $use:expr)?),+; $remark:literal)+) => {
        [$({
            $(mention!($path $(, $use)?);)+
            let ours = [$(stringify!($path)),+].map(|name| format!("`{}`", name.replace(' ', "")));
            format!("| `{}` | {} | {} |\n", $old, ours.join(", "), $remark)
        }),+].concat()
    };
}

#[test]
fn the_table_is_true() {
    let part = rows! {
        "store_board": Board::clone; "a board is a value"
        "restore_board": Board::clone_from; ""
        "clear_board": Board::new; ""
        "dump_stack": Board::moves; "`.rev().take(board.trial_moves())`: the trial moves, last first"
        "add_stone": Board::with_stones = |size, stones: Vec<_>| Board::with_stones(size, stones); "a new board without history, made of `all_stones` and the new one"
        "remove_stone": Board::with_stones = Board::all_stones; "likewise, without the stone"
        "play_move": Board::play, Board::pass; "by the rules of the game"
        "undo_move": Board::undo; "one move"
        "trymove": Board::try_move, Board::try_pass; "simple ko, no suicide"
        "tryko": Board::try_ko; ""
        "popgo": Board::take_back; ""
        "komaster_trymove": Board::try_with_komaster; "`Some(Tried::Conditional)` is a conditional ko"
        "get_komaster": Board::komaster; ""
        "get_kom_pos": Komaster::point; ""
        "move_in_stack": Board::was_tried; ""
        "stones_on_board": Board::stones_in_game; "one colour, without trial moves; `Board::stones` are those on the board"
        "is_pass": Option::is_none = Option::<Point>::is_none; "the point of a move is `None`"
        "is_legal": Board::is_legal, Board::check_legal; "the latter says why not"
        "is_suicide": Board::is_suicide; ""
        "is_illegal_ko_capture": Board::is_ko; ""
        "is_ko": Board::ko_capture; "by its shape, whether it is legal now or not; the captured stone"
        "is_ko_point": Board::is_ko_point; ""
        "does_capture_something": Board::captures_something; ""
        "is_self_atari": Board::is_self_atari; "one liberty or none; captures count"
        "has_neighbor": Board::has_neighbor; ""
        "is_edge_vertex": BoardSize::is_edge; ""
        "is_corner_vertex": BoardSize::is_corner; ""
        "edge_distance": BoardSize::edge_distance; "0 on the first line"
        "countlib": Board::liberty_count, Chain::liberty_count; ""
        "findlib": Chain::liberties; ""
        "fastlib": Board::liberty_count_after, Board::approximate_liberty_count; "with captures, and ignoring them; never fails"
        "approxlib": Board::approximate_liberties; "captures are ignored"
        "accuratelib": Board::liberties_after; "`& *board.empty()`: those that do not come from captures"
        "count_common_libs": Chain::common_liberties; "`.len()`"
        "find_common_libs": Chain::common_liberties; ""
        "have_common_lib": Chain::shares_liberty; "one of them: `common_liberties(..).first()`"
        "countstones": Chain::len; ""
        "findstones": Chain::stones; ""
        "find_origin": Chain::origin; "the first stone in board order"
        "same_string": Chain::contains, Chain::is_same; "by a stone, by a chain"
        "mark_string": Chain::stone_set; "a set to be joined with others"
        "chainlinks": Chain::neighbors; ""
        "chainlinks2": Chain::neighbors_with; "exactly N liberties"
        "chainlinks3": Chain::neighbors_up_to; "at most N liberties"
        "extended_chainlinks": Chain::extended_neighbors, Chain::extended_chains; "opponents only, both colours"
        "adjacent_strings": Chain::is_adjacent; ""
        "neighbor_of_string": Chain::touches; ""
        "liberty_of_string": Chain::has_liberty; ""
        "second_order_liberty_of_string": Chain::has_second_order_liberty; "empty, beside a liberty, no liberty itself"
        "find_superstring": Chain::superstring, Chain::superstring_over, Board::superstring_through = |board: &mut Board, point| board.superstring_through(point, |_, _| true).is_some(), Superstring::stones; "without and with links over captured stones"
        "find_superstring_liberties": Superstring::liberties; "of strings with at most N liberties; pass N - 1 for fewer than N"
        "find_proper_superstring_liberties": Superstring::proper_liberties; ""
        "find_superstring_stones_and_liberties": Superstring::stones, Superstring::liberties; ""
        "superstring_chainlinks": Superstring::neighbors; "at most N liberties"
        "proper_superstring_chainlinks": Superstring::proper_neighbors; ""
        "location_to_string": Point::vertex; ""
        "string_to_location": Point::from_vertex; ""
        "is_hoshi_point": katachi_board::star_points, PointSet::contains; "the points of the size as a set"
        "color_to_string": Color::name; ""
        "draw_letter_coordinates": katachi_board::column_letter; "the letter of a column"
        "simple_showboard": Board::to_string = <Board as ToString>::to_string; "a diagram that reads back"
    };
    let part = format!("\n| GNU Go's name | here | remark |\n|---|---|---|\n{part}\n");
    let path = "docs/board.md";
    let made = read_file(path).and_then(|text| {
        let marks = ("<!-- table:", "-->", "<!-- end -->");
        let text = replace_parts(&text, marks, |_| Ok(part.clone()))?;
        expect_file(path, &text)
    });
    if let Err(error) = made {
        panic!("{}", error.message().unwrap_or("no message"));
    }
}
