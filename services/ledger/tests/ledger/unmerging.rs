//! Merges that are taken back.

use crate::rebuilt;
use crate::scene::{Scene, assert_refused, connect, open_match};
use crate::settling::{ALL, owes, period, transfers};
use crate::table::{agreed, win};
use ledger::evidence::{Chair, Outcome};
use ledger::{
    ClubLimit, Error, OpenMatch, Party, PeopleError, Period, Player, PlayerId, Role, Standings,
};
use std::collections::BTreeMap;
use uuid::Uuid;

async fn merge(scene: &Scene, key: &str, player: PlayerId, into: PlayerId) -> Player {
    let merged = scene.merge_player(scene.write("merge", key), player, into);
    merged.await.unwrap().value
}

async fn unmerge(
    scene: &Scene,
    key: &str,
    player: PlayerId,
    into: PlayerId,
) -> ledger::Result<Player> {
    let unmerged = scene.unmerge_player(scene.write("unmerge", key), player, into);
    unmerged.await.map(|unmerged| unmerged.value)
}

/// For whom some players count.
async fn counts(scene: &Scene, players: &[PlayerId]) -> Vec<PlayerId> {
    let mut counts = Vec::new();
    for player in players {
        let found = scene.canonical_player(scene.club, *player).await;
        counts.push(found.unwrap());
    }
    counts
}

/// The database is what the entries say.
async fn check(scene: &Scene) {
    let entries = crate::parallel::check_entries(&scene.ledger, scene.club).await;
    rebuilt::check(&connect(&scene.database.admin_url()).await, &entries).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_merge_in_the_middle_of_others_is_taken_back() {
    let scene = Scene::new().await;
    let all = scene.enrolled(5).await;
    let [first, a, b, beside, c] = all[..] else {
        panic!("five players")
    };
    merge(&scene, "1", first, a).await;
    merge(&scene, "2", a, b).await;
    merge(&scene, "3", beside, b).await;
    merge(&scene, "4", b, c).await;
    assert_eq!(counts(&scene, &all).await, [c; 5]);
    let double = scene.player(scene.club, a).await.unwrap();
    let names = (double.merged_into, double.merged_directly_into);
    assert_eq!(names, (Some(c), Some(b)));
    check(&scene).await;

    let back = unmerge(&scene, "1", a, b).await.unwrap();
    assert_eq!((back.id, back.merged_into), (a, None));
    assert_eq!(counts(&scene, &all).await, [a, a, c, c, c]);
    assert_eq!(unmerge(&scene, "1", a, b).await.unwrap(), back);
    check(&scene).await;
    // Also into somebody else, and the other way round.
    merge(&scene, "5", c, a).await;
    assert_eq!(counts(&scene, &all).await, [a; 5]);
    unmerge(&scene, "2", b, c).await.unwrap();
    assert_eq!(counts(&scene, &all).await, [a, a, b, b, a]);
    check(&scene).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_last_merge_of_a_player_is_taken_back() {
    let scene = Scene::new().await;
    let [a, b, c, d] = scene.players;
    let nobody = PlayerId(Uuid::nil());
    let refused = async |key: &str, player, into, why: &str| {
        assert_refused(unmerge(&scene, key, player, into).await, why);
    };
    refused("1", nobody, a, "NotFound(player)").await;
    refused("2", a, nobody, "People(NoSuchPlayer)").await;
    refused("3", a, b, "People(PlayerNotMerged { directly_into: None })").await;
    merge(&scene, "1", a, b).await;
    merge(&scene, "2", b, c).await;
    refused("4", a, c, "People(PlayerNotMerged { directly_into: Some(").await;
    refused("5", a, a, "People(PlayerNotMerged").await;
    unmerge(&scene, "6", a, b).await.unwrap();
    refused("7", a, b, "People(PlayerNotMerged").await;
    merge(&scene, "3", a, d).await;
    refused("8", a, b, "People(PlayerNotMerged").await;
    unmerge(&scene, "9", a, d).await.unwrap();
    check(&scene).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_at_once_one_takes_a_merge_back() {
    let scene = Scene::new().await;
    let [a, b, c, _] = scene.players;
    merge(&scene, "1", a, b).await;
    merge(&scene, "2", b, c).await;
    let both = ["1", "2", "3", "4"].map(|key| unmerge(&scene, key, a, b));
    let both = futures_util::future::join_all(both).await;
    let refused: Vec<_> = both.into_iter().filter_map(Result::err).collect();
    assert_eq!(refused.len(), 3);
    for error in refused {
        let not_merged = PeopleError::PlayerNotMerged {
            directly_into: None,
        };
        assert!(matches!(error, Error::People(people) if people == not_merged));
    }
    let kinds = scene.kinds().await;
    let unmerged = kinds.iter().filter(|kind| **kind == "player_unmerged");
    assert_eq!(unmerged.count(), 1);
    check(&scene).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_unmerged_who_was_erased() {
    let scene = Scene::new().await;
    let [a, b, c, d] = scene.players;
    merge(&scene, "1", a, b).await;
    merge(&scene, "2", b, c).await;
    merge(&scene, "3", d, c).await;
    unmerge(&scene, "1", d, c).await.unwrap();
    let erase = scene.erase_player(scene.write("erase", "c"), c);
    erase.await.unwrap();
    for (key, player, into) in [("2", a, b), ("3", b, c)] {
        let refused = unmerge(&scene, key, player, into).await;
        assert_refused(refused, "People(PlayerErased)");
    }
    let stays = scene.player(scene.club, d).await.unwrap();
    assert_eq!(
        (stays.erased, stays.name.as_deref()),
        (false, Some("Dai Man"))
    );
    check(&scene).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_account_stays_and_the_player_is_like_everybody() {
    let scene = Scene::new().await;
    let [a, b, c, d] = scene.players;
    let twin = scene.enrol("Ah Yee (2)").await;
    let link = |key, player, user| scene.link_player(scene.write("link", key), player, user);
    link("1", twin, scene.owner).await.unwrap();
    merge(&scene, "1", twin, a).await;
    let back = unmerge(&scene, "1", twin, a).await.unwrap();
    let stays = scene.player(scene.club, a).await.unwrap();
    assert_eq!((back.user, stays.user), (None, Some(scene.owner)));
    assert_eq!(scene.player(scene.club, twin).await.unwrap(), back);

    let friend = scene.member("friend", Role::Player).await;
    link("2", twin, friend).await.unwrap();
    let rename = scene.rename_player(scene.write("rename", "1"), twin, "Ah Yeung".to_owned());
    rename.await.unwrap();
    let again = scene.merge_player(scene.write("merge", "2"), twin, a);
    assert_refused(again.await, "People(AccountsDiffer)");
    let unlink = scene.unlink_player(scene.write("unlink", "1"), twin);
    unlink.await.unwrap();
    let with = OpenMatch {
        players: [twin, b, c, d],
        ..open_match(scene.players)
    };
    let opened = scene.ledger.open_match(scene.write("matches", "1"), with);
    opened.await.unwrap();
    merge(&scene, "3", twin, a).await;
    check(&scene).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn merges_are_taken_back_a_thousand_times_at_most() {
    let scene = Scene::new().await;
    let [a, b, ..] = scene.players;
    merge(&scene, "1", a, b).await;
    let many = format!(
        "ALTER TABLE entries DISABLE TRIGGER USER;
        INSERT INTO entries (club_id, seq, kind, time, leaf, leaf_hash)
        SELECT club_id, seq + number * 1000000, 'player_unmerged', time, leaf, leaf_hash
        FROM entries, generate_series(1, {}) AS number WHERE kind = 'player_merged'",
        ClubLimit::Unmerges.most()
    );
    scene.admin().await.batch_execute(&many).await.unwrap();
    let refused = unmerge(&scene, "1", a, b).await;
    assert_refused(refused, "ClubFull(Unmerges)");
}

async fn standings(scene: &Scene) -> Standings {
    scene.catch_up().await;
    let standings = scene.standings(scene.club, Period::default());
    standings.await.unwrap()
}

/// A match that is played to its end.
async fn plays(scene: &Scene, key: &str, players: [PlayerId; 4], half_points: [i64; 4]) {
    let new = open_match(players);
    let opened = scene.ledger.open_match(scene.write("matches", key), new);
    let id = opened.await.unwrap().value.id;
    let happens = [
        agreed(half_points),
        win(Chair::ALL[1], 3),
        Outcome::EarlyEnd {},
    ];
    scene.happens(id, &happens).await;
}

/// What is to be seen of a club now, by names: figures with places, streaks and ratings, figures against each other, hands that were won, and
/// what is open.
async fn figures(scene: &Scene) -> BTreeMap<String, String> {
    let found = standings(scene).await;
    scene.forget_standings().await;
    assert_eq!(standings(scene).await, found, "made anew");
    let players = scene.players(scene.club).await.unwrap();
    let names: BTreeMap<PlayerId, String> = players
        .into_iter()
        .map(|player| (player.id, player.name.unwrap()))
        .collect();
    let open = scene.club_balances(scene.club, None, ALL).await.unwrap();
    let records = scene.records(scene.club, Period::default()).await.unwrap();
    let mut figures = BTreeMap::new();
    for (id, name) in &names {
        let statistics = scene.statistics(scene.club, *id, Period::default()).await;
        let statistics = statistics.unwrap();
        let mut totals = statistics.figures.totals;
        let best = totals.best.take().map(|best| best.fan);
        let against = statistics.figures.detail.against.into_iter();
        let against: BTreeMap<_, _> = against.map(|(id, one)| (&names[&id], one)).collect();
        let patterns = statistics.figures.detail.patterns;
        // The order in which a table is rated, by ids, moves the last digits.
        let rating = statistics.rating;
        let rating = rating.map(|one| format!("{:.6} {:.6}", one.rating, one.uncertainty));
        let open: Vec<_> = open
            .currencies
            .iter()
            .flat_map(|one| &one.balances)
            .filter(|one| one.party == Party::Player(*id))
            .map(|one| (one.unsettled_cents, one.unpaid_cents))
            .collect();
        let told = format!("{totals:?} {best:?} {against:?} {patterns:?} {rating:?} {open:?}");
        figures.insert(name.clone(), told);
    }
    let best_day = records
        .best_day
        .map(|one| (one.player.name, one.half_points));
    let streak = records
        .longest_streak
        .map(|one| (one.player.name, one.matches));
    let hand = records.best_hand.map(|one| one.player.name);
    let deal = records.longest_deal.map(|one| (one.player.name, one.hands));
    let records = format!(
        "{best_day:?} {streak:?} {hand:?} {deal:?} {:?}",
        records.patterns
    );
    figures.insert("records".to_owned(), records);
    figures
}

/// Who plays while two are merged sits as the one who counts for both, so that a match of the twin is played by nobody then.
async fn evening(scene: &Scene, is_merged_meanwhile: bool) -> BTreeMap<String, String> {
    let [a, b, c, d] = scene.players;
    let twin = scene.enrol("Ah Yee (2)").await;
    let third = scene.enrol("Ah Yee (3)").await;
    plays(scene, "1", [third, b, c, d], [12, -4, -4, -4]).await;
    plays(scene, "2", [twin, b, c, d], [-6, 2, 2, 2]).await;
    plays(scene, "3", [a, b, c, d], [6, -2, -2, -2]).await;
    if is_merged_meanwhile {
        merge(scene, "1", third, twin).await;
        standings(scene).await;
        merge(scene, "2", twin, a).await;
        standings(scene).await;
    }
    plays(scene, "4", [b, a, c, d], [9, -3, -3, -3]).await;
    if is_merged_meanwhile {
        standings(scene).await;
        unmerge(scene, "1", twin, a).await.unwrap();
        standings(scene).await;
        unmerge(scene, "2", third, twin).await.unwrap();
    }
    plays(scene, "5", [twin, b, c, d], [15, -5, -5, -5]).await;
    figures(scene).await
}

#[tokio::test(flavor = "multi_thread")]
async fn figures_are_those_of_a_club_without_the_merge() {
    let (with, without) = (Scene::new().await, Scene::new().await);
    let expected = evening(&without, false).await;
    assert_eq!(expected.len(), 7);
    assert_eq!(evening(&with, true).await, expected);
    check(&with).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_settled_stays_and_what_is_open_is_the_players() {
    let scene = Scene::new().await;
    let [a, b, c, d] = scene.players;
    let twin = scene.enrol("Eng").await;
    let view = scene.open_match("m").await;
    scene.happens(view.id, &[agreed([-8, 8, 0, 0])]).await;
    let new = open_match([b, twin, c, d]);
    let opened = scene.ledger.open_match(scene.write("matches", "n"), new);
    let other = opened.await.unwrap().value;
    scene.happens(other.id, &[agreed([-8, 12, -4, 0])]).await;
    let all = || period(None, None, "HKD");
    merge(&scene, "1", twin, a).await;
    let merged = scene.settlement_preview(scene.club, all()).await.unwrap();
    let settled = scene.settle("k", all()).await.unwrap().value;
    let before = transfers(&scene, &settled.settlement.terms.transfers);
    scene.happens(other.id, &[agreed([-4, 4, 0, 0])]).await;
    let still = scene.settlement_preview(scene.club, all()).await.unwrap();
    unmerge(&scene, "1", twin, a).await.unwrap();
    let after = scene.settlement_preview(scene.club, all()).await.unwrap();
    assert!(merged.version < still.version && still.version < after.version);
    let counts =
        |parts: &[ledger::evidence::Part]| parts.iter().any(|part| part.counts_for.is_some());
    assert!(counts(&still.parts) && !counts(&after.parts));
    assert_eq!(
        transfers(&scene, &after.transfers),
        [owes("2", "somebody else", 100)]
    );
    // What A is owed for them stays A's.
    let id = settled.settlement.terms.settlement;
    let found = scene.settlement(scene.club, id).await.unwrap();
    let terms = found.settlement.terms;
    assert_eq!(transfers(&scene, &terms.transfers), before);
    let found = scene.club_balances(scene.club, None, ALL).await.unwrap();
    let of = |player| {
        let mut all = found.currencies[0].balances.iter();
        let of = all.find(|one| one.party == Party::Player(player));
        of.map_or((0, 0), |one| (one.unsettled_cents, one.unpaid_cents))
    };
    assert_eq!((of(twin).1, of(twin).0), (0, 100));
    assert_ne!(of(a).1, 0);
    scene.settle("l", all()).await.unwrap();
    check(&scene).await;
}
