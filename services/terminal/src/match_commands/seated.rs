//! The seats in one deal.

use evidence::{Chair, Deal};

use crate::account::CliError;
use crate::club_players::Player;
use crate::name_match::{self, Named as _};

/// The four players in one deal, chair 1 first.
pub(super) struct Seated {
    pub(super) people: Vec<Player>,
    pub(super) deal: Deal,
}

impl Seated {
    /// The chair of a player, found by name, id, or seat wind.
    pub(super) fn chair(&self, text: &str) -> Result<Chair, CliError> {
        let is_name = |player: &Player| player.name().eq_ignore_ascii_case(text);
        let mut winds = rules::Wind::ALL.into_iter();
        let wind = winds.find(|wind| wind.to_string().eq_ignore_ascii_case(text));
        if let Some(wind) = wind.filter(|_| !self.people.iter().any(is_name)) {
            return Ok(self.at(wind));
        }
        let found = name_match::one("player of this match", text, &self.people);
        let id = &found.map_err(CliError::Misused)?.id;
        let mut chairs = Chair::ALL.into_iter().zip(&self.people);
        let sits = chairs.find(|(_, player)| player.id == *id);
        sits.map(|(chair, _)| chair)
            .ok_or_else(|| CliError::Failed(format!("{text} sits nowhere")))
    }

    /// The chair of a seat wind. The dealer has East, and the others follow.
    pub(super) fn at(&self, wind: rules::Wind) -> Chair {
        let from_dealer = Chair::ALL.into_iter().cycle();
        let mut from_dealer = from_dealer.skip(self.deal.dealer.index());
        from_dealer.nth(wind.index()).unwrap_or(self.deal.dealer)
    }
}
