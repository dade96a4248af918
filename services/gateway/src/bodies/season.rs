//! Seasons: a league over some days, and its standings.

use std::collections::HashMap;

use ledger::evidence::{self, UnfinishedMatches};
use ledger::{PlayerId, SeasonId, Timestamp, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::day::Day;
use super::field::{Text, check_text};
use super::points::Points;
use super::seats::Player;
use crate::problem::Problem;

/// A season to open.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewSeason {
    /// What it is called. The ledger's entry holds only a salted commitment to it.
    #[schema(value_type = String, min_length = 1, max_length = 100, examples("Winter league 2026"))]
    pub(crate) name: Text<100>,
    /// The first day of its matches, in the club's time zone.
    #[schema(value_type = String, format = Date, examples("2026-12-01"))]
    pub(crate) from: Day,
    /// The last day of its matches.
    #[schema(value_type = String, format = Date, examples("2027-02-28"))]
    pub(crate) until: Day,
    /// How its standings are added up. Absent: every match counts as it stands, and everybody has a rank.
    #[serde(default = "plain")]
    #[schema(required = false)]
    pub(crate) rules: NewSeasonRules,
}

/// How the standings of a season are added up, with handicaps in points.
pub(crate) type NewSeasonRules = evidence::SeasonRules<Handicap>;

fn plain() -> NewSeasonRules {
    NewSeasonRules::PLAIN
}

/// Points that a player gets once.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Handicap {
    /// Who.
    #[schema(value_type = Uuid)]
    player: PlayerId,
    /// How many; negative: they are taken away. Not 0, and from -1,000,000 to 1,000,000.
    points: Points,
}

/// A season.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Season {
    #[serde(flatten)]
    summary: SeasonSummary,
    /// How its standings are added up.
    rules: SeasonRules,
}

/// A season, without its rules.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SeasonSummary {
    #[schema(value_type = Uuid)]
    pub(crate) id: SeasonId,
    /// What it is called; absent if it was erased or is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    name: Option<String>,
    /// The first day of its matches, in the club's time zone.
    #[schema(value_type = String, format = Date)]
    from: Day,
    /// The last day of its matches.
    #[schema(value_type = String, format = Date)]
    until: Day,
    /// The sequence number of the ledger entry that opened it.
    #[schema(minimum = 1)]
    opened_seq: u64,
    #[schema(value_type = String, format = DateTime)]
    opened_at: Timestamp,
    /// By whom: the id of an account.
    #[schema(value_type = Uuid)]
    opened_by: UserId,
    /// The sequence number of the ledger entry that closed it: its standings are those as of this entry. Absent while it goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, nullable = false)]
    closed_seq: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime, nullable = false)]
    closed_at: Option<Timestamp>,
}

/// How the standings of a season are added up.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SeasonRules {
    /// The ids of the variants whose matches count. Empty: all variants.
    variants: Vec<String>,
    /// What is done with matches that are not over.
    unfinished: UnfinishedMatches,
    /// Only so many matches of each player count, those with the greatest gains. Absent: all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, nullable = false)]
    best: Option<u32>,
    /// Only players with so many matches have a rank. Absent: one match is enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 2, nullable = false)]
    minimum_matches: Option<u32>,
    /// Points that players get once.
    handicaps: Vec<PlayerHandicap>,
    /// The teams.
    teams: Vec<Team>,
}

/// Points that a player gets once.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlayerHandicap {
    player: Player,
    /// How many; negative: they are taken away.
    points: Points,
}

/// A team.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Team {
    label: String,
    /// Who is in it, by id.
    players: Vec<Player>,
}

/// A page of seasons, the last opened first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Seasons {
    pub(crate) seasons: Vec<SeasonSummary>,
    /// Where the next page begins; absent after the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) next_cursor: Option<String>,
}

/// The rules as the ledger states them; or what in them is refused.
pub(crate) fn stated(rules: NewSeasonRules) -> Result<evidence::SeasonRules, Problem> {
    for (index, id) in rules.variants.iter().enumerate() {
        check_text::<100>(id, format_args!("/rules/variants/{index}"))?;
    }
    for (index, team) in rules.teams.iter().enumerate() {
        check_text::<40>(&team.label, format_args!("/rules/teams/{index}/label"))?;
    }
    let handicaps = rules.handicaps.iter().map(|one| evidence::Handicap {
        player: one.player,
        half_points: one.points.0,
    });
    let rules = evidence::SeasonRules {
        handicaps: handicaps.collect(),
        variants: rules.variants,
        unfinished: rules.unfinished,
        best: rules.best,
        minimum_matches: rules.minimum_matches,
        teams: rules.teams,
    };
    let checked = rules.check();
    checked.map_err(|invalid| Problem::invalid("/rules", &invalid))?;
    Ok(rules)
}

impl SeasonSummary {
    pub(crate) fn new(season: &evidence::Season, name: Option<String>) -> Self {
        let closed = season.closed.as_ref();
        Self {
            id: season.terms.season,
            name,
            from: Day(season.terms.from),
            until: Day(season.terms.until),
            opened_seq: season.opened.seq,
            opened_at: season.opened.time,
            opened_by: season.opened.actor,
            closed_seq: closed.map(|closed| closed.seq),
            closed_at: closed.map(|closed| closed.time),
        }
    }
}

impl From<ledger::SeasonView> for Season {
    fn from(view: ledger::SeasonView) -> Self {
        let rules = &view.season.terms.rules;
        Self {
            rules: SeasonRules::new(rules, &view.names),
            summary: SeasonSummary::new(&view.season, view.name),
        }
    }
}

impl SeasonRules {
    fn new(rules: &evidence::SeasonRules, names: &HashMap<PlayerId, ledger::Player>) -> Self {
        let player = |id: &PlayerId| names.get(id).cloned().map(Player::from);
        let handicaps = rules.handicaps.iter().filter_map(|one| {
            Some(PlayerHandicap {
                player: player(&one.player)?,
                points: Points(one.half_points),
            })
        });
        let teams = rules.teams.iter().map(|team| Team {
            label: team.label.clone(),
            players: team.players.iter().filter_map(player).collect(),
        });
        Self {
            variants: rules.variants.clone(),
            unfinished: rules.unfinished,
            best: rules.best,
            minimum_matches: rules.minimum_matches,
            handicaps: handicaps.collect(),
            teams: teams.collect(),
        }
    }
}
