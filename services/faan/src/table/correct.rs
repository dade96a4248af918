//! `faan match correct`.

use ::evidence::{Chair, Deal, Wind};
use serde::Deserialize;
use serde_json::{Value, json};

use super::ask;
use super::game::{Game, Games};
use super::stated::{self, Seated};
use super::told::{Played, State};
use crate::account::Stop;
use crate::config::{Correct, Correction, Outcome};
use crate::named;
use crate::players::Player;
use crate::rest::Request;

/// What was recorded, as the sheet of the match has it.
#[derive(Deserialize)]
struct Sheet {
    rounds: Vec<Round>,
    standings: Vec<Standing>,
}

#[derive(Deserialize)]
struct Standing {
    player: Player,
}

#[derive(Deserialize)]
struct Round {
    round_wind: Wind,
    hands: Vec<Line>,
}

#[derive(Deserialize)]
struct Line {
    id: String,
    number: Option<u32>,
    dealer: Chair,
    extra: u32,
    seats: Vec<Seat>,
}

#[derive(Deserialize)]
struct Seat {
    player: String,
}

/// What a correction changes.
#[derive(Deserialize)]
struct Corrected {
    differences: Vec<Difference>,
    state_after: State,
}

#[derive(Deserialize)]
struct Difference {
    before: Option<Played>,
    after: Option<Played>,
}

pub(super) async fn run(
    games: &mut Games<'_>,
    config: &Correct,
    json: bool,
) -> Result<String, Stop> {
    let game = games.open_one(config.which.game.as_deref()).await?;
    let body = asked(games, &game, config).await?;
    let path = games.path(&format!("/{}/corrections", game.view.id));
    let dry = format!("{path}?dry_run=true");
    if config.dry_run || !config.yes {
        let preview = games.visitor.ask(&Request::post(&dry, &body)).await?;
        if json && config.dry_run {
            return Ok(preview.text);
        }
        let changes = preview.read::<Corrected>()?.tell(&game.view.people());
        if config.dry_run {
            return Ok(format!("{changes}\nNothing was changed."));
        }
        eprintln!("{changes}");
        ask::is_wanted("Correct it?")?;
    }
    let request = Request {
        if_match: Some(&game.etag),
        ..Request::post(&path, &body)
    };
    let answer = games.visitor.write(config.key.as_deref(), request).await?;
    if json {
        return Ok(answer.text);
    }
    let corrected: Corrected = answer.read()?;
    Ok(format!(
        "Corrected.\n{}",
        corrected.tell(&game.view.people())
    ))
}

async fn asked(games: &mut Games<'_>, game: &Game, config: &Correct) -> Result<Value, Stop> {
    let Some(reason) = &config.reason else {
        let text = "why is it corrected? Say it, with `--reason TEXT`";
        return Err(Stop::Misused(text.to_owned()));
    };
    let path = games.path(&format!("/{}/rounds", game.view.id));
    let sheet: Sheet = games.read(&path).await?;
    let (id, seated) = sheet.meant(&config.outcome)?;
    let change = match &config.how {
        Correction::Void if config.insert => {
            let text = "`--insert` puts something before that hand: say what";
            return Err(Stop::Misused(text.to_owned()));
        }
        Correction::Void => json!({ "kind": "void", "outcome": id }),
        Correction::Stated(Outcome::Penalty {
            reason: Some(_), ..
        }) => {
            let text = "what a correction is for says `--reason`: leave `--for` out";
            return Err(Stop::Misused(text.to_owned()));
        }
        Correction::Stated(outcome) => {
            let with = stated::outcome(outcome, &seated, &games.players().await?)?;
            match config.insert {
                true => json!({ "kind": "insert", "before": id, "with": with }),
                false => json!({ "kind": "replace", "outcome": id, "with": with }),
            }
        }
    };
    Ok(json!({ "changes": [change], "reason": reason }))
}

impl Sheet {
    /// The outcome that is meant, and who sat where in it.
    fn meant(mut self, text: &str) -> Result<(String, Seated), Stop> {
        let mut lines = Vec::new();
        for round in self.rounds.drain(..) {
            let wind = round.round_wind;
            lines.extend(round.hands.into_iter().map(|line| (wind, line)));
        }
        let number: Option<u32> = text.parse().ok();
        let numbered = lines
            .iter()
            .position(|(_, line)| number.is_some() && line.number == number);
        let place = match numbered {
            Some(place) => place,
            None => by_id(text, &lines)?,
        };
        let (round_wind, line) = lines.swap_remove(place);
        let people = line.seats.iter().map(|seat| self.person(&seat.player));
        let seated = Seated {
            people: people.collect(),
            deal: Deal {
                round_wind,
                dealer: line.dealer,
                extra: line.extra,
            },
        };
        Ok((line.id, seated))
    }

    fn person(&self, id: &str) -> Player {
        let mut people = self.standings.iter().map(|standing| &standing.player);
        let found = people.find(|player| player.id == id).cloned();
        found.unwrap_or_else(|| Player {
            id: id.to_owned(),
            name: None,
        })
    }
}

/// What is named by the beginning or the end of its id.
fn by_id(text: &str, lines: &[(Wind, Line)]) -> Result<usize, Stop> {
    let found = lines.iter().enumerate();
    let found: Vec<usize> = found
        .filter(|(_, (_, line))| named::is_of_id(text, &line.id))
        .map(|(place, _)| place)
        .collect();
    match found.as_slice() {
        [one] => Ok(*one),
        _ => Err(Stop::Misused(format!(
            "`{text}` is no hand of this match: a hand is named by its number, as `faan match show` has it, anything else by its id"
        ))),
    }
}

impl Corrected {
    /// What was and what is instead, line by line, and where the match stands then.
    fn tell(&self, people: &[Player]) -> String {
        let mut text = String::new();
        for Difference { before, after } in &self.differences {
            let number = |played: &Option<Played>| played.as_ref().and_then(|played| played.number);
            let what = match (number(before), number(after)) {
                (Some(was), Some(is)) if was != is => format!("Hand {was}, now hand {is}"),
                (Some(number), _) | (None, Some(number)) => format!("Hand {number}"),
                (None, None) => "Between two hands".to_owned(),
            };
            let tell = |played: &Option<Played>| match played {
                None => "nothing".to_owned(),
                Some(played) => format!("{}: {}", played.story(people), played.payments(people)),
            };
            text += &format!("{what}\n  - {}\n  + {}\n", tell(before), tell(after));
        }
        if self.differences.is_empty() {
            text += "Nothing is different.\n";
        }
        text + &format!(
            "Totals: {}\n{}",
            self.state_after.totals(people),
            self.state_after.next(people)
        )
    }
}
