//! `faan tournament`: rounds are drawn and played, a clock runs, referees decide, and the standings come of it.

mod entrants;
mod import;
mod rules;
mod show;
mod standings;

use client::models::{Tournament, TournamentStandings, TournamentSummary, Tournaments};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::account::{Again, ApiSession, ChosenClub, CliError};
use crate::club_players;
use crate::config::{
    self, Clock, DrawTournamentRound, OpenTournament, Penalty, ReplayRound,
    ShowTournamentStandings, StartRound, TournamentCommand, WithdrawPenalty,
};
use crate::match_commands::matches_of_round;
use crate::name_match;
use crate::print_answer::print_answer;
use crate::rest::{Answer, Request};
use crate::round_tables::next_draw;

/// Runs a command on tournaments.
pub(crate) async fn run(config: &config::Tournament) -> Result<(), CliError> {
    let mut session = ApiSession::new(&config.visit)?;
    let club = session.club().await?;
    let mut commands = Commands {
        session: &mut session,
        club,
        which: config.which.as_deref(),
    };
    let answer = match &config.command {
        TournamentCommand::List => {
            let answer = commands.ask("?limit=200").await?;
            return print_answer(&answer, config.visit.json, |list: Tournaments| {
                show::list(&list)
            });
        }
        TournamentCommand::Entrants(change) => {
            let answer = commands.entrants(change).await?;
            return print_answer(&answer, config.visit.json, |one: Tournament| {
                show::entrants(&one)
            });
        }
        TournamentCommand::Standings(of) => {
            let (summary, answer) = commands.standings(of).await?;
            return print_answer(&answer, config.visit.json, |found: TournamentStandings| {
                format!("{}\n\n{}", show::summary(&summary), standings::text(&found))
            });
        }
        TournamentCommand::Import(import) => {
            return commands.import(import, config.visit.json).await;
        }
        TournamentCommand::Open(new) => commands.open(new).await?,
        TournamentCommand::Show => {
            let id = commands.meant().await?.id;
            commands.ask(&format!("/{id}")).await?
        }
        TournamentCommand::Draw(draw) => commands.draw(draw).await?,
        TournamentCommand::OpenRound(start) => commands.open_round(start).await?,
        TournamentCommand::Replay(replay) => commands.replay(replay).await?,
        TournamentCommand::Clock(clock) => commands.clock(clock).await?,
        TournamentCommand::Penalty(penalty) => commands.penalty(penalty).await?,
        TournamentCommand::WithdrawPenalty(withdraw) => commands.withdraw_penalty(withdraw).await?,
        TournamentCommand::Close(close) => commands.close(close.once.key.as_deref()).await?,
    };
    let time_zone = &commands.club.time_zone;
    print_answer(&answer, config.visit.json, |one: Tournament| {
        show::text(&one, time_zone)
    })
}

struct Commands<'a> {
    session: &'a mut ApiSession,
    club: ChosenClub,
    which: Option<&'a str>,
}

impl Commands<'_> {
    fn path(&self, rest: &str) -> String {
        format!("/v1/clubs/{}/tournaments{rest}", self.club.id)
    }

    async fn ask(&mut self, rest: &str) -> Result<Answer, CliError> {
        let path = self.path(rest);
        self.session.ask(&Request::get(&path)).await
    }

    /// All tournaments, the last opened first.
    async fn all(&mut self) -> Result<Vec<TournamentSummary>, CliError> {
        let mut all = Vec::new();
        let mut cursor = None;
        loop {
            let path = self.path("");
            let mut query = vec![("limit", "200".to_owned())];
            query.extend(cursor.map(|cursor| ("cursor", cursor)));
            let request = Request {
                query: &query,
                ..Request::get(&path)
            };
            let mut page: Tournaments = self.session.ask(&request).await?.read()?;
            all.append(&mut page.tournaments);
            cursor = page.next_cursor;
            if cursor.is_none() {
                return Ok(all);
            }
        }
    }

    /// The tournament that is meant.
    async fn meant(&mut self) -> Result<TournamentSummary, CliError> {
        let all = self.all().await?;
        match self.which {
            Some(wanted) => name_match::one("tournament", wanted, &all)
                .cloned()
                .map_err(CliError::Misused),
            None => all.into_iter().next().ok_or_else(|| {
                let none = "the club has no tournament yet: `faan tournament open` opens one";
                CliError::Misused(none.to_owned())
            }),
        }
    }

    /// The tournament that is meant, or the only one that is not closed.
    async fn meant_to_close(&mut self) -> Result<TournamentSummary, CliError> {
        if self.which.is_some() {
            return self.meant().await;
        }
        let mut open = self.all().await?;
        open.retain(|one| one.closed_seq.is_none());
        match <[TournamentSummary; 1]>::try_from(open) {
            Ok([tournament]) => Ok(tournament),
            Err(open) if open.is_empty() => Err(CliError::Misused(
                "no tournament of the club is open".to_owned(),
            )),
            Err(open) => {
                let texts: Vec<String> = open.iter().map(show::summary).collect();
                Err(CliError::Misused(format!(
                    "{} tournaments are open, and closing is final: say which with --tournament\n{}",
                    open.len(),
                    texts.join("\n")
                )))
            }
        }
    }

    /// The whole tournament that is meant.
    async fn tournament(&mut self) -> Result<Tournament, CliError> {
        let id = self.meant().await?.id;
        Ok(self.ask(&format!("/{id}")).await?.read()?)
    }

    /// Sends a write about a tournament.
    async fn post(
        &mut self,
        id: Uuid,
        rest: &str,
        body: &Value,
        key: Option<&str>,
    ) -> Result<Answer, CliError> {
        let path = self.path(&format!("/{id}{rest}"));
        let again = Again {
            flags: format!("--tournament {id}"),
            ..Again::with(key)
        };
        self.session.write(&again, Request::post(&path, body)).await
    }

    async fn open(&mut self, new: &OpenTournament) -> Result<Answer, CliError> {
        let body = json!({
            "name": new.name,
            "from": new.from.to_string(),
            "until": new.until.unwrap_or(new.from).to_string(),
            "rules": rules::stated(new)?,
        });
        let path = self.path("");
        let again = Again::with(new.once.key.as_deref());
        self.session
            .write(&again, Request::post(&path, &body))
            .await
    }

    async fn draw(&mut self, draw: &DrawTournamentRound) -> Result<Answer, CliError> {
        let mut body = Map::new();
        body.insert("redraw".to_owned(), json!(draw.redraw));
        body.insert("unfinished".to_owned(), json!(draw.unfinished));
        let by_tables = (!draw.tables.is_empty()).then_some("prescribed");
        if let Some(method) = draw.method.as_deref().or(by_tables) {
            body.insert("method".to_owned(), json!(method));
        }
        if !draw.tables.is_empty() {
            let club = club_players::of(self.session, &self.club).await?;
            let tables = draw.tables.iter();
            let tables = tables.map(|table| club_players::ids(table.split(','), &club));
            let tables: Vec<Vec<&str>> = tables.collect::<Result<_, _>>()?;
            body.insert("tables".to_owned(), json!(tables));
        }
        if let Some(reason) = &draw.reason {
            body.insert("reason".to_owned(), json!(reason));
        }
        let tournament = self.tournament().await?;
        if draw.tables.is_empty() {
            self.say_who_is_tied(&tournament).await?;
        }
        let number = draw
            .draw
            .unwrap_or_else(|| next_draw(tournament.rounds.len()));
        body.insert("draw".to_owned(), json!(number));
        let id = tournament.id;
        let path = self.path(&format!("/{id}/rounds"));
        let again = Again {
            flags: format!("--tournament {id} --draw {number}"),
            ..Again::with(draw.once.key.as_deref())
        };
        let body = Value::Object(body);
        self.session
            .write(&again, Request::post(&path, &body))
            .await
    }

    /// Says before a draw who shares the last place at a cut: among them the draw decides by lot.
    async fn say_who_is_tied(&mut self, tournament: &Tournament) -> Result<(), CliError> {
        if tournament.rules.cut.is_none() {
            return Ok(());
        }
        let id = tournament.id;
        let standings = self.ask(&format!("/{id}/standings")).await?;
        let standings: TournamentStandings = standings.read()?;
        if let Some(tie) = standings::tie(&standings) {
            host::warn(&tie);
        }
        Ok(())
    }

    async fn open_round(&mut self, start: &StartRound) -> Result<Answer, CliError> {
        let (id, round) = self.round(start.round).await?;
        let body = matches_of_round(&start.variant, start.stake, start.currency.as_deref())?;
        let rest = format!("/rounds/{round}/matches");
        let key = start.once.key.as_deref();
        self.post(id, &rest, &body, key).await
    }

    async fn replay(&mut self, replay: &ReplayRound) -> Result<Answer, CliError> {
        let (id, round) = self.round(replay.round).await?;
        let rest = format!("/rounds/{round}:replay");
        let key = replay.once.key.as_deref();
        self.post(id, &rest, &json!({}), key).await
    }

    async fn clock(&mut self, clock: &Clock) -> Result<Answer, CliError> {
        let (id, round) = self.round(clock.round).await?;
        let mut body = json!({ "running": clock.action == "start" });
        if let (Some(seconds), Some(fields)) = (clock.remaining, body.as_object_mut()) {
            fields.insert("remaining_seconds".to_owned(), json!(seconds));
        }
        let rest = format!("/rounds/{round}/clock");
        let key = clock.once.key.as_deref();
        self.post(id, &rest, &body, key).await
    }

    /// The tournament that is meant, and the round: the stated one, or the last.
    async fn round(&mut self, stated: Option<u32>) -> Result<(Uuid, u32), CliError> {
        if let Some(round) = stated {
            return Ok((self.meant().await?.id, round));
        }
        let tournament = self.tournament().await?;
        let round = show::last_round(&tournament).ok_or_else(|| {
            let none = "no round was drawn yet: `faan tournament draw` draws one";
            CliError::Misused(none.to_owned())
        })?;
        Ok((tournament.id, round))
    }

    async fn penalty(&mut self, penalty: &Penalty) -> Result<Answer, CliError> {
        let player = club_players::meant(self.session, &self.club, &penalty.player).await?;
        let mut body = json!({ "player": player, "reason": penalty.reason });
        let optional = [
            ("round", json!(penalty.round)),
            ("points", json!(penalty.points)),
            ("table_points", json!(penalty.table_points)),
        ];
        let stated = optional.into_iter().filter(|(_, value)| !value.is_null());
        if let Some(fields) = body.as_object_mut() {
            fields.extend(stated.map(|(name, value)| (name.to_owned(), value)));
        }
        let id = self.meant().await?.id;
        let key = penalty.once.key.as_deref();
        self.post(id, "/penalties", &body, key).await
    }

    async fn withdraw_penalty(&mut self, withdraw: &WithdrawPenalty) -> Result<Answer, CliError> {
        let id = self.meant().await?.id;
        let rest = format!("/penalties/{}:withdraw", withdraw.penalty);
        let body = json!({ "reason": withdraw.reason });
        let key = withdraw.once.key.as_deref();
        self.post(id, &rest, &body, key).await
    }

    async fn standings(
        &mut self,
        config: &ShowTournamentStandings,
    ) -> Result<(TournamentSummary, Answer), CliError> {
        let summary = self.meant().await?;
        let path = self.path(&format!("/{}/standings", summary.id));
        let as_of = config.as_of.map(|seq| ("as_of_seq", seq.to_string()));
        let query: Vec<_> = as_of.into_iter().collect();
        let request = Request {
            query: &query,
            ..Request::get(&path)
        };
        Ok((summary, self.session.ask(&request).await?))
    }

    async fn close(&mut self, key: Option<&str>) -> Result<Answer, CliError> {
        let id = self.meant_to_close().await?.id;
        self.post(id, ":close", &json!({}), key).await
    }
}
