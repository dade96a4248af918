//! Every kind of entry there is, written by the command that writes it.

use super::check_tree;
use crate::evenings::{check_in, draw, evening, open_round};
use crate::scene::{Scene, sign_up};
use crate::seasons::open_season;
use crate::table::{agreed, change};
use crate::tournaments;
use crate::void::{declare, replay_evening};
use ledger::test_database::all_entries;
use ledger::{
    AcceptInvitation, ChangeClub, Entry, Hash, PaymentId, RecordPayment, ReversePayment, Role,
    SettlementId, SettlementScope,
};
use std::collections::BTreeSet;

/// How many kinds of entries there are.
const KINDS: usize = 41;

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_written_grows_the_tree() {
    let scene = Scene::new().await;
    let mut size = check_tree(&scene.ledger, scene.club).await.len();
    let mut grown = async || {
        let leaves = check_tree(&scene.ledger, scene.club).await;
        assert!(leaves.len() > std::mem::replace(&mut size, leaves.len()));
    };
    write_every_kind(&scene, &mut grown).await;
    let stored = all_entries(&scene.ledger, scene.club, 0).await;
    let parsed = stored
        .iter()
        .map(|entry| Entry::parse(&entry.leaf).unwrap());
    let kinds: BTreeSet<&str> = parsed.map(|entry| entry.body.kind()).collect();
    assert_eq!(kinds.len(), KINDS, "{kinds:?}");
}

/// Writes at least one entry of every kind, and says after each that the ledger has grown.
pub(crate) async fn write_every_kind(scene: &Scene, grown: &mut impl AsyncFnMut()) {
    play(scene, grown).await;
    pay(scene, grown).await;
    hold_evening(scene, grown).await;
    play_season(scene, grown).await;
    hold_tournament(scene, grown).await;
    govern(scene, grown).await;
}

async fn play(scene: &Scene, grown: &mut impl AsyncFnMut()) {
    let view = scene.open_match("m").await;
    grown().await;
    let hand = scene.play(&view, [2, -2, 0, 0]).await.recorded.outcome_id;
    grown().await;
    let changes = vec![change::replace(hand, agreed([16, -16, 0, 0]))];
    scene.correct(view.id, changes).await;
    grown().await;
    let retired = scene.retire_variant(scene.write("retire", "k"), view.variant_hash);
    retired.await.unwrap();
    grown().await;
    let reinstated = scene.reinstate_variant(scene.write("reinstate", "k"), view.variant_hash);
    reinstated.await.unwrap();
    grown().await;
}

async fn pay(scene: &Scene, grown: &mut impl AsyncFnMut()) {
    let any = SettlementScope::Period {
        currency: "HKD".to_owned(),
        from: None,
        until: None,
    };
    let settled = scene.settle("k", any).await.unwrap().value.settlement.terms;
    grown().await;
    let (settlement, owed) = (settled.settlement, settled.transfers[0]);
    let paid = RecordPayment {
        settlement,
        from: owed.from,
        to: owed.to,
        amount_cents: 100,
        note: None,
    };
    let write = scene.write("pay", "k");
    let paid = scene.record_payment(write, paid).await.unwrap();
    grown().await;
    reverse(scene, settlement, paid.value.payment).await;
    grown().await;
    // The reason why.
    let last = scene.tree_head(scene.club).await.unwrap().size;
    let erased = scene.erase_text(scene.write("erase", "t"), last);
    erased.await.unwrap();
    grown().await;
}

async fn reverse(scene: &Scene, settlement: SettlementId, payment: PaymentId) {
    let reversed = ReversePayment {
        settlement,
        payment,
        reason: "twice".to_owned(),
    };
    let write = scene.write("reverse", "k");
    scene.reverse_payment(write, reversed).await.unwrap();
}

async fn play_season(scene: &Scene, grown: &mut impl AsyncFnMut()) {
    let season = open_season(scene, "k").await;
    grown().await;
    let write = scene.write("close_season", "k");
    scene.close_season(write, season).await.unwrap();
    grown().await;
}

async fn hold_evening(scene: &Scene, grown: &mut impl AsyncFnMut()) {
    let evening = evening(scene, "k", Some("Hall A")).await;
    grown().await;
    check_in(scene, evening, "k", &scene.players).await;
    grown().await;
    draw(scene, evening, "k", false).await.unwrap();
    grown().await;
    let opened = open_round(scene, evening, 1, "k").await.unwrap();
    grown().await;
    let void = opened.value.evening.rounds[0].matches[0];
    declare(scene, void, true).await.unwrap();
    grown().await;
    replay_evening(scene, evening, "k").await.unwrap();
    grown().await;
}

async fn hold_tournament(scene: &Scene, grown: &mut impl AsyncFnMut()) {
    let tournament = tournaments::play_one_round(scene).await;
    grown().await;
    tournaments::decide(scene, tournament).await;
    grown().await;
    let write = scene.write("close_tournament", "k");
    let closed = scene.close_tournament(write, tournament).await;
    closed.unwrap();
    grown().await;
}

async fn govern(scene: &Scene, grown: &mut impl AsyncFnMut()) {
    let ledger = &scene.ledger;
    let write = |route| scene.write(route, "k");
    let [a, ..] = scene.players;
    let member = scene.member("m", Role::Scorer).await;
    grown().await;
    let set = ledger.set_member(write("set"), member, Role::Player);
    set.await.unwrap();
    grown().await;
    let named = ChangeClub {
        name: Some("堅尼地城".to_owned()),
        time_zone: None,
    };
    ledger.change_club(write("club"), named).await.unwrap();
    grown().await;
    let linked = ledger.link_player(write("link"), a, member);
    linked.await.unwrap();
    grown().await;
    ledger.unlink_player(write("unlink"), a).await.unwrap();
    grown().await;
    let renamed = ledger.rename_player(write("rename"), a, "Ah Yee 2".to_owned());
    renamed.await.unwrap();
    grown().await;
    let double = scene.enrol("Ah Yee again").await;
    grown().await;
    ledger
        .merge_player(write("merge"), double, a)
        .await
        .unwrap();
    grown().await;
    ledger
        .unmerge_player(write("unmerge"), double, a)
        .await
        .unwrap();
    grown().await;
    invite(scene, grown).await;
    ledger.remove_member(write("remove"), member).await.unwrap();
    grown().await;
    let heir = scene.member("h", Role::Owner).await;
    let erased = ledger.erase_player(write("erase"), scene.players[3]);
    erased.await.unwrap();
    grown().await;
    let handed = ledger.hand_over_club(write("hand-over"), heir, Role::Player);
    handed.await.unwrap();
    grown().await;
}

async fn invite(scene: &Scene, grown: &mut impl AsyncFnMut()) {
    let revoked = scene.invite("i", Role::Player).await.id;
    grown().await;
    let write = scene.write("revoke", "k");
    scene.revoke_invitation(write, revoked).await.unwrap();
    grown().await;
    scene.invite("j", Role::Player).await;
    let accept = AcceptInvitation {
        actor: sign_up(&scene.ledger, "guest@club.example").await,
        route: "accept",
        key: "k".to_owned(),
        fingerprint: [0; 32],
        token_hash: Hash::of(b"j").0,
    };
    scene.accept_invitation(accept).await.unwrap();
    grown().await;
}
