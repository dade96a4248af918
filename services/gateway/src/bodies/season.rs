//! Seasons: a league over some days, and its standings.

use std::collections::{BTreeSet, HashMap};

use ledger::evidence::{
    self, MAX_SEASON_PLAYERS, MAX_SEASON_VARIANTS, MAX_TEAMS, SeasonRules as Stated,
    UnfinishedMatches,
};
use ledger::{PlayerId, SeasonId, Timestamp, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::day::Day;
use super::field::{Text, Whole, at_most};
use super::points::Points;
use super::seats::Player;
use crate::problem::{Code, Problem};

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
    #[serde(default)]
    #[schema(required = false)]
    pub(crate) rules: NewSeasonRules,
}

/// How the standings of a season are added up.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewSeasonRules {
    /// The ids of the variants whose matches count. Absent or empty: all variants. An id that no variant has is accepted: no match counts by
    /// it before a variant has it.
    #[serde(default)]
    #[schema(value_type = Vec<String>, max_items = 100, required = false)]
    variants: Vec<Text<100>>,
    /// What is done with matches that are not over.
    #[serde(default)]
    #[schema(required = false)]
    unfinished: UnfinishedMatches,
    /// Only so many matches of each player count, those with the greatest gains. Absent: all.
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 5_000)]
    best: Option<Whole<1, 5_000>>,
    /// Only players with so many matches have a rank. Absent: one match is enough.
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 5_000)]
    minimum_matches: Option<Whole<1, 5_000>>,
    /// Points that players get once, or lose once: handicaps, starting points.
    #[serde(default)]
    #[schema(max_items = 1_000, required = false)]
    handicaps: Vec<Handicap>,
    /// The teams. Nobody is in two of them.
    #[serde(default)]
    #[schema(max_items = 100, required = false)]
    teams: Vec<NewTeam>,
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

/// A team to add up.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTeam {
    /// What it is called. Labels are in the ledger for ever: they should not contain names of people.
    #[schema(value_type = String, min_length = 1, max_length = 40)]
    label: Text<40>,
    /// Who is in it. All teams together have at most 1,000 players.
    #[schema(value_type = Vec<Uuid>, min_items = 1, max_items = 1_000)]
    players: Vec<PlayerId>,
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

impl NewSeasonRules {
    /// The rules as the ledger states them; or what in them is refused.
    pub(crate) fn stated(self) -> Result<Stated, Problem> {
        at_most("/rules", "variants", &self.variants, MAX_SEASON_VARIANTS)?;
        at_most("/rules", "handicaps", &self.handicaps, MAX_SEASON_PLAYERS)?;
        at_most("/rules", "teams", &self.teams, MAX_TEAMS)?;
        let variants: Vec<String> = self.variants.into_iter().map(String::from).collect();
        let places = variants.iter().enumerate();
        let places = places.map(|(index, id)| (format!("/rules/variants/{index}"), id));
        once_each(places, "This variant is named twice.")?;
        Ok(Stated {
            variants,
            unfinished: self.unfinished,
            best: self.best.map(Whole::unsigned),
            minimum_matches: self.minimum_matches.map(Whole::unsigned),
            handicaps: handicaps(&self.handicaps)?,
            teams: teams(self.teams)?,
        })
    }
}

fn refused(pointer: String, detail: impl Into<String>) -> Problem {
    Problem::at(Code::InvalidValue, pointer, detail.into())
}

/// Refuses the first element that was there before; each comes with where it stands.
fn once_each<T: Ord>(
    elements: impl IntoIterator<Item = (String, T)>,
    detail: &'static str,
) -> Result<(), Problem> {
    let mut seen = BTreeSet::new();
    let mut elements = elements.into_iter();
    match elements.find_map(|(pointer, one)| (!seen.insert(one)).then_some(pointer)) {
        None => Ok(()),
        Some(pointer) => Err(refused(pointer, detail)),
    }
}

fn handicaps(stated: &[Handicap]) -> Result<Vec<evidence::Handicap>, Problem> {
    if let Some(index) = stated.iter().position(|one| one.points.0 == 0) {
        let pointer = format!("/rules/handicaps/{index}/points");
        return Err(refused(pointer, "0 points are no handicap."));
    }
    let places = stated.iter().enumerate();
    let places =
        places.map(|(index, one)| (format!("/rules/handicaps/{index}/player"), one.player));
    once_each(places, "This player has a handicap before it.")?;
    let handicap = |one: &Handicap| evidence::Handicap {
        player: one.player,
        half_points: one.points.0,
    };
    Ok(stated.iter().map(handicap).collect())
}

fn teams(stated: Vec<NewTeam>) -> Result<Vec<evidence::Team>, Problem> {
    let seats: usize = stated.iter().map(|team| team.players.len()).sum();
    if seats > MAX_SEASON_PLAYERS {
        let detail = format!("All teams together have at most {MAX_SEASON_PLAYERS} players.");
        return Err(refused("/rules/teams".to_owned(), detail));
    }
    if let Some(index) = stated.iter().position(|team| team.players.is_empty()) {
        let pointer = format!("/rules/teams/{index}/players");
        return Err(refused(pointer, "A team has at least one player."));
    }
    let places = stated.iter().enumerate().flat_map(|(team, of)| {
        let players = of.players.iter().enumerate();
        players.map(move |(index, player)| (format!("/rules/teams/{team}/players/{index}"), player))
    });
    once_each(places, "Nobody is in the teams twice.")?;
    let teams = stated.into_iter().map(|team| evidence::Team {
        label: team.label.into(),
        players: team.players,
    });
    let teams: Vec<evidence::Team> = teams.collect();
    let places = teams.iter().enumerate();
    let places = places.map(|(index, team)| (format!("/rules/teams/{index}/label"), &team.label));
    once_each(places, "Two teams have the same label.")?;
    Ok(teams)
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
    fn new(rules: &Stated, names: &HashMap<PlayerId, ledger::Player>) -> Self {
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
