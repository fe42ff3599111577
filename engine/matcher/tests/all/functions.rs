//! Every function of the language and every helper of colon lines: the questions that it asks the
//! host, about which colours and points and in which order, and the number that the answers become.
//!
//! Read these tables beside the table of functions (`engine/image/src/autohelper.rs`). Each row is
//! tried with Black and with White as O, in all eight orientations.

use std::collections::BTreeSet;

use crate::support::{METHODS, Scene, Script, at, image, source};
use katachi_board::{Color, Symmetry};
use katachi_image::{Arguments, Autohelper, HELPERS, Role};
use patc::{Code, Source, compile};

/// A call, its questions with the answers, and its value.
const FUNCTIONS: &[(&str, &[&str], f32)] = &[
    // Stones and strings.
    ("lib(a)", &["liberties(a)=3"], 3.0),
    ("lib2(a)", &["outer_liberties(a,2)=7"], 7.0),
    ("lib3(a)", &["outer_liberties(a,3)=8"], 8.0),
    ("lib4(a)", &["outer_liberties(a,4)=9"], 9.0),
    ("wormsize(a)", &["string_size(a)=4"], 4.0),
    ("same_string(a,b)", &["is_same_string(a,b)=yes"], 1.0),
    ("x_somewhere(a,b,c)", &["stone(a)=none", "stone(b)=X"], 1.0),
    (
        "x_somewhere(a,b,*)",
        &["stone(a)=O", "stone(b)=none", "stone(*)=O"],
        0.0,
    ),
    ("o_somewhere(a,b,c)", &["stone(a)=X", "stone(b)=O"], 1.0),
    ("o_somewhere(a)", &["stone(a)=X"], 0.0),
    ("ko(a)", &["is_ko(a)=yes"], 1.0),
    ("finish_ko_helper(a)", &["can_finish_ko(a)=yes"], 1.0),
    (
        "squeeze_ko_helper(a)",
        &["can_be_squeezed_by_ko(a)=yes"],
        1.0,
    ),
    ("bent_four_helper(a)", &["is_bent_four(a)=yes"], 1.0),
    (
        "x_visible_along_edge(a,b)",
        &["is_visible_along_edge(X,a,b)=yes"],
        1.0,
    ),
    (
        "o_visible_along_edge(a,b)",
        &["is_visible_along_edge(O,a,b)=yes"],
        1.0,
    ),
    ("break_mirror_helper(*)", &["breaks_mirror(O,*)=yes"], 1.0),
    ("potential_cutstone(a)", &["potential_cuts(a)=2"], 1.0),
    ("potential_cutstone(a)", &["potential_cuts(a)=1"], 0.0),
    // Moves.
    ("legal_xmove(a)", &["is_legal(X,a)=yes"], 1.0),
    ("legal_omove(a)", &["is_legal(O,a)=no"], 0.0),
    ("x_suicide(a)", &["is_suicide(X,a)=yes"], 1.0),
    ("o_suicide(a)", &["is_suicide(O,a)=no"], 0.0),
    ("approx_xlib(a)", &["approximate_liberties(X,a)=8"], 8.0),
    ("approx_olib(a)", &["approximate_liberties(O,a)=2"], 2.0),
    ("xlib(a)", &["accurate_liberties(X,a)=5"], 5.0),
    ("olib(a)", &["accurate_liberties(O,a)=6"], 6.0),
    (
        "x_captures_something(*)",
        &["captures_something(X,*)=yes"],
        1.0,
    ),
    (
        "o_captures_something(*)",
        &["captures_something(O,*)=yes"],
        1.0,
    ),
    // Reading.
    ("attack(a)", &["attack(a)=Lose"], 0.0),
    ("attack(a)", &["attack(a)=KoB"], 1.0),
    ("attack(a)", &["attack(a)=KoA"], 4.0),
    ("attack(a)", &["attack(a)=Win"], 5.0),
    ("defend(a)", &["defend(a)=KoA"], 4.0),
    ("does_attack(*,a)", &["does_attack(*,a)=Win"], 5.0),
    ("does_defend(*,a)", &["does_defend(*,a)=yes"], 1.0),
    ("safe_xmove(a)", &["safe_move(X,a)=KoB"], 1.0),
    ("safe_omove(a)", &["safe_move(O,a)=Win"], 5.0),
    ("xdefend_against(a,b)", &["forbids(X,a,b)=yes"], 1.0),
    ("odefend_against(a,b)", &["forbids(O,a,b)=yes"], 1.0),
    ("seki_helper(a)", &["has_safe_neighbors(a)=yes"], 1.0),
    (
        "obvious_false_xeye(a)",
        &["is_obvious_false_eye(X,a)=yes"],
        1.0,
    ),
    (
        "obvious_false_oeye(a)",
        &["is_obvious_false_eye(O,a)=yes"],
        1.0,
    ),
    (
        "adjacent_to_stone_in_atari(a)",
        &["touches_stone_in_atari(a,no)=yes"],
        1.0,
    ),
    (
        "adjacent_to_defendable_stone_in_atari(a)",
        &["touches_stone_in_atari(a,yes)=yes"],
        1.0,
    ),
    (
        "connect_and_cut_helper(a,b,c)",
        &["cuts_after_extension(a,b,c)=yes"],
        1.0,
    ),
    (
        "connect_and_cut_helper2(a,b,c)",
        &["cuts_after_defense(O,a,b,c)=yes"],
        1.0,
    ),
    ("disconnect_helper(a,b)", &["can_disconnect(a,b)=yes"], 1.0),
    (
        "distrust_tactics_helper(a)",
        &["distrusts_tactics(a)=yes"],
        1.0,
    ),
    (
        "edge_double_sente(a,b,c,d)",
        &["is_double_sente_on_edge([a b c d])=yes"],
        1.0,
    ),
    ("oracle_threatens(*,a)", &["oracle_threatens(*,a)=yes"], 1.0),
    // Reading after a list of moves: the side that begins, the moves with their tenukis, the
    // targets.
    (
        "xplay_attack(*,a,?,c,d)",
        &["attack_after(X,[* a ? c],d)=Win"],
        5.0,
    ),
    (
        "oplay_attack(*,a,?,c,d)",
        &["attack_after(O,[* a ? c],d)=KoB"],
        1.0,
    ),
    ("oplay_attack(a)", &["attack_after(O,[],a)=Lose"], 0.0),
    ("xplay_defend(*,a,b)", &["defend_after(X,[* a],b)=KoA"], 4.0),
    ("oplay_defend(*,?,b)", &["defend_after(O,[* ?],b)=Win"], 5.0),
    (
        "xplay_attack_either(*,a,b,c)",
        &["attack_either_after(X,[* a],[b c])=Win"],
        5.0,
    ),
    (
        "oplay_attack_either(*,c,b)",
        &["attack_either_after(O,[*],[c b])=KoA"],
        4.0,
    ),
    (
        "xplay_defend_both(*,a,b,c)",
        &["defend_both_after(X,[* a],[b c])=Win"],
        5.0,
    ),
    (
        "oplay_defend_both(*,?,c,b)",
        &["defend_both_after(O,[* ?],[c b])=KoB"],
        1.0,
    ),
    (
        "xplay_connect(*,a,b)",
        &["connect_after(X,[*],[a b])=Win"],
        5.0,
    ),
    (
        "oplay_connect(*,b,a)",
        &["connect_after(O,[*],[b a])=Lose"],
        0.0,
    ),
    (
        "xplay_disconnect(*,a,b)",
        &["disconnect_after(X,[*],[a b])=Win"],
        5.0,
    ),
    (
        "oplay_disconnect(*,?,b,a)",
        &["disconnect_after(O,[* ?],[b a])=KoA"],
        4.0,
    ),
    (
        "xplay_break_through(*,a,b,c)",
        &["break_through_after(X,[*],[a b c])=Captures"],
        5.0,
    ),
    (
        "xplay_break_through(*,a,b,c)",
        &["break_through_after(X,[*],[a b c])=Fails"],
        0.0,
    ),
    (
        "oplay_break_through(*,d,c,b,a)",
        &["break_through_after(O,[* d],[c b a])=Cuts"],
        2.0,
    ),
    (
        "oplay_break_through(*,c,b,a)",
        &["break_through_after(O,[*],[c b a])=Gone"],
        1.0,
    ),
    ("xplay_lib(*,a)", &["liberties_after(X,[*],a)=3"], 3.0),
    ("oplay_lib(*,b,a)", &["liberties_after(O,[* b],a)=2"], 2.0),
    // Dragons.
    ("status(a)", &["dragon_status(a)=Dead"], 0.0),
    ("status(a)", &["dragon_status(a)=Alive"], 1.0),
    ("status(a)", &["dragon_status(a)=Critical"], 2.0),
    ("status(a)", &["dragon_status(a)=Unknown"], 3.0),
    ("alive(a)", &["dragon_status(a)=Alive"], 1.0),
    ("alive(a)", &["dragon_status(a)=Critical"], 0.0),
    ("dead(a)", &["dragon_status(a)=Dead"], 1.0),
    ("dead(a)", &["dragon_status(a)=Unknown"], 0.0),
    ("critical(a)", &["dragon_status(a)=Critical"], 1.0),
    ("critical(a)", &["dragon_status(a)=Alive"], 0.0),
    ("unknown(a)", &["dragon_status(a)=Unknown"], 1.0),
    ("unknown(a)", &["dragon_status(a)=Dead"], 0.0),
    (
        "x_alive_somewhere(a,b)",
        &["stone(a)=O", "stone(b)=X", "dragon_status(b)=Critical"],
        1.0,
    ),
    (
        "x_alive_somewhere(a)",
        &["stone(a)=X", "dragon_status(a)=Dead"],
        0.0,
    ),
    (
        "o_alive_somewhere(a,b)",
        &["stone(a)=none", "stone(b)=O", "dragon_status(b)=Alive"],
        1.0,
    ),
    ("o_alive_somewhere(a)", &["stone(a)=X"], 0.0),
    ("weakness(a)", &["weakness(a)=0.25"], 0.25),
    ("weak(a)", &["is_weak(a)=yes"], 1.0),
    ("genus(a)", &["eyes(a)=2"], 2.0),
    ("same_dragon(a,b)", &["is_same_dragon(a,b)=yes"], 1.0),
    ("dragonsize(a)", &["dragon_size(a)=12"], 12.0),
    ("effective_size(a)", &["effective_size(a)=6.5"], 6.5),
    ("has_aji(a)", &["has_aji(a)=yes"], 1.0),
    ("owl_threatens(*,a)", &["threatens_dragon(*,a)=yes"], 1.0),
    ("is_surrounded(a)", &["surround(a)=Open"], 0.0),
    ("is_surrounded(a)", &["surround(a)=Fully"], 1.0),
    ("is_surrounded(a)", &["surround(a)=Weakly"], 2.0),
    ("does_surround(*,a)", &["does_surround(*,a)=yes"], 1.0),
    ("surround_map(a,b)", &["hull(a,b)=Unknown"], -1.0),
    ("surround_map(a,b)", &["hull(a,b)=Outside"], 0.0),
    ("surround_map(a,b)", &["hull(a,b)=Inside"], 1.0),
    ("surround_map(a,b)", &["hull(a,b)=Rim"], 2.0),
    // Eyes: of either colour, the own one first.
    ("eye(a)", &["is_eye_space(O,a)=yes"], 1.0),
    (
        "eye(a)",
        &["is_eye_space(O,a)=no", "is_eye_space(X,a)=yes"],
        1.0,
    ),
    (
        "eye(a)",
        &["is_eye_space(O,a)=no", "is_eye_space(X,a)=no"],
        0.0,
    ),
    (
        "proper_eye(a)",
        &["is_proper_eye(O,a)=no", "is_proper_eye(X,a)=yes"],
        1.0,
    ),
    (
        "marginal_eye(a)",
        &["is_marginal_eye(O,a)=no", "is_marginal_eye(X,a)=yes"],
        1.0,
    ),
    (
        "max_eye_value(a)",
        &["max_eyes(O,a)=1", "max_eyes(X,a)=2"],
        2.0,
    ),
    (
        "max_eye_value(a)",
        &["max_eyes(O,a)=3", "max_eyes(X,a)=0"],
        3.0,
    ),
    ("halfeye(a)", &["is_half_eye(a)=yes"], 1.0),
    ("false_eye(a)", &["is_false_eye(a)=yes"], 1.0),
    (
        "false_eye_territory(a)",
        &["is_false_eye_territory(a)=yes"],
        1.0,
    ),
    // Influence: of which side, where, and with which side to move.
    ("xmoyo(a)", &["owns_moyo(X,a,X)=yes"], 1.0),
    ("omoyo(a)", &["owns_moyo(O,a,X)=yes"], 1.0),
    ("xmoyo_opposite(a)", &["owns_moyo(X,a,O)=yes"], 1.0),
    ("omoyo_opposite(a)", &["owns_moyo(O,a,O)=yes"], 1.0),
    ("xarea(a)", &["dominates_area(X,a,X)=yes"], 1.0),
    ("oarea(a)", &["dominates_area(O,a,X)=yes"], 1.0),
    ("xterri(a)", &["owns_territory(X,a,X)=yes"], 1.0),
    ("oterri(a)", &["owns_territory(O,a,X)=yes"], 1.0),
    ("xcut(a)", &["is_cut(X,a)=yes"], 1.0),
    ("ocut(a)", &["is_cut(O,a)=yes"], 1.0),
    // The dragon under search.
    ("owl_escape_value(a)", &["escape_value(a)=-10"], -10.0),
    ("owl_goal_dragon(a)", &["is_goal(a)=yes"], 1.0),
    ("owl_eyespace(a)", &["goal_max_eyes(a)=0"], 0.0),
    ("owl_eyespace(a)", &["goal_max_eyes(a)=1"], 1.0),
    ("owl_big_eyespace(a)", &["goal_max_eyes(a)=1"], 0.0),
    ("owl_big_eyespace(a)", &["goal_max_eyes(a)=2"], 1.0),
    ("owl_mineye(a)", &["goal_min_eyes(a)=1"], 1.0),
    ("owl_maxeye(a)", &["goal_max_eyes(a)=2"], 2.0),
    ("owl_proper_eye(a)", &["is_goal_proper_eye(a)=yes"], 1.0),
    ("owl_eye_size(a)", &["goal_eye_size(a)=5"], 5.0),
    (
        "owl_topological_eye(a,b)",
        &["goal_topological_value(a)=1.4"],
        2.0,
    ),
    (
        "owl_topological_eye(a,b)",
        &["goal_topological_value(a)=2"],
        2.0,
    ),
    (
        "owl_topological_eye(a,b)",
        &["goal_topological_value(a)=2.1"],
        3.0,
    ),
    (
        "owl_topological_eye(a,b)",
        &["goal_topological_value(a)=3.9"],
        3.0,
    ),
    (
        "owl_topological_eye(a,b)",
        &["goal_topological_value(a)=4.8"],
        4.0,
    ),
    ("owl_lunch(a)", &["is_goal_lunch(a)=yes"], 1.0),
    (
        "owl_strong_dragon(a)",
        &["is_strong_outside_goal(a)=yes"],
        1.0,
    ),
    ("vital_chain(a)", &["goal_eyes_by_capture(a)=2"], 2.0),
    // The game, and the pattern.
    (
        "remaining_handicap_stones()",
        &["remaining_handicap()=3"],
        3.0,
    ),
    ("total_handicap_stones()", &["total_handicap()=5"], 5.0),
    ("value()", &[], 7.5),
    // Actions have no value.
    ("antisuji(a)", &["forbid_move(a)=done"], 0.0),
    ("replace(a,b)", &["replace_move(a,b)=done"], 0.0),
    ("known_safe_move(a)", &["trust_move(a)=done"], 0.0),
    (
        "good_attack_threat(a,b)",
        &["add_attack_threat(a,b)=done"],
        0.0,
    ),
    (
        "threaten_to_capture(a)",
        &["add_capture_threat(*,a)=done"],
        0.0,
    ),
    (
        "threaten_to_save(a)",
        &["string_effective_size(a)=3.5", "set_follow_up(*,9)=done"],
        0.0,
    ),
    (
        "prevent_attack_threat(a)",
        &[
            "string_effective_size(a)=3.5",
            "set_reverse_follow_up(*,7)=done",
        ],
        0.0,
    ),
    (
        "defend_against_atari(a)",
        &["may_be_put_in_atari(a,*)=no"],
        0.0,
    ),
    (
        "defend_against_atari(a)",
        &[
            "may_be_put_in_atari(a,*)=yes",
            "string_effective_size(a)=2",
            "set_reverse_follow_up(*,4)=done",
        ],
        0.0,
    ),
    (
        "add_connect_move(a,b)",
        &["add_connection(*,[a b])=done"],
        0.0,
    ),
    ("add_cut_move(a,b)", &["add_cut(*,[a b])=done"], 0.0),
    (
        "add_defend_both_move(a,b)",
        &["add_defense_of_both(*,[a b])=done"],
        0.0,
    ),
    (
        "test_attack_either_move(a,b)",
        &["threatens_either(O,*,[a b])=no"],
        0.0,
    ),
    (
        "test_attack_either_move(a,b)",
        &[
            "threatens_either(O,*,[a b])=yes",
            "add_attack_on_either(*,[a b])=done",
        ],
        0.0,
    ),
    ("amalgamate(a,b)", &["join_dragons(a,b)=done"], 0.0),
    (
        "amalgamate_most_valuable_helper(a,b,c)",
        &["is_same_dragon(a,b)=yes"],
        0.0,
    ),
    (
        "amalgamate_most_valuable_helper(a,b,c)",
        &["is_same_dragon(a,b)=no", "is_same_dragon(b,c)=yes"],
        0.0,
    ),
    (
        "amalgamate_most_valuable_helper(a,b,c)",
        &[
            "is_same_dragon(a,b)=no",
            "is_same_dragon(b,c)=no",
            "effective_size(a)=3",
            "effective_size(c)=4",
            "join_dragons(c,b)=done",
        ],
        0.0,
    ),
    (
        "amalgamate_most_valuable_helper(a,b,c)",
        &[
            "is_same_dragon(a,b)=no",
            "is_same_dragon(b,c)=no",
            "effective_size(a)=4",
            "effective_size(c)=4",
            "join_dragons(a,b)=done",
        ],
        0.0,
    ),
    ("backfill_helper(a,b,c)", &["stone(c)=none"], 0.0),
    (
        "backfill_helper(a,b,c)",
        &["stone(c)=O", "saving_move_after(O,[a b],c)=none"],
        0.0,
    ),
    (
        "backfill_helper(a,b,c)",
        &[
            "stone(c)=X",
            "saving_move_after(X,[a b],c)=d",
            "set_min_value(d,0.1)=done",
        ],
        0.0,
    ),
    ("backfill_replace(a,b)", &["stone(b)=none"], 0.0),
    (
        "backfill_replace(a,b)",
        &["stone(b)=X", "saving_move_after(O,[a],b)=none"],
        0.0,
    ),
    (
        "backfill_replace(a,b)",
        &[
            "stone(b)=O",
            "saving_move_after(X,[a],b)=d",
            "replace_move(a,d)=done",
        ],
        0.0,
    ),
    ("non_xterritory(a)", &["deny_territory(X,a)=done"], 0.0),
    ("non_oterritory(a)", &["deny_territory(O,a)=done"], 0.0),
];

/// A helper, its questions with the answers, and whether it accepts. Of 81 points, 32 are at most
/// two fifths, and 16 at most one fifth.
const HELPER_ROWS: &[(&str, &[&str], bool)] = &[
    (
        "jump_out_helper",
        &["dominates_area(O,*,X)=no", "is_eye_space(O,*)=no"],
        true,
    ),
    (
        "jump_out_helper",
        &["dominates_area(O,*,X)=no", "is_eye_space(O,*)=yes"],
        false,
    ),
    ("jump_out_helper", &["dominates_area(O,*,X)=yes"], false),
    (
        "jump_out_far_helper",
        &[
            "dominates_area(O,*,X)=no",
            "is_eye_space(O,*)=no",
            "dominates_area(X,*,X)=no",
        ],
        true,
    ),
    (
        "jump_out_far_helper",
        &[
            "dominates_area(O,*,X)=no",
            "is_eye_space(O,*)=no",
            "dominates_area(X,*,X)=yes",
        ],
        false,
    ),
    ("jump_out_far_helper", &["dominates_area(O,*,X)=yes"], false),
    (
        "throw_in_atari_helper",
        &[
            "string_effective_size(e)=2",
            "set_follow_up(*,4)=done",
            "throw_in_works(O,*,e,[p d])=yes",
        ],
        true,
    ),
    (
        "throw_in_atari_helper",
        &[
            "string_effective_size(e)=2",
            "set_follow_up(*,4)=done",
            "throw_in_works(O,*,e,[p d])=no",
        ],
        false,
    ),
    (
        "high_handicap_helper",
        &["is_scoring()=no", "stone_count(X)=0"],
        true,
    ),
    (
        "high_handicap_helper",
        &["is_scoring()=no", "stone_count(X)=1"],
        false,
    ),
    ("high_handicap_helper", &["is_scoring()=yes"], false),
    (
        "reinforce_helper",
        &[
            "is_scoring()=no",
            "has_lively_dragon(X)=no",
            "safe_move(O,*)=KoB",
        ],
        true,
    ),
    (
        "reinforce_helper",
        &[
            "is_scoring()=no",
            "has_lively_dragon(X)=no",
            "safe_move(O,*)=Lose",
        ],
        false,
    ),
    (
        "reinforce_helper",
        &["is_scoring()=no", "has_lively_dragon(X)=yes"],
        false,
    ),
    ("reinforce_helper", &["is_scoring()=yes"], false),
    (
        "cutstone2_helper",
        &["count_potential_cut(*,a,[b c])=done"],
        false,
    ),
];

/// `thrash_around_helper` looks at the colour itself; these rows are for White.
const THRASH_AROUND: &[(&[&str], bool)] = &[
    (&["uses_fuseki()=no"], false),
    (&["uses_fuseki()=yes", "is_scoring()=yes"], false),
    (
        &[
            "uses_fuseki()=yes",
            "is_scoring()=no",
            "has_lively_dragon(white)=yes",
        ],
        false,
    ),
    (
        &[
            "uses_fuseki()=yes",
            "is_scoring()=no",
            "has_lively_dragon(white)=no",
            "stone_count(white)=17",
            "stone_count(black)=15",
        ],
        true,
    ),
    (
        &[
            "uses_fuseki()=yes",
            "is_scoring()=no",
            "has_lively_dragon(white)=no",
            "stone_count(white)=17",
            "stone_count(black)=16",
        ],
        false,
    ),
    (
        &[
            "uses_fuseki()=yes",
            "is_scoring()=no",
            "has_lively_dragon(white)=no",
            "stone_count(white)=16",
            "stone_count(black)=60",
        ],
        true,
    ),
];

/// The questions of a script, in the board's terms.
fn questions(scene: Scene, lines: &[&str]) -> Vec<String> {
    let asked = |line: &&str| {
        let line = scene.translate(line);
        line.split_once('=').expect("call=answer").0.to_owned()
    };
    lines.iter().map(asked).collect()
}

/// A function asks the questions of its script in this order and no fewer. If one of them has no
/// answer, the function has no value.
fn follows_its_script<T: PartialEq + std::fmt::Debug>(
    row: &str,
    scene: Scene,
    lines: &[&str],
    expected: &T,
    ask: impl Fn(&mut Script) -> Option<T>,
) {
    let mut host = Script::new(scene, lines);
    assert_eq!(
        ask(&mut host).as_ref(),
        Some(expected),
        "{row} {:?}",
        host.asked
    );
    assert_eq!(host.asked, questions(scene, lines), "{row}");
    for known in 0..lines.len() {
        let mut host = Script::new(scene, &lines[..known]);
        assert_eq!(ask(&mut host), None, "{row} without {}", lines[known]);
    }
}

#[test]
fn functions_ask_what_the_table_says() {
    for &(call, lines, value) in FUNCTIONS {
        let image = image("", "", &format!("return {call};"));
        for scene in Scene::all() {
            let question = scene.question(&image);
            follows_its_script(call, scene, lines, &value, |host| question.act(host));
        }
    }
}

#[test]
fn helpers_ask_what_the_table_says() {
    for &(helper, lines, accepts) in HELPER_ROWS {
        let image = image(helper, "", "");
        for scene in Scene::all() {
            let question = scene.question(&image);
            follows_its_script(helper, scene, lines, &accepts, |host| {
                question.helper_holds(host)
            });
        }
    }
}

#[test]
fn thrashing_around_is_for_white() {
    let image = image("thrash_around_helper", "", "");
    for scene in Scene::all() {
        let question = scene.question(&image);
        let ask = |host: &mut Script| question.helper_holds(host);
        if scene.own == Color::Black {
            follows_its_script("thrash_around_helper", scene, &[], &false, ask);
            continue;
        }
        for (lines, accepts) in THRASH_AROUND {
            follows_its_script("thrash_around_helper", scene, lines, accepts, ask);
        }
    }
}

#[test]
fn no_function_and_no_method_is_missing() {
    let name = |call: &&str| call.split('(').next().unwrap_or_default().to_owned();
    let in_table: BTreeSet<String> = FUNCTIONS.iter().map(|(call, ..)| name(call)).collect();
    let known = Autohelper::ALL
        .iter()
        .map(|function| function.signature().name.to_owned());
    assert_eq!(in_table, known.collect());

    let thrash = "thrash_around_helper";
    let helpers = HELPER_ROWS
        .iter()
        .map(|&(helper, ..)| helper)
        .chain([thrash]);
    assert_eq!(
        helpers.collect::<BTreeSet<_>>(),
        HELPERS.iter().map(|helper| helper.name).collect()
    );

    let lines = (FUNCTIONS.iter().flat_map(|(_, lines, _)| *lines))
        .chain(HELPER_ROWS.iter().flat_map(|(_, lines, _)| *lines))
        .chain(THRASH_AROUND.iter().flat_map(|(lines, _)| *lines));
    let asked: BTreeSet<String> = lines.map(name).collect();
    let methods: BTreeSet<String> = METHODS.iter().map(|&method| method.to_owned()).collect();
    assert_eq!(asked, methods, "methods that no function asks");
}

/// A host that answers nothing: every method has its default.
struct Nobody;

crate::answers_nothing!(
    Nobody: StoneQuestions, TacticalQuestions, WormQuestions, DragonQuestions, EyeQuestions, InfluenceQuestions, GoalQuestions, GameQuestions, Actions
);

#[test]
fn a_host_that_knows_nothing_gives_no_value() {
    for &(call, lines, value) in FUNCTIONS {
        let image = image("", "", &format!("return {call};"));
        let expected = lines.is_empty().then_some(value);
        assert_eq!(
            Scene::plain().question(&image).act(&mut Nobody),
            expected,
            "{call}"
        );
    }
}

/// The eight orientations written out, so that the test relies on no code that turns points.
#[test]
fn labels_turn_with_the_match() {
    // Right of, below, left of and above the move at E5: the places of the labels b (above it) and
    // c (left of it).
    let turned = [
        ("E6", "D5"),
        ("F5", "E6"),
        ("E4", "F5"),
        ("D5", "E4"),
        ("F5", "E4"),
        ("E4", "D5"),
        ("D5", "E6"),
        ("E6", "F5"),
    ];
    let image = image("", "safe_omove(b) && safe_xmove(c)", "");
    for (symmetry, (b, c)) in Symmetry::all().zip(turned) {
        let scene = Scene {
            symmetry,
            ..Scene::plain()
        };
        let mut host = Script::new(scene, &["safe_move(O,b)=Win"]);
        assert_eq!(scene.question(&image).constraint_holds(&mut host), None);
        let expected = [
            format!("safe_move(white,{b})"),
            format!("safe_move(black,{c})"),
        ];
        assert_eq!(host.asked, expected);
    }
}

/// A flank off the board does not exist.
#[test]
fn a_throw_in_at_the_edge_has_one_flank() {
    let scene = Scene {
        mv: at("E1"),
        ..Scene::plain()
    };
    let image = image("throw_in_atari_helper", "", "");
    let lines = [
        "string_effective_size(e)=2",
        "set_follow_up(*,4)=done",
        "throw_in_works(O,*,e,[p ?])=yes",
    ];
    let mut host = Script::new(scene, &lines);
    assert_eq!(scene.question(&image).helper_holds(&mut host), Some(true));
}

/// The most arguments that a call may have arrive in order; one more is a mistake.
#[test]
fn lists_of_arguments_have_an_end() {
    let call = |moves: usize| {
        let moves: Vec<&str> = ["*", "a", "b", "c", "?"]
            .into_iter()
            .cycle()
            .take(moves)
            .collect();
        format!("oplay_attack({},d)", moves.join(","))
    };
    let longest = call(Arguments::MAX - 1);
    let image = image("", "", &format!("return {longest};"));
    let moves = longest
        .replace("oplay_attack(", "")
        .replace(",d)", "")
        .replace(',', " ");
    let line = format!("attack_after(O,[{moves}],d)=Win");
    let scene = Scene::plain();
    let mut host = Script::new(scene, &[&line]);
    assert_eq!(scene.question(&image).act(&mut host), Some(5.0));

    let too_long = source("", &call(Arguments::MAX), "");
    let compiled = compile(Role::Patterns, vec![Source::new("t.db", too_long.as_str())]);
    let codes: Vec<_> = compiled.diagnostics.iter().map(|d| d.code).collect();
    assert!(codes.contains(&Code::WrongArity), "{codes:?}");
}
