//! Who played, where that is not what the first entry of a match says.

use crate::scene::{Scene, assert_refused, open_match};
use crate::table::{agreed, change, substitution};
use ledger::evidence::Outcome;
use ledger::{MatchId, OpenMatch, Period, PlayerId, Standings, StandingsRow};

async fn standings(scene: &Scene) -> Standings {
    scene.catch_up().await;
    let standings = scene.standings(scene.club, Period::default());
    standings.await.unwrap()
}

fn row(standings: &Standings, player: PlayerId) -> Option<&StandingsRow> {
    let mut rows = standings.rows.iter();
    rows.find(|row| row.player.id == player)
}

/// The standings, which have to be the same when they are made anew.
async fn same_anew(scene: &Scene) -> Standings {
    let found = standings(scene).await;
    scene.forget_standings().await;
    assert_eq!(standings(scene).await, found);
    found
}

async fn merge(scene: &Scene, player: PlayerId, into: PlayerId) {
    let write = scene.write("merge", &player.to_string());
    let merged = scene.merge_player(write, player, into).await;
    merged.unwrap();
}

/// A match in which a double leaves, is merged away, and comes back as the player they are.
async fn left_and_came_back(scene: &Scene) -> (MatchId, PlayerId) {
    let [_, b, c, d] = scene.players;
    let twin = scene.enrol("Ah Yee (2)").await;
    let stands_in = scene.enrol("Fong").await;
    let new = open_match([twin, b, c, d]);
    let opened = scene.ledger.open_match(scene.write("matches", "1"), new);
    let id = opened.await.unwrap().value.id;
    let begins = [agreed([60, -20, -20, -20]), substitution(1, stands_in)];
    scene.happens(id, &begins).await;
    (id, twin)
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_back_as_another_player_took_part_once() {
    let scene = Scene::new().await;
    let [a, b, ..] = scene.players;
    let (id, twin) = left_and_came_back(&scene).await;
    standings(&scene).await;
    merge(&scene, twin, a).await;
    let ends = [
        substitution(1, a),
        agreed([-30, 10, 10, 10]),
        Outcome::EarlyEnd {},
    ];
    scene.happens(id, &ends).await;

    let found = same_anew(&scene).await;
    assert_eq!(found.rows.len(), 5);
    let of_a = &row(&found, a).unwrap().totals;
    assert_eq!((of_a.matches, of_a.hands, of_a.half_points), (1, 2, 30));
    assert_eq!((&of_a.places[..], of_a.streaks.longest), (&[1][..], 1));
    let statistics = scene.statistics(scene.club, a, Period::default());
    let against = statistics.await.unwrap().figures.detail.against;
    assert!(!against.contains_key(&a) && against[&b].matches == 1);
    // Rated as one who finished first of five.
    let rating = |player| row(&found, player).unwrap().rating.unwrap().rating;
    assert!(rating(a) > 25.0 && rating(b) < 25.0);
}

/// A merge that came long after counts from then on, not before.
#[tokio::test(flavor = "multi_thread")]
async fn who_comes_back_and_is_merged_much_later_took_part_once() {
    let scene = Scene::new().await;
    let [a, ..] = scene.players;
    let (id, twin) = left_and_came_back(&scene).await;
    merge(&scene, twin, a).await;
    let ends = [substitution(1, a), agreed([-30, 10, 10, 10])];
    scene.happens(id, &ends).await;
    standings(&scene).await;
    // More entries than a step takes.
    for number in 0..210 {
        scene.enrol(&format!("Guest {number}")).await;
    }
    let other = scene.enrol("Ah Yee (3)").await;
    merge(&scene, a, other).await;
    let found = same_anew(&scene).await;
    let totals = &row(&found, other).unwrap().totals;
    assert_eq!(
        (totals.matches, totals.hands, totals.half_points),
        (1, 2, 30)
    );
}

/// Those who took part in one match as one player are two of it again.
#[tokio::test(flavor = "multi_thread")]
async fn who_came_back_as_another_player_is_two_players_after_all() {
    let scene = Scene::new().await;
    let [a, b, ..] = scene.players;
    let (id, twin) = left_and_came_back(&scene).await;
    merge(&scene, twin, a).await;
    let ends = [
        substitution(1, a),
        agreed([-30, 10, 10, 10]),
        Outcome::EarlyEnd {},
    ];
    scene.happens(id, &ends).await;
    standings(&scene).await;
    let write = scene.write("unmerge", "k");
    scene.unmerge_player(write, twin, a).await.unwrap();

    let found = same_anew(&scene).await;
    assert_eq!(found.rows.len(), 6);
    let totals = |player| {
        let totals = &row(&found, player).unwrap().totals;
        (totals.matches, totals.hands, totals.half_points)
    };
    assert_eq!((totals(a), totals(twin)), ((1, 1, -30), (1, 1, 60)));
    let statistics = scene.statistics(scene.club, b, Period::default());
    let against = statistics.await.unwrap().figures.detail.against;
    assert_eq!((against[&a].hands, against[&twin].hands), (1, 1));
    // They sat in one match now.
    let again = scene.merge_player(scene.write("merge", "again"), twin, a);
    assert_refused(again.await, "People(AtOneTime(Match(");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_never_took_part_after_all_has_no_rating_of_it() {
    let scene = Scene::new().await;
    let [.., d] = scene.players;
    let stranger = scene.enrol("Fong").await;
    let opened = scene.open_match("1").await;
    // With the stranger, who lost all of it, D came fourth; without, D comes fourth as well.
    let played = [
        substitution(4, stranger),
        agreed([20, 20, 20, -60]),
        Outcome::EarlyEnd {},
    ];
    let recorded = scene.happens(opened.id, &played).await;
    let before = standings(&scene).await;
    assert_eq!(
        row(&before, d).map(|row| &row.totals.places[..]),
        Some(&[0, 0, 0, 1][..])
    );
    let never = recorded[0].recorded.outcome_id;
    scene.correct(opened.id, vec![change::void(never)]).await;

    let found = standings(&scene).await;
    assert_eq!(row(&found, stranger), None);
    let statistics = scene.statistics(scene.club, stranger, Period::default());
    assert_eq!(statistics.await.unwrap().rating, None);
    same_anew(&scene).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_years_ago_goes_on_and_ends_again() {
    let scene = Scene::new().await;
    let [a, ..] = scene.players;
    let long_ago = OpenMatch {
        played_on: time::macros::date!(1900 - 01 - 01),
        ..open_match(scene.players)
    };
    let opened = scene
        .ledger
        .open_match(scene.write("matches", "old"), long_ago);
    let old = opened.await.unwrap().value.id;
    let recorded = scene
        .happens(old, &[agreed([6, -2, -2, -2]), Outcome::EarlyEnd {}])
        .await;
    let last = OpenMatch {
        played_on: time::macros::date!(2200 - 12 - 31),
        ..open_match(scene.players)
    };
    let opened = scene
        .ledger
        .open_match(scene.write("matches", "last"), last);
    let last = opened.await.unwrap().value.id;
    scene
        .happens(last, &[agreed([-6, 2, 2, 2]), Outcome::EarlyEnd {}])
        .await;
    let before = standings(&scene).await;
    let rating = |found: &Standings| row(found, a).unwrap().rating.unwrap();

    let end = recorded[1].recorded.outcome_id;
    scene.correct(old, vec![change::void(end)]).await;
    let going_on = same_anew(&scene).await;
    let totals = &row(&going_on, a).unwrap().totals;
    assert_eq!((totals.matches, &totals.places[..]), (2, &[0, 0, 0, 1][..]));
    assert_ne!(rating(&going_on), rating(&before));
    scene.happens(old, &[Outcome::EarlyEnd {}]).await;
    let again = same_anew(&scene).await;
    assert_eq!(again.rows, before.rows);
}
