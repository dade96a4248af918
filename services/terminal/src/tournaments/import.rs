//! `faan tournament import`: a schedule that was made elsewhere, with its entrants.

mod file;
mod problems;

use std::collections::HashMap;

use client::models::{ClubPlayer, Entrant, EntrantState, Tournament};
use host::{say, warn};
use serde_json::{Value, json};

use super::Commands;
use super::show::{counted_rounds, is_opened};
use crate::account::CliError;
use crate::club_players::{self, Player};
use crate::config::ImportTournament;
use crate::match_commands::matches_of_round;
use crate::name_match::{self, Named as _};
use crate::rest::{Answer, Request, key_of_file};
use crate::round_tables::next_draw;
use crate::word::counted;
use file::Schedule;
use problems::Problems;

/// What is to be written, by ids of players; whoever is to be enrolled has no id yet.
struct Plan<'a> {
    schedule: Schedule,
    /// The bytes of the file: the keys of the writes follow from them.
    bytes: Vec<u8>,
    tournament: Tournament,
    config: &'a ImportTournament,
}

impl Commands<'_> {
    /// Checks the file, then writes what is not there yet. Prints what it writes at once, since an error does not undo it.
    pub(super) async fn import(
        &mut self,
        config: &ImportTournament,
        json: bool,
    ) -> Result<(), CliError> {
        let bytes = std::fs::read(&config.file)
            .map_err(|error| CliError::Misused(format!("{}: {error}", config.file.display())))?;
        let schedule = file::read(&config.file, &bytes)?;
        let tournament = self.tournament().await?;
        let club = club_players::of(self.session, &self.club).await?;
        let plan = Plan {
            schedule,
            bytes,
            tournament,
            config,
        };
        let ids = plan.known_ids(&club)?;
        plan.check(&ids)?;
        if config.dry_run {
            return Ok(say(&plan.forecast(&ids))?);
        }
        let done = self.write_plan(&plan, ids).await;
        if done.is_err() {
            warn(
                "faan: the import stopped; what is listed above was written, and the same command continues",
            );
        }
        done?;
        if json {
            let id = plan.tournament.id;
            say(&self.ask(&format!("/{id}")).await?.text)?;
        }
        Ok(())
    }

    async fn write_plan(
        &mut self,
        plan: &Plan<'_>,
        mut ids: HashMap<usize, String>,
    ) -> Result<(), CliError> {
        for (place, player) in plan.schedule.players.iter().enumerate() {
            if ids.contains_key(&place) {
                continue;
            }
            let path = club_players::path(&self.club, "");
            let body = json!({ "name": player.name });
            let enrolled: ClubPlayer = self.write_part(plan, &path, &body).await?.read()?;
            say(&format!("Enrolled {}", player.name))?;
            ids.insert(place, enrolled.id.to_string());
        }
        if let Some(body) = plan.entrants(&ids) {
            let path = self.path(&format!("/{}/entrants", plan.tournament.id));
            self.write_part(plan, &path, &body).await?;
            say(&format!(
                "Registered {}, checked in {}",
                count(&body, "registered"),
                count(&body, "checked_in")
            ))?;
        }
        self.write_rounds(plan, &ids).await
    }

    /// Draws each round that is not drawn yet. A round needs the matches of the one before.
    async fn write_rounds(
        &mut self,
        plan: &Plan<'_>,
        ids: &HashMap<usize, String>,
    ) -> Result<(), CliError> {
        let id = plan.tournament.id;
        let before: Vec<_> = counted_rounds(&plan.tournament).collect();
        let mut draws = next_draw(plan.tournament.rounds.len())..;
        for (index, tables) in plan.schedule.rounds.iter().enumerate() {
            let round = index + 1;
            let drawn = before.get(index);
            if drawn.is_some_and(|drawn| is_opened(drawn)) {
                say(&format!("Round {round} was drawn and opened before"))?;
                continue;
            }
            if drawn.is_some() {
                say(&format!("Round {round} was drawn before"))?;
            } else {
                let tables = tables
                    .iter()
                    .map(|table| table.map(|place| ids.get(&place)));
                let tables: Vec<_> = tables.collect();
                // The whole schedule is stated: no round waits for the tables of the one before.
                let body = json!({ "draw": draws.next(), "method": "prescribed", "tables": tables, "unfinished": true });
                let path = self.path(&format!("/{id}/rounds"));
                self.write_part(plan, &path, &body).await?;
                let tables = counted(tables.len(), "table", "tables");
                say(&format!("Drew round {round}: {tables}"))?;
            }
            if plan.config.open {
                let body = plan.terms()?;
                let path = self.path(&format!("/{id}/rounds/{round}/matches"));
                self.write_part(plan, &path, &body).await?;
                say(&format!("Opened the matches of round {round}"))?;
            } else if round < plan.schedule.rounds.len() {
                return Ok(say(&format!(
                    "Round {} needs the matches of this one: `faan tournament open-round`, then import again",
                    round + 1
                ))?);
            }
        }
        Ok(())
    }

    /// Sends one write.
    async fn write_part(
        &mut self,
        plan: &Plan<'_>,
        path: &str,
        body: &Value,
    ) -> Result<Answer, CliError> {
        let key = key_of_file(&plan.bytes, path, body);
        let request = Request {
            key: Some(&key),
            ..Request::post(path, body)
        };
        let advice = "the same command does it once";
        self.session.write_or(advice, request).await
    }
}

impl Plan<'_> {
    /// The terms of the matches to open.
    fn terms(&self) -> Result<Value, CliError> {
        let ImportTournament {
            variant,
            stake,
            currency,
            ..
        } = self.config;
        matches_of_round(variant, *stake, currency.as_deref())
    }

    /// The ids of those whom the club knows, by their places in the schedule.
    ///
    /// # Errors
    /// A name is of several players, or of none and nobody is to be enrolled.
    fn known_ids(&self, club: &[Player]) -> Result<HashMap<usize, String>, CliError> {
        let mut problems = Problems::new(&self.config.file);
        let mut ids = HashMap::new();
        for (place, player) in self.schedule.players.iter().enumerate() {
            let named = club.iter().filter(|known| {
                known.id == player.name || file::is_same(known.name(), &player.name)
            });
            match named.collect::<Vec<_>>().as_slice() {
                [one] => _ = ids.insert(place, one.id.clone()),
                [] if self.config.enrol => self.refuse_similar(place, club, &mut problems),
                [] => problems.add(
                    player.line,
                    "player",
                    "the whole name or the id of a player of the club (`--enrol` enrols new ones)",
                    &player.name,
                ),
                _ => problems.add(
                    player.line,
                    "player",
                    "an id, since several players have this name",
                    &player.name,
                ),
            }
        }
        problems.end()?;
        Ok(ids)
    }

    /// Refuses to enrol somebody whose name is nearly that of a player of the club, or of somebody else in the file: most of the time it is
    /// misspelt, and an enrolled player cannot be removed.
    fn refuse_similar(&self, place: usize, club: &[Player], problems: &mut Problems) {
        let Some(new) = self.schedule.players.get(place) else {
            return;
        };
        if self.config.enrol_similar {
            return;
        }
        let others = self.schedule.players.iter();
        let others = others.filter(|other| other.line != new.line);
        let others = others.map(|other| other.name.as_str());
        let all = club.iter().map(|known| known.name()).chain(others);
        if let Some(meant) = name_match::nearest(&new.name, all) {
            let expected = format!(
                "the name of one player, and perhaps {meant} is meant (`--enrol-similar` enrols both)"
            );
            problems.add(new.line, "player", &expected, &new.name);
        }
    }

    /// Checks the schedule against the tournament as it is.
    fn check(&self, ids: &HashMap<usize, String>) -> Result<(), CliError> {
        let misused = |text: String| Err(CliError::Misused(text + ": nothing was written"));
        let (planned, rounds) = (
            usize::try_from(self.tournament.rules.rounds).unwrap_or(usize::MAX),
            self.schedule.rounds.len(),
        );
        if self.tournament.closed_seq.is_some() {
            return misused("the tournament is closed".to_owned());
        }
        if rounds > planned {
            return misused(format!(
                "the file has {rounds} rounds, and the tournament has {planned}"
            ));
        }
        let drawn = counted_rounds(&self.tournament);
        for (round, (tables, drawn)) in self.schedule.rounds.iter().zip(drawn).enumerate() {
            let there = drawn.tables.iter().map(|table| table.players.iter());
            let there: Vec<Vec<String>> = there
                .map(|players| players.map(|player| player.id.to_string()).collect())
                .collect();
            let stated: Vec<Vec<String>> = tables
                .iter()
                .map(|table| {
                    table
                        .iter()
                        .filter_map(|place| ids.get(place).cloned())
                        .collect()
                })
                .collect();
            if there != stated {
                let round = round + 1;
                return misused(format!(
                    "round {round} is drawn already, and its tables are not those of the file"
                ));
            }
        }
        let mut problems = Problems::new(&self.config.file);
        for (place, player) in self.schedule.players.iter().enumerate() {
            let entrant = ids.get(&place).and_then(|id| self.entrant(id));
            let Some(entrant) = entrant else { continue };
            if entrant.state == EntrantState::Withdrawn {
                let expected = "somebody who has not withdrawn from the tournament";
                problems.add(player.line, "player", expected, &player.name);
            }
            if player.team.is_some() && player.team != entrant.team {
                let expected = "the team with which the player is registered already";
                let team = player.team.as_deref().unwrap_or_default();
                problems.add(player.line, "team", expected, team);
            }
        }
        problems.end()
    }

    fn entrant(&self, id: &str) -> Option<&Entrant> {
        let mut entrants = self.tournament.entrants.iter();
        entrants.find(|entrant| entrant.player.id.to_string() == id)
    }

    /// The request that registers and checks in whoever is not; `None` if everybody is.
    fn entrants(&self, ids: &HashMap<usize, String>) -> Option<Value> {
        let (mut registered, mut checked_in) = (Vec::new(), Vec::new());
        for (place, player) in self.schedule.players.iter().enumerate() {
            let id = ids.get(&place)?;
            let state = self.entrant(id).map(|entrant| &entrant.state);
            if state.is_none() {
                registered.push(match &player.team {
                    Some(team) => json!({ "player": id, "team": team }),
                    None => json!({ "player": id }),
                });
            }
            if state != Some(&EntrantState::CheckedIn) {
                checked_in.push(id);
            }
        }
        let body = json!({ "registered": registered, "checked_in": checked_in });
        (!checked_in.is_empty()).then_some(body)
    }

    /// What would be written.
    fn forecast(&self, ids: &HashMap<usize, String>) -> String {
        let players = self.schedule.players.len();
        let rounds = self.schedule.rounds.len();
        let drawn = counted_rounds(&self.tournament).count();
        let new = players - ids.len();
        format!(
            "{players} players, {new} of them to enrol; {rounds} rounds, {} of them to draw. Nothing was written.",
            rounds.saturating_sub(drawn)
        )
    }
}

/// How many members a list of a request has.
fn count(body: &Value, list: &str) -> usize {
    body.get(list).and_then(Value::as_array).map_or(0, Vec::len)
}
