//! `faan evening`: who is there, who sits where, and what is owed in the end.

mod show;

use client::models::{Evening, Evenings, Settlement};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::account::{Again, ApiSession, ChosenClub, CliError};
use crate::club_players;
use crate::config::{
    self, Attendance, DrawRound, EveningCommand, OpenEvening, SettleEvening, StartRound,
};
use crate::match_commands::{matches_of_round, today};
use crate::name_match;
use crate::print_answer::print_answer;
use crate::rest::{Answer, Request};
use crate::round_tables::next_draw;

/// Runs a command on evenings.
pub(crate) async fn run(config: &config::Evening) -> Result<(), CliError> {
    let mut session = ApiSession::new(&config.visit)?;
    let club = session.club().await?;
    let mut evenings = Commands {
        session: &mut session,
        club,
        which: config.which.as_deref(),
    };
    let answer = match &config.command {
        EveningCommand::Open(new) => evenings.open(new).await?,
        EveningCommand::List => {
            let answer = evenings.ask("?limit=200").await?;
            return print_answer(&answer, config.visit.json, |list: Evenings| {
                show::list(&list)
            });
        }
        EveningCommand::Show => {
            let id = evenings.id().await?;
            evenings.ask(&format!("/{id}")).await?
        }
        EveningCommand::In(these) => evenings.attend(these, "checked_in").await?,
        EveningCommand::Out(these) => evenings.attend(these, "checked_out").await?,
        EveningCommand::Draw(draw) => evenings.draw(draw).await?,
        EveningCommand::Start(start) => evenings.start(start).await?,
        EveningCommand::Replay(replay) => {
            let round = evenings.round(replay.round).await?;
            let rest = format!("/rounds/{round}:replay");
            let key = replay.once.key.as_deref();
            evenings.post(&rest, &json!({}), key).await?
        }
        EveningCommand::Settle(settle) => {
            let answer = evenings.settle(settle).await?;
            return print_answer(&answer, config.visit.json, |made: Settlement| {
                show::settlement(&made)
            });
        }
    };
    print_answer(&answer, config.visit.json, |evening: Evening| {
        show::text(&evening)
    })
}

struct Commands<'a> {
    session: &'a mut ApiSession,
    club: ChosenClub,
    which: Option<&'a str>,
}

impl Commands<'_> {
    fn path(&self, rest: &str) -> String {
        format!("/v1/clubs/{}/evenings{rest}", self.club.id)
    }

    async fn ask(&mut self, rest: &str) -> Result<Answer, CliError> {
        let path = self.path(rest);
        self.session.ask(&Request::get(&path)).await
    }

    /// The id of the evening that is meant.
    async fn id(&mut self) -> Result<Uuid, CliError> {
        let Evenings { evenings, .. } = self.ask("?limit=200").await?.read()?;
        let Some(wanted) = self.which else {
            let last = evenings.into_iter().next();
            let none = "the club has no evening yet: `faan evening open` opens one";
            return last
                .map(|evening| evening.id)
                .ok_or_else(|| CliError::Misused(none.to_owned()));
        };
        let meant = evenings
            .iter()
            .filter(|one| name_match::is_of_id(wanted, &one.id.to_string()));
        match meant.collect::<Vec<_>>()[..] {
            [one] => Ok(one.id),
            [] => Err(CliError::Misused(format!("no evening has the id {wanted}"))),
            _ => Err(CliError::Misused(format!(
                "several evenings have an id with {wanted}: write more of it"
            ))),
        }
    }

    /// Sends a write about the evening that is meant.
    async fn post(
        &mut self,
        rest: &str,
        body: &Value,
        key: Option<&str>,
    ) -> Result<Answer, CliError> {
        let id = self.id().await?;
        let path = self.path(&format!("/{id}{rest}"));
        let again = Again {
            flags: format!("--evening {id}"),
            ..Again::with(key)
        };
        self.session.write(&again, Request::post(&path, body)).await
    }

    /// Draws the round that is the next one by what is read here: not another one if somebody else draws meanwhile.
    async fn draw(&mut self, new: &DrawRound) -> Result<Answer, CliError> {
        let id = self.id().await?;
        let draw = match new.draw {
            Some(draw) => draw,
            None => {
                let evening: Evening = self.ask(&format!("/{id}")).await?.read()?;
                next_draw(evening.rounds.len())
            }
        };
        let body = json!({ "draw": draw, "redraw": new.redraw, "unfinished": new.unfinished });
        let path = self.path(&format!("/{id}/rounds"));
        let again = Again {
            flags: format!("--evening {id} --draw {draw}"),
            ..Again::with(new.once.key.as_deref())
        };
        self.session
            .write(&again, Request::post(&path, &body))
            .await
    }

    async fn open(&mut self, new: &OpenEvening) -> Result<Answer, CliError> {
        let day = match new.day {
            Some(day) => day.to_string(),
            None => today(&self.club.time_zone)?,
        };
        let mut body = json!({ "held_on": day, "tables": new.tables });
        if let (Some(hall), Some(fields)) = (&new.hall, body.as_object_mut()) {
            fields.insert("hall".to_owned(), json!(hall));
        }
        let path = self.path("");
        let again = Again {
            flags: format!("--day {day}"),
            ..Again::with(new.once.key.as_deref())
        };
        self.session
            .write(&again, Request::post(&path, &body))
            .await
    }

    async fn attend(&mut self, these: &Attendance, list: &str) -> Result<Answer, CliError> {
        let club = club_players::of(self.session, &self.club).await?;
        let players = these.players.iter();
        let players = players.map(|name| {
            let player = name_match::one("player", name, &club).map_err(CliError::Misused)?;
            Ok(player.id.clone())
        });
        let players: Vec<String> = players.collect::<Result<_, CliError>>()?;
        let body = json!({ list: players });
        self.post("/attendance", &body, these.once.key.as_deref())
            .await
    }

    /// The number of the round that is meant.
    async fn round(&mut self, stated: Option<u32>) -> Result<u32, CliError> {
        if let Some(round) = stated {
            return Ok(round);
        }
        let id = self.id().await?;
        let evening: Evening = self.ask(&format!("/{id}")).await?.read()?;
        show::last_round(&evening).ok_or_else(|| {
            let none = "no round was drawn yet: `faan evening draw` draws one";
            CliError::Misused(none.to_owned())
        })
    }

    async fn start(&mut self, start: &StartRound) -> Result<Answer, CliError> {
        let round = self.round(start.round).await?;
        let body = matches_of_round(&start.variant, start.stake, start.currency.as_deref())?;
        let rest = format!("/rounds/{round}/matches");
        self.post(&rest, &body, start.once.key.as_deref()).await
    }

    /// Settles what a preview showed.
    async fn settle(&mut self, settle: &SettleEvening) -> Result<Answer, CliError> {
        let id = self.id().await?;
        let rest = format!("/{id}/settlement");
        let path = self.path(&rest);
        let query = [("currency", settle.currency.clone())];
        let preview = Request {
            query: &query,
            ..Request::get(&path)
        };
        let etag = self.session.ask(&preview).await?.etag;
        let body = json!({ "currency": settle.currency });
        let request = Request {
            if_match: etag.as_deref(),
            ..Request::post(&path, &body)
        };
        let again = Again {
            flags: format!("--evening {id}"),
            ..Again::with(settle.once.key.as_deref())
        };
        self.session.write(&again, request).await
    }
}
