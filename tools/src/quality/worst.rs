//! The worst moves of a study as a game record: one game for each, up to the position.

use katachi_board::Point;
use katachi_sgf::{Collection, Coord, Editor, vertex, write};

use super::judged::{JudgedMove, Judgement, Loss, Reply};
use super::sample::Position;
use super::study::Study;

/// The record of at most this many moves, those that lose most first.
///
/// The position is the last node before two variations: the move that was played, and the engine's.
/// There the engine's move has the points that it loses as its label (`-7.3`), the move that was
/// played a triangle.
pub fn sgf(study: &Study, positions: &[Position], moves: &[JudgedMove], count: usize) -> String {
    let judged = moves.iter().filter_map(|one| match one.judgement {
        Judgement::Judged(loss) => Some((one, loss)),
        Judgement::Illegal(_) | Judgement::Failed(_) => None,
    });
    let mut worst: Vec<(&JudgedMove, Loss)> =
        judged.filter(|(_, loss)| loss.points() > 0.0).collect();
    worst.sort_by(|(_, a), (_, b)| b.points().total_cmp(&a.points()));
    let mut collection = Collection::new();
    for (one, loss) in worst.into_iter().take(count) {
        let label = &study.engines[one.engine].label;
        let mut game = collection.new_game();
        add(&mut game, label, &positions[one.position], one, loss);
    }
    write(&collection)
}

fn add(game: &mut Editor<'_>, label: &str, position: &Position, one: &JudgedMove, loss: Loss) {
    let at = one.reply.and_then(Reply::at);
    let played = vertex(position.played, position.size);
    let name = format!("{}: {label} loses {:.1}", position.name(), loss.points());
    // The property names are valid.
    let _ = game.size(position.size.into()).set("GN", &name);
    for &(side, at) in &position.moves {
        game.play(side.into(), at.map(Coord::from));
    }
    game.comment(&format!(
        "{}\nTo move: {}. Played: {played}. {label}: {}.\nIt loses {:.1} points.",
        position.name(),
        position.color.name(),
        one.answer,
        loss.points()
    ));
    if let Some(played) = position.played {
        let _ = game.points("TR", [played.into()]);
    }
    if let Some(at) = at {
        game.label(at.into(), &format!("{:.1}", -loss.points()));
    }
    let here = game.id();
    let mut variation = |at: Option<Point>, text: &str, lead: f64| {
        game.go_to(here);
        game.play(position.color.into(), at.map(Coord::from));
        game.comment(&format!("{text}\nLead of the player: {lead:+.1} points."));
    };
    variation(position.played, "Played.", loss.played);
    variation(at, &format!("{label}: {}.", one.answer), loss.answer);
}
