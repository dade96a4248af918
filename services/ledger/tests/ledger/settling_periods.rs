//! What is open of all matches of a period is settled, one currency at a time.

use crate::scene::{Scene, assert_refused, open_match};
use crate::settling::{ALL, check, name, owes, period, transfers};
use crate::table::agreed;
use ledger::{ClubBalances, MatchId, OpenMatch, Party, PlayerId, SettlementScope};
use time::Date;
use time::macros::date;

/// Three of the matches that were played.
struct Played {
    first: MatchId,
    second: MatchId,
    early: MatchId,
}

/// A match of one hand.
async fn play(
    scene: &Scene,
    (on, stake_cents, currency): (Date, i64, &str),
    seats: [PlayerId; 4],
    moves: [i64; 4],
) -> MatchId {
    let new = OpenMatch {
        played_on: on,
        stake_cents,
        currency: currency.to_owned(),
        ..open_match(seats)
    };
    let write = scene.write("matches", &format!("{on} {currency}"));
    let view = scene.ledger.open_match(write, new).await.unwrap().value;
    scene.happens(view.id, &[agreed(moves)]).await;
    view.id
}

/// Bing wins two dollars on the first of November and loses two on the last; before and between others play, for other
/// money and for none.
async fn evenings(scene: &Scene) -> Played {
    let e = scene.enrol("Eng").await;
    let [_, b, c, d] = scene.players;
    let day = date!(2026 - 11 - 15);
    let seats = scene.players;
    let won = [-8, 8, 0, 0];
    let first = play(scene, (date!(2026 - 11 - 01), 50, "HKD"), seats, won).await;
    let lost = [0, -2, 2, 0];
    let second = play(
        scene,
        (date!(2026 - 11 - 30), 200, "HKD"),
        [e, b, c, d],
        lost,
    )
    .await;
    let early = [0, 0, -8, 8];
    let early = play(scene, (date!(2026 - 10 - 31), 50, "HKD"), seats, early).await;
    play(scene, (day, 50, "EUR"), seats, won).await;
    play(scene, (day, 0, "XXX"), seats, won).await;
    Played {
        first,
        second,
        early,
    }
}

fn november() -> SettlementScope {
    let (from, until) = (date!(2026 - 11 - 01), date!(2026 - 11 - 30));
    period(Some(from), Some(until), "HKD")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_period_settles_in_one_currency() {
    let scene = Scene::new().await;
    let played = evenings(&scene).await;
    let preview = async || {
        let preview = scene.settlement_preview(scene.club, november());
        preview.await.unwrap()
    };
    let before = preview().await;
    assert_eq!(before.version, scene.view(played.second).await.version);
    // Bing is settled in both matches, and neither pays nor is paid.
    assert_eq!(transfers(&scene, &before.transfers), [owes("1", "3", 200)]);
    let settled = scene
        .settle("k", november())
        .await
        .unwrap()
        .value
        .settlement;
    assert_eq!(settled.terms.parts, before.parts);
    let matches: Vec<_> = before.parts.iter().map(|part| part.match_id).collect();
    let Played { first, second, .. } = played;
    assert_eq!(matches, [first, first, second, second]);
    let after = preview().await;
    assert!(after.parts.is_empty() && after.version == settled.made.seq);

    let nothing = scene.settle("l", period(None, None, "XXX")).await;
    assert_refused(nothing, "Settlement(Nothing)");
    let rest = scene.settle("m", period(None, None, "HKD")).await.unwrap();
    let mut parts = rest.value.settlement.terms.parts.iter();
    assert!(parts.all(|part| part.match_id == played.early));
    check(&scene).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn balances_are_of_everything_that_is_open() {
    let scene = Scene::new().await;
    evenings(&scene).await;
    let [a, _, _, d] = scene.players;
    scene.settle("k", november()).await.unwrap();
    scene.settle("l", period(None, None, "HKD")).await.unwrap();
    let found = scene.club_balances(scene.club, None, ALL).await;
    let ClubBalances {
        currencies: balances,
        names,
        ..
    } = found.unwrap();
    let of = balances.iter();
    let of: Vec<_> = of
        .map(|one| (one.currency.as_str(), one.unpaid.len()))
        .collect();
    assert_eq!(of, [("EUR", 0), ("HKD", 2)]);
    let hkd = balances[1].balances.iter();
    let hkd: Vec<_> = hkd
        .map(|one| (one.party, one.unsettled_cents, one.unpaid_cents))
        .collect();
    // Cheung is owed 200 for November and owes 200 for October.
    let mut expected = [(Party::Player(a), 0, -200), (Party::Player(d), 0, 200)];
    expected.sort();
    assert_eq!(hkd, expected);
    assert_eq!(name(&names, a), "Ah Yee");
    let euros = scene.club_balances(scene.club, Some("EUR".to_owned()), ALL);
    let euros = euros.await.unwrap().currencies;
    assert_eq!(euros.len(), 1);
    let mut of_euros = euros[0].balances.iter();
    assert!(of_euros.all(|one| (one.unsettled_cents.abs(), one.unpaid_cents) == (200, 0)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_double_nets_under_whom_they_were_merged_into() {
    let scene = Scene::new().await;
    let e = scene.enrol("Eng").await;
    let [a, b, c, d] = scene.players;
    let view = scene.open_match("m").await;
    scene.happens(view.id, &[agreed([-8, 8, 0, 0])]).await;
    let new = open_match([b, e, c, d]);
    let opened = scene
        .ledger
        .open_match(scene.write("matches", "n"), new)
        .await;
    let other = opened.unwrap().value;
    scene.happens(other.id, &[agreed([-8, 12, -4, 0])]).await;
    let all = || period(None, None, "HKD");
    let preview = async || {
        let preview = scene.settlement_preview(scene.club, all()).await;
        preview.unwrap()
    };
    scene.settle_match("early", other.id).await;
    let before = preview().await;
    let merge = scene.write("merge", "m");
    scene.merge_player(merge, e, a).await.unwrap();
    let after = preview().await;
    assert!(after.version > before.version);
    assert_eq!(transfers(&scene, &after.transfers), [owes("1", "2", 200)]);
    // Eng, who is Ah Yee, is owed 300 and owes 200: both still stand, one settled, one not.
    let ClubBalances {
        currencies: balances,
        names,
        ..
    } = scene.club_balances(scene.club, None, ALL).await.unwrap();
    let of_a = balances[0]
        .balances
        .iter()
        .find(|one| one.party == Party::Player(a))
        .unwrap();
    assert_eq!((of_a.unsettled_cents, of_a.unpaid_cents), (-200, 300));
    assert_eq!((name(&names, a), name(&names, e)), ("Ah Yee", "Ah Yee"));
    scene.happens(other.id, &[agreed([0, 4, -4, 0])]).await;
    let settled = scene.settle("k", all()).await.unwrap().value;
    let mut told = transfers(&scene, &settled.settlement.terms.transfers);
    told.sort();
    assert_eq!(told, [owes("1", "2", 100), owes("3", "2", 100)]);
    let parts = &settled.settlement.terms.parts;
    let double = parts
        .iter()
        .find(|part| part.party == Party::Player(e))
        .unwrap();
    assert_eq!((double.counts_for, double.adjustment), (Some(a), true));
    check(&scene).await;
}
