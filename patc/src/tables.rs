//! The words and signs of the pattern language as tables, for people and for editors.
//!
//! Entry point: [`tables`]. Every row comes from the tables of the compiler itself. So `patc
//! tables`, the reference in `docs/pattern-language.md` and the editor modes all agree with the
//! compiler.

use std::fmt::Write;

use katachi_image::eyes::EyeCell;
use katachi_image::monte_carlo::{NEIGHBOR_CELLS, PROPERTIES, Property};
use katachi_image::{
    Anchor, Arguments, Attribute, AttributeArgument, AttributeMap, Autohelper, CLASS_LETTERS, Cell,
    HELPERS, Kind, PROFILES, SYMMETRY_CODES, class_meaning, neighbor_meaning, symmetry_meaning,
};

use crate::diagnostic::{Code, Severity};

/// A table; the first column holds the words or signs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its name on the command line and in the documentation.
    pub name: &'static str,
    /// A short description.
    pub about: &'static str,
    /// The titles of its columns.
    pub columns: &'static [&'static str],
    /// Its rows, each with as many fields as there are columns.
    pub rows: Vec<Vec<String>>,
    /// The number of leading columns that hold text of the language.
    code: usize,
}

impl Table {
    /// The words or signs of the first column.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.rows
            .iter()
            .filter_map(|row| row.first())
            .map(String::as_str)
    }

    /// The table in Markdown, as GitHub reads it.
    pub fn markdown(&self) -> String {
        let mut text = format!("| {} |\n", self.columns.join(" | "));
        text.push('|');
        text.push_str(&"---|".repeat(self.columns.len()));
        text.push('\n');
        for row in &self.rows {
            text.push('|');
            for (column, field) in row.iter().enumerate() {
                let field = field.replace('|', "\\|");
                let quote = if column < self.code && !field.is_empty() {
                    "`"
                } else {
                    ""
                };
                // Writing to a string cannot fail.
                let _ = write!(text, " {quote}{field}{quote} |");
            }
            text.push('\n');
        }
        text
    }

    /// The rows with a tab between fields, without titles.
    pub fn tabs(&self) -> String {
        self.rows.iter().map(|row| row.join("\t") + "\n").collect()
    }
}

/// The table of this name.
pub fn table(name: &str) -> Option<Table> {
    tables().into_iter().find(|table| table.name == name)
}

/// All tables.
pub fn tables() -> Vec<Table> {
    vec![
        cells(),
        symmetries(),
        classes(),
        maps(),
        values(),
        helpers(),
        functions(),
        roles(),
        eye_cells(),
        neighbor_cells(),
        properties(),
        diagnostics(),
    ]
}

fn cells() -> Table {
    let row =
        |&(character, cell): &(char, Cell)| [character.to_string(), cell.meaning().to_owned()];
    Table {
        name: "cells",
        about: "the cells of a diagram",
        columns: &["cell", "what must be on the point"],
        rows: Cell::CHARACTERS
            .iter()
            .map(|entry| row(entry).into())
            .collect(),
        code: 1,
    }
}

fn symmetries() -> Table {
    let row = |&(code, orientations): &(char, u8)| {
        let meaning = symmetry_meaning(code).unwrap_or_default();
        let tried = orientations.count_ones().to_string();
        vec![code.to_string(), meaning.to_owned(), tried]
    };
    Table {
        name: "symmetries",
        about: "the symmetry codes of a colon line",
        columns: &["code", "the diagram is", "orientations tried"],
        rows: SYMMETRY_CODES.iter().map(row).collect(),
        code: 1,
    }
}

fn classes() -> Table {
    let row = |letter| {
        let meaning = class_meaning(letter).unwrap_or_default();
        vec![letter.to_string(), meaning.to_owned()]
    };
    Table {
        name: "classes",
        about: "the class letters of a colon line",
        columns: &["letter", "meaning"],
        rows: CLASS_LETTERS.chars().map(row).collect(),
        code: 1,
    }
}

fn maps() -> Table {
    let row = |&(name, map): &(&str, AttributeMap)| {
        let words: Vec<_> = map
            .keywords()
            .iter()
            .map(|keyword| format!("`{}`", keyword.name))
            .collect();
        vec![name.to_owned(), map.meaning().to_owned(), words.join(", ")]
    };
    Table {
        name: "maps",
        about: "the attribute maps: which value keywords a database may use",
        columns: &["map", "for", "keywords"],
        rows: AttributeMap::NAMES.iter().map(row).collect(),
        code: 1,
    }
}

fn values() -> Table {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for keyword in AttributeMap::NAMES
        .iter()
        .flat_map(|(_, map)| map.keywords())
    {
        if rows.iter().any(|row| row[0] == keyword.name) {
            continue;
        }
        let argument = match keyword.argument {
            AttributeArgument::Number => "number",
            AttributeArgument::Label => "label",
        };
        let attribute: Attribute = keyword.attribute;
        let usual = attribute.name();
        let meaning = if usual == keyword.name {
            attribute.meaning().to_owned()
        } else {
            format!("another name for `{usual}`")
        };
        rows.push(vec![keyword.name.to_owned(), argument.to_owned(), meaning]);
    }
    Table {
        name: "values",
        about: "the value keywords of a colon line",
        columns: &["keyword", "argument", "meaning"],
        rows,
        code: 1,
    }
}

fn answered(yes: bool) -> String {
    (if yes { "yes" } else { "later" }).to_owned()
}

fn helpers() -> Table {
    let row = |helper: &katachi_image::Helper| {
        let meaning = helper.meaning.to_owned();
        vec![helper.name.to_owned(), answered(helper.answered), meaning]
    };
    Table {
        name: "helpers",
        about: "the helpers that may end a colon line",
        columns: &["helper", "answered", "the pattern holds only if"],
        rows: HELPERS.iter().map(row).collect(),
        code: 1,
    }
}

fn functions() -> Table {
    let row = |function: &Autohelper| {
        let signature = function.signature();
        let arguments = match signature.arguments {
            Arguments::Points(0) => "none".to_owned(),
            Arguments::Points(count) => ["a", "a, b", "a, b, c", "a, b, c, d"]
                .get(usize::from(count) - 1)
                .map_or_else(|| format!("{count} points"), ToString::to_string),
            Arguments::List => "points …".to_owned(),
            Arguments::Moves(1) => "moves …, target".to_owned(),
            Arguments::Moves(targets) => format!("moves …, {targets} targets"),
        };
        let meaning = signature.meaning.to_owned();
        vec![
            signature.name.to_owned(),
            arguments,
            answered(signature.answered),
            meaning,
        ]
    };
    Table {
        name: "functions",
        about: "the functions of constraints and actions",
        columns: &["function", "arguments", "answered", "meaning"],
        rows: Autohelper::ALL.iter().map(row).collect(),
        code: 1,
    }
}

fn roles() -> Table {
    let row = |profile: &katachi_image::Profile| {
        let anchor = match profile.anchor {
            Anchor::Own => "`O`",
            Anchor::Opponent => "`X`",
            Anchor::Either => "`O` or `X`",
            Anchor::EitherOrMove => "`O` or `X`, else `*`",
            Anchor::Corner => "the corner",
        };
        let is_general = profile.kind == Kind::General;
        let anchor = if is_general { anchor } else { "–" };
        let needs_move = if !is_general {
            "–"
        } else if profile.needs_move {
            "one"
        } else {
            "at most one"
        };
        let used = if profile.role.is_consulted() {
            "yes"
        } else {
            "later"
        };
        let meaning = profile.role.meaning();
        [profile.name, meaning, anchor, needs_move, used]
            .map(ToOwned::to_owned)
            .into()
    };
    Table {
        name: "roles",
        about: "the roles of databases",
        columns: &[
            "role",
            "what it holds",
            "anchors",
            "`*`",
            "consulted for moves",
        ],
        rows: PROFILES.iter().map(row).collect(),
        code: 1,
    }
}

fn eye_cells() -> Table {
    let row = |(character, cell): &(char, EyeCell)| vec![character.to_string(), cell.meaning()];
    Table {
        name: "eye-cells",
        about: "the points of eye shapes",
        columns: &["point", "meaning"],
        rows: EyeCell::CHARACTERS.iter().map(row).collect(),
        code: 1,
    }
}

fn neighbor_cells() -> Table {
    let row =
        |(character, symbols): &(char, u8)| vec![character.to_string(), neighbor_meaning(*symbols)];
    Table {
        name: "neighbor-cells",
        about: "the cells of Monte Carlo neighbourhoods",
        columns: &["cell", "what must be there"],
        rows: NEIGHBOR_CELLS.iter().map(row).collect(),
        code: 1,
    }
}

fn properties() -> Table {
    let row = |property: &Property| vec![property.name.to_owned(), property.meaning()];
    Table {
        name: "properties",
        about: "the properties of Monte Carlo rules",
        columns: &["property", "holds if"],
        rows: PROPERTIES.iter().map(row).collect(),
        code: 1,
    }
}

fn diagnostics() -> Table {
    let row = |code: &Code| {
        let severity = match code.severity() {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        [code.id(), severity, code.title()]
            .map(ToOwned::to_owned)
            .into()
    };
    Table {
        name: "diagnostics",
        about: "the mistakes and warnings that the compiler knows",
        columns: &["code", "severity", "mistake"],
        rows: Code::ALL.iter().map(row).collect(),
        code: 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_rectangular_and_their_words_unique() {
        for table in tables() {
            assert!(!table.rows.is_empty());
            let mut words: Vec<_> = table.words().collect();
            words.sort_unstable();
            words.dedup();
            assert_eq!(words.len(), table.rows.len(), "{}", table.name);
            for row in &table.rows {
                assert_eq!(row.len(), table.columns.len(), "{row:?}");
                assert!(
                    row.iter().all(|field| !field.contains(['\n', '\t'])),
                    "{row:?}"
                );
            }
            assert_eq!(super::table(table.name), Some(table));
        }
    }

    #[test]
    fn column_signs_are_escaped_in_markdown() {
        let text = symmetries().markdown();
        assert!(text.contains("| `\\|` | the left half"), "{text}");
    }
}
