//! Views as `GoGui` draws them over its board: lines such as `LABEL D4 x` and `COLOR #2060ff D4`.

use katachi_board::{Color, Point};

use super::picture::{Content, Paint, Picture, Sign};

/// The lines of a view; `name` gives the vertex of a point as the client sees it.
pub fn lines(picture: &Picture, name: &dyn Fn(Point) -> String) -> Vec<String> {
    let mut lines = Vec::new();
    match &picture.content {
        Content::Signs(signs, _) => {
            for (&point, sign) in signs {
                lines.extend(of_sign(&name(point), *sign));
            }
        }
        Content::Numbers(numbers, form) => {
            let most = numbers
                .values()
                .fold(0.0_f32, |most, one| most.max(one.abs()));
            let scale = form.most.unwrap_or(most).max(f32::MIN_POSITIVE);
            for (&point, &number) in numbers {
                // Black's influence is positive there, White's numbers are positive here.
                let sign = if form.most.is_some() { -1.0 } else { 1.0 };
                let share = (sign * number / scale).clamp(-1.0, 1.0);
                if share != 0.0 {
                    lines.push(format!("INFLUENCE {} {share:.2}", name(point)));
                }
            }
        }
    }
    lines.push(format!("TEXT {}", picture.title));
    lines
}

fn of_sign(vertex: &str, sign: Sign) -> Vec<String> {
    match sign.share {
        Some((owner, share)) => {
            let share = match owner {
                Color::Black => share,
                Color::White => -share,
            };
            vec![format!("INFLUENCE {vertex} {share:.2}")]
        }
        None => vec![
            format!("COLOR {} {vertex}", color(sign.paint)),
            format!("LABEL {vertex} {}", sign.letter),
        ],
    }
}

/// A colour as web pages write it.
pub const fn color(paint: Paint) -> &'static str {
    match paint {
        Paint::Red => "#e03030",
        Paint::Green => "#30a040",
        Paint::Yellow => "#e0c020",
        Paint::Blue => "#3070e0",
        Paint::Cyan => "#30b0b0",
    }
}
