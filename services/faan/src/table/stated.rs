//! What happened, as a request says it: people become chairs.

use ::evidence::{
    Agreed, Chair, Deal, Facts, FalseMahjong, Payee, Penalty, PlayerId, Substitution,
};
use serde_json::{Value, json};

use super::win;
use crate::account::Stop;
use crate::config::Outcome;
use crate::named::{self, Named as _};
use crate::players::Player;

/// The four people at a table, chair 1 first, in one deal.
pub(super) struct Seated {
    pub(super) people: Vec<Player>,
    pub(super) deal: Deal,
}

impl Seated {
    /// The chair of somebody: by name or id, or by the seat wind.
    pub(super) fn chair(&self, text: &str) -> Result<Chair, Stop> {
        let is_name = |player: &Player| player.name().eq_ignore_ascii_case(text);
        let mut winds = rules::Wind::ALL.into_iter();
        let wind = winds.find(|wind| wind.to_string().eq_ignore_ascii_case(text));
        if let Some(wind) = wind.filter(|_| !self.people.iter().any(is_name)) {
            return Ok(self.at(wind));
        }
        let found = named::one("player of this match", text, &self.people);
        let id = &found.map_err(Stop::Misused)?.id;
        let mut chairs = Chair::ALL.into_iter().zip(&self.people);
        let sits = chairs.find(|(_, player)| player.id == *id);
        sits.map(|(chair, _)| chair)
            .ok_or_else(|| Stop::Failed(format!("{text} sits nowhere")))
    }

    /// The chair of a seat wind: the dealer's is East, and the others follow.
    pub(super) fn at(&self, wind: rules::Wind) -> Chair {
        let from_dealer = Chair::ALL.into_iter().cycle();
        let mut from_dealer = from_dealer.skip(self.deal.dealer.index());
        from_dealer.nth(wind.index()).unwrap_or(self.deal.dealer)
    }
}

/// An outcome as it is sent. `club` are the players who may take over a chair.
pub(super) fn outcome(said: &Outcome, seated: &Seated, club: &[Player]) -> Result<Value, Stop> {
    let facts = match said {
        Outcome::Win(win) => Facts::Win(win::stated(win, seated)?),
        Outcome::Goulash => Facts::Goulash {},
        Outcome::Agreed { points, winner } => {
            let winner = winner.as_deref().map(|name| seated.chair(name));
            let agreed = Agreed {
                winner: winner.transpose()?,
                half_points: agreed(points, seated)?,
            };
            return Ok(as_sent(&agreed));
        }
        Outcome::FalseMahjong { player, points } => Facts::FalseMahjong(FalseMahjong {
            chair: seated.chair(player)?,
            points: *points,
        }),
        Outcome::Penalty {
            player,
            penalty,
            points,
            to,
            ..
        } => Facts::Penalty(Penalty {
            chair: seated.chair(player)?,
            penalty: penalty.clone(),
            points: *points,
            payee: if to == "house" {
                Payee::House
            } else {
                Payee::Players
            },
        }),
        Outcome::Substitution { player, newcomer } => {
            let comes = named::one("player", newcomer, club).map_err(Stop::Misused)?;
            let comes = comes.id.parse::<PlayerId>();
            Facts::Substitution(Substitution {
                chair: seated.chair(player)?,
                player: comes.map_err(|error| Stop::Failed(error.to_string()))?,
            })
        }
    };
    serde_json::to_value(&facts).map_err(|error| Stop::Failed(error.to_string()))
}

/// The one kind that is sent in other words than the ledger's: in points, not in half points.
fn as_sent(agreed: &Agreed) -> Value {
    let points = agreed
        .half_points
        .map(|half_points| half_points as f64 / 2.0);
    let mut sent = json!({ "kind": "agreed", "chair_points": points });
    if let (Some(winner), Some(fields)) = (agreed.winner, sent.as_object_mut()) {
        fields.insert("winner".to_owned(), json!(winner));
    }
    sent
}

fn agreed(said: &[String], seated: &Seated) -> Result<[i64; 4], Stop> {
    let mut half_points: [Option<i64>; 4] = [None; 4];
    for part in said {
        let misread = || {
            let text =
                format!("`{part}`: expected a player and points, as in `Ming=12` or `Bo=-4.5`");
            Stop::Misused(text)
        };
        let (name, points) = part.rsplit_once('=').ok_or_else(misread)?;
        let place = half_points.get_mut(seated.chair(name)?.index());
        let place = place.ok_or_else(misread)?;
        if place.is_some() {
            return Err(Stop::Misused(format!("`{name}` is named twice")));
        }
        *place = Some(halves(points).ok_or_else(misread)?);
    }
    Ok(half_points.map(Option::unwrap_or_default))
}

/// Points as half points, if they are a multiple of a half; nobody agrees on more than a million.
fn halves(points: &str) -> Option<i64> {
    let doubled = points.parse::<f64>().ok()? * 2.0;
    let is_meant = doubled.fract() == 0.0 && doubled.abs() <= 2_000_000.0;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a whole number within two millions"
    )]
    is_meant.then_some(doubled as i64)
}
