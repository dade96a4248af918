//! Who takes part in a match, and the club's house: substitutions, penalties, balances.

use crate::importing::played;
use crate::scene::{Scene, found_club, open_match, sign_up, write};
use crate::table::{agreed, chair, change, correction, next, penalty, substitution};
use ledger::evidence::{Outcome, Payee, Reseated};
use ledger::{
    Error, ImportMatches, MAX_MATCH_PLAYERS, MatchFilter, MatchView, Page, Party, Place, PlayerId,
    Recording,
};
use std::collections::BTreeMap;
use uuid::Uuid;

#[tokio::test(flavor = "multi_thread")]
async fn whoever_takes_over_plays_on_for_themselves() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let [a, b, c, d] = scene.players;
    let e = scene.enrol("Eng").await;
    let happens = [
        agreed([4, -4, 0, 0]),
        substitution(1, e),
        agreed([10, -10, 0, 0]),
        penalty(1, 1, Payee::House),
    ];
    scene.happens(view.id, &happens).await;
    let after = scene.view(view.id).await;
    let names = after
        .players
        .each_ref()
        .map(|player| player.name.as_deref().unwrap());
    assert_eq!(names, ["Eng", "Bing", "Cheung", "Dai Man"]);
    // The chair keeps its total; the people have what they won and lost themselves.
    assert_eq!(after.state.total_half_points, [12, -14, 0, 0]);
    let balances = BTreeMap::from([
        (Party::Player(a), 4),
        (Party::Player(b), -14),
        (Party::Player(c), 0),
        (Party::Player(d), 0),
        (Party::Player(e), 8),
        (Party::House, 2),
    ]);
    assert_eq!(scene.balances(view.id).await, balances);
    let read = scene.match_history(view.id).await;
    assert_eq!(read.history.balances(), balances);
    assert_eq!(
        (read.players.len(), read.players[&a].name.as_deref()),
        (5, Some("Ah Yee"))
    );
    assert_eq!(
        (read.history.players, read.history.seated()),
        (scene.players, [e, b, c, d])
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chair_is_taken_over_by_a_player_of_the_club_who_does_not_sit_there() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let other = sign_up(&scene.ledger, "other@club.example").await;
    let elsewhere = found_club(&scene.ledger, other, "other").await;
    let foreign = write(elsewhere, other, "players", "Fong");
    let foreign = scene.enrol_player(foreign, "Fong".to_owned()).await;
    let foreign = foreign.unwrap().value.id;
    let attempt = async |happens: &[Outcome]| {
        let write = scene.write("substitutions", "k");
        scene.record_outcomes(write, next(&view, happens)).await
    };
    for unknown in [foreign, PlayerId(Uuid::from_u128(1)), PlayerId(Uuid::nil())] {
        let refused = attempt(&[substitution(3, unknown)]).await;
        let (error, place) = refused.unwrap_err().apart();
        assert!(matches!(error, Error::UnknownPlayer(at) if at == chair(3)));
        assert_eq!(place, Some(Place::Outcome(0)));
    }
    for seated in [scene.players[1], scene.players[2]] {
        let refused = attempt(&[substitution(3, seated)]).await;
        let (error, _) = refused.unwrap_err().apart();
        assert!(matches!(error, Error::SamePlayerTwice));
    }
    let e = scene.enrol("Eng").await;
    let refused = attempt(&[substitution(3, e), substitution(4, e)]).await;
    let (error, place) = refused.unwrap_err().apart();
    assert!(matches!(error, Error::SamePlayerTwice));
    assert_eq!(place, Some(Place::Outcome(1)));
    assert_eq!(scene.view(view.id).await, view);
    // Whoever left may come back, on another chair.
    let back = [substitution(3, e), substitution(4, scene.players[2])];
    assert!(matches!(attempt(&back).await, Ok(Recording::Recorded(_))));
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_takes_part_though_nothing_is_paid() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let everybody = |players: &[PlayerId]| -> BTreeMap<Party, i64> {
        players
            .iter()
            .map(|player| (Party::Player(*player), 0))
            .collect()
    };
    assert_eq!(scene.balances(view.id).await, everybody(&scene.players));
    let e = scene.enrol("Eng").await;
    scene.happens(view.id, &[substitution(1, e)]).await;
    let mut five = scene.players.to_vec();
    five.push(e);
    assert_eq!(scene.balances(view.id).await, everybody(&five));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_penalty_goes_to_the_players_or_the_house() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    scene
        .happens(view.id, &[penalty(2, 5, Payee::Players)])
        .await;
    let after = scene.view(view.id).await.state;
    assert_eq!(
        (after.total_half_points, after.house_half_points),
        ([10, -30, 10, 10], 0)
    );
    assert!(!scene.balances(view.id).await.contains_key(&Party::House));

    scene
        .happens(
            view.id,
            &[penalty(1, 3, Payee::House), penalty(4, 4, Payee::House)],
        )
        .await;
    let after = scene.view(view.id).await.state;
    assert_eq!(
        (after.total_half_points, after.house_half_points),
        ([4, -30, 10, 2], 14)
    );
    assert_eq!((after.next_number, after.deal), (1, view.state.deal));
    let balances = scene.balances(view.id).await;
    assert_eq!(balances[&Party::House], 14);
    assert_eq!(balances.values().sum::<i64>(), 0);
    // In the database the house is the nil UUID.
    let nil = "SELECT half_points, settled_cents FROM balances WHERE party = '00000000-0000-0000-0000-000000000000'";
    let row = scene.admin().await.query_one(nil, &[]).await.unwrap();
    assert_eq!((row.get::<_, i64>(0), row.get::<_, i64>(1)), (14, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_opening_shows_who_sat_down_then() {
    let scene = Scene::new().await;
    let opened = scene.open_match("m").await;
    let e = scene.enrol("Eng").await;
    scene.happens(opened.id, &[substitution(1, e)]).await;
    let new = open_match(scene.players);
    let again = scene
        .ledger
        .open_match(scene.write("matches", "m"), new)
        .await
        .unwrap();
    assert!(again.replayed);
    assert_eq!(again.value, opened);
    let before = scene
        .opened_before(scene.write("matches", "m"), scene.players)
        .await
        .unwrap();
    assert_eq!(before, Some(opened));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_is_of_who_ever_took_part() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let e = scene.enrol("Eng").await;
    scene.happens(view.id, &[substitution(1, e)]).await;
    let list = async |player| -> Vec<MatchView> {
        let filter = MatchFilter {
            player: Some(player),
            ..MatchFilter::default()
        };
        let page = Page {
            before: None,
            limit: 10,
        };
        let found = scene.matches(scene.club, filter, page).await;
        found.unwrap().matches
    };
    assert_eq!(list(e).await, [scene.view(view.id).await]);
    assert_eq!(list(scene.players[0]).await, list(e).await);
    let f = scene.enrol("Fung").await;
    assert_eq!(list(f).await, []);
}

/// Everybody in a match meets everybody else, so that its figures grow with the square of their number.
#[tokio::test(flavor = "multi_thread")]
async fn no_more_players_take_part_in_a_match_than_may() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let more = MAX_MATCH_PLAYERS - scene.players.len();
    let mut others = Vec::new();
    for number in 0..=more {
        others.push(scene.enrol(&format!("Eng {number}")).await);
    }
    let last = others.pop().unwrap();
    let mut happens = vec![agreed([4, -4, 0, 0])];
    happens.extend(others.iter().map(|player| substitution(1, *player)));
    scene.happens(view.id, &happens).await;

    let refused = |error: Error| assert_eq!(error.apart().0.to_string(), TOO_MANY);
    let seen = scene.view(view.id).await;
    let one_more = next(&seen, &[substitution(1, last)]);
    let rehearsed = scene.rehearse_outcomes(scene.club, one_more.clone()).await;
    refused(rehearsed.unwrap_err());
    let write = scene.write("hands", "one more");
    refused(scene.record_outcomes(write, one_more).await.unwrap_err());
    let seen = scene.seen(view.id).await;
    let [_, second, third, fourth] = seen.history.history.seated();
    let seats = [last, second, third, fourth];
    let new = correction(&seen, vec![change::reseat(seats, Reseated::StayWithChairs)]);
    let write = scene.write("corrections", "one more");
    refused(scene.correct_match(write, new).await.unwrap_err());
    happens.push(substitution(1, last));
    let sheet = ImportMatches {
        matches: vec![played(open_match(scene.players), &happens)],
    };
    let rehearsed = scene.rehearse_import(scene.club, sheet).await.unwrap();
    assert_eq!(rehearsed.refused.len(), 1);
    rehearsed.refused.into_iter().for_each(refused);

    // Whoever has played comes back.
    let back = next(
        &scene.view(view.id).await,
        &[substitution(1, scene.players[0])],
    );
    let write = scene.write("hands", "back");
    let recorded = scene.record_outcomes(write, back).await.unwrap();
    assert!(matches!(recorded, Recording::Recorded(_)));
}

const TOO_MANY: &str =
    "at most 32 players take part in a match, those who left their chair among them";
