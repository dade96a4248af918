//! `faan match show`.

use ::evidence::WinnerScore;
use serde::Deserialize;

use super::game::Games;
use super::recorded::Recorded;
use super::told::{Payment, Played, Said};
use crate::account::Stop;
use crate::config::Show;
use crate::sheet::{Note, Notes, Settlement, Sheet};

#[derive(Deserialize)]
struct Hands {
    hands: Vec<Hand>,
}

#[derive(Deserialize)]
struct Hand {
    #[serde(flatten)]
    played: Played,
    /// What was said of it before it was corrected.
    #[serde(default)]
    earlier: Vec<Earlier>,
}

#[derive(Deserialize)]
struct Earlier {
    outcome: Said,
    scores: Vec<WinnerScore>,
    payments: Vec<Payment>,
}

impl Hand {
    fn noted(self) -> (String, Note) {
        let note = Note {
            tiles: self.played.outcome.tiles(),
            is_moved: self.earlier.iter().all(|then| then.is_same(&self.played)),
            newcomer: None,
        };
        (self.played.id.unwrap_or_default(), note)
    }
}

impl Earlier {
    fn is_same(&self, now: &Played) -> bool {
        self.outcome == now.outcome && self.scores == now.scores && self.payments == now.payments
    }
}

pub(super) async fn run(games: &mut Games<'_>, config: &Show, json: bool) -> Result<String, Stop> {
    let id = games.meant(config.game.as_deref()).await?;
    match json {
        true => answers(games, &id).await,
        false => sheet(games, &id).await,
    }
}

/// What the service says of a match, as it is: the match, its sheet, and its hands.
async fn answers(games: &mut Games<'_>, id: &str) -> Result<String, Stop> {
    let mut fields = Vec::new();
    for (name, rest) in [("match", ""), ("sheet", "/rounds"), ("hands", "/hands")] {
        let path = games.path(&format!("/{id}{rest}"));
        fields.push(format!("\"{name}\":{}", games.get(&path).await?.text));
    }
    Ok(format!("{{{}}}", fields.join(",")))
}

/// A match as people read it, and whose deal is next.
pub(super) async fn sheet(games: &mut Games<'_>, id: &str) -> Result<String, Stop> {
    let view = games.game(id).await?.view;
    let path = |rest: &str| format!("/v1/clubs/{}/matches/{id}{rest}", games.club.id);
    let (rounds, hands, settlement) = (path("/rounds"), path("/hands"), path("/settlement"));
    let rounds = games.get(&rounds).await?;
    let (sheet, recorded): (Sheet, Recorded) = (rounds.read()?, rounds.read()?);
    let hands: Hands = games.read(&hands).await?;
    let settlement: Settlement = games.read(&settlement).await?;
    let hands = hands.hands.into_iter();
    let mut notes: Notes = hands.map(Hand::noted).collect();
    for (id, chair, name) in recorded.newcomers(&view.people()) {
        notes.entry(id).or_default().newcomer = Some((chair, name));
    }
    let seated = sheet.seated(&notes);
    let seated = seated.into_iter().map(|names| names.join(" then "));
    let mut text = format!("{}\n", view.titled(&seated.collect::<Vec<_>>()));
    if view.next_number > 1 {
        text += &format!("\n{}\n\n{}\n", sheet.numbered(&notes), settlement.results());
    }
    if view.ending.is_some() {
        text += &settlement.payments();
    }
    Ok(text + &view.next())
}
