//! The text of a pattern.

use std::fmt::Write;

use katachi_board::{Board, Color, Point};

use super::picture::{Label, Picture};
use super::region::Region;

/// A pattern that is to be written, with a test.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Its name.
    pub name: String,
    /// What it comes from, in lines of a comment.
    pub comment: Vec<String>,
    /// Its diagram.
    pub picture: Picture,
    /// The letters of its strings.
    pub labels: Vec<Label>,
    /// Its class letters; none are `-`.
    pub classes: String,
    /// What stands behind the classes, such as `value(12)`.
    pub values: Vec<String>,
    /// Its constraint, which names strings by these letters.
    pub constraint: Option<String>,
    /// Its test.
    pub test: Vec<String>,
}

impl Draft {
    /// The lines of a test: the position in this region, and what must happen when this side moves
    /// at this point.
    pub fn test(
        board: &Board,
        own: Color,
        point: Point,
        region: Region,
        words: &str,
    ) -> Vec<String> {
        let shown = Picture::of(board, own, point, region);
        let mut settings = Vec::new();
        if own == Color::White {
            settings.push("O is white".to_owned());
        }
        let size = region.size().get();
        let is_known = size == 19 || region.rows() == size || region.cols() == size;
        if !is_known {
            settings.push(format!("board {size}"));
        }
        settings.push(words.to_owned());
        let mut lines = vec![format!("patc: test {}", settings.join(", "))];
        lines.extend(shown.lines(&[]));
        lines
    }

    /// The same pattern with a looser diagram. Strings keep their letters.
    #[must_use]
    pub fn loosened(&self, picture: Picture) -> Self {
        Self {
            labels: self.picture.labels_in(&picture),
            picture,
            ..self.clone()
        }
    }

    /// The lines of the pattern.
    pub fn text(&self) -> String {
        let mut text = format!("Pattern {}\n", self.name);
        let labels = &self.labels;
        for line in &self.comment {
            comment(&mut text, line);
        }
        text.push('\n');
        for line in self.picture.lines(&[]) {
            text.push_str(&line);
            text.push('\n');
        }
        // A constraint that is not symmetric needs all orientations.
        let symmetry = if self.constraint.is_some() {
            '8'
        } else {
            self.picture.symmetry()
        };
        let classes = Some(self.classes.as_str()).filter(|classes| !classes.is_empty());
        let mut colon = format!("\n:{symmetry},{}", classes.unwrap_or("-"));
        for value in &self.values {
            // Writing to a string cannot fail.
            let _ = write!(colon, ",{value}");
        }
        text.push_str(&colon);
        text.push_str("\n\n");
        match &self.constraint {
            None if labels.is_empty() => {}
            None => {
                comment(
                    &mut text,
                    "Labels of the strings, for a constraint such as `;lib(a)>1`:",
                );
                for line in self.picture.lines(labels) {
                    comment(&mut text, &line);
                }
                text.push('\n');
            }
            Some(constraint) => {
                let is_named = |label: &&Label| names(constraint, label.letter);
                let named: Vec<Label> = labels.iter().filter(is_named).copied().collect();
                for line in self.picture.lines(&named) {
                    text.push_str(&line);
                    text.push('\n');
                }
                let _ = writeln!(text, "\n;{constraint}\n");
            }
        }
        for line in &self.test {
            comment(&mut text, line);
        }
        text
    }
}

fn comment(text: &mut String, line: &str) {
    let _ = writeln!(text, "{}", format!("# {line}").trim_end());
}

/// Whether an expression names a letter as a label.
fn names(expression: &str, letter: char) -> bool {
    let is_word = |other: char| other.is_ascii_alphanumeric() || other == '_';
    let mut words = expression.split(|other: char| !is_word(other));
    words.any(|word| word.len() == 1 && word.starts_with(letter))
}
