//! The fixed vocabulary of the pattern language: cells, class letters, value keywords and symmetry
//! codes, in tables that compiler, engine and documentation share.

/// The class letters of colon lines, in the order of their bits in [`Classes`].
pub const CLASS_LETTERS: &str = "OoXxsnBCcbadeEIJjtUTFWNADY";

/// A set of class letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Classes(pub u32);

impl Classes {
    /// The set of one letter; `None` if it is no class letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        let letters = CLASS_LETTERS.as_bytes();
        let mut place = 0;
        while place < letters.len() {
            if letters[place] as char == letter {
                return Some(Self(1 << place));
            }
            place += 1;
        }
        None
    }

    /// Whether the letter is in the set.
    pub fn has(self, letter: char) -> bool {
        Self::from_letter(letter).is_some_and(|one| self.0 & one.0 != 0)
    }

    /// The set with another one added.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The letters, in table order.
    pub fn letters(self) -> impl Iterator<Item = char> {
        (CLASS_LETTERS.chars().enumerate())
            .filter(move |(place, _)| self.0 >> place & 1 != 0)
            .map(|(_, letter)| letter)
    }
}

/// The argument of a value keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeArgument {
    /// A decimal number.
    Number,
    /// A label of the constraint diagram.
    Label,
}

/// A value keyword of the colon line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Attribute {
    /// The least value of the move, in points; in other kinds of database the value of the pattern.
    Value,
    /// The greatest value of the move, in points.
    MaxValue,
    /// The least territorial value of the move, in points.
    Territory,
    /// The greatest territorial value of the move, in points.
    MaxTerritory,
    /// Good or bad shape, an exponent of the value.
    Shape,
    /// The follow-up value: what a second move here would gain, in points.
    FollowUp,
    /// The reverse follow-up value: the opponent's follow-up that the move prevents, in points.
    ReverseFollowUp,
    /// The string that the move threatens to capture.
    ThreatensToCapture,
    /// The eye space that the move threatens.
    ThreatensEye,
    /// The point where the opponent has a move in sente.
    ReverseSente,
}

/// A keyword with its meaning and its argument.
#[derive(Clone, Copy, Debug)]
pub struct Keyword {
    /// The word in the source text.
    pub name: &'static str,
    /// The attribute that it sets.
    pub attribute: Attribute,
    /// Its argument.
    pub argument: AttributeArgument,
}

/// The set of value keywords that a database may use: the argument of the directive
/// `attribute_map`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum AttributeMap {
    /// No keywords.
    #[default]
    None,
    /// The keywords of move values.
    General,
    /// `value` alone.
    ValueOnly,
    /// The keywords of attacks on a dragon's life.
    OwlAttack,
    /// The keywords of the defence of a dragon's life.
    OwlDefense,
}

const fn number(name: &'static str, attribute: Attribute) -> Keyword {
    Keyword {
        name,
        attribute,
        argument: AttributeArgument::Number,
    }
}

const fn label(name: &'static str, attribute: Attribute) -> Keyword {
    Keyword {
        name,
        attribute,
        argument: AttributeArgument::Label,
    }
}

const GENERAL: &[Keyword] = &[
    number("value", Attribute::Value),
    number("minvalue", Attribute::Value),
    number("maxvalue", Attribute::MaxValue),
    number("terri", Attribute::Territory),
    number("minterri", Attribute::Territory),
    number("maxterri", Attribute::MaxTerritory),
    number("shape", Attribute::Shape),
    number("followup", Attribute::FollowUp),
    number("followup_value", Attribute::FollowUp),
    number("reverse_followup", Attribute::ReverseFollowUp),
];

const VALUE_ONLY: &[Keyword] = &[number("value", Attribute::Value)];

const OWL: &[Keyword] = &[
    number("value", Attribute::Value),
    label("threatens_to_capture", Attribute::ThreatensToCapture),
    label("threatens_eye", Attribute::ThreatensEye),
    label("reverse_sente", Attribute::ReverseSente),
];

impl Attribute {
    /// All attributes, in the order of their numbers.
    pub const ALL: &[Self] = &[
        Self::Value,
        Self::MaxValue,
        Self::Territory,
        Self::MaxTerritory,
        Self::Shape,
        Self::FollowUp,
        Self::ReverseFollowUp,
        Self::ThreatensToCapture,
        Self::ThreatensEye,
        Self::ReverseSente,
    ];

    /// The attribute of this number; `None` beyond the table.
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    /// The reasonable range of numbers. Nothing on a board is worth a thousand points, and only
    /// shape can be negative. Meaningless for attributes with a label.
    pub const fn range(self) -> std::ops::RangeInclusive<f32> {
        match self {
            Self::Shape => -100.0..=100.0,
            _ => 0.0..=1000.0,
        }
    }

    /// The keyword's usual spelling.
    pub fn name(self) -> &'static str {
        let all = GENERAL.iter().chain(OWL);
        all.into_iter()
            .find(|keyword| keyword.attribute == self)
            .map_or("", |keyword| keyword.name)
    }
}

impl AttributeMap {
    /// All maps with their names in the source text.
    pub const NAMES: &[(&str, Self)] = &[
        ("none", Self::None),
        ("general", Self::General),
        ("value_only", Self::ValueOnly),
        ("owl_attack", Self::OwlAttack),
        ("owl_defense", Self::OwlDefense),
    ];

    /// The keywords of this map.
    pub const fn keywords(self) -> &'static [Keyword] {
        match self {
            Self::None => &[],
            Self::General => GENERAL,
            Self::ValueOnly => VALUE_ONLY,
            Self::OwlAttack | Self::OwlDefense => OWL,
        }
    }
}

/// A cell of a main diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Cell {
    /// `.`: empty.
    Empty,
    /// `O`: an own stone.
    Own,
    /// `X`: an opponent stone.
    Opponent,
    /// `o`: an own stone or empty.
    OwnOrEmpty,
    /// `x`: an opponent stone or empty.
    OpponentOrEmpty,
    /// `*`: empty; the move.
    Move,
    /// `,`: empty; marked for the database's consumer.
    Comma,
    /// `!`: empty; marked for the database's consumer.
    Bang,
    /// `Q`: an own stone that is the anchor.
    OwnAnchor,
    /// `Y`: an opponent stone that is the anchor.
    OpponentAnchor,
    /// `?`: any point of the board.
    Any,
}

/// What a point can hold, from the view of the side to move: the symbols that matchers read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Symbol {
    /// Empty.
    Empty,
    /// An own stone.
    Own,
    /// An opponent stone.
    Opponent,
    /// Off the board.
    Off,
}

impl Symbol {
    /// All symbols, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::Empty, Self::Own, Self::Opponent, Self::Off];

    /// The bit mask that contains this symbol only.
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl Cell {
    /// All cells with their characters, in the order of their numbers.
    pub const CHARACTERS: &[(char, Self)] = &[
        ('.', Self::Empty),
        ('O', Self::Own),
        ('X', Self::Opponent),
        ('o', Self::OwnOrEmpty),
        ('x', Self::OpponentOrEmpty),
        ('*', Self::Move),
        (',', Self::Comma),
        ('!', Self::Bang),
        ('Q', Self::OwnAnchor),
        ('Y', Self::OpponentAnchor),
        ('?', Self::Any),
    ];

    /// The cell that a character of a diagram stands for.
    pub fn from_char(character: char) -> Option<Self> {
        (Self::CHARACTERS.iter())
            .find(|(c, _)| *c == character)
            .map(|&(_, cell)| cell)
    }

    /// The cell of this number; `None` beyond the table.
    pub fn from_number(number: u8) -> Option<Self> {
        (Self::CHARACTERS.get(usize::from(number))).map(|&(_, cell)| cell)
    }

    /// The character that stands for the cell in a diagram.
    pub const fn character(self) -> char {
        Self::CHARACTERS[self as usize].0
    }

    /// The symbols that fit, as a bit mask of [`Symbol::bit`].
    pub const fn symbols(self) -> u8 {
        let (empty, own) = (Symbol::Empty.bit(), Symbol::Own.bit());
        let opponent = Symbol::Opponent.bit();
        match self {
            Self::Empty | Self::Move | Self::Comma | Self::Bang => empty,
            Self::Own | Self::OwnAnchor => own,
            Self::Opponent | Self::OpponentAnchor => opponent,
            Self::OwnOrEmpty => own | empty,
            Self::OpponentOrEmpty => opponent | empty,
            Self::Any => empty | own | opponent,
        }
    }

    /// Whether the cell requires a particular stone.
    pub const fn is_stone(self) -> bool {
        matches!(
            self,
            Self::Own | Self::Opponent | Self::OwnAnchor | Self::OpponentAnchor
        )
    }
}

/// The symmetry codes of the colon line, with the orientations that are tried, as a bit mask over
/// the symmetry numbers 0 to 7.
pub const SYMMETRY_CODES: &[(char, u8)] = &[
    ('8', 0b1111_1111),
    ('|', 0b0000_1111),
    ('-', 0b0000_1111),
    ('/', 0b0000_1111),
    ('\\', 0b0000_1111),
    ('+', 0b0000_0011),
    ('X', 0b0000_0011),
    ('O', 0b0011_1100),
];

/// The side on which a diagram has a border, as bits of a mask.
pub mod border {
    /// The board's edge above the diagram.
    pub const NORTH: u8 = 1;
    /// The board's edge below the diagram.
    pub const SOUTH: u8 = 2;
    /// The board's edge left of the diagram.
    pub const WEST: u8 = 4;
    /// The board's edge right of the diagram.
    pub const EAST: u8 = 8;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_and_attributes_are_numbered_by_place() {
        for (number, &(character, cell)) in Cell::CHARACTERS.iter().enumerate() {
            assert_eq!(cell as usize, number);
            assert_eq!(cell.character(), character);
            assert_eq!(Cell::from_number(number as u8), Some(cell));
        }
        for (number, &attribute) in Attribute::ALL.iter().enumerate() {
            assert_eq!(attribute as usize, number);
            assert!(!attribute.name().is_empty());
        }
    }

    #[test]
    fn every_class_letter_has_its_own_bit() {
        let all = CLASS_LETTERS.chars().filter_map(Classes::from_letter);
        let all = all.fold(Classes::default(), |set, one| {
            assert_eq!(set.0 & one.0, 0);
            set.with(one)
        });
        assert!(all.letters().eq(CLASS_LETTERS.chars()));
        assert!(!Classes::default().has('O') && Classes::from_letter('-').is_none());
    }
}
