//! Strategic sizes: how much of the board's fight hangs on each dragon.

/// What the strategic size of a dragon rests on.
pub struct Weight {
    /// The effective size.
    pub effective_size: f32,
    /// The weakness, 0 to 1.
    pub weakness: f32,
    /// Whether it takes no part, since its life or death matters to nobody.
    pub is_inessential: bool,
    /// The indices of the neighbouring dragons of the other colour.
    pub hostile: Vec<usize>,
}

/// The most that the fight adds to a dragon: in effective sizes.
const MOST: f32 = 3.0;

/// The strategic size of each dragon: its effective size, and what its weak neighbours lose with
/// it.
///
/// A dragon gives its neighbours of the other colour its own size times its weakness, in proportion
/// to theirs.
pub fn strategic_sizes(dragons: &[Weight]) -> Vec<f32> {
    let mut sizes: Vec<f32> = dragons.iter().map(|dragon| dragon.effective_size).collect();
    let stake = |dragon: &Weight| dragon.effective_size * dragon.weakness;
    for dragon in dragons.iter().filter(|dragon| !dragon.is_inessential) {
        let essential = |other: &&usize| !dragons[**other].is_inessential;
        let hostile = || dragon.hostile.iter().filter(essential);
        let sum: f32 = hostile().map(|&other| stake(&dragons[other])).sum();
        if sum > 0.0 {
            for &other in hostile() {
                sizes[other] += stake(dragon) * stake(&dragons[other]) / sum;
            }
        }
    }
    for (size, dragon) in sizes.iter_mut().zip(dragons) {
        *size = size.min(MOST * dragon.effective_size);
    }
    sizes
}
