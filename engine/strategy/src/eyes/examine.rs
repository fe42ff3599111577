//! The examination of a position for eyes, step by step.

use katachi_board::PointSet;

use super::domains::Domains;
use super::facts::Facts;
use super::shapes::Shapes;
use super::spaces;
use super::table::Eyes;
use super::topology;
use super::value::Appraiser;

/// The eyes of a position, by the facts about it and by these shapes. It plays trial moves and
/// takes them back.
pub fn examine(facts: &mut impl Facts, shapes: &mut Shapes<'_>) -> Eyes {
    let domains = Domains::of(facts);
    let lively = facts.lively();
    let all: PointSet = facts.board().size().points().collect();
    let mut eyes = Eyes::new(spaces::cut(&(all - lively), &domains));
    topology::examine(facts, &mut eyes);
    let appraisals = Appraiser::new(facts, shapes, &eyes).appraise_all();
    for (space, appraisal) in eyes.spaces_mut().zip(appraisals) {
        appraisal.give(space);
    }
    eyes
}
