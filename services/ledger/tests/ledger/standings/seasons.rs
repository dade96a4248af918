//! The standings of seasons are what the entries up to any one come to, added up in the plainest way.

use super::league::{DAYS, FIRST_DAY, League, VARIANTS};
use crate::scene::{assert_refused, chance, setting};
use ledger::evidence::{
    Body, CurrentOutcome, Entry, Handicap, MatchHistory, OutcomeId, SeasonOpened, SeasonRules,
    Team, UnfinishedMatches,
};
use ledger::test_database::all_entries;
use ledger::{Hash, MatchId, OpenSeason, Party, PlayerId, SeasonAt, SeasonId, StandingsAsOf};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use time::{Date, Duration};

/// What a player comes to: rank, half points, matches, matches that count.
type Standing = (Option<usize>, i64, usize, usize);

/// What a season comes to: how many matches, for whom what, and for each team its rank and half points.
#[derive(Debug, PartialEq)]
struct Expected {
    matches: usize,
    players: BTreeMap<PlayerId, Standing>,
    teams: BTreeMap<String, (usize, i64)>,
}

/// The entries of a club up to one of them.
struct Told {
    matches: BTreeMap<MatchId, Vec<Entry>>,
    /// Into whom each player is merged, by the entry of the merge.
    merged: HashMap<PlayerId, PlayerId>,
}

impl Told {
    fn of(entries: &[Entry], as_of: u64) -> Self {
        let mut told = Self {
            matches: BTreeMap::new(),
            merged: HashMap::new(),
        };
        for entry in entries.iter().filter(|entry| entry.seq <= as_of) {
            let id = if let Body::MatchOpened(opened) = &entry.body {
                opened.match_id
            } else if let Body::OutcomeRecorded(recorded) = &entry.body {
                recorded.match_id
            } else if let Body::MatchCorrected(corrected) = &entry.body {
                corrected.match_id
            } else if let Body::MatchDeclared(declared) = &entry.body {
                declared.match_id
            } else if let Body::PlayerMerged(merged) = &entry.body {
                told.merged.insert(merged.player, merged.into);
                continue;
            } else if let Body::PlayerUnmerged(unmerged) = &entry.body {
                told.merged.remove(&unmerged.player);
                continue;
            } else {
                continue;
            };
            told.matches.entry(id).or_default().push(entry.clone());
        }
        told
    }

    /// For whom somebody counts, step by step.
    fn counts_for(&self, player: PlayerId) -> PlayerId {
        let into = self.merged.get(&player);
        into.map_or(player, |into| self.counts_for(*into))
    }

    /// What everybody gained or lost in the matches that count.
    fn gains(&self, season: &SeasonOpened, until: Date) -> Vec<BTreeMap<PlayerId, i64>> {
        let mut all = Vec::new();
        for entries in self.matches.values() {
            let history = MatchHistory::read(entries.clone()).unwrap().unwrap();
            let terms = &history.terms;
            let is_variant =
                |(_, document): &&(&str, &[u8])| Hash::of(document) == terms.variant_hash;
            let (variant, _) = VARIANTS.iter().find(is_variant).unwrap();
            let rules = &season.rules;
            let counts = (season.from..=season.until.min(until)).contains(&terms.played_on)
                && (rules.variants.is_empty() || rules.variants.iter().any(|id| id == variant))
                && (rules.unfinished == UnfinishedMatches::Count || history.state.ending.is_some());
            let mut outcomes = history.outcomes.iter();
            let has_hand = outcomes.any(|one| one.now.result.number.is_some());
            if !counts || history.void.is_some() || !has_hand {
                continue;
            }
            let mut gains = BTreeMap::new();
            for (party, half_points) in history.balances() {
                if let Party::Player(player) = party {
                    *gains.entry(self.counts_for(player)).or_default() += half_points;
                }
            }
            all.push(gains);
        }
        all
    }

    fn standings(&self, season: &SeasonOpened, until: Date) -> Expected {
        let rules = &season.rules;
        let all = self.gains(season, until);
        let everybody: BTreeSet<PlayerId> =
            all.iter().flat_map(|one| one.keys()).copied().collect();
        let mut players = BTreeMap::new();
        for player in everybody {
            let mut gains: Vec<i64> = all
                .iter()
                .filter_map(|one| one.get(&player))
                .copied()
                .collect();
            gains.sort_unstable_by(|one, other| other.cmp(one));
            let matches = gains.len();
            gains.truncate(rules.best.map_or(usize::MAX, |best| best as usize));
            let handicaps = rules.handicaps.iter();
            let own = handicaps.filter(|one| self.counts_for(one.player) == player);
            let total = gains.iter().sum::<i64>() + own.map(|one| one.half_points).sum::<i64>();
            players.insert(player, (matches, total, gains.len()));
        }
        let minimum = rules.minimum_matches.map_or(0, |minimum| minimum as usize);
        let better = |total: i64| {
            let ranked = players.values().filter(|one| one.0 >= minimum);
            ranked.filter(|one| one.1 > total).count()
        };
        let standing = |(player, one): (&PlayerId, &(usize, i64, usize))| {
            let rank = (one.0 >= minimum).then(|| better(one.1) + 1);
            (*player, (rank, one.1, one.0, one.2))
        };
        Expected {
            matches: all.len(),
            players: players.iter().map(standing).collect(),
            teams: self.teams(rules, &players),
        }
    }

    fn teams(
        &self,
        rules: &SeasonRules,
        players: &BTreeMap<PlayerId, (usize, i64, usize)>,
    ) -> BTreeMap<String, (usize, i64)> {
        let mut of_teams: HashMap<PlayerId, &str> = HashMap::new();
        for team in &rules.teams {
            for player in &team.players {
                of_teams
                    .entry(self.counts_for(*player))
                    .or_insert(&team.label);
            }
        }
        let total = |team: &Team| {
            let own = players
                .iter()
                .filter(|(player, _)| of_teams.get(player) == Some(&team.label.as_str()));
            own.map(|(_, one)| one.1).sum::<i64>()
        };
        let totals: Vec<(String, i64)> = rules
            .teams
            .iter()
            .map(|team| (team.label.clone(), total(team)))
            .collect();
        let rank = |own: i64| totals.iter().filter(|(_, other)| *other > own).count() + 1;
        totals
            .iter()
            .map(|(label, own)| (label.clone(), (rank(*own), *own)))
            .collect()
    }
}

/// What was found, in the same form.
fn found(of: &StandingsAsOf) -> Expected {
    let standings = &of.standings;
    let number = |number: u64| usize::try_from(number).unwrap();
    let players = standings.players.iter().map(|one| {
        let standing = (
            one.rank.map(number),
            one.half_points,
            number(one.matches),
            number(one.counted_matches),
        );
        (one.player, standing)
    });
    let teams = standings.teams.iter();
    Expected {
        matches: number(standings.matches),
        players: players.collect(),
        teams: teams
            .map(|team| (team.label.clone(), (number(team.rank), team.half_points)))
            .collect(),
    }
}

/// A season with rules by chance.
fn season(random: &mut StdRng, players: &[PlayerId]) -> OpenSeason {
    let from = FIRST_DAY + Duration::days(random.random_range(-10..DAYS / 2));
    let until = from + Duration::days(random.random_range(DAYS / 3..DAYS));
    let some = |random: &mut StdRng, most| {
        let count = random.random_range(0..=most);
        let chosen: Vec<PlayerId> = players.sample(random, count).copied().collect();
        chosen
    };
    let handicap = |player| Handicap {
        player,
        half_points: 7,
    };
    let in_teams = some(random, players.len());
    let teams = in_teams.chunks(3).zip(["Winds", "Dragons", "Flowers"]);
    let variants = VARIANTS.iter().map(|(id, _)| (*id).to_owned());
    let rules = SeasonRules {
        variants: variants.filter(|_| random.random_bool(0.3)).collect(),
        unfinished: *UnfinishedMatches::ALL.choose(random).unwrap(),
        best: random.random_bool(0.5).then(|| random.random_range(1..6)),
        minimum_matches: random.random_bool(0.5).then(|| random.random_range(1..9)),
        handicaps: some(random, 4).into_iter().map(handicap).collect(),
        teams: teams
            .map(|(players, label)| Team {
                label: label.to_owned(),
                players: players.to_vec(),
            })
            .collect(),
    };
    OpenSeason {
        name: "Season".to_owned(),
        from,
        until,
        rules,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn standings_of_seasons_are_what_the_entries_up_to_any_come_to() {
    let seed = setting("FAAN_TEST_SEED").unwrap_or_else(chance);
    println!("FAAN_TEST_SEED={seed} repeats this run");
    let mut random = StdRng::seed_from_u64(seed);
    let mut league = League::new(StdRng::seed_from_u64(random.random())).await;
    let mut seasons: Vec<(SeasonId, u64)> = Vec::new();
    for number in 0..6 {
        let new = season(&mut random, &league.players);
        let write = league.scene.write("open_season", &number.to_string());
        let opened = league.scene.open_season(write, new).await.unwrap();
        let season = opened.value.season;
        seasons.push((season.terms.season, season.opened.seq));
    }
    let play = StdRng::seed_from_u64(random.random());
    league.play_on(play, 240).await;
    let (ledger, club) = (&league.scene.ledger, league.scene.club);
    let entries = all_entries(ledger, club, 0).await;
    let entries: Vec<Entry> = entries
        .iter()
        .map(|entry| Entry::parse(&entry.leaf).unwrap())
        .collect();
    let last = entries.last().unwrap().seq;
    for (id, opened) in seasons {
        let mut times: Vec<u64> = (0..6).map(|_| random.random_range(opened..=last)).collect();
        times.push(last);
        for as_of in times {
            let days = random.random_range(0..DAYS * 2);
            let until = random
                .random_bool(0.3)
                .then(|| FIRST_DAY + Duration::days(days));
            let at = SeasonAt {
                as_of_seq: Some(as_of),
                until,
            };
            let result = ledger.season_standings(club, id, at).await.unwrap();
            assert_eq!((result.result.seq, &result.since_closing), (as_of, &None));
            let told = Told::of(&entries, as_of);
            let expected = told.standings(&result.season.terms, until.unwrap_or(Date::MAX));
            assert_eq!(found(&result.result), expected, "season {id} as of {as_of}");
            let named = result.result.standings.players.iter();
            assert!(
                named
                    .into_iter()
                    .all(|one| result.names.contains_key(&one.player))
            );
        }
        let before = SeasonAt {
            as_of_seq: Some(opened - 1),
            until: None,
        };
        let before = ledger.season_standings(club, id, before).await;
        assert_refused(before, "NotFound(season)");
    }
}

/// The first hand that somebody gained or lost by, with its match.
async fn a_hand_that_counts(league: &League) -> (MatchId, OutcomeId) {
    for id in &league.matches {
        let history = league.scene.match_history(*id).await.history;
        let counts = |one: &&CurrentOutcome| {
            let legs = one.now.result.legs.chairs();
            one.now.result.number.is_some() && legs.iter().any(|leg| leg.half_points != 0)
        };
        let hand = history.outcomes.iter().find(counts);
        if let Some(hand) = hand.filter(|_| history.void.is_none()) {
            return (*id, hand.outcome_id);
        }
    }
    panic!("nobody gained anything")
}

#[tokio::test(flavor = "multi_thread")]
async fn what_comes_after_the_end_of_a_season_shows_beside_it() {
    let league = League::played(StdRng::seed_from_u64(11), 60).await;
    let (ledger, club) = (&league.scene.ledger, league.scene.club);
    let new = OpenSeason {
        name: "All of it".to_owned(),
        from: FIRST_DAY,
        until: FIRST_DAY + Duration::days(DAYS),
        rules: SeasonRules::PLAIN,
    };
    let opened = ledger
        .open_season(league.scene.write("open_season", "k"), new)
        .await;
    let id = opened.unwrap().value.season.terms.season;
    let standings = async || {
        let found = ledger.season_standings(club, id, SeasonAt::default()).await;
        found.unwrap()
    };
    let open = standings().await;
    let close = async || {
        let write = league.scene.write("close_season", "k");
        ledger.close_season(write, id).await.unwrap()
    };
    let closed = close().await.value.season.closed.unwrap();
    let again = close().await;
    assert!(again.replayed && again.value.season.closed == Some(closed));
    let write = league.scene.write("close_season", "another key");
    let twice = ledger.close_season(write, id).await;
    assert_refused(twice, "Season(ClosedBefore)");
    let then = standings().await;
    assert_eq!(then.result.seq, closed.seq);
    assert_eq!(then.result.standings, open.result.standings);
    assert_eq!(then.since_closing, None);
    let (corrected, hand) = a_hand_that_counts(&league).await;
    let void = crate::table::change::void(hand);
    league.scene.correct(corrected, vec![void]).await;
    let after = standings().await;
    assert_eq!(after.result, then.result);
    let since = after.since_closing.unwrap();
    assert!(since.seq > closed.seq);
    let last = SeasonAt {
        as_of_seq: Some(since.seq),
        until: None,
    };
    let last = ledger.season_standings(club, id, last).await.unwrap();
    assert_eq!(last.result, since);
}
