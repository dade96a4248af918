//! `faan match show`.

use serde::Deserialize;

use super::game::Games;
use super::told::Said;
use crate::account::Stop;
use crate::config::Show;
use crate::sheet::{Notes, Settlement, Sheet};

#[derive(Deserialize)]
struct Hands {
    hands: Vec<Hand>,
}

#[derive(Deserialize)]
struct Hand {
    id: String,
    outcome: Said,
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
    let sheet: Sheet = games.read(&rounds).await?;
    let hands: Hands = games.read(&hands).await?;
    let settlement: Settlement = games.read(&settlement).await?;
    let hands = hands.hands.into_iter();
    let tiles: Notes = hands.map(|hand| (hand.id, hand.outcome.tiles())).collect();
    let mut text = format!("{}\n", view.heading());
    if view.next_number > 1 {
        text += &format!("\n{}\n\n{}\n", sheet.numbered(&tiles), settlement.results());
    }
    if view.ending.is_some() {
        text += &settlement.payments();
    }
    Ok(text + &view.next())
}
