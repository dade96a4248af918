//! Random entries by which a club settles.

use super::{hashes, ids};
use evidence::{
    Body, MAX_INTEGER, MatchId, Part, Party, PaymentId, PaymentRecorded, PaymentReversed, PlayerId,
    Scope, SettlementId, SettlementMade, Transfer, fewest_transfers,
};
use proptest::collection::{btree_map, vec};
use proptest::option::of;
use proptest::prelude::*;
use time::Date;
use uuid::Uuid;

/// What is settled and paid.
pub(super) fn settled() -> impl Strategy<Value = Body> {
    let payment = (ids(), ids(), ids(), 1..=MAX_INTEGER, of(hashes())).prop_map(
        |(settlement, payment, from, amount_cents, note_commitment)| {
            Body::PaymentRecorded(PaymentRecorded {
                settlement: SettlementId(settlement),
                payment: PaymentId(payment),
                from: Party::Player(PlayerId(from)),
                to: Party::House,
                amount_cents,
                note_commitment,
            })
        },
    );
    let reversed = (ids(), ids(), hashes()).prop_map(|(settlement, payment, reason_commitment)| {
        Body::PaymentReversed(PaymentReversed {
            settlement: SettlementId(settlement),
            payment: PaymentId(payment),
            reason_commitment,
        })
    });
    prop_oneof![made().prop_map(Body::SettlementMade), payment, reversed]
}

fn made() -> impl Strategy<Value = SettlementMade> {
    let matches = btree_map(ids(), of_match(), 1..4);
    (ids(), days(), of(days()), "[A-Z]{3}", matches).prop_map(
        |(settlement, from, until, currency, matches)| {
            let parts: Vec<Part> = matches
                .into_iter()
                .flat_map(|(id, parts)| {
                    let of_match = move |part| Part {
                        match_id: MatchId(id),
                        ..part
                    };
                    parts.into_iter().map(of_match)
                })
                .collect();
            let transfers = fewest_transfers(&Part::net(&parts)).unwrap();
            SettlementMade {
                settlement: SettlementId(settlement),
                scope: Scope::Period {
                    from: Some(from),
                    until: until.filter(|until| *until >= from),
                },
                currency,
                parts,
                transfers: transfers.into_iter().map(Transfer::from).collect(),
            }
        },
    )
}

/// What is open of a match: it sums to zero.
fn of_match() -> impl Strategy<Value = Vec<Part>> {
    let amounts = vec(1_i64..=1 << 40, 1..5);
    (amounts, 1_u64..1000, any::<bool>(), any::<bool>(), ids()).prop_map(
        |(amounts, version, adjustment, is_merged, into)| {
            let all: i64 = amounts.iter().sum();
            let player = |n: usize| Party::Player(PlayerId(Uuid::from_u128(n as u128)));
            let owed = amounts.into_iter().enumerate();
            let part = |(party, amount_cents)| Part {
                match_id: MatchId(Uuid::nil()),
                version,
                party,
                counts_for: (is_merged && party == player(0)).then_some(PlayerId(into)),
                amount_cents,
                adjustment,
            };
            let house = [(Party::House, -all)];
            let owed = owed.map(|(n, amount)| (player(n), amount)).chain(house);
            owed.map(part).collect()
        },
    )
}

fn days() -> impl Strategy<Value = Date> {
    // Julian days of the years 0–9999.
    (1_721_060..=5_373_484).prop_map(|day| Date::from_julian_day(day).unwrap())
}
