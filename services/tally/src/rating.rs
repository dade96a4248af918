//! Ratings: how strong a player is thought to be, by the places of matches in their order.

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

/// What is thought of a player's strength, after Weng and Lin (2011), as OpenSkill has it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// The strength that is most likely; 25 for somebody of whom nothing is known.
    pub rating: f64,
    /// How uncertain that is: a standard deviation; 25/3 for somebody of whom nothing is known.
    pub uncertainty: f64,
}

impl Default for Rating {
    fn default() -> Self {
        WengLinRating::new().into()
    }
}

impl From<WengLinRating> for Rating {
    fn from(known: WengLinRating) -> Self {
        Self {
            rating: known.rating,
            uncertainty: known.uncertainty,
        }
    }
}

impl Rating {
    /// A strength the player has almost certainly: three deviations below the likely one.
    pub fn at_least(self) -> f64 {
        self.rating - 3.0 * self.uncertainty
    }
}

/// What is thought of those who played a match, each by what was thought before and the place, 1 first, in the same order.
pub fn rate(table: &[(Rating, usize)]) -> Vec<Rating> {
    let alone = |(before, _): &(Rating, usize)| {
        [WengLinRating {
            rating: before.rating,
            uncertainty: before.uncertainty,
        }]
    };
    let alone: Vec<_> = table.iter().map(alone).collect();
    let teams = alone.iter().map(<[WengLinRating; 1]>::as_slice);
    let places = table.iter().map(|(_, place)| MultiTeamOutcome::new(*place));
    let teams: Vec<_> = teams.zip(places).collect();
    let rated = weng_lin_multi_team(&teams, &WengLinConfig::new());
    rated.into_iter().flatten().map(Rating::from).collect()
}
