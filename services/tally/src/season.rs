//! The standings of a season: the results of its matches, added up as its rules say.

use evidence::{Counts, MatchHistory, Party, PlayerId, SeasonOpened, UnfinishedMatches, as_points};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use time::Date;

/// What the standings of a season are added up from: a match as it stood at some entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeasonMatch {
    /// The day it was played on.
    pub played_on: Date,
    /// The id of its variant.
    pub variant_id: String,
    /// What it counts for.
    pub counts: Counts,
    /// What everybody who took part had gained or lost, in half points; the house is left out.
    pub half_points: BTreeMap<PlayerId, i64>,
}

/// The standings of a season.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeasonStandings {
    /// How many matches count.
    pub matches: u64,
    /// Everybody who took part in one: those with a rank, the best first, then the others in the same way. Equal ones by id.
    pub players: Vec<SeasonStanding>,
    /// All teams, the best first. Equal ones in the order of the rules.
    pub teams: Vec<TeamStanding>,
}

/// What a season comes to for a player.
// As answers of REST have it, with the names of `P`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeasonStanding<P = PlayerId> {
    /// 1 for the best; equal ones share the better rank. Absent of who took part in too few matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(minimum = 1, nullable = false))]
    pub rank: Option<u64>,
    /// Who, after merges.
    pub player: P,
    /// What they gained or lost in the matches that count for them, and the handicap.
    #[serde(rename = "points", serialize_with = "as_points")]
    #[cfg_attr(feature = "openapi", schema(value_type = evidence::Points))]
    pub half_points: i64,
    /// The handicap in it; absent without one.
    #[serde(
        rename = "handicap",
        serialize_with = "as_points",
        skip_serializing_if = "is_zero"
    )]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<evidence::Points>, nullable = false))]
    pub handicap_half_points: i64,
    /// The matches they took part in.
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub matches: u64,
    /// Those of them that count for them: with the rule `best`, at most so many.
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub counted_matches: u64,
}

/// What a season comes to for a team.
// As answers of REST have it, with the names of `P`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TeamStanding<P = PlayerId> {
    /// 1 for the best; equal ones share the better rank.
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub rank: u64,
    /// What it is called.
    pub label: String,
    /// The sum of the points of its players, those without a rank included.
    #[serde(rename = "points", serialize_with = "as_points")]
    #[cfg_attr(feature = "openapi", schema(value_type = evidence::Points))]
    pub half_points: i64,
    /// Those of its players who took part in a match, by id.
    pub players: Vec<P>,
}

impl SeasonStanding {
    /// The same with its player in another form, such as with a name.
    pub fn with_player<P>(self, player: P) -> SeasonStanding<P> {
        SeasonStanding {
            rank: self.rank,
            player,
            half_points: self.half_points,
            handicap_half_points: self.handicap_half_points,
            matches: self.matches,
            counted_matches: self.counted_matches,
        }
    }
}

fn is_zero(half_points: &i64) -> bool {
    *half_points == 0
}

impl SeasonMatch {
    /// A match as its history tells it, under the variant with this id.
    pub fn of(history: &MatchHistory, variant_id: String) -> Self {
        let balances = history.balances().into_iter();
        let of_players = balances.filter_map(|(party, half_points)| match party {
            Party::Player(player) => Some((player, half_points)),
            Party::House => None,
        });
        Self {
            played_on: history.terms.played_on,
            variant_id,
            counts: history.counts(),
            half_points: of_players.collect(),
        }
    }
}

impl SeasonStandings {
    /// Adds up the matches that count. `counts_for` says for whom somebody counts: themselves, or whom they were merged into. The
    /// handicaps of who count for one person are added up, and the person is in the first team that has one of them.
    pub fn of(
        terms: &SeasonOpened,
        matches: impl IntoIterator<Item = SeasonMatch>,
        counts_for: impl Fn(PlayerId) -> PlayerId,
    ) -> Self {
        let mut results: BTreeMap<PlayerId, Vec<i64>> = BTreeMap::new();
        let mut count = 0;
        for one in matches.into_iter().filter(|one| counts(terms, one)) {
            count += 1;
            let mut of_match: BTreeMap<PlayerId, i64> = BTreeMap::new();
            for (player, half_points) in one.half_points {
                let sum = of_match.entry(counts_for(player)).or_default();
                *sum = sum.saturating_add(half_points);
            }
            for (player, half_points) in of_match {
                results.entry(player).or_default().push(half_points);
            }
        }
        let mut handicaps: BTreeMap<PlayerId, i64> = BTreeMap::new();
        for handicap in &terms.rules.handicaps {
            let sum = handicaps.entry(counts_for(handicap.player)).or_default();
            *sum = sum.saturating_add(handicap.half_points);
        }
        let standing = |(player, gains)| standing(terms, player, gains, &handicaps);
        let players = ranked(results.into_iter().map(standing).collect());
        Self {
            matches: count,
            teams: teams(terms, &players, counts_for),
            players,
        }
    }
}

/// Whether a match counts in a season.
fn counts(terms: &SeasonOpened, one: &SeasonMatch) -> bool {
    let rules = &terms.rules;
    let of_variant = rules.variants.is_empty() || rules.variants.contains(&one.variant_id);
    let does_count = match one.counts {
        Counts::ForNothing => false,
        Counts::AsItStands => rules.unfinished == UnfinishedMatches::Count,
        Counts::InFull => true,
    };
    (terms.from..=terms.until).contains(&one.played_on) && of_variant && does_count
}

/// What the results of a player come to; without a rank yet, unless the matches are too few: then there is none.
fn standing(
    terms: &SeasonOpened,
    player: PlayerId,
    mut gains: Vec<i64>,
    handicaps: &BTreeMap<PlayerId, i64>,
) -> SeasonStanding {
    let matches = gains.len();
    gains.sort_unstable_by_key(|gain| Reverse(*gain));
    if let Some(best) = terms.rules.best {
        gains.truncate(usize::try_from(best).unwrap_or(usize::MAX));
    }
    let handicap = handicaps.get(&player).copied().unwrap_or_default();
    let minimum = u64::from(terms.rules.minimum_matches.unwrap_or_default());
    let matches = matches as u64;
    SeasonStanding {
        player,
        rank: (matches >= minimum).then_some(0),
        half_points: gains
            .iter()
            .fold(handicap, |sum, gain| sum.saturating_add(*gain)),
        handicap_half_points: handicap,
        matches,
        counted_matches: gains.len() as u64,
    }
}

/// Those with a rank first, the best first.
fn ranked(mut players: Vec<SeasonStanding>) -> Vec<SeasonStanding> {
    players.sort_by_key(|one| (one.rank.is_none(), Reverse(one.half_points), one.player));
    let ranked = players.iter().filter(|one| one.rank.is_some());
    let totals: Vec<i64> = ranked.map(|one| one.half_points).collect();
    for one in &mut players {
        one.rank = one.rank.map(|_| rank(&totals, one.half_points));
    }
    players
}

/// The rank among totals, the largest of which is the first.
fn rank(totals: &[i64], own: i64) -> u64 {
    let better = totals.partition_point(|other| *other > own);
    (better as u64).saturating_add(1)
}

fn teams(
    terms: &SeasonOpened,
    players: &[SeasonStanding],
    counts_for: impl Fn(PlayerId) -> PlayerId,
) -> Vec<TeamStanding> {
    let mut left: BTreeMap<PlayerId, i64> = players
        .iter()
        .map(|one| (one.player, one.half_points))
        .collect();
    let mut teams = Vec::new();
    for team in &terms.rules.teams {
        let of_team = team.players.iter().map(|player| counts_for(*player));
        let taken = of_team.filter_map(|player| left.remove_entry(&player));
        let mut taken: Vec<(PlayerId, i64)> = taken.collect();
        taken.sort_unstable();
        let sum = |sum: i64, (_, half_points): &(PlayerId, i64)| sum.saturating_add(*half_points);
        teams.push(TeamStanding {
            rank: 0,
            label: team.label.clone(),
            half_points: taken.iter().fold(0, sum),
            players: taken.into_iter().map(|(player, _)| player).collect(),
        });
    }
    teams.sort_by_key(|team| Reverse(team.half_points));
    let totals: Vec<i64> = teams.iter().map(|team| team.half_points).collect();
    for team in &mut teams {
        team.rank = rank(&totals, team.half_points);
    }
    teams
}
