//! What is open of matches is settled, once.

use crate::parallel::check_entries;
use crate::rebuilt;
use crate::scene::{Scene, assert_refused};
use crate::table::{agreed, change, penalty, substitution};
use ledger::evidence::{Payee, Reseated, Scope, Transfer};
use ledger::{MatchId, Party, Player, PlayerId, Settle, SettlementScope, SettlementView};
use std::collections::HashMap;
use time::Date;

/// All of the two lists of balances.
pub(crate) const ALL: (u64, u32) = (0, u32::MAX);

/// What one of those who are told of is called.
pub(crate) fn name(told: &HashMap<PlayerId, Player>, id: PlayerId) -> &str {
    told[&id].name.as_deref().unwrap()
}

/// The transfers by the players' places in the scene, `house` for the house, and cents.
pub(crate) fn transfers(scene: &Scene, transfers: &[Transfer]) -> Vec<(String, String, i64)> {
    let name = |party: Party| match party {
        Party::House => "house".to_owned(),
        Party::Player(player) => {
            let at = scene.players.iter().position(|one| *one == player);
            at.map_or("somebody else".to_owned(), |at| (at + 1).to_string())
        }
    };
    let told = |one: &Transfer| (name(one.from), name(one.to), one.amount_cents);
    transfers.iter().map(told).collect()
}

pub(crate) fn owes(from: &str, to: &str, amount_cents: i64) -> (String, String, i64) {
    (from.to_owned(), to.to_owned(), amount_cents)
}

pub(crate) fn period(from: Option<Date>, until: Option<Date>, currency: &str) -> SettlementScope {
    SettlementScope::Period {
        from,
        until,
        currency: currency.to_owned(),
    }
}

/// What is settled of whom, in the order of matches, players and the house.
fn parts(view: &SettlementView) -> Vec<(MatchId, Party, i64, bool)> {
    let parts = view.settlement.terms.parts.iter();
    parts
        .map(|part| {
            (
                part.match_id,
                part.party,
                part.amount_cents,
                part.adjustment,
            )
        })
        .collect()
}

/// Everything in the tables follows from the entries.
pub(crate) async fn check(scene: &Scene) {
    let entries = check_entries(&scene.ledger, scene.club).await;
    rebuilt::check(&scene.admin().await, &entries).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_settles_in_the_fewest_transfers() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    scene.play(&view, [-16, 20, 12, -16]).await;
    let view = scene.view(view.id).await;
    scene.play(&view, [4, 0, 0, -4]).await;
    let version = scene.view(view.id).await.version;
    let found = scene.match_settlement(scene.club, view.id).await;
    let found = found.unwrap();
    let balances: Vec<_> = found
        .balances
        .iter()
        .map(|one| {
            (
                one.half_points,
                one.amount_cents,
                one.settled_cents,
                one.open_cents,
            )
        })
        .collect();
    let expected = [(-12, -300), (20, 500), (12, 300), (-20, -500)];
    assert_eq!(
        balances,
        expected.map(|(points, cents)| (points, cents, 0, cents))
    );
    let fewest = [owes("4", "2", 500), owes("1", "3", 300)];
    assert_eq!(transfers(&scene, &found.transfers), fewest);
    assert_eq!((found.currency.as_str(), found.version), ("HKD", version));
    assert_eq!(found.points.len(), 2);
    assert_eq!(name(&found.names, scene.players[0]), "Ah Yee");

    let settled = scene.settle_match("k", view.id).await;
    let terms = &settled.settlement.terms;
    assert_eq!(terms.scope, Scope::Match { match_id: view.id });
    assert_eq!(transfers(&scene, &terms.transfers), fewest);
    assert!(
        terms
            .parts
            .iter()
            .all(|part| part.version == version && !part.adjustment)
    );
    let found = scene.match_settlement(scene.club, view.id).await;
    let found = found.unwrap();
    assert!(found.transfers.is_empty() && found.points.len() == 2);
    assert!(found.balances.iter().all(|one| one.open_cents == 0));
    assert_eq!(found.balances[1].settled_cents, 500);
    // To settle is not to change the match.
    assert_eq!(scene.view(view.id).await.version, version);
    check(&scene).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_settled_twice() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let of_it = || SettlementScope::Match(view.id);
    let nothing = scene.settle("nothing", of_it()).await;
    assert_refused(nothing, "Settlement(Nothing)");
    scene.play(&view, [-16, 20, 12, -16]).await;
    let attempt = async |key, versions| {
        let new = Settle {
            what: of_it(),
            versions: Some(versions),
        };
        scene.ledger.settle(scene.write("settle", key), new).await
    };
    let version = scene.view(view.id).await.version;
    let stale = attempt("k", vec![version - 1, version + 1]).await;
    assert_refused(stale, "Settlement(Stale)");
    let first = attempt("k", vec![version]).await.unwrap();
    let again = attempt("k", vec![version]).await.unwrap();
    assert!(again.replayed && !first.replayed);
    assert_eq!(again.value, first.value);
    let twice = attempt("l", vec![version]).await;
    assert_refused(twice, "Settlement(Nothing)");
    let all = scene.settle("m", period(None, None, "HKD")).await;
    assert_refused(all, "Settlement(Nothing)");
    let unknown = scene
        .settle("n", SettlementScope::Match(MatchId(view.id.0.swap())))
        .await;
    assert_refused(unknown, "NotFound(match)");
    check(&scene).await;
}

/// An id with its halves the other way round.
trait Swap {
    fn swap(self) -> Self;
}

impl Swap for uuid::Uuid {
    fn swap(self) -> Self {
        Self::from_u128(self.as_u128().rotate_left(64))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_changes_afterwards_is_an_adjustment() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let hands = scene
        .happens(view.id, &[agreed([-4, 4, 0, 0]), agreed([0, 8, -8, 0])])
        .await;
    let of_it = || SettlementScope::Match(view.id);
    scene.settle("first", of_it()).await.unwrap();
    let replaced = change::replace(hands[0].recorded.outcome_id, agreed([-12, 12, 0, 0]));
    scene.correct(view.id, vec![replaced]).await;
    scene.happens(view.id, &[agreed([0, 0, 4, -4])]).await;
    let second = scene
        .settle("second", period(None, None, "HKD"))
        .await
        .unwrap();
    let [a, b, c, d] = scene.players.map(Party::Player);
    let mut expected = [(a, -200), (b, 200), (c, 100), (d, -100)];
    expected.sort();
    assert_eq!(
        parts(&second.value),
        expected.map(|(party, cents)| (view.id, party, cents, true))
    );
    let void = change::void(hands[1].recorded.outcome_id);
    let preview = async || {
        let preview = scene.settlement_preview(scene.club, of_it()).await;
        preview.unwrap()
    };
    assert!(preview().await.parts.is_empty());
    scene.correct(view.id, vec![void]).await;
    let back = preview().await;
    assert_eq!(transfers(&scene, &back.transfers), [owes("2", "3", 200)]);
    // Who never sat there gives back what was settled with them.
    let e = scene.enrol("Eng").await;
    let [a, b, c, d] = scene.players;
    let seats = change::reseat([a, e, c, d], Reseated::StayWithChairs);
    scene.correct(view.id, vec![seats]).await;
    let third = scene.settle("third", of_it()).await.unwrap();
    let cents = |player: PlayerId| {
        let parts = third.value.settlement.terms.parts.iter();
        let mut of = parts.filter(|part| part.party == Party::Player(player));
        of.next().map(|part| part.amount_cents)
    };
    assert_eq!(
        [a, b, c, d, e].map(cents),
        [None, Some(-500), Some(200), None, Some(300)]
    );
    assert_eq!(name(&third.value.names, b), "Bing");
    check(&scene).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn substitutes_and_the_house_settle_for_themselves() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let e = scene.enrol("Eng").await;
    let happens = [
        agreed([-4, 4, 0, 0]),
        penalty(1, 3, Payee::House),
        substitution(1, e),
        agreed([-20, 20, 0, 0]),
    ];
    scene.happens(view.id, &happens).await;
    let found = scene.match_settlement(scene.club, view.id).await.unwrap();
    let order: Vec<_> = found
        .balances
        .iter()
        .map(|one| (one.party, one.open_cents))
        .collect();
    let [a, b, c, d] = scene.players.map(Party::Player);
    let e = Party::Player(e);
    assert_eq!(
        order,
        [
            (e, -500),
            (b, 600),
            (c, 0),
            (d, 0),
            (a, -250),
            (Party::House, 150)
        ]
    );
    let settled = scene.settle_match("k", view.id).await;
    let told = transfers(&scene, &settled.settlement.terms.transfers);
    assert_eq!(
        told,
        [
            owes("somebody else", "2", 500),
            owes("1", "house", 150),
            owes("1", "2", 100)
        ]
    );
    check(&scene).await;
}
