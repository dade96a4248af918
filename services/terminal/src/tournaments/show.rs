//! Tournaments as text.

use client::models::{
    Entrant, EntrantState, Tournament, TournamentClock, TournamentPenalty, TournamentRound,
    TournamentSummary, Tournaments,
};

use crate::club_players::name;
use crate::event_heading::{called, heading};
use crate::name_match::Named;
use crate::round_tables::{sitting_out, tables};
use crate::word::{counted, word};

const WHAT: &str = "Tournament";

impl Named for TournamentSummary {
    fn id(&self) -> String {
        self.id.to_string()
    }

    fn name(&self) -> &str {
        called(self.name.as_deref())
    }
}

pub(super) fn list(tournaments: &Tournaments) -> String {
    match tournaments.tournaments.is_empty() {
        true => "There is no tournament yet: `faan tournament open` opens one.".to_owned(),
        false => {
            let texts: Vec<String> = tournaments.tournaments.iter().map(summary).collect();
            texts.join("\n\n")
        }
    }
}

/// Its name, its days and its id.
pub(super) fn summary(one: &TournamentSummary) -> String {
    let days = (one.from, one.until);
    heading(WHAT, one.name.as_deref(), days, one.closed_seq, one.id)
}

/// The number of the last round.
pub(super) fn last_round(tournament: &Tournament) -> Option<u32> {
    let last = tournament.rounds.last()?;
    u32::try_from(last.round).ok()
}

/// The rounds that were not replaced, in order.
pub(super) fn counted_rounds(tournament: &Tournament) -> impl Iterator<Item = &TournamentRound> {
    tournament.rounds.iter().filter(|round| !round.replaced)
}

/// Whether the matches of a round are open, or were.
pub(super) fn is_opened(round: &TournamentRound) -> bool {
    round.tables.iter().any(|table| table.r#match.is_some())
}

/// Who is registered and did not come yet.
pub(super) fn waiting_ids(tournament: &Tournament) -> Vec<String> {
    let waiting = tournament.entrants.iter();
    let waiting = waiting.filter(|entrant| entrant.state == EntrantState::Registered);
    waiting
        .map(|entrant| entrant.player.id.to_string())
        .collect()
}

/// A whole tournament, with the times of a club in this zone.
pub(super) fn text(tournament: &Tournament, time_zone: &str) -> String {
    let there = tournament.entrants.iter();
    let there = there.filter(|entrant| entrant.state == EntrantState::CheckedIn);
    let name = tournament.name.as_deref();
    let days = (tournament.from, tournament.until);
    let mut text = format!(
        "{}\n{} rounds planned; {} entrants, {} checked in",
        heading(WHAT, name, days, tournament.closed_seq, tournament.id),
        tournament.rules.rounds,
        tournament.entrants.len(),
        there.count()
    );
    if tournament.rounds.is_empty() {
        text += &format!("\nHash of the first seed: {}", tournament.seed_hash);
    }
    for one in &tournament.rounds {
        text += &round(one, time_zone);
    }
    if !tournament.penalties.is_empty() {
        text += "\n\nPenalties";
    }
    for one in &tournament.penalties {
        text += &penalty(one);
    }
    text
}

/// The entrants, one on each line.
pub(super) fn entrants(tournament: &Tournament) -> String {
    let mut lines: Vec<String> = tournament.entrants.iter().map(entrant).collect();
    lines.sort();
    match lines.is_empty() {
        true => "Nobody is registered yet: `faan tournament entrants NAME…` registers players."
            .to_owned(),
        false => lines.join("\n"),
    }
}

fn entrant(entrant: &Entrant) -> String {
    let state = word(&entrant.state).replace('_', " ");
    let mut text = format!("{}: {state}", name(&entrant.player));
    if let Some(team) = &entrant.team {
        text += &format!(", team {team}");
    }
    if entrant.substitute {
        text += ", substitute";
    }
    text
}

fn round(one: &TournamentRound, time_zone: &str) -> String {
    let replaced = if one.replaced { ", not played" } else { "" };
    let (round, method, seed) = (one.round, word(&one.method), &one.seed);
    let mut text = format!("\n\nRound {round} ({method}){replaced}\nSeed {seed}");
    text += &tables(&one.tables);
    text += &sitting_out(&one.sitting_out);
    if let Some(one) = &one.clock {
        text += &format!("\n  Clock: {}", clock(one, time_zone));
    }
    text
}

/// When it ends, where the club is; or what is left.
fn clock(clock: &TournamentClock, time_zone: &str) -> String {
    let ends = clock.ends_at.filter(|_| clock.running);
    let ends = ends.and_then(|moment| moment.in_tz(time_zone).ok());
    match ends {
        Some(ends) => format!("runs until {}", ends.strftime("%H:%M:%S")),
        None => {
            let left = clock.remaining_seconds;
            format!("stopped, {}:{:02} left", left / 60, left % 60)
        }
    }
}

fn penalty(penalty: &TournamentPenalty) -> String {
    let mut amounts = Vec::new();
    if penalty.points > 0.0 {
        amounts.push(counted(penalty.points, "point", "points"));
    }
    if penalty.table_points > 0 {
        amounts.push(counted(penalty.table_points, "table point", "table points"));
    }
    let amount = match amounts.is_empty() {
        true => "warning".to_owned(),
        false => format!("loses {}", amounts.join(" and ")),
    };
    let round = penalty.round.map(|round| format!(", round {round}"));
    let reason = |text: &Option<String>| match text {
        Some(reason) => reason.clone(),
        None => "(reason erased)".to_owned(),
    };
    let withdrawn = penalty.withdrawn.as_ref();
    let withdrawn = withdrawn.map(|one| format!(" (withdrawn: {})", reason(&one.reason)));
    format!(
        "\n  {}: {}: {amount}{}: {}{}",
        penalty.seq,
        name(&penalty.player),
        round.unwrap_or_default(),
        reason(&penalty.reason),
        withdrawn.unwrap_or_default()
    )
}
