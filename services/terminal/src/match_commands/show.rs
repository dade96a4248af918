//! `faan match show`.

use client::models::{MatchSettlement, Rounds};
use evidence::WinnerScore;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::game::Games;
use super::match_outcome::{MatchOutcome, Payment, StatedOutcome};
use super::recorded::Recorded;
use crate::account::CliError;
use crate::config::Show;
use crate::sheet::{self, Note, Notes};

/// A page of hands, or the hands of all pages.
#[derive(Deserialize, Serialize)]
struct Hands {
    hands: Vec<Box<RawValue>>,
    #[serde(skip_serializing)]
    next_cursor: Option<String>,
}

impl Hands {
    /// All hands of a match.
    async fn all(games: &mut Games<'_>, id: &str) -> Result<Self, CliError> {
        let path = games.path(&format!("/{id}/hands"));
        let mut all: Self = games.read(&path).await?;
        while let Some(cursor) = all.next_cursor.take() {
            let page: Self = games.read(&format!("{path}?cursor={cursor}")).await?;
            all.hands.extend(page.hands);
            all.next_cursor = page.next_cursor;
        }
        Ok(all)
    }
}

#[derive(Deserialize)]
struct Hand {
    #[serde(flatten)]
    played: MatchOutcome,
    /// The earlier versions, before corrections.
    #[serde(default)]
    earlier: Vec<Earlier>,
}

#[derive(Deserialize)]
struct Earlier {
    outcome: StatedOutcome,
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
    fn is_same(&self, now: &MatchOutcome) -> bool {
        self.outcome == now.outcome && self.scores == now.scores && self.payments == now.payments
    }
}

pub(super) async fn run(
    games: &mut Games<'_>,
    config: &Show,
    json: bool,
) -> Result<String, CliError> {
    let id = games.meant(config.game.as_deref()).await?;
    match json {
        true => answers(games, &id).await,
        false => sheet(games, &id).await,
    }
}

/// The answers of the service as JSON: the match, its sheet, and its hands.
async fn answers(games: &mut Games<'_>, id: &str) -> Result<String, CliError> {
    let mut fields = Vec::new();
    for (name, rest) in [("match", ""), ("sheet", "/rounds")] {
        let path = games.path(&format!("/{id}{rest}"));
        fields.push(format!("\"{name}\":{}", games.get(&path).await?.text));
    }
    let hands = serde_json::to_string(&Hands::all(games, id).await?);
    let hands = hands.map_err(|error| CliError::Failed(error.to_string()))?;
    fields.push(format!("\"hands\":{hands}"));
    Ok(format!("{{{}}}", fields.join(",")))
}

/// The sheet of a match as text, and the next deal.
pub(super) async fn sheet(games: &mut Games<'_>, id: &str) -> Result<String, CliError> {
    let view = games.game(id).await?.view;
    let path = |rest: &str| format!("/v1/clubs/{}/matches/{id}{rest}", games.club.id);
    let (rounds, settlement) = (path("/rounds"), path("/settlement"));
    let rounds = games.get(&rounds).await?;
    let (rounds, recorded): (Rounds, Recorded) = (rounds.read()?, rounds.read()?);
    let hands = Hands::all(games, id).await?.hands;
    let settlement: MatchSettlement = games.read(&settlement).await?;
    let hands = hands
        .iter()
        .map(|hand| serde_json::from_str::<Hand>(hand.get()));
    let hands = hands.collect::<Result<Vec<_>, _>>();
    let hands = hands.map_err(|error| CliError::Failed(error.to_string()))?;
    let mut notes: Notes = hands.into_iter().map(Hand::noted).collect();
    for (id, chair, name) in recorded.newcomers(&view.people()) {
        notes.entry(id).or_default().newcomer = Some((chair, name));
    }
    let seated = sheet::seated(&rounds, &notes);
    let seated = seated.into_iter().map(|names| names.join(" then "));
    let mut text = format!("{}\n", view.titled(&seated.collect::<Vec<_>>()));
    if !rounds.rounds.is_empty() {
        let (lines, results) = (
            sheet::numbered(&rounds, &notes),
            sheet::results(&settlement),
        );
        text += &format!("\n{lines}\n\n{results}\n");
    }
    if view.ending.is_some() {
        text += &sheet::payments(&settlement);
    }
    Ok(text + &view.next())
}
