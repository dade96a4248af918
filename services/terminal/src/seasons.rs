//! `faan season`: a league is opened, its standings are shown, and it is closed.

mod show;

use client::models::{SeasonStandings, SeasonSummary, Seasons};
use host::say;
use serde_json::{Map, Value, json};

use crate::account::{Again, ApiSession, ChosenClub, CliError};
use crate::club_players::{self, Player};
use crate::config::{self, OpenSeason, SeasonCommand, ShowSeason};
use crate::name_match;
use crate::rest::{Answer, Request};

/// Runs a command on seasons.
pub(crate) async fn run(config: &config::Season) -> Result<(), CliError> {
    let mut session = ApiSession::new(&config.visit)?;
    let club = session.club().await?;
    let mut seasons = Commands {
        session: &mut session,
        club,
        which: config.which.as_deref(),
    };
    let (answer, text) = match &config.command {
        SeasonCommand::Open(new) => {
            let answer = seasons.open(new).await?;
            let text = show::summary(&answer.read()?);
            (answer, text)
        }
        SeasonCommand::List => {
            let answer = seasons.list().await?;
            let text = show::list(&answer.read()?);
            (answer, text)
        }
        SeasonCommand::Show(show) => seasons.standings(show).await?,
        SeasonCommand::Close(close) => {
            let answer = seasons.close(close.once.key.as_deref()).await?;
            let text = show::summary(&answer.read()?);
            (answer, text)
        }
    };
    match config.visit.json {
        true => Ok(say(&answer.text)?),
        false => Ok(say(&text)?),
    }
}

struct Commands<'a> {
    session: &'a mut ApiSession,
    club: ChosenClub,
    which: Option<&'a str>,
}

impl Commands<'_> {
    fn path(&self, rest: &str) -> String {
        format!("/v1/clubs/{}/seasons{rest}", self.club.id)
    }

    /// The 200 seasons that were opened last.
    async fn list(&mut self) -> Result<Answer, CliError> {
        let path = self.path("?limit=200");
        self.session.ask(&Request::get(&path)).await
    }

    /// All seasons, the last opened first.
    async fn all(&mut self) -> Result<Vec<SeasonSummary>, CliError> {
        let mut page: Seasons = self.list().await?.read()?;
        let mut all = page.seasons;
        while let Some(cursor) = page.next_cursor {
            let path = self.path("");
            let query = [("limit", "200".to_owned()), ("cursor", cursor)];
            let request = Request {
                query: &query,
                ..Request::get(&path)
            };
            page = self.session.ask(&request).await?.read()?;
            all.append(&mut page.seasons);
        }
        Ok(all)
    }

    /// The season that is meant, or the only one that is not closed.
    async fn season_to_close(&mut self) -> Result<SeasonSummary, CliError> {
        if self.which.is_some() {
            return self.season().await;
        }
        let mut open = self.all().await?;
        open.retain(|one| one.closed_seq.is_none());
        match <[SeasonSummary; 1]>::try_from(open) {
            Ok([season]) => Ok(season),
            Err(open) if open.is_empty() => Err(CliError::Misused(
                "no season of the club is open".to_owned(),
            )),
            Err(open) => {
                let texts: Vec<String> = open.iter().map(show::summary).collect();
                let several = format!(
                    "{} seasons are open, and closing is final: say which with --season\n{}",
                    open.len(),
                    texts.join("\n")
                );
                Err(CliError::Misused(several.trim_end().to_owned()))
            }
        }
    }

    /// The season that is meant.
    async fn season(&mut self) -> Result<SeasonSummary, CliError> {
        let seasons = self.all().await?;
        match self.which {
            Some(wanted) => name_match::one("season", wanted, &seasons)
                .cloned()
                .map_err(CliError::Misused),
            None => seasons.into_iter().next().ok_or_else(|| {
                let none = "the club has no season yet: `faan season open` opens one";
                CliError::Misused(none.to_owned())
            }),
        }
    }

    async fn open(&mut self, new: &OpenSeason) -> Result<Answer, CliError> {
        let players = match new.handicaps.is_empty() && new.teams.is_empty() {
            true => Vec::new(),
            false => club_players::of(self.session, &self.club).await?,
        };
        let body = json!({
            "name": new.name,
            "from": new.from.to_string(),
            "until": new.until.to_string(),
            "rules": rules(new, &players)?,
        });
        let path = self.path("");
        let again = Again::with(new.once.key.as_deref());
        self.session
            .write(&again, Request::post(&path, &body))
            .await
    }

    async fn standings(&mut self, show: &ShowSeason) -> Result<(Answer, String), CliError> {
        let season = self.season().await?;
        let path = self.path(&format!("/{}/standings", season.id));
        let until = show.until.map(|day| ("until", day.to_string()));
        let as_of = show.as_of.map(|seq| ("as_of_seq", seq.to_string()));
        let query: Vec<_> = until.into_iter().chain(as_of).collect();
        let request = Request {
            query: &query,
            ..Request::get(&path)
        };
        let answer = self.session.ask(&request).await?;
        let standings: SeasonStandings = answer.read()?;
        let text = format!(
            "{}\n\n{}",
            show::summary(&season),
            show::standings(&standings)
        );
        Ok((answer, text))
    }

    async fn close(&mut self, key: Option<&str>) -> Result<Answer, CliError> {
        let id = self.season_to_close().await?.id;
        let path = self.path(&format!("/{id}:close"));
        let again = Again {
            flags: format!("--season {id}"),
            ..Again::with(key)
        };
        let nothing = json!({});
        self.session
            .write(&again, Request::post(&path, &nothing))
            .await
    }
}

/// The rules that the flags state.
fn rules(new: &OpenSeason, players: &[Player]) -> Result<Value, CliError> {
    let unfinished = match new.leave_out_unfinished {
        true => "leave_out",
        false => "count",
    };
    let mut rules = Map::new();
    rules.insert("unfinished".to_owned(), json!(unfinished));
    rules.insert("variants".to_owned(), json!(new.variants));
    if let Some(best) = new.best {
        rules.insert("best".to_owned(), json!(best));
    }
    if let Some(minimum) = new.minimum_matches {
        rules.insert("minimum_matches".to_owned(), json!(minimum));
    }
    let handicaps = new.handicaps.iter();
    let handicaps = handicaps.map(|flag| {
        let (name, points) = parts(flag)?;
        let points = points
            .parse()
            .ok()
            .filter(|points: &f64| points.is_finite())
            .ok_or_else(|| CliError::Misused(format!("`{points}` is no number of points")))?;
        Ok(json!({ "player": id_of(name, players)?, "points": points }))
    });
    let handicaps: Vec<Value> = handicaps.collect::<Result<_, CliError>>()?;
    rules.insert("handicaps".to_owned(), json!(handicaps));
    let teams = new.teams.iter();
    let teams = teams.map(|flag| {
        let (label, names) = parts(flag)?;
        let ids = names.split(',').map(|name| id_of(name.trim(), players));
        let ids: Vec<&str> = ids.collect::<Result<_, CliError>>()?;
        Ok(json!({ "label": label, "players": ids }))
    });
    let teams: Vec<Value> = teams.collect::<Result<_, CliError>>()?;
    rules.insert("teams".to_owned(), json!(teams));
    Ok(Value::Object(rules))
}

/// What stands before and after the `=` of a flag.
fn parts(flag: &str) -> Result<(&str, &str), CliError> {
    flag.split_once('=').ok_or_else(|| {
        CliError::Misused(format!(
            "`{flag}` has no `=`, such as in `ming=-10` or `Winds=ming,bo`"
        ))
    })
}

fn id_of<'a>(name: &str, players: &'a [Player]) -> Result<&'a str, CliError> {
    let player = name_match::one("player", name, players).map_err(CliError::Misused)?;
    Ok(&player.id)
}
