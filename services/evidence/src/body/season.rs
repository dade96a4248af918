//! A club plays a season: a league over some days, with rules for its standings.

use crate::canonical::{self, Refusal};
use crate::invalid_value::{InvalidValue, check, check_once};
use crate::{Authority, Commitment, Kind, Subject};
use crate::{Hash, PlayerId, SeasonId};
use mahjong::string_enum;
use serde::{Deserialize, Serialize};
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
// `H` says what somebody gets once: an entry in half points, as all amounts of entries; REST in points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "openapi",
    derive(utoipa::ToSchema),
    schema(as = NewSeasonRules)
)]
#[serde(deny_unknown_fields)]
pub struct SeasonRules<H = Handicap> {
    /// The ids of the variants whose matches count. Absent or empty: all variants. An id that no variant has is accepted: no match counts by
    /// it before a variant has it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(max_items = 100, required = false))]
    pub variants: Vec<String>,
    /// What is done with matches that are not over; `count` if it is absent. An entry always states it.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub unfinished: UnfinishedMatches,
    /// Only so many matches of each player count, those with the greatest gains. Absent: all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 5_000))]
    pub best: Option<u32>,
    /// Only players with so many matches have a rank. Absent: one match is enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 5_000))]
    pub minimum_matches: Option<u32>,
    /// Points that players get once, or lose once: handicaps, starting points.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(max_items = 1_000, required = false))]
    pub handicaps: Vec<H>,
    /// The teams. Nobody is in two of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(max_items = 100, required = false))]
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

/// A team to add up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "openapi",
    derive(utoipa::ToSchema),
    schema(as = NewTeam)
)]
#[serde(deny_unknown_fields)]
pub struct Team {
    /// What it is called. Labels are in the ledger for ever: they should not contain names of people.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 40))]
    pub label: String,
    /// Who is in it. All teams together have at most 1,000 players.
    #[cfg_attr(
        feature = "openapi",
        schema(value_type = Vec<Uuid>, min_items = 1, max_items = 1_000)
    )]
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
        self.rules.check()?;
        match self.rules == self.rules.clone().in_order() {
            true => Ok(()),
            false => Err(Refusal::Contradiction(
                "the rules are not in the order of an entry, or state a minimum of one match",
            )),
        }
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

impl<H> SeasonRules<H> {
    /// Every match of every variant counts as it stands, and everybody has a rank.
    pub const PLAIN: Self = Self {
        variants: Vec::new(),
        unfinished: UnfinishedMatches::Count,
        best: None,
        minimum_matches: None,
        handicaps: Vec::new(),
        teams: Vec::new(),
    };
}

impl SeasonRules {
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

    /// What the types alone do not rule out, in whatever order the lists are.
    ///
    /// # Errors
    /// What contradicts itself, and where.
    pub fn check(&self) -> Result<(), InvalidValue> {
        for (place, matches) in [
            ("best", self.best),
            ("minimum_matches", self.minimum_matches),
        ] {
            check(
                matches.is_none_or(|matches| (1..=MAX_MATCHES_OF_PLAYER).contains(&matches)),
                place,
                "this number of matches is 0, or more than a season can have",
            )?;
        }
        self.check_variants()?;
        self.check_handicaps()?;
        self.check_teams()
    }

    fn check_variants(&self) -> Result<(), InvalidValue> {
        check(
            self.variants.len() <= MAX_SEASON_VARIANTS,
            "variants",
            "a season has at most 100 variants",
        )?;
        let variants = || self.variants.iter().enumerate();
        for (index, id) in variants() {
            check(
                (1..=MAX_VARIANT_ID).contains(&id.chars().count()),
                format_args!("variants/{index}"),
                "the id of a variant has 1 to 100 characters",
            )?;
        }
        let places = variants().map(|(index, id)| (format!("variants/{index}"), id));
        check_once(places, "this variant is named twice")
    }

    fn check_handicaps(&self) -> Result<(), InvalidValue> {
        check(
            self.handicaps.len() <= MAX_SEASON_PLAYERS,
            "handicaps",
            "a season has at most 1000 handicaps",
        )?;
        let handicaps = || self.handicaps.iter().enumerate();
        for (index, one) in handicaps() {
            check(
                one.half_points != 0 && one.half_points.unsigned_abs() <= MAX_HANDICAP,
                format_args!("handicaps/{index}/half_points"),
                "a handicap is not 0, and at most a million points in either direction",
            )?;
        }
        let players =
            handicaps().map(|(index, one)| (format!("handicaps/{index}/player"), one.player));
        check_once(players, "this player has a handicap before it")
    }

    fn check_teams(&self) -> Result<(), InvalidValue> {
        check(
            self.teams.len() <= MAX_TEAMS && self.in_teams().count() <= MAX_SEASON_PLAYERS,
            "teams",
            "a season has at most 100 teams, with at most 1000 players together",
        )?;
        let teams = || self.teams.iter().enumerate();
        for (index, team) in teams() {
            check(
                (1..=MAX_LABEL).contains(&team.label.chars().count()),
                format_args!("teams/{index}/label"),
                "the label of a team has 1 to 40 characters",
            )?;
            check(
                !team.players.is_empty(),
                format_args!("teams/{index}/players"),
                "a team has at least one player",
            )?;
        }
        let players = teams().flat_map(|(team, of)| {
            let players = of.players.iter().enumerate();
            players.map(move |(index, player)| (format!("teams/{team}/players/{index}"), player))
        });
        check_once(players, "nobody is in the teams twice")?;
        let labels = teams().map(|(index, team)| (format!("teams/{index}/label"), &team.label));
        check_once(labels, "two teams have the same label")
    }
}
