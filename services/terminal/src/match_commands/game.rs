//! Reads the matches of a club, and finds the match of a command.

use evidence::{Chair, Deal, Ending, Wind};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::recorded::Recorded;
use crate::account::{ApiSession, ChosenClub, CliError};
use crate::club_players::{self, Player};
use crate::money::MinorUnits;
use crate::name_match::{self, Named};
use crate::rest::{Answer, Request};

/// The matches of a club, read with the session of the command.
pub(super) struct Games<'a> {
    pub(super) session: &'a mut ApiSession,
    pub(super) club: ChosenClub,
}

/// The present state of a match.
#[derive(Deserialize)]
pub(super) struct View {
    pub(super) id: String,
    pub(super) terms: Terms,
    played_on: String,
    pub(super) next_number: u32,
    pub(super) deal: Deal,
    pub(super) ending: Option<Ending>,
    pub(super) seats: [Seat; 4],
    /// The declaration by which it is void.
    void: Option<Void>,
}

#[derive(Deserialize)]
struct Void {
    reason: Option<String>,
}

/// What its table agreed on.
#[derive(Deserialize)]
pub(super) struct Terms {
    pub(super) variant: Variant,
    pub(super) stake_cents: MinorUnits,
    pub(super) currency: String,
}

#[derive(Deserialize)]
pub(super) struct Variant {
    pub(super) id: String,
}

#[derive(Deserialize)]
pub(super) struct Seat {
    pub(super) player: Player,
}

#[derive(Deserialize)]
struct Page {
    matches: Vec<View>,
    #[serde(default)]
    next_cursor: Option<String>,
}

/// A match, and the version that was read.
pub(super) struct Game {
    pub(super) view: View,
    pub(super) etag: String,
}

impl Named for View {
    fn id(&self) -> String {
        self.id.clone()
    }

    /// The id, since a match has no name.
    fn name(&self) -> &str {
        &self.id
    }
}

impl View {
    pub(super) fn people(&self) -> Vec<Player> {
        self.seats.iter().map(|seat| seat.player.clone()).collect()
    }

    /// A description: `old-hong-kong on 2026-11-21: Ming, Mei, Bo, Fong`.
    pub(super) fn heading(&self) -> String {
        let people = self.people();
        let names: Vec<String> = people.iter().map(|one| one.name().to_owned()).collect();
        self.titled(&names)
    }

    /// The description with these names for the four chairs.
    pub(super) fn titled(&self, names: &[String]) -> String {
        format!(
            "{} on {}: {}",
            self.terms.variant.id,
            self.played_on,
            names.join(", ")
        )
    }

    /// The next deal, or the reason why there is none.
    pub(super) fn next(&self) -> String {
        if let Some(void) = &self.void {
            let reason = void.reason.as_deref().unwrap_or("the reason was erased");
            return format!("The match is void, and nothing of it counts: {reason}");
        }
        next(&self.people(), self.next_number, &self.deal, self.ending)
    }
}

/// The next deal: `Next: hand 5, East round, Ming deals, extra hand 1`.
pub(super) fn next(people: &[Player], number: u32, deal: &Deal, ending: Option<Ending>) -> String {
    match ending {
        Some(Ending::Complete) => "The match is over.".to_owned(),
        Some(Ending::Early) => "The match was ended early.".to_owned(),
        None => format!("Next: hand {number}, {}", dealing(people, deal)),
    }
}

/// `East round, Ming deals`.
pub(super) fn dealing(people: &[Player], deal: &Deal) -> String {
    let extra = match deal.extra {
        0 => String::new(),
        extra => format!(", extra hand {extra}"),
    };
    let round = match deal.round_wind {
        Wind::East => "East",
        Wind::South => "South",
        Wind::West => "West",
        Wind::North => "North",
    };
    format!("{round} round, {} deals{extra}", on(people, deal.dealer))
}

/// The name of the player on a chair.
pub(super) fn on(people: &[Player], chair: Chair) -> &str {
    people.get(chair.index()).map_or("?", Named::name)
}

impl Games<'_> {
    /// A path below the matches of the club.
    pub(super) fn path(&self, rest: &str) -> String {
        format!("/v1/clubs/{}/matches{rest}", self.club.id)
    }

    pub(super) async fn get(&mut self, path: &str) -> Result<Answer, CliError> {
        self.session.ask(&Request::get(path)).await
    }

    pub(super) async fn read<T: DeserializeOwned>(&mut self, path: &str) -> Result<T, CliError> {
        Ok(self.get(path).await?.read()?)
    }

    /// The recorded outcomes of a match.
    pub(super) async fn recorded(&mut self, id: &str) -> Result<Recorded, CliError> {
        self.read(&self.path(&format!("/{id}/rounds"))).await
    }

    pub(super) async fn players(&mut self) -> Result<Vec<Player>, CliError> {
        club_players::of(self.session, &self.club).await
    }

    pub(super) async fn game(&mut self, id: &str) -> Result<Game, CliError> {
        let answer = self.get(&self.path(&format!("/{id}"))).await?;
        Ok(Game {
            view: answer.read()?,
            etag: answer.etag.unwrap_or_default(),
        })
    }

    /// The named match, or the only open one.
    pub(super) async fn open_one(&mut self, named: Option<&str>) -> Result<Game, CliError> {
        let id = self.meant(named).await?;
        self.game(&id).await
    }

    /// Its id.
    pub(super) async fn meant(&mut self, named: Option<&str>) -> Result<String, CliError> {
        // A complete id needs no list.
        if let Some(id) = named.filter(|named| named.len() == 36) {
            return Ok(id.to_owned());
        }
        let mut all = self.all().await?;
        if let Some(named) = named {
            let found = name_match::one("match", named, &all).map_err(CliError::Misused)?;
            return Ok(found.id.clone());
        }
        all.retain(|game| game.ending.is_none() && game.void.is_none());
        match all.as_slice() {
            [one] => Ok(one.id.clone()),
            [] => Err(CliError::Misused(
                "no match is open: `faan match open` opens one, and `faan match list` lists those that are over".to_owned(),
            )),
            several => Err(CliError::Misused(format!(
                "which match? These are open:\n{}",
                lines(several)
            ))),
        }
    }

    /// All matches, the latest first.
    async fn all(&mut self) -> Result<Vec<View>, CliError> {
        let first = self.path("?limit=200");
        let mut page: Page = self.read(&first).await?;
        let mut all = page.matches;
        while let Some(cursor) = page.next_cursor {
            page = self.read(&format!("{first}&cursor={cursor}")).await?;
            all.append(&mut page.matches);
        }
        Ok(all)
    }

    /// The list of matches: all of them as text, or the latest page as JSON.
    pub(super) async fn list(&mut self, json: bool) -> Result<String, CliError> {
        if json {
            return Ok(self.get(&self.path("?limit=200")).await?.text);
        }
        let all = self.all().await?;
        match all.is_empty() {
            true => Ok("There is no match yet.".to_owned()),
            false => Ok(lines(&all)),
        }
    }
}

fn lines(games: &[View]) -> String {
    let line = |game: &View| {
        let ended = match (&game.void, game.ending) {
            (Some(_), _) => " (void)",
            (None, Some(_)) => " (over)",
            (None, None) => "",
        };
        format!("  {}  {}{ended}", game.id, game.heading())
    };
    let lines: Vec<String> = games.iter().map(line).collect();
    lines.join("\n")
}
