//! The codes of all diagnostics, each with its severity and title. A code never changes its
//! meaning.
//!
//! P01 files and lines, P02 order of lines, P03 main diagrams, P04 colon lines, P05 constraint
//! diagrams, P06 expressions, P07 names and directives, P08 lints, P09 limits, P10 eye shapes, P11
//! Monte Carlo rules, P12 full-board books, P13 tests beside patterns.

use std::fmt;

use super::Severity;

macro_rules! codes {
    ($($name:ident $code:literal $severity:ident $title:literal;)*) => {
        /// The kind of a diagnostic: one for each mistake that can be made.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $title] $name,)*
        }

        impl Code {
            /// All codes in order.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The stable identifier, such as `P0301`.
            pub const fn id(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// The mistake in a few words.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$name => $title,)* }
            }

            /// How bad it is.
            pub const fn severity(self) -> Severity {
                match self { $(Self::$name => Severity::$severity,)* }
            }
        }
    };
}

codes! {
    NotText "P0101" Error "the file is not text";
    LineTooLong "P0102" Error "a line is too long";
    LeadingBlank "P0103" Error "a line begins with a blank";
    UnknownLine "P0104" Error "a line begins with something that no line begins with";
    EmptyFile "P0105" Error "the file is empty";
    NoPatterns "P0106" Warning "the database has no patterns";
    MisspeltKeyword "P0107" Error "a misspelt keyword";

    RowOutside "P0201" Error "a diagram outside a pattern";
    SecondDiagram "P0202" Error "a second main diagram";
    ColonOutside "P0203" Error "a colon line without its diagram";
    SecondColon "P0204" Error "a second colon line";
    ConstraintWithoutDiagram "P0205" Error "a constraint without its constraint diagram";
    ConstraintAfterAction "P0206" Error "a constraint after an action";
    CodeOutside "P0207" Error "a constraint or action without its pattern";
    NoColon "P0208" Error "a pattern without a colon line";
    EmptyPattern "P0209" Warning "a pattern without a diagram";
    UnusedConstraintDiagram "P0210" Warning "a constraint diagram without a constraint";
    SecondConstraintDiagram "P0211" Error "a second constraint diagram";

    RaggedRow "P0301" Error "rows of different lengths";
    UnknownCell "P0302" Error "an unknown cell";
    NoMove "P0303" Error "a diagram without a move";
    TwoMoves "P0304" Error "a diagram with two moves";
    NoAnchor "P0305" Error "a diagram without an anchor";
    SideBorder "P0306" Error "a side border on some rows only";
    EdgeLength "P0307" Error "a border of the wrong length";
    RowAfterBorder "P0308" Error "a row below the south border";
    CornerMismatch "P0309" Error "corner signs that do not fit the side borders";
    TwoAnchors "P0310" Warning "two anchors";
    TooLarge "P0311" Warning "a diagram larger than any board";
    NoRows "P0312" Error "a diagram without rows";
    NoCorner "P0313" Error "a corner pattern that stands in no corner";
    CornerCell "P0314" Error "a cell that corner patterns do not have";
    CornerStones "P0315" Error "a corner pattern with too many stones";

    BadSymmetry "P0401" Error "an unknown symmetry code";
    NoClasses "P0402" Error "a colon line without classes";
    UnknownClass "P0403" Error "an unknown class letter";
    UnknownKeyword "P0404" Error "an unknown value keyword";
    NoMapKeyword "P0405" Error "a value without an attribute map";
    MissingParenthesis "P0406" Error "a value without its closing parenthesis";
    BadNumber "P0407" Error "a value that is no number";
    UnknownHelper "P0408" Error "an unknown helper";
    AfterHelper "P0409" Error "something after the helper";
    ValueLabel "P0410" Error "a value that needs a label";
    RepeatedValue "P0411" Warning "a value given twice";
    SymmetryShape "P0412" Warning "a symmetry that the diagram cannot have";
    AfterValue "P0413" Error "something after a value";
    IdleClass "P0414" Warning "a class letter that means nothing in this database";
    ValueOutOfRange "P0415" Error "a value out of its range";
    LeastAboveGreatest "P0416" Warning "a least value above the greatest one";
    CornerHelper "P0417" Error "a helper in a database that knows none";

    ConstraintWidth "P0501" Error "a constraint diagram of another width";
    ConstraintHeight "P0502" Error "a constraint diagram of another height";
    ConstraintCell "P0503" Error "a constraint diagram that contradicts the main diagram";
    BadLabel "P0504" Error "a character that is neither cell nor label";
    UnusedLabel "P0505" Warning "a label that is never used";
    LabelClash "P0506" Warning "a label on stones of both colours";
    ConstraintBorder "P0507" Error "a constraint diagram with other borders";

    BadExpression "P0601" Error "an expression that cannot be read";
    UnknownFunction "P0602" Error "an unknown function";
    WrongArity "P0603" Error "a wrong number of arguments";
    UnknownLabel "P0604" Error "a label that is not in the constraint diagram";
    BadTenuki "P0605" Error "a '?' that may not stand here";
    NoMoveForStar "P0606" Error "a '*' in a pattern without a move";
    BadArgument "P0607" Error "an argument that is no label";
    MissingCall "P0608" Error "a function without parentheses";
    UnbalancedParenthesis "P0609" Error "an unbalanced parenthesis";
    TooDeep "P0610" Error "an expression nested too deeply";
    EmptyExpression "P0611" Error "an empty constraint or action";
    HugeNumber "P0612" Error "a number out of range";

    NoName "P0701" Error "a pattern without a name";
    DuplicateName "P0702" Warning "a name used twice";
    UnknownMap "P0703" Error "an unknown attribute map";
    LateMap "P0704" Error "an attribute map that comes too late";
    BadElements "P0705" Error "an unknown kind of cell in a directive";
    NoArgument "P0706" Error "a directive without an argument";
    LongName "P0707" Error "a name that is too long";
    BadName "P0708" Error "a name with characters that are not ASCII";

    Unanswered "P0801" Warning "a question that the engine cannot answer yet";
    MissingSymmetry "P0802" Warning "a declared symmetry that the diagram does not have";
    BrokenSymmetry "P0803" Warning "a declared symmetry that constraint, action or values do not have";
    UndeclaredSymmetry "P0804" Warning "a symmetry that is not declared";
    AlwaysTrue "P0805" Warning "a constraint that always holds";
    AlwaysFalse "P0806" Warning "a constraint that never holds";
    DuplicatePattern "P0807" Warning "a pattern that says the same as another";
    ShadowedPattern "P0808" Warning "a pattern that another always shadows";
    NoSuchBoard "P0809" Warning "borders that no board has";
    NoLiberty "P0810" Warning "a string without liberties";
    UnknownSilencer "P0811" Warning "a comment to patc that says nothing known";
    IdleSilencer "P0812" Warning "a silencer that silences nothing";
    NoStone "P0813" Warning "a question about the string at an empty point";
    TwoStrings "P0814" Warning "a label on two strings";
    OpponentAtMove "P0815" Warning "a move of X at `*`";
    NoMoves "P0816" Warning "a list of moves without moves";
    NoSemicolon "P0817" Warning "an action without `;`";

    TooMuch "P0901" Error "a database that the image format cannot hold";
    Internal "P0902" Error "a bug of patc";

    EyeRowOutside "P1001" Error "a picture outside an eye shape";
    MisspeltEyePattern "P1002" Error "a misspelt `Pattern` line";
    NoEyeNumber "P1003" Error "an eye shape without a number";
    BadEyeNumber "P1004" Error "an eye shape whose number is no number";
    EyeNumberOrder "P1005" Error "a number of an eye shape that does not rise";
    BadEyeValue "P1006" Error "a value of an eye shape that is not four digits";
    EyeDigit "P1007" Error "a digit of an eye shape's value above 2";
    EyeOrder "P1008" Error "a digit of an eye shape's value that falls";
    AfterEyeValue "P1009" Error "something after the value of an eye shape";
    EyeValueOutside "P1010" Error "a value without its eye shape";
    NoEyeValue "P1011" Error "an eye shape without a value";
    UnknownEyeCell "P1012" Error "an unknown point of an eye shape";
    EmptyEye "P1013" Error "an eye shape without points";
    LargeEye "P1014" Error "an eye shape with too many points";
    TornEye "P1015" Error "an eye shape whose points are not connected";
    NoAttackPoint "P1016" Error "an eye shape without the attack point that its value needs";
    NoDefensePoint "P1017" Error "an eye shape without the defence point that its value needs";
    IdleMark "P1050" Warning "a vital point of an eye shape that changes nothing";
    ThreatMarks "P1051" Warning "threats marked in some eye shapes and not in others";
    ShadowedEye "P1052" Warning "an eye shape that is never found";
    WrongEyeValue "P1053" Warning "an eye shape whose value is not the computed one";
    ContraryEyes "P1054" Warning "two eye shapes with different values for one eye space";

    RuleOutside "P1101" Error "a rule without its picture";
    MissingRow "P1102" Error "a neighbourhood of fewer than three rows";
    TextBetweenRules "P1103" Error "text between rules";
    RowLength "P1104" Error "a row of a neighbourhood that has not three cells";
    Center "P1105" Error "a neighbourhood without its move in the middle";
    FourthRow "P1106" Error "a fourth row of a neighbourhood";
    NoRule "P1107" Error "a neighbourhood without a rule";
    UnknownNeighbor "P1108" Error "an unknown cell of a neighbourhood";
    BadWeight "P1109" Error "a weight that is no number";
    NoComma "P1110" Error "a property without a comma before it";
    HugeWeight "P1111" Error "a weight out of range";
    NoProperty "P1112" Error "a comma without a property";
    UnknownProperty "P1113" Error "an unknown property";
    ImpossiblePicture "P1150" Warning "a neighbourhood that no board has";
    LargeWeight "P1151" Warning "a weight so large that sums could overflow";
    RepeatedProperty "P1152" Warning "a property given twice";
    ContraryProperties "P1153" Warning "properties that never hold together";
    ShadowedRule "P1154" Warning "a rule that decides nothing";
    NothingPlayed "P1155" Warning "rules that let no move be played";

    NoBoardSize "P1201" Error "a compressed book without a board size";
    BadBoardSize "P1202" Error "a board size out of range";
    BookWords "P1203" Error "a line of a compressed book that is no entry";
    BookWeight "P1204" Error "a weight of a book's move out of range";
    HalfPoint "P1205" Error "a point of one letter";
    BookPoint "P1206" Error "a point outside the board";
    TakenPoint "P1207" Error "a point used twice in one entry";
    OpenBoard "P1220" Error "a position without all its borders";
    OblongBoard "P1221" Error "a position that is not square";
    SmallBoard "P1222" Error "a position too small to be a board";
    OpenCell "P1223" Error "a cell that leaves a position open";
    BookSymmetry "P1224" Error "a position with a symmetry code";
    BookCode "P1226" Error "a position with a constraint, action or helper";
    BookValue "P1227" Error "a position with another value";
    NoBookValue "P1228" Error "a position without a value";
    Breathless "P1250" Warning "a position with stones without liberties";
    RepeatedPosition "P1251" Warning "a move that an earlier entry proposes";

    TestOutside "P1301" Warning "a test without its pattern";
    NoExpectation "P1302" Warning "a test that expects nothing";
    UnknownExpectation "P1303" Warning "a test that says something unknown";
    TestQuestion "P1304" Warning "a value of a test that cannot be asked";
    NoPosition "P1305" Warning "a test without a position";
    BadDrawing "P1306" Warning "a drawing of a test that is no position";
    TestPoint "P1307" Warning "a test without its point";
}

impl Code {
    /// Whether it is about a test beside a pattern.
    pub fn is_about_tests(self) -> bool {
        self.id().starts_with("P13")
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_sorted() {
        assert!(Code::ALL.windows(2).all(|pair| pair[0].id() < pair[1].id()));
    }
}
