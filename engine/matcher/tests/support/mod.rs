//! A pattern around a move, and a host that answers by a script.
//!
//! A script is a list of lines such as `safe_move(O,a)=Win`: a method of [`Host`], its arguments,
//! and the answer. Scripts use labels, `*`, `O` and `X`; [`Scene::translate`] turns these into
//! points and colours of the board.

#![allow(dead_code, reason = "each test uses a part of this")]

use katachi_board::{BoardSize, BreakThrough, Color, Outcome, Point, Symmetry};
use katachi_image::{Image, Role};
use katachi_matcher::{
    Actions, DragonQuestions, DragonStatus, EyeQuestions, GameQuestions, GoalQuestions, Hull,
    InfluenceQuestions, Match, Question, StoneQuestions, Surround, TacticalQuestions,
    WormQuestions,
};
use patc::{Source, compile};

/// The labels of the pattern, with row and column from its move.
pub const LABELS: [(char, i32, i32); 6] = [
    ('a', -1, -1),
    ('b', -1, 0),
    ('p', -1, 1),
    ('c', 0, -1),
    ('e', 0, 1),
    ('d', 1, 1),
];

/// The image of one pattern with the labels around its move.
pub fn image(helper: &str, constraint: &str, action: &str) -> Image {
    let source = source(helper, constraint, action);
    let compiled = compile(Role::Patterns, vec![Source::new("t.db", source.as_str())]);
    let messages: Vec<_> = (compiled.diagnostics.iter())
        .map(|d| d.short(&compiled.sources))
        .collect();
    let image = (compiled.image).unwrap_or_else(|| panic!("{messages:?}\n{source}"));
    Image::from_vec(image).expect("valid")
}

/// The source of that pattern.
pub fn source(helper: &str, constraint: &str, action: &str) -> String {
    let line = |sign: &str, text: &str| {
        if text.is_empty() {
            String::new()
        } else {
            format!("{sign}{text}\n")
        }
    };
    format!(
        "attribute_map general\n\nPattern T\n\nXO.\n.*.\n...\n\n:8,-,value(7.5){}\nabp\nc*e\n..d\n\n{}{}",
        line(",", helper) + "\n",
        line(";", constraint),
        line(">", action)
    )
}

pub fn size() -> BoardSize {
    BoardSize::new(9).expect("a size")
}

pub fn at(name: &str) -> Point {
    Point::from_vertex(name, size()).expect("a vertex")
}

/// The place of the pattern on the board: the colour that is O, and the orientation.
#[derive(Clone, Copy)]
pub struct Scene {
    pub own: Color,
    pub symmetry: Symmetry,
    pub mv: Point,
}

impl Scene {
    /// White is O, and the pattern has its own orientation, with its move in the middle.
    pub fn plain() -> Self {
        Self {
            own: Color::White,
            symmetry: Symmetry::IDENTITY,
            mv: at("E5"),
        }
    }

    /// Both colours, in all orientations.
    pub fn all() -> impl Iterator<Item = Self> {
        Color::BOTH.into_iter().flat_map(|own| {
            Symmetry::all().map(move |symmetry| Self {
                own,
                symmetry,
                mv: at("E5"),
            })
        })
    }

    /// The question of the image's only pattern.
    pub fn question(self, image: &Image) -> Question<'_> {
        let general = image.general().expect("patterns");
        let pattern = general.pattern(0).expect("one pattern");
        let offset = pattern.mv().expect("a move");
        let (row, col) = (self.symmetry).apply(offset.row.into(), offset.col.into());
        let found = Match {
            anchor: self.mv.offset(-row, -col, size()).expect("on the board"),
            pattern: 0,
            symmetry: self.symmetry,
        };
        Question::new(pattern, found, self.own, size())
    }

    /// A line of a script in the board's terms.
    pub fn translate(self, line: &str) -> String {
        let mut text = String::new();
        let mut word = String::new();
        for character in line.chars().chain([' ']) {
            if character.is_alphanumeric() || "_*?.-".contains(character) {
                word.push(character);
                continue;
            }
            match self.word(&word) {
                Some(meaning) => text.push_str(&meaning),
                None => text.push_str(&word),
            }
            word.clear();
            text.push(character);
        }
        text.trim_end().to_owned()
    }

    fn word(self, word: &str) -> Option<String> {
        let label = |(_, row, col)| {
            let (row, col) = self.symmetry.apply(row, col);
            (self.mv.offset(row, col, size())).map_or("off".to_owned(), Text::text)
        };
        match word {
            "O" => Some(self.own.text()),
            "X" => Some((!self.own).text()),
            "*" => Some(self.mv.text()),
            _ => {
                let mut labels = LABELS.into_iter();
                labels
                    .find(|(letter, ..)| word == letter.to_string())
                    .map(label)
            }
        }
    }
}

/// Implements traits of the host without an answer.
#[macro_export]
macro_rules! answers_nothing {
    ($host:ty: $($questions:ident),*) => {
        $(impl katachi_matcher::$questions for $host {})*
    };
}

/// A host that answers only what its script contains.
#[derive(Default)]
pub struct Script {
    lines: Vec<(String, String)>,
    /// The questions asked so far, in order.
    pub asked: Vec<String>,
}

impl Script {
    pub fn new(scene: Scene, lines: &[&str]) -> Self {
        let lines = lines.iter().map(|line| {
            let line = scene.translate(line);
            let (call, answer) = line.split_once('=').expect("call=answer");
            (call.to_owned(), answer.to_owned())
        });
        Self {
            lines: lines.collect(),
            asked: Vec::new(),
        }
    }

    fn answer<T: Read>(&mut self, call: String) -> Option<T> {
        let line = self.lines.iter().find(|(known, _)| *known == call);
        let answer = line.map(|(call, answer)| {
            T::read(answer).unwrap_or_else(|| panic!("no answer to {call}: {answer}"))
        });
        self.asked.push(call);
        answer
    }
}

macro_rules! script {
    ($($questions:ident {
        $($name:ident($($argument:ident: $type:ty),*) -> $answer:ty;)*
    })*) => {
        $(impl $questions for Script {
            $(fn $name(&mut self, $($argument: $type),*) -> Option<$answer> {
                let arguments: Vec<String> = vec![$($argument.text()),*];
                self.answer(format!("{}({})", stringify!($name), arguments.join(",")))
            })*
        })*

        /// The names of all methods.
        pub const METHODS: &[&str] = &[$($(stringify!($name)),*),*];
    };
}

script! {
    StoneQuestions {
        stone(point: Point) -> Option<Color>;
        stone_count(color: Color) -> usize;
        liberties(string: Point) -> usize;
        string_size(string: Point) -> usize;
        is_same_string(a: Point, b: Point) -> bool;
        is_ko(point: Point) -> bool;
        is_bent_four(string: Point) -> bool;
        is_visible_along_edge(color: Color, behind: Point, from: Point) -> bool;
        breaks_mirror(color: Color, point: Point) -> bool;
        is_legal(color: Color, point: Point) -> bool;
        is_suicide(color: Color, point: Point) -> bool;
        approximate_liberties(color: Color, point: Point) -> usize;
        accurate_liberties(color: Color, point: Point) -> usize;
        captures_something(color: Color, point: Point) -> bool;
    }
    TacticalQuestions {
        attack(string: Point) -> Outcome;
        defend(string: Point) -> Outcome;
        does_attack(point: Point, string: Point) -> Outcome;
        does_defend(point: Point, string: Point) -> bool;
        safe_move(color: Color, point: Point) -> Outcome;
        forbids(color: Color, point: Point, answer: Point) -> bool;
        attack_after(first: Color, moves: &[Option<Point>], target: Point) -> Outcome;
        defend_after(first: Color, moves: &[Option<Point>], target: Point) -> Outcome;
        attack_either_after(first: Color, moves: &[Option<Point>], targets: [Point; 2]) -> Outcome;
        defend_both_after(first: Color, moves: &[Option<Point>], targets: [Point; 2]) -> Outcome;
        connect_after(first: Color, moves: &[Option<Point>], strings: [Point; 2]) -> Outcome;
        disconnect_after(first: Color, moves: &[Option<Point>], strings: [Point; 2]) -> Outcome;
        break_through_after(first: Color, moves: &[Option<Point>], stones: [Point; 3]) -> BreakThrough;
        liberties_after(first: Color, moves: &[Option<Point>], target: Point) -> usize;
        saving_move_after(first: Color, moves: &[Option<Point>], target: Point) -> Option<Point>;
        has_safe_neighbors(string: Point) -> bool;
        is_obvious_false_eye(color: Color, point: Point) -> bool;
        can_finish_ko(string: Point) -> bool;
        can_be_squeezed_by_ko(string: Point) -> bool;
        touches_stone_in_atari(string: Point, defendable: bool) -> bool;
        may_be_put_in_atari(string: Point, unless: Point) -> bool;
        threatens_either(color: Color, point: Point, strings: [Point; 2]) -> bool;
        can_disconnect(a: Point, b: Point) -> bool;
        distrusts_tactics(string: Point) -> bool;
        cuts_after_defense(color: Color, point: Point, answer: Point, cut: Point) -> bool;
        cuts_after_extension(string: Point, liberty: Point, cut: Point) -> bool;
        throw_in_works(color: Color, point: Point, string: Point, flanks: [Option<Point>; 2]) -> bool;
        is_double_sente_on_edge(points: [Point; 4]) -> bool;
        oracle_threatens(point: Point, string: Point) -> bool;
    }
    WormQuestions {
        outer_liberties(string: Point, order: usize) -> usize;
        string_effective_size(string: Point) -> f32;
        potential_cuts(string: Point) -> usize;
    }
    DragonQuestions {
        dragon_status(dragon: Point) -> DragonStatus;
        weakness(dragon: Point) -> f32;
        is_weak(dragon: Point) -> bool;
        eyes(dragon: Point) -> usize;
        is_same_dragon(a: Point, b: Point) -> bool;
        dragon_size(dragon: Point) -> usize;
        effective_size(dragon: Point) -> f32;
        has_aji(dragon: Point) -> bool;
        has_lively_dragon(color: Color) -> bool;
        threatens_dragon(point: Point, dragon: Point) -> bool;
        surround(dragon: Point) -> Surround;
        does_surround(point: Point, dragon: Point) -> bool;
        hull(dragon: Point, point: Point) -> Hull;
        is_cut(cutter: Color, point: Point) -> bool;
    }
    EyeQuestions {
        is_eye_space(color: Color, point: Point) -> bool;
        is_proper_eye(color: Color, point: Point) -> bool;
        is_marginal_eye(color: Color, point: Point) -> bool;
        max_eyes(color: Color, point: Point) -> usize;
        is_half_eye(point: Point) -> bool;
        is_false_eye(point: Point) -> bool;
        is_false_eye_territory(point: Point) -> bool;
    }
    InfluenceQuestions {
        owns_moyo(color: Color, point: Point, to_move: Color) -> bool;
        dominates_area(color: Color, point: Point, to_move: Color) -> bool;
        owns_territory(color: Color, point: Point, to_move: Color) -> bool;
    }
    GoalQuestions {
        escape_value(point: Point) -> i32;
        is_goal(point: Point) -> bool;
        goal_min_eyes(point: Point) -> usize;
        goal_max_eyes(point: Point) -> usize;
        is_goal_proper_eye(point: Point) -> bool;
        goal_eye_size(point: Point) -> usize;
        goal_topological_value(point: Point) -> f32;
        goal_eyes_by_capture(string: Point) -> usize;
        is_goal_lunch(string: Point) -> bool;
        is_strong_outside_goal(point: Point) -> bool;
    }
    GameQuestions {
        is_scoring() -> bool;
        uses_fuseki() -> bool;
        remaining_handicap() -> usize;
        total_handicap() -> usize;
    }
    Actions {
        forbid_move(point: Point) -> ();
        replace_move(from: Point, to: Point) -> ();
        trust_move(point: Point) -> ();
        set_min_value(point: Point, value: f32) -> ();
        set_follow_up(point: Point, value: f32) -> ();
        set_reverse_follow_up(point: Point, value: f32) -> ();
        add_capture_threat(point: Point, string: Point) -> ();
        add_attack_threat(point: Point, string: Point) -> ();
        add_connection(point: Point, strings: [Point; 2]) -> ();
        add_cut(point: Point, strings: [Point; 2]) -> ();
        add_attack_on_either(point: Point, strings: [Point; 2]) -> ();
        add_defense_of_both(point: Point, strings: [Point; 2]) -> ();
        count_potential_cut(point: Point, string: Point, flanks: [Point; 2]) -> ();
        join_dragons(a: Point, b: Point) -> ();
        deny_territory(color: Color, point: Point) -> ();
    }
}

/// The text of an argument in a script.
trait Text {
    fn text(self) -> String;
}

impl Text for Point {
    fn text(self) -> String {
        self.vertex(size()).to_string()
    }
}

impl Text for Color {
    fn text(self) -> String {
        if self == Color::Black {
            "black"
        } else {
            "white"
        }
        .to_owned()
    }
}

impl Text for bool {
    fn text(self) -> String {
        if self { "yes" } else { "no" }.to_owned()
    }
}

impl Text for usize {
    fn text(self) -> String {
        self.to_string()
    }
}

impl Text for f32 {
    fn text(self) -> String {
        self.to_string()
    }
}

/// A tenuki among moves, and a point off the board among points.
impl Text for &[Option<Point>] {
    fn text(self) -> String {
        let points = self
            .iter()
            .map(|point| point.map_or("?".to_owned(), Text::text));
        format!("[{}]", points.collect::<Vec<_>>().join(" "))
    }
}

impl Text for [Option<Point>; 2] {
    fn text(self) -> String {
        self.as_slice().text()
    }
}

impl<const N: usize> Text for [Point; N] {
    fn text(self) -> String {
        self.map(Some).as_slice().text()
    }
}

/// The text of an answer in a script.
trait Read: Sized {
    fn read(text: &str) -> Option<Self>;
}

impl Read for bool {
    fn read(text: &str) -> Option<Self> {
        [true, false]
            .into_iter()
            .find(|answer| answer.text() == text)
    }
}

impl Read for usize {
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl Read for i32 {
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl Read for f32 {
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl Read for () {
    fn read(text: &str) -> Option<Self> {
        (text == "done").then_some(())
    }
}

impl Read for Option<Color> {
    fn read(text: &str) -> Option<Self> {
        match text {
            "none" => Some(None),
            "black" => Some(Some(Color::Black)),
            "white" => Some(Some(Color::White)),
            _ => None,
        }
    }
}

impl Read for Option<Point> {
    fn read(text: &str) -> Option<Self> {
        match text {
            "none" => Some(None),
            vertex => Point::from_vertex(vertex, size()).ok().map(Some),
        }
    }
}

macro_rules! read_names {
    ($($type:ident { $($name:ident),* })*) => {
        $(impl Read for $type {
            fn read(text: &str) -> Option<Self> {
                [$((stringify!($name), Self::$name)),*]
                    .into_iter()
                    .find_map(|(name, answer)| (name == text).then_some(answer))
            }
        })*
    };
}

read_names! {
    Outcome { Lose, KoB, KoA, Win }
    BreakThrough { Fails, Gone, Cuts, Captures }
    DragonStatus { Dead, Alive, Critical, Unknown }
    Surround { Open, Fully, Weakly }
    Hull { Unknown, Outside, Inside, Rim }
}
