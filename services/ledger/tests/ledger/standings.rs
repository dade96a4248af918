//! Standings that were added up bit by bit are what the entries come to all at once.

mod anew;
mod difference;
mod league;
mod records;
mod seasons;
mod who_played;

use crate::abandoned::{WAITING, WITHOUT_LIMITS};
use crate::scene::{Scene, chance, on_one_connection, setting, until};
use league::{DAYS, FIRST_DAY, League, VARIANTS};
use ledger::evidence::{Chair, Entry, MatchHistory, Outcome};
use ledger::tally::{Figures, MatchTally, Rating, rate};
use ledger::test_database::{all_entries, with_parameters};
use ledger::{Error, Party, Period, PlayerId, StandingsStep};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::collections::{BTreeMap, HashMap};
use std::time::Instant;
use time::{Date, Duration};

/// So many hands, if nobody asks for more.
const HANDS: usize = 400;

/// A club's matches as its entries tell them, worked out at once.
struct AtOnce {
    /// In the order of play, with the variant.
    matches: Vec<(String, MatchHistory)>,
    counts_for: HashMap<PlayerId, PlayerId>,
}

impl AtOnce {
    async fn of(league: &League) -> Self {
        let (ledger, club) = (&league.scene.ledger, league.scene.club);
        let mut matches = Vec::new();
        for id in &league.matches {
            let history = league.scene.match_history(*id).await;
            matches.push((history.view.variant_id, history.history));
        }
        matches.sort_by_key(|(_, history)| (history.terms.played_on, history.opened.seq));
        let mut counts_for = HashMap::new();
        for (_, history) in &matches {
            for party in history.balances().into_keys() {
                let Party::Player(player) = party else {
                    continue;
                };
                let canonical = ledger.canonical_player(club, player).await.unwrap();
                counts_for.insert(player, canonical);
            }
        }
        Self {
            matches,
            counts_for,
        }
    }

    fn tally(&self, history: &MatchHistory) -> MatchTally {
        MatchTally::of(history, |player| self.counts_for[&player])
    }

    fn of_period(
        &self,
        period: &Period,
    ) -> impl DoubleEndedIterator<Item = &(String, MatchHistory)> {
        self.matches.iter().filter(|(variant, history)| {
            let day = history.terms.played_on;
            let mut outcomes = history.outcomes.iter();
            let has_hand = outcomes.any(|one| one.now.result.number.is_some());
            let counts = history.void.is_none() && has_hand;
            counts
                && period.from.is_none_or(|from| from <= day)
                && period.until.is_none_or(|until| day <= until)
                && period.variant_id.as_ref().is_none_or(|id| id == variant)
        })
    }

    /// Net, hands, wins and place of who took part, counted without the tally.
    fn counted(
        &self,
        history: &MatchHistory,
        player: PlayerId,
    ) -> Option<(i64, u64, u64, Option<usize>)> {
        let is_them = |other: PlayerId| self.counts_for[&other] == player;
        let mut gained: BTreeMap<PlayerId, i64> = BTreeMap::new();
        for (party, half_points) in history.balances() {
            if let Party::Player(id) = party {
                *gained.entry(self.counts_for[&id]).or_default() += half_points;
            }
        }
        let own = *gained.get(&player)?;
        let (mut hands, mut wins) = (0, 0);
        for standing in &history.outcomes {
            let result = &standing.now.result;
            let chairs = result.legs.chairs();
            let played = result.number.is_some() && chairs.iter().any(|leg| is_them(leg.player));
            hands += u64::from(played);
            let won = |winner: Chair| is_them(winner.of(chairs).player);
            match &standing.now.outcome {
                Outcome::Agreed(agreed) => wins += u64::from(agreed.winner.is_some_and(won)),
                Outcome::Win(win) => {
                    wins += u64::from(win.winners.iter().any(|one| won(one.chair)))
                }
                Outcome::Goulash {}
                | Outcome::FalseMahjong(_)
                | Outcome::Penalty(_)
                | Outcome::SidePayment(_)
                | Outcome::Totals(_)
                | Outcome::Substitution(_)
                | Outcome::EarlyEnd {} => {}
            }
        }
        let better = gained.values().filter(|other| **other > own).count();
        Some((own, hands, wins, history.state.ending.map(|_| better + 1)))
    }

    fn figures(&self, period: &Period) -> BTreeMap<PlayerId, Figures> {
        let mut all: BTreeMap<PlayerId, Figures> = BTreeMap::new();
        for (_, history) in self.of_period(period) {
            for (player, figures) in self.tally(history).players {
                let so_far = all.entry(player).or_default();
                *so_far = std::mem::take(so_far).then(figures);
            }
        }
        all
    }

    fn ratings(&self, until: Date) -> HashMap<PlayerId, Rating> {
        let mut known: HashMap<PlayerId, Rating> = HashMap::new();
        for (_, history) in &self.matches {
            let places = self.tally(history).places;
            if history.terms.played_on > until || places.is_empty() {
                continue;
            }
            let table: Vec<_> = places
                .iter()
                .map(|(player, place)| (known.get(player).copied().unwrap_or_default(), *place))
                .collect();
            known.extend(places.into_keys().zip(rate(&table)));
        }
        known
    }

    /// That standings and statistics say the same.
    async fn check(&self, league: &League, period: Period) {
        let (ledger, club) = (&league.scene.ledger, league.scene.club);
        let standings = ledger.standings(club, period.clone()).await.unwrap();
        let head = ledger.tree_head(club).await.unwrap().size;
        assert_eq!(
            (standings.reflected.seq, standings.reflected.head_seq),
            (head, head)
        );
        let expected = self.figures(&period);
        let ratings = self.ratings(period.until.unwrap_or(Date::MAX));
        assert_eq!(standings.rows.len(), expected.len(), "{period:?}");
        assert!(
            standings
                .rows
                .is_sorted_by_key(|row| -row.totals.half_points)
        );
        for row in standings.rows {
            let id = row.player.id;
            assert_eq!(row.totals, expected[&id].totals, "{period:?}");
            assert_eq!(row.rating, ratings.get(&id).copied(), "{period:?}");
            let statistics = ledger.statistics(club, id, period.clone()).await.unwrap();
            assert_eq!(statistics.figures, expected[&id], "{period:?}");
            assert_eq!(statistics.rating, row.rating);
            self.check_played(league, id, &period).await;
        }
        self.check_records(league, &period).await;
    }

    /// That the matches of a player, read in pages of three, are those they took part in.
    async fn check_played(&self, league: &League, player: PlayerId, period: &Period) {
        let (ledger, club) = (&league.scene.ledger, league.scene.club);
        let (mut found, mut before) = (Vec::new(), None);
        loop {
            let page = (before, 3);
            let page = ledger.player_matches(club, player, period.clone(), page);
            let page = page.await.unwrap();
            assert!(page.reflected.seq == page.reflected.head_seq && page.player.id == player);
            assert!(page.matches.len() == 3 || page.next.is_none());
            found.extend(page.matches);
            before = page.next;
            if before.is_none() {
                break;
            }
        }
        let mut found = found.into_iter();
        for (variant, history) in self.of_period(period).rev() {
            let Some(expected) = self.counted(history, player) else {
                continue;
            };
            let one = found.next().unwrap();
            let (terms, opened) = (&history.terms, history.opened.seq);
            assert_eq!(
                (one.match_id, one.played_on, one.opened_seq, &one.variant_id),
                (terms.match_id, terms.played_on, opened, variant)
            );
            let totals = &one.totals;
            let counted = (totals.half_points, totals.hands, totals.wins, one.place);
            assert_eq!(counted, expected);
            // Fifty cents a point.
            assert_eq!(one.amount_cents, totals.half_points * 25);
        }
        assert_eq!(found.next(), None, "{period:?}");
    }
}

fn period(random: &mut StdRng) -> Period {
    let mut day = || {
        let days = random.random_range(-30..DAYS + 30);
        random
            .random_bool(0.8)
            .then(|| FIRST_DAY + Duration::days(days))
    };
    let (from, until) = (day(), day());
    let variant_id = VARIANTS.choose(random).map(|(id, _)| (*id).to_owned());
    Period {
        from,
        until,
        variant_id: variant_id.filter(|_| random.random_bool(0.5)),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn standings_are_what_the_entries_come_to() {
    let seed = setting("FAAN_TEST_SEED").unwrap_or_else(chance);
    let hands = setting("FAAN_STANDINGS_HANDS").unwrap_or(HANDS);
    println!("FAAN_TEST_SEED={seed} repeats this run");
    let mut random = StdRng::seed_from_u64(seed);
    let league = League::played(StdRng::seed_from_u64(random.random()), hands).await;
    let at_once = AtOnce::of(&league).await;
    at_once.check(&league, Period::default()).await;
    for _ in 0..12 {
        at_once.check(&league, period(&mut random)).await;
    }
    // Made anew from the entries alone they are the same.
    let (ledger, club) = (&league.scene.ledger, league.scene.club);
    let before = ledger.standings(club, Period::default()).await.unwrap();
    league.scene.forget_standings().await;
    let forgotten = ledger.standings(club, Period::default()).await.unwrap();
    assert_eq!(forgotten.reflected.seq, 0);
    let since = Instant::now();
    league.scene.catch_up().await;
    println!(
        "{} hands were added up in {:?}",
        league.hands,
        since.elapsed()
    );
    let after = ledger.standings(club, Period::default()).await.unwrap();
    assert_eq!(before, after);
    if let Some(few) = setting::<usize>("FAAN_STANDINGS_FEW") {
        compare_reads(random, &league, few).await;
    }
}

/// What reading costs of few hands and of many: the median of each, read in turn.
async fn compare_reads(mut random: StdRng, many: &League, few: usize) {
    let few = League::played(StdRng::seed_from_u64(random.random()), few).await;
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..500 {
        for (league, times) in [&few, many].into_iter().zip(&mut times) {
            let since = Instant::now();
            let (ledger, club) = (&league.scene.ledger, league.scene.club);
            ledger.standings(club, Period::default()).await.unwrap();
            times.push(since.elapsed());
        }
    }
    let [few_time, many_time] = times.map(|mut times| {
        times.sort_unstable();
        times[times.len() / 2]
    });
    let ratio = many_time.as_secs_f64() / few_time.as_secs_f64();
    println!(
        "standings of {} hands {few_time:?}, of {} hands {many_time:?}: {ratio:.2}×",
        few.hands, many.hands
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn two_who_add_up_at_once_are_not_in_each_others_way() {
    let league = League::played(StdRng::seed_from_u64(7), 60).await;
    let (ledger, club) = (&league.scene.ledger, league.scene.club);
    let before = ledger.standings(club, Period::default()).await.unwrap();
    league.scene.forget_standings().await;
    let add_up = async || {
        let mut rounds = 0;
        loop {
            let step = ledger.catch_up(club).await.unwrap();
            let reflected = ledger
                .standings(club, Period::default())
                .await
                .unwrap()
                .reflected;
            rounds += 1;
            if step != StandingsStep::More && reflected.seq == reflected.head_seq {
                return rounds;
            }
        }
    };
    let rounds = tokio::join!(add_up(), add_up(), add_up());
    assert!(rounds.0 > 0 && rounds.1 > 0 && rounds.2 > 0);
    let after = ledger.standings(club, Period::default()).await.unwrap();
    assert_eq!(before, after);
}

/// Nor at a club whose first entries are added up, however long that takes.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_waits_for_the_first_step_of_a_club() {
    let scene = Scene::new().await;
    scene.open_match("first").await;
    let (admin, watcher) = (scene.admin().await, scene.admin().await);
    let lock = "BEGIN; LOCK TABLE tallies IN SHARE MODE";
    admin.batch_execute(lock).await.unwrap();
    let url = with_parameters(&scene.database.url(), WITHOUT_LIMITS);
    let (ledger, club) = (on_one_connection(url).await, scene.club);
    let first = tokio::spawn(async move {
        while ledger.catch_up(club).await.unwrap() == StandingsStep::More {}
    });
    until(&watcher, &format!("SELECT count(*) = 1 {WAITING}")).await;
    let second = scene.ledger.catch_up(club).await.unwrap();
    assert_eq!(second, StandingsStep::Elsewhere);
    admin.batch_execute("COMMIT").await.unwrap();
    first.await.unwrap();
}

/// The entries of the club, which nothing of this may have changed.
#[tokio::test(flavor = "multi_thread")]
async fn adding_up_writes_no_entry() {
    let league = League::played(StdRng::seed_from_u64(8), 30).await;
    let (ledger, club) = (&league.scene.ledger, league.scene.club);
    let before = all_entries(ledger, club, 0).await;
    league.scene.forget_standings().await;
    league.scene.catch_up().await;
    let after = all_entries(ledger, club, 0).await;
    assert_eq!(before, after);
    assert!(after.iter().all(|entry| Entry::parse(&entry.leaf).is_ok()));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_lost_of_them_is_made_anew() {
    let league = League::played(StdRng::seed_from_u64(9), 60).await;
    let (ledger, club) = (&league.scene.ledger, league.scene.club);
    let before = ledger.standings(club, Period::default()).await.unwrap();
    let sql = league.scene.admin().await;
    for lost in [
        "TRUNCATE ratings",
        "TRUNCATE tally_sums",
        "TRUNCATE tallies",
        "TRUNCATE tallies, ratings",
        "DELETE FROM ratings WHERE played_on < '2025-06-01'",
        "UPDATE tallies SET place = 1; UPDATE tally_sums SET totals = totals || '{\"wins\": 1000}'",
        "TRUNCATE tally_heads, tallies, tally_sums, ratings",
    ] {
        sql.batch_execute(lost).await.unwrap();
        league.scene.forget_standings().await;
        league.scene.catch_up().await;
        let after = ledger.standings(club, Period::default()).await.unwrap();
        assert_eq!(before, after, "{lost}");
    }
}

/// An operator who comes at a bad moment is put off, and not those who read.
#[tokio::test(flavor = "multi_thread")]
async fn who_reads_outwaits_who_has_them_made_anew() {
    let league = League::played(StdRng::seed_from_u64(10), 20).await;
    let (scene, sql) = (&league.scene, league.scene.admin().await);
    let before = scene.standings(scene.club, Period::default());
    let before = before.await.unwrap();
    let at_it = "BEGIN; LOCK TABLE tally_heads IN ROW EXCLUSIVE MODE";
    sql.batch_execute(at_it).await.unwrap();
    let admin_url = scene.database.admin_url();
    let anew = tokio::spawn(async move { ledger::rebuild_standings(&admin_url).await });
    let waits =
        "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'tally_heads'::regclass";
    let mut waiting: i64 = 0;
    while waiting == 0 {
        waiting = sql.query_one(waits, &[]).await.unwrap().get(0);
    }
    let read = scene.standings(scene.club, Period::default());
    assert_eq!(read.await.unwrap(), before);
    let refused = anew.await.unwrap().unwrap_err();
    assert!(matches!(refused, Error::Unavailable { .. }), "{refused}");
}
