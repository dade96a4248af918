//! Who plays in a tournament: registered, checked in, withdrawn.

use serde_json::{Value, json};

use super::Commands;
use super::show;
use crate::account::CliError;
use crate::club_players::{self, Player};
use crate::config::Entrants;
use crate::rest::Answer;

impl Commands<'_> {
    /// Changes the entrants, if something is to be changed. Answers the tournament.
    pub(super) async fn entrants(&mut self, change: &Entrants) -> Result<Answer, CliError> {
        let id = self.meant().await?.id;
        if changes_nothing(change) {
            return self.ask(&format!("/{id}")).await;
        }
        let club = club_players::of(self.session, &self.club).await?;
        let waiting = match change.check_in_all {
            true => {
                let tournament = self.ask(&format!("/{id}")).await?.read()?;
                show::waiting_ids(&tournament)
            }
            false => Vec::new(),
        };
        let body = body(change, &club, waiting)?;
        let key = change.once.key.as_deref();
        self.post(id, "/entrants", &body, key).await
    }
}

fn changes_nothing(change: &Entrants) -> bool {
    let Entrants {
        players,
        teams,
        substitutes,
        checked_in,
        check_in_all,
        withdrawn,
        once: _,
    } = change;
    let lists = [players, teams, substitutes, checked_in, withdrawn];
    lists.iter().all(|list| list.is_empty()) && !check_in_all
}

/// The request for a change. `waiting`: who is registered and is to be checked in.
fn body(change: &Entrants, club: &[Player], waiting: Vec<String>) -> Result<Value, CliError> {
    let texts = |list: &[String]| -> Result<Vec<String>, CliError> {
        let ids = club_players::ids(list.iter().map(String::as_str), club)?;
        Ok(ids.into_iter().map(str::to_owned).collect())
    };
    let mut registered: Vec<Value> = Vec::new();
    for player in texts(&change.players)? {
        registered.push(json!({ "player": player }));
    }
    for flag in &change.teams {
        let (team, names) = flag.split_once('=').ok_or_else(|| {
            CliError::Misused(format!("`{flag}` has no `=`, such as in `Winds=ming,bo`"))
        })?;
        for player in club_players::ids(names.split(','), club)? {
            registered.push(json!({ "player": player, "team": team.trim() }));
        }
    }
    for player in texts(&change.substitutes)? {
        registered.push(json!({ "player": player, "substitute": true }));
    }
    let mut checked_in = texts(&change.checked_in)?;
    if change.check_in_all {
        checked_in = waiting;
        let new = registered
            .iter()
            .filter_map(|entrant| entrant.get("player"));
        checked_in.extend(new.filter_map(Value::as_str).map(str::to_owned));
    }
    Ok(json!({
        "registered": registered,
        "checked_in": checked_in,
        "withdrawn": texts(&change.withdrawn)?,
    }))
}
