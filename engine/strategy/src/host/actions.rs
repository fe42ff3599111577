//! Actions: each leaves an effect.

use katachi_board::{Color, Point};
use katachi_matcher::{Actions, Done};

use super::effect::Effect;
use super::position_host::PositionHost;

impl Actions for PositionHost<'_> {
    fn count_potential_cut(&mut self, point: Point, string: Point, flanks: [Point; 2]) -> Done {
        if self.opens_cut(point, string, flanks) {
            return self.want(Effect::OpensCut(string));
        }
        Some(())
    }

    fn forbid_move(&mut self, point: Point) -> Done {
        self.want(Effect::Forbid(point))
    }

    fn replace_move(&mut self, from: Point, to: Point) -> Done {
        self.want(Effect::Replace { from, to })
    }

    fn trust_move(&mut self, point: Point) -> Done {
        self.want(Effect::Trust(point))
    }

    fn set_min_value(&mut self, point: Point, value: f32) -> Done {
        self.want(Effect::MinValue { point, value })
    }

    fn set_follow_up(&mut self, point: Point, value: f32) -> Done {
        self.want(Effect::FollowUp { point, value })
    }

    fn set_reverse_follow_up(&mut self, point: Point, value: f32) -> Done {
        self.want(Effect::ReverseFollowUp { point, value })
    }

    fn add_capture_threat(&mut self, point: Point, string: Point) -> Done {
        self.want(Effect::Threat { point, string })
    }

    fn add_attack_threat(&mut self, point: Point, string: Point) -> Done {
        self.want(Effect::Threat { point, string })
    }

    fn add_connection(&mut self, point: Point, strings: [Point; 2]) -> Done {
        self.want(Effect::Connects { point, strings })
    }

    fn add_cut(&mut self, point: Point, strings: [Point; 2]) -> Done {
        if strings.into_iter().any(|string| self.is_lost(string)) {
            return Some(());
        }
        self.want(Effect::Cuts { point, strings })
    }

    fn add_attack_on_either(&mut self, point: Point, strings: [Point; 2]) -> Done {
        self.want(Effect::AttacksEither { point, strings })
    }

    fn add_defense_of_both(&mut self, point: Point, strings: [Point; 2]) -> Done {
        self.want(Effect::DefendsBoth { point, strings })
    }

    fn join_dragons(&mut self, a: Point, b: Point) -> Done {
        self.want(Effect::Joins([a, b]))
    }

    fn deny_territory(&mut self, color: Color, point: Point) -> Done {
        self.want(Effect::DenyTerritory { color, point })
    }
}

impl PositionHost<'_> {
    #[expect(clippy::unnecessary_wraps, reason = "what actions return")]
    fn want(&mut self, effect: Effect) -> Done {
        self.effects.push(effect);
        Some(())
    }
}
