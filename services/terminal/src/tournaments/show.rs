//! Tournaments as text.

use jiff::Timestamp;
use serde::Deserialize;

use crate::club_players::Player;
use crate::name_match::Named;
use crate::round_tables::{names, next_draw, remarks};

/// A page of tournaments.
#[derive(Deserialize)]
pub(super) struct Tournaments {
    pub(super) tournaments: Vec<Summary>,
    #[serde(default)]
    pub(super) next_cursor: Option<String>,
}

/// A tournament, without its rules and what happened in it.
#[derive(Clone, Deserialize)]
pub(super) struct Summary {
    pub(super) id: String,
    #[serde(default)]
    name: Option<String>,
    from: String,
    until: String,
    #[serde(default)]
    closed_seq: Option<u64>,
}

/// A tournament.
#[derive(Deserialize)]
pub(super) struct Tournament {
    #[serde(flatten)]
    summary: Summary,
    rules: Rules,
    seed_hash: String,
    pub(super) entrants: Vec<Entrant>,
    pub(super) rounds: Vec<Round>,
    penalties: Vec<Penalty>,
}

#[derive(Deserialize)]
struct Rules {
    rounds: u32,
    #[serde(default)]
    cut: Option<serde_json::Value>,
}

#[derive(Deserialize)]
pub(super) struct Entrant {
    pub(super) player: Player,
    #[serde(default)]
    pub(super) team: Option<String>,
    #[serde(default)]
    pub(super) substitute: bool,
    pub(super) state: State,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum State {
    Registered,
    CheckedIn,
    Withdrawn,
}

#[derive(Deserialize)]
pub(super) struct Round {
    pub(super) round: u32,
    method: String,
    seed: String,
    pub(super) replaced: bool,
    pub(super) tables: Vec<Table>,
    sitting_out: Vec<Player>,
    #[serde(default)]
    clock: Option<Clock>,
}

#[derive(Deserialize)]
pub(super) struct Table {
    number: u32,
    pub(super) players: Vec<Player>,
    #[serde(default, rename = "match")]
    match_id: Option<String>,
    #[serde(default)]
    state: Option<String>,
    #[serde(default)]
    missing: Vec<Player>,
}

#[derive(Deserialize)]
struct Clock {
    running: bool,
    remaining_seconds: u32,
    #[serde(default)]
    ends_at: Option<Timestamp>,
}

#[derive(Deserialize)]
struct Penalty {
    seq: u64,
    player: Player,
    #[serde(default)]
    round: Option<u32>,
    points: f64,
    table_points: u32,
    #[serde(default)]
    reason: Option<String>,
    #[serde(default)]
    withdrawn: Option<WithdrawnPenalty>,
}

#[derive(Deserialize)]
struct WithdrawnPenalty {
    #[serde(default)]
    reason: Option<String>,
}

impl Named for Summary {
    fn id(&self) -> &str {
        &self.id
    }

    fn name(&self) -> &str {
        self.name.as_deref().unwrap_or("(no name)")
    }
}

impl Tournaments {
    pub(super) fn text(&self) -> String {
        match self.tournaments.is_empty() {
            true => "There is no tournament yet: `faan tournament open` opens one.".to_owned(),
            false => {
                let texts: Vec<String> = self.tournaments.iter().map(Summary::text).collect();
                texts.join("\n\n")
            }
        }
    }
}

impl Summary {
    pub(super) fn is_open(&self) -> bool {
        self.closed_seq.is_none()
    }

    pub(super) fn text(&self) -> String {
        let end = match self.closed_seq {
            Some(seq) => format!(", closed by entry {seq}"),
            None => String::new(),
        };
        let (name, from, until) = (self.name(), &self.from, &self.until);
        format!("{name}: {from} to {until}{end}\nTournament {}", self.id)
    }
}

impl Tournament {
    pub(super) fn id(&self) -> &str {
        &self.summary.id
    }

    pub(super) fn is_open(&self) -> bool {
        self.summary.is_open()
    }

    /// The number of the last round.
    pub(super) fn last_round(&self) -> Option<u32> {
        self.rounds.last().map(|round| round.round)
    }

    /// The number of the next draw.
    pub(super) fn next_draw(&self) -> u32 {
        next_draw(self.rounds.len())
    }

    /// Whether only the best play on after some round.
    pub(super) fn has_cut(&self) -> bool {
        self.rules.cut.is_some()
    }

    /// How many rounds the rules plan.
    pub(super) fn planned_rounds(&self) -> usize {
        usize::try_from(self.rules.rounds).unwrap_or(usize::MAX)
    }

    /// The rounds that were not replaced, in order.
    pub(super) fn counted_rounds(&self) -> impl Iterator<Item = &Round> {
        self.rounds.iter().filter(|round| !round.replaced)
    }

    /// Who is registered and did not come yet.
    pub(super) fn waiting_ids(&self) -> Vec<String> {
        let waiting = self.entrants.iter();
        let waiting = waiting.filter(|entrant| entrant.state == State::Registered);
        waiting.map(|entrant| entrant.player.id.clone()).collect()
    }

    pub(super) fn text(&self, time_zone: &str) -> String {
        let there = self.entrants.iter();
        let there = there.filter(|entrant| entrant.state == State::CheckedIn);
        let mut text = format!(
            "{}\n{} rounds planned; {} entrants, {} checked in",
            self.summary.text(),
            self.rules.rounds,
            self.entrants.len(),
            there.count()
        );
        if self.rounds.is_empty() {
            text += &format!("\nHash of the first seed: {}", self.seed_hash);
        }
        for round in &self.rounds {
            text += &round.text(time_zone);
        }
        if !self.penalties.is_empty() {
            text += "\n\nPenalties";
        }
        for penalty in &self.penalties {
            text += &penalty.text();
        }
        text
    }

    /// The entrants, one on each line.
    pub(super) fn entrants_text(&self) -> String {
        let mut lines: Vec<String> = self.entrants.iter().map(Entrant::text).collect();
        lines.sort();
        match lines.is_empty() {
            true => "Nobody is registered yet: `faan tournament entrants NAME…` registers players."
                .to_owned(),
            false => lines.join("\n"),
        }
    }
}

impl Entrant {
    fn text(&self) -> String {
        let state = match self.state {
            State::Registered => "registered",
            State::CheckedIn => "checked in",
            State::Withdrawn => "withdrawn",
        };
        let mut text = format!("{}: {state}", self.player.name());
        if let Some(team) = &self.team {
            text += &format!(", team {team}");
        }
        if self.substitute {
            text += ", substitute";
        }
        text
    }
}

impl Round {
    pub(super) fn is_opened(&self) -> bool {
        self.tables.iter().any(|table| table.match_id.is_some())
    }

    fn text(&self, time_zone: &str) -> String {
        let replaced = if self.replaced { ", not played" } else { "" };
        let (round, method, seed) = (self.round, &self.method, &self.seed);
        let mut text = format!("\n\nRound {round} ({method}){replaced}\nSeed {seed}");
        for table in &self.tables {
            text += &format!("\n  {}: {}", table.number, names(&table.players));
            text += &remarks(
                table.match_id.as_deref(),
                table.state.as_deref(),
                &table.missing,
            );
        }
        if !self.sitting_out.is_empty() {
            text += &format!("\n  Sitting out: {}", names(&self.sitting_out));
        }
        if let Some(clock) = &self.clock {
            text += &format!("\n  Clock: {}", clock.text(time_zone));
        }
        text
    }
}

impl Clock {
    /// When it ends, where the club is; or what is left.
    fn text(&self, time_zone: &str) -> String {
        let ends = self.ends_at.filter(|_| self.running);
        let ends = ends.and_then(|moment| moment.in_tz(time_zone).ok());
        match ends {
            Some(ends) => format!("runs until {}", ends.strftime("%H:%M:%S")),
            None => {
                let (minutes, seconds) = (self.remaining_seconds / 60, self.remaining_seconds % 60);
                format!("stopped, {minutes}:{seconds:02} left")
            }
        }
    }
}

impl Penalty {
    fn text(&self) -> String {
        let mut amounts = Vec::new();
        if self.points > 0.0 {
            let points = if self.points == 1.0 {
                "point"
            } else {
                "points"
            };
            amounts.push(format!("{} {points}", self.points));
        }
        if self.table_points > 0 {
            let points = if self.table_points == 1 {
                "point"
            } else {
                "points"
            };
            amounts.push(format!("{} table {points}", self.table_points));
        }
        let amount = match amounts.is_empty() {
            true => "warning".to_owned(),
            false => format!("loses {}", amounts.join(" and ")),
        };
        let round = self.round.map(|round| format!(", round {round}"));
        let reason = |text: &Option<String>| match text {
            Some(reason) => reason.clone(),
            None => "(reason erased)".to_owned(),
        };
        let withdrawn = self.withdrawn.as_ref();
        let withdrawn = withdrawn.map(|one| format!(" (withdrawn: {})", reason(&one.reason)));
        format!(
            "\n  {}: {}: {amount}{}: {}{}",
            self.seq,
            self.player.name(),
            round.unwrap_or_default(),
            reason(&self.reason),
            withdrawn.unwrap_or_default()
        )
    }
}
