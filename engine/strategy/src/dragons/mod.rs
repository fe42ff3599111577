//! Dragons: strings that are as good as connected, and what can be said about their lives without
//! reading them out.
//!
//! Entry points: [`Position::groups`](crate::Position::groups) and
//! [`Position::dragons`](crate::Position::dragons), which give [`Dragons`].
//!
//! | module | what it is for |
//! |---|---|
//! | `groups`, [`cuts`] | which strings belong together, and where they can be cut; `examine` joins them |
//! | `neighbors`, [`surround`] | which dragons touch, and which enclose another |
//! | `escape`, `moyo` | how well a dragon can run, and how much room it has |
//! | [`weakness`] | the rough estimate: crude status and weakness |
//! | `false_eyes` | half and false eyes that count as territory |
//! | [`life`] | what reading says about their lives |
//! | [`race`] | what reading says about their races |
//! | `strategic_size` | how much hangs on a dragon |
//! | [`dragon`] | the records |
//! | `analysis` | puts them together |

mod analysis;
pub mod cuts;
pub mod dragon;
pub(crate) mod escape;
mod false_eyes;
pub(crate) mod groups;
pub mod life;
mod moyo;
mod neighbors;
pub mod race;
mod strategic_size;
pub mod surround;
pub mod weakness;

pub(crate) use analysis::{Findings, assess, crude_weaknesses, revise};
pub use cuts::Cuts;
pub use dragon::{Dragon, Dragons, Safety, refusal};
pub use groups::Groups;
pub use life::Life;
pub use race::{RaceResult, Races};
