//! How many payments are recorded. (A ledger that is imported may have more.)

use super::*;
use crate::{MatchId, PlayerId, UserId};
use evidence::{Part, Scope, SettlementMade, Transfer};
use uuid::Uuid;

const SETTLEMENT: SettlementId = SettlementId(Uuid::from_u128(100));

fn player(number: u128) -> Party {
    Party::Player(PlayerId(Uuid::from_u128(number)))
}

fn entry(seq: u64, body: Body) -> Entry {
    Entry {
        club: ClubId(Uuid::from_u128(1)),
        seq,
        time: "2026-11-21T09:30:00.000001Z".parse().unwrap(),
        actor: UserId(Uuid::from_u128(2)),
        body,
    }
}

/// A settlement in which the player 0 is owed 1000 each by so many others.
fn settlement(debtors: u128) -> Settlement {
    let owes = |number| Transfer {
        from: player(number),
        to: player(0),
        amount_cents: 1000,
    };
    let part = |party, amount_cents| Part {
        match_id: MatchId(Uuid::from_u128(51)),
        version: 9,
        party,
        counts_for: None,
        amount_cents,
        adjustment: false,
    };
    let made = SettlementMade {
        settlement: SETTLEMENT,
        scope: Scope::Period {
            from: None,
            until: None,
        },
        currency: "HKD".to_owned(),
        parts: (1..=debtors)
            .map(|number| part(player(number), -1000))
            .collect(),
        transfers: (1..=debtors).map(owes).collect(),
    };
    Settlement::open(&entry(10, Body::SettlementMade(made))).unwrap()
}

/// Player 0 is paid 1 by another, as an entry of a ledger says; whether it would be recorded here.
fn pay(settlement: &mut Settlement, debtor: u128) -> Result<()> {
    let (from, to) = (player(debtor), player(0));
    refuse_too_many(settlement, (from, to))?;
    let number = settlement.payments.len();
    let recorded = PaymentRecorded {
        settlement: SETTLEMENT,
        payment: PaymentId(Uuid::from_u128(number as u128)),
        from,
        to,
        amount_cents: 1,
        note_commitment: None,
    };
    let entry = entry(11 + number as u64, Body::PaymentRecorded(recorded));
    settlement.add(&entry).unwrap();
    Ok(())
}

#[test]
fn payments_have_a_limit_and_whatever_was_never_paid_can_be() {
    let of_transfer = MAX_PAYMENTS_OF_TRANSFER as u128;
    let paid = MAX_PAYMENTS as u128 / of_transfer;
    let mut settlement = settlement(paid + 2);
    for debtor in 1..=paid {
        for _ in 0..of_transfer {
            pay(&mut settlement, debtor).unwrap();
        }
        let refused = pay(&mut settlement, debtor).unwrap_err();
        let expected = SettlementError::TooManyPaymentsOfTransfer;
        assert!(matches!(refused, Error::Settlement(error) if error == expected));
    }
    assert_eq!(settlement.payments.len(), MAX_PAYMENTS);
    for debtor in [paid + 1, paid + 2] {
        pay(&mut settlement, debtor).unwrap();
        let refused = pay(&mut settlement, debtor).unwrap_err();
        let expected = SettlementError::TooManyPayments;
        assert!(matches!(refused, Error::Settlement(error) if error == expected));
    }
}
