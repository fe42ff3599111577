//! Damaged images with corrected length and checksum: each is refused, or can be matched and
//! evaluated without harm.

use crate::support::Script;
use katachi_board::{Board, BoardSize, Color, Point};
use katachi_image::{Image, Role, container::seal};
use katachi_matcher::{LiveMatcher, Matcher, Question, naive};
use patc::{Method, Source, compile, compile_for};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const SOURCE: &str = "
attribute_map general

Pattern Hane
?X?
.O*
...
:8,OXn,shape(1),value(3.5)
?a?
.b*
c..
;lib(a)>1 && !xplay_attack(*,b) || (o_somewhere(b,c) ? safe_omove(c) : ko(a))
>antisuji(c); replace(c,*)

Pattern Corner
|..*
|.X.
+---
:/,j,followup(2)

Pattern Alone
???????
?.....?
?.....?
?..*..?
?.....?
?.....?
???????
:+,-,value(5)

Pattern Waits
XO*
:-,d,terri(3)
abc
;alive(a) && lib(b)
";

const JOSEKI: &str = "
attribute_map general

Pattern Empty
---+
...|
...|
*..|
:/,sFJ

Pattern Keima
-----+
.....|
..*..|
.....|
...X.|
:8,sFj,shape(2)
-----+
.....|
..*..|
.....|
.a.X.|
;lib(a)>1 && !xplay_attack(*,a)

Pattern Answer
-----+
.....|
..O..|
...*.|
...X.|
:8,sFU
";

fn position() -> Board {
    let size = BoardSize::new(9).expect("a size");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let points: Vec<Point> = size.points().collect();
    let mut board = Board::new(size);
    for number in 0..40 {
        let _ = board.play(
            Color::BOTH[number % 2],
            points[rng.random_range(0..points.len())],
        );
    }
    board
}

/// Opens an image and uses it in every way that an engine would.
fn exercise(bytes: Vec<u8>, board: &Board) -> bool {
    let Ok(image) = Image::from_vec(bytes) else {
        return false;
    };
    let Some(general) = image.general() else {
        return false;
    };
    let found = Matcher::new(&general, board.size()).matches(&general, board, Color::Black);
    let mut live = LiveMatcher::new(&general, board.size());
    assert!(
        live.matches(&general, board, Color::Black)
            .eq(found.iter().copied())
    );
    for one in found.into_iter().take(2000) {
        let pattern = general
            .pattern(one.pattern as usize)
            .expect("a checked number");
        let question = Question::new(pattern, one, Color::Black, board.size());
        let mut host = Script::default();
        let _ = (question.accepts(&mut host), question.act(&mut host));
        let _ = (
            pattern.name(),
            pattern.file(),
            pattern.line(),
            one.mv(&pattern, board.size()),
        );
    }
    let _ = naive::matches(&general, board, Color::White).len();
    true
}

#[test]
fn damaged_images_are_refused_or_harmless() {
    damage(Role::Patterns, Method::Masks, SOURCE);
}

#[test]
fn damaged_automata_are_refused_or_harmless() {
    damage(Role::Patterns, Method::Automaton, SOURCE);
}

#[test]
fn damaged_corner_trees_are_refused_or_harmless() {
    damage(Role::Joseki, Method::Auto, JOSEKI);
}

fn damage(role: Role, method: Method, source: &str) {
    let compiled = compile_for(role, method, vec![Source::new("x.db", source)]);
    let image = compiled.image.expect("an image");
    let board = position();
    assert!(exercise(image.clone(), &board));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut opened = 0;
    for round in 0..10_000 {
        let mut damaged = image.clone();
        match round % 3 {
            0 => damaged.truncate(rng.random_range(0..image.len())),
            1 => {
                let at = rng.random_range(0..image.len());
                damaged[at] ^= 1 << rng.random_range(0..8);
            }
            _ => {
                for _ in 0..rng.random_range(1..8) {
                    let at = rng.random_range(0..image.len());
                    damaged[at] = rng.random();
                }
            }
        }
        seal(&mut damaged);
        opened += usize::from(exercise(damaged, &board));
    }
    // Names, values and fingerprints may be anything, so some damage is harmless.
    assert!(opened > 0);
}

#[test]
fn unsealed_damage_is_always_found() {
    let compiled = compile(Role::Patterns, vec![Source::new("x.db", SOURCE)]);
    let image = compiled.image.expect("an image");
    for at in 0..image.len() {
        for bit in [0, 3, 7] {
            let mut damaged = image.clone();
            damaged[at] ^= 1 << bit;
            assert!(Image::from_vec(damaged).is_err(), "byte {at}, bit {bit}");
        }
    }
}
