//! A club plays a season: a league over some days, with rules for its standings.

use crate::canonical::{self, Refusal};
use crate::{Authority, Commitment, Kind, Subject};
use crate::{Hash, PlayerId, SeasonId};
use mahjong::string_enum;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use time::Date;

/// Variants that the rules of a season name, at most.
pub const MAX_SEASON_VARIANTS: usize = 100;
/// Players with a handicap, and players in teams, at most.
pub const MAX_SEASON_PLAYERS: usize = 1_000;
/// Teams of a season, at most.
pub const MAX_TEAMS: usize = 100;
/// Matches of one player that the rules of a season may ask for or count, at most.
pub const MAX_MATCHES_OF_PLAYER: u32 = 5_000;
/// Half points of a handicap, in either direction, at most: one million points.
const MAX_HANDICAP: u64 = 2_000_000;
/// Characters of the id of a variant, at most.
const MAX_VARIANT_ID: usize = 100;
/// Characters of the label of a team, at most.
const MAX_LABEL: usize = 40;

/// The matches of some days are a season from now on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeasonOpened {
    /// Which.
    pub season: SeasonId,
    /// A salted commitment to its name.
    pub name_commitment: Hash,
    /// The first day of its matches, in the club's time zone.
    #[serde(with = "canonical::date")]
    pub from: Date,
    /// The last one.
    #[serde(with = "canonical::date")]
    pub until: Date,
    /// How its standings are added up.
    pub rules: SeasonRules,
}

/// The standings of a season are final: those that the entries before this one come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeasonClosed {
    /// Which.
    pub season: SeasonId,
}

impl Kind for SeasonClosed {
    const AUTHORITY: Authority = Authority::OWNER;

    fn subject(&self) -> Subject {
        Subject::Season(self.season)
    }
}

/// How the standings of a season are added up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeasonRules {
    /// The ids of the variants whose matches count, in the order of their bytes; none: all variants.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<String>,
    /// What is done with matches that are not over.
    pub unfinished: UnfinishedMatches,
    /// How many of the matches of each player count, those with the greatest gains; absent: all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<u32>,
    /// How many matches a player needs to have a rank, at least 2; absent: one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimum_matches: Option<u32>,
    /// Points that players get once, by player.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub handicaps: Vec<Handicap>,
    /// The teams.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<Team>,
}

string_enum! {
    /// What the standings of a season do with matches that are not over. `count`: a match that is not over counts as it stands. `leave_out`: it
    /// does not count before it is over.
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    #[derive(Default)]
    pub enum UnfinishedMatches {
        /// They count as they stand.
        #[default]
        Count = "count",
        /// They do not count before they are over.
        LeaveOut = "leave_out",
    }
}

/// Points that a player gets once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Handicap {
    /// Who.
    pub player: PlayerId,
    /// How many half points; less than zero: they are taken away.
    pub half_points: i64,
}

/// Players whose results are added up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Team {
    /// What it is called. It is in the ledger for ever.
    pub label: String,
    /// Who is in it, by id.
    pub players: Vec<PlayerId>,
}

impl Kind for SeasonOpened {
    const AUTHORITY: Authority = Authority::OWNER;

    fn subject(&self) -> Subject {
        Subject::Season(self.season)
    }

    fn commitment(&self) -> Option<Commitment> {
        Some(Commitment::to_name(self.name_commitment))
    }

    fn check(&self) -> Result<(), Refusal> {
        if self.until < self.from {
            return Err(Refusal::Contradiction("the season ends before it begins"));
        }
        self.rules.check()
    }
}

impl SeasonOpened {
    /// The same season, without the days after this one.
    #[must_use]
    pub fn up_to(&self, day: Option<Date>) -> Self {
        Self {
            until: day.map_or(self.until, |day| day.min(self.until)),
            ..self.clone()
        }
    }
}

impl SeasonRules {
    /// Every match of every variant counts as it stands, and everybody has a rank.
    pub const PLAIN: Self = Self {
        variants: Vec::new(),
        unfinished: UnfinishedMatches::Count,
        best: None,
        minimum_matches: None,
        handicaps: Vec::new(),
        teams: Vec::new(),
    };

    /// The same rules in the order in which an entry states them. The order of the teams stays.
    pub fn in_order(mut self) -> Self {
        self.variants.sort_unstable();
        self.minimum_matches = self.minimum_matches.filter(|minimum| *minimum > 1);
        self.handicaps.sort_unstable_by_key(|one| one.player);
        for team in &mut self.teams {
            team.players.sort_unstable();
        }
        self
    }

    /// Everybody whom they name.
    pub fn players(&self) -> impl Iterator<Item = PlayerId> {
        let handicaps = self.handicaps.iter().map(|handicap| handicap.player);
        handicaps.chain(self.in_teams())
    }

    fn in_teams(&self) -> impl Iterator<Item = PlayerId> {
        self.teams.iter().flat_map(|team| &team.players).copied()
    }

    fn check(&self) -> Result<(), Refusal> {
        let fits = |id: &String| (1..=MAX_VARIANT_ID).contains(&id.chars().count());
        let counts = |least: u32, number: Option<u32>| {
            number.is_none_or(|number| (least..=MAX_MATCHES_OF_PLAYER).contains(&number))
        };
        if self.variants.len() > MAX_SEASON_VARIANTS || !self.variants.iter().all(fits) {
            return Err(Refusal::Contradiction(
                "a season has at most 100 variants, with ids of 1 to 100 characters",
            ));
        }
        if !self.variants.is_sorted_by(|one, next| one < next) {
            return Err(Refusal::Contradiction(
                "the variants are not in the order of their ids, each once",
            ));
        }
        if !counts(1, self.best) {
            return Err(Refusal::Contradiction("1 to 5000 matches count"));
        }
        if !counts(2, self.minimum_matches) {
            return Err(Refusal::Contradiction(
                "a rank needs 2 to 5000 matches, or the rule is absent",
            ));
        }
        self.check_handicaps()?;
        self.check_teams()
    }

    fn check_handicaps(&self) -> Result<(), Refusal> {
        let handicaps = &self.handicaps;
        let is_amount =
            |one: &Handicap| one.half_points != 0 && one.half_points.unsigned_abs() <= MAX_HANDICAP;
        Err(Refusal::Contradiction(
            if handicaps.len() > MAX_SEASON_PLAYERS {
                "a season has at most 1000 handicaps"
            } else if !handicaps.is_sorted_by(|one, next| one.player < next.player) {
                "the handicaps are not in the order of their players, each once"
            } else if !handicaps.iter().all(is_amount) {
                "a handicap is not 0, and at most a million points in either direction"
            } else {
                return Ok(());
            },
        ))
    }

    fn check_teams(&self) -> Result<(), Refusal> {
        let fits = |team: &Team| (1..=MAX_LABEL).contains(&team.label.chars().count());
        let are_in_order = |team: &Team| {
            !team.players.is_empty() && team.players.is_sorted_by(|one, next| one < next)
        };
        let labels: BTreeSet<&String> = self.teams.iter().map(|team| &team.label).collect();
        let players: BTreeSet<PlayerId> = self.in_teams().collect();
        let seats = self.in_teams().count();
        Err(Refusal::Contradiction(
            if self.teams.len() > MAX_TEAMS || seats > MAX_SEASON_PLAYERS {
                "a season has at most 100 teams, with at most 1000 players together"
            } else if !self.teams.iter().all(fits) {
                "the label of a team has 1 to 40 characters"
            } else if labels.len() < self.teams.len() {
                "two teams have the same label"
            } else if !self.teams.iter().all(are_in_order) {
                "the players of a team are not in the order of their ids, each once"
            } else if players.len() < seats {
                "somebody is in two teams"
            } else {
                return Ok(());
            },
        ))
    }
}
