//! What settlements say is owed is paid, in part or in full, and never twice.

use crate::parallel::check_entries;
use crate::rebuilt;
use crate::scene::{Scene, assert_refused};
use crate::settling::ALL;
use crate::table::{agreed, penalty};
use ledger::evidence::Payee;
use ledger::{
    Error, MAX_PAYMENTS_OF_TRANSFER, Page, Party, PaymentId, RecordPayment, RecordedPayment,
    ReversePayment, SettlementId, Written,
};
use uuid::Uuid;

/// A club in which the first player owes the second 400 and the house 100.
struct Debts {
    scene: Scene,
    settlement: SettlementId,
    debtor: Party,
    creditor: Party,
}

impl Debts {
    async fn new() -> Self {
        let scene = Scene::new().await;
        let view = scene.open_match("m").await;
        let happens = [agreed([-16, 16, 0, 0]), penalty(1, 2, Payee::House)];
        scene.happens(view.id, &happens).await;
        let settled = scene.settle_match("k", view.id).await;
        let [debtor, creditor, ..] = scene.players.map(Party::Player);
        Self {
            settlement: settled.settlement.terms.settlement,
            scene,
            debtor,
            creditor,
        }
    }

    async fn pay(
        &self,
        key: &str,
        to: Party,
        amount_cents: i64,
    ) -> Result<Written<RecordedPayment>, Error> {
        let new = RecordPayment {
            settlement: self.settlement,
            from: self.debtor,
            to,
            amount_cents,
            note: (amount_cents == 100).then(|| "in cash 現金".to_owned()),
        };
        let write = self.scene.write("pay", key);
        self.scene.record_payment(write, new).await
    }

    async fn reverse(
        &self,
        key: &str,
        payment: PaymentId,
    ) -> Result<Written<RecordedPayment>, Error> {
        let new = ReversePayment {
            settlement: self.settlement,
            payment,
            reason: "another evening".to_owned(),
        };
        let write = self.scene.write("reverse", key);
        self.scene.reverse_payment(write, new).await
    }

    /// What is open to the second player and to the house.
    async fn open(&self) -> (i64, i64) {
        let scene = &self.scene;
        let view = scene.settlement(scene.club, self.settlement).await;
        let settlement = view.unwrap().settlement;
        let open = |to| settlement.due(self.debtor, to).unwrap().open_cents();
        (open(self.creditor), open(Party::House))
    }

    async fn check(&self) {
        let scene = &self.scene;
        let entries = check_entries(&scene.ledger, scene.club).await;
        rebuilt::check(&scene.admin().await, &entries).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transfer_is_paid_in_parts() {
    let debts = Debts::new().await;
    assert_eq!(debts.open().await, (400, 100));
    let first = debts.pay("1", debts.creditor, 100).await.unwrap();
    let after = &first.value.view;
    let paid = after.settlement.payment(first.value.payment).unwrap();
    assert_eq!(after.texts[&paid.recorded.seq], "in cash 現金");
    let too_much = debts.pay("2", debts.creditor, 301).await;
    assert_refused(too_much, "Settlement(TooMuch { open_cents: 300 })");
    debts.pay("3", debts.creditor, 300).await.unwrap();
    let too_much = debts.pay("4", debts.creditor, 1).await;
    assert_refused(too_much, "Settlement(TooMuch { open_cents: 0 })");
    let last = debts.pay("5", Party::House, 100).await.unwrap();
    assert!(last.value.view.settlement.is_complete());
    let balances = debts
        .scene
        .club_balances(debts.scene.club, None, ALL)
        .await
        .unwrap();
    assert!(balances.currencies.is_empty());
    // The answer to the first payment is what it was.
    let again = debts.pay("1", debts.creditor, 100).await.unwrap();
    assert!(again.replayed && !again.value.view.settlement.is_complete());
    assert_eq!(again.value.view.settlement, first.value.view.settlement);
    debts.check().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_what_is_owed_is_paid() {
    let debts = Debts::new().await;
    let stranger = Party::Player(debts.scene.players[3]);
    for to in [stranger, debts.debtor] {
        let refused = debts.pay("1", to, 1).await;
        assert_refused(refused, "Settlement(NoSuchTransfer)");
    }
    let new = RecordPayment {
        settlement: SettlementId(Uuid::from_u128(1)),
        from: debts.debtor,
        to: debts.creditor,
        amount_cents: 1,
        note: None,
    };
    let write = debts.scene.write("pay", "1");
    let unknown = debts.scene.record_payment(write, new).await;
    assert_refused(unknown, "NotFound(settlement)");
    assert_eq!(debts.open().await, (400, 100));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_is_reversed_once() {
    let debts = Debts::new().await;
    let paid = debts
        .pay("1", debts.creditor, 400)
        .await
        .unwrap()
        .value
        .payment;
    let reversed = debts.reverse("1", paid).await.unwrap();
    let again = debts.reverse("1", paid).await.unwrap();
    assert!(again.replayed && again.value == reversed.value);
    let twice = debts.reverse("2", paid).await;
    assert_refused(twice, "Settlement(ReversedBefore)");
    let unknown = debts.reverse("3", PaymentId(Uuid::from_u128(1))).await;
    assert_refused(unknown, "NotFound(payment)");
    assert_eq!(debts.open().await, (400, 100));
    debts.pay("2", debts.creditor, 400).await.unwrap();
    assert_eq!(debts.open().await, (0, 100));
    let seq = reversed.value.view.settlement.payments[0]
        .reversed
        .unwrap()
        .seq;
    assert_eq!(reversed.value.view.texts[&seq], "another evening");
    debts.check().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn settlements_are_listed_in_pages() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let mut made = Vec::new();
    for key in ["1", "2", "3"] {
        scene.happens(view.id, &[agreed([-2, 2, 0, 0])]).await;
        let settled = scene.settle_match(key, view.id).await;
        made.insert(0, settled.settlement.terms.settlement);
    }
    let page = async |before| {
        let page = Page { before, limit: 2 };
        let page = scene.settlements(scene.club, page).await.unwrap();
        let ids = page
            .settlements
            .iter()
            .map(|one| one.settlement.terms.settlement);
        (ids.collect::<Vec<_>>(), page.next)
    };
    let (first, next) = page(None).await;
    assert_eq!(first, made[..2]);
    assert_eq!(page(next).await, (made[2..].to_vec(), None));
    let adjusted = scene.settlement(scene.club, made[0]).await.unwrap();
    assert!(
        adjusted
            .settlement
            .terms
            .parts
            .iter()
            .all(|part| part.adjustment)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transfer_is_not_paid_for_ever() {
    let debts = Debts::new().await;
    for round in 0..MAX_PAYMENTS_OF_TRANSFER {
        let paid = debts.pay(&format!("{round}"), Party::House, 1).await;
        let payment = paid.unwrap().value.payment;
        let reversed = debts.reverse(&format!("{round} reversed"), payment).await;
        reversed.unwrap();
    }
    let refused = debts.pay("more", Party::House, 1).await;
    assert_refused(refused, "Settlement(TooManyPaymentsOfTransfer)");
    debts.pay("another", debts.creditor, 1).await.unwrap();
    debts.check().await;
}
