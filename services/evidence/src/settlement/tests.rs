//! Settlements whose entries do not add up.

use super::*;
use crate::{ClubId, Hash, MatchId, Part, PlayerId, Scope, SettlementId, UserId};
use uuid::Uuid;

fn id(n: u128) -> Uuid {
    Uuid::from_u128(n)
}

fn player(n: u128) -> Party {
    Party::Player(PlayerId(id(n)))
}

fn part(of: u128, party: Party, amount_cents: i64) -> Part {
    Part {
        match_id: MatchId(id(of)),
        version: 9,
        party,
        counts_for: None,
        amount_cents,
        adjustment: false,
    }
}

fn transfer(from: Party, to: Party, amount_cents: i64) -> Transfer {
    Transfer {
        from,
        to,
        amount_cents,
    }
}

/// Two matches of a period: 1 lost 300 to 2 in the first, and 200 to the house in the second.
fn terms() -> SettlementMade {
    SettlementMade {
        settlement: SettlementId(id(100)),
        scope: Scope::Period {
            from: Some(time::macros::date!(2026 - 11 - 01)),
            until: None,
        },
        currency: "HKD".to_owned(),
        parts: vec![
            part(51, player(1), -300),
            part(51, player(2), 300),
            part(52, player(1), -200),
            part(52, Party::House, 200),
        ],
        transfers: vec![
            transfer(player(1), player(2), 300),
            transfer(player(1), Party::House, 200),
        ],
    }
}

fn entry(seq: u64, body: Body) -> Entry {
    Entry {
        club: ClubId(id(1)),
        seq,
        time: format!("2026-11-21T09:30:00.{seq:06}Z").parse().unwrap(),
        actor: UserId(id(2)),
        body,
    }
}

/// Why a settlement cannot be written, after a change to a good one.
fn refused(change: impl FnOnce(&mut SettlementMade), why: &str) {
    let mut made = terms();
    change(&mut made);
    let entry = entry(10, Body::SettlementMade(made));
    let refusal = entry.to_bytes().unwrap_err().to_string();
    assert!(refusal.contains(why), "{refusal}");
}

#[test]
fn a_settlement_is_written_and_read_back() {
    let good = entry(10, Body::SettlementMade(terms()));
    assert_eq!(Entry::parse(&good.to_bytes().unwrap()).unwrap(), good);
    let scope = Scope::Match {
        match_id: MatchId(id(51)),
    };
    let mut one = terms();
    one.scope = scope;
    one.parts.truncate(2);
    one.transfers.truncate(1);
    (one.parts[0].counts_for, one.parts[1].adjustment) = (Some(PlayerId(id(7))), true);
    (one.parts[0].adjustment, one.transfers[0].from) = (true, player(7));
    let one = entry(11, Body::SettlementMade(one));
    assert_eq!(Entry::parse(&one.to_bytes().unwrap()).unwrap(), one);
}

#[test]
fn a_settlement_that_does_not_add_up_is_refused() {
    refused(|made| made.parts.clear(), "settles something");
    refused(|made| made.parts.swap(0, 1), "order of matches and parties");
    refused(
        |made| made.parts[1].party = player(1),
        "order of matches and parties",
    );
    refused(|made| made.parts[0].version = 8, "one version");
    refused(|made| made.parts[0].adjustment = true, "one version");
    refused(|made| made.parts[0].amount_cents = -299, "sum to zero");
    refused(
        |made| {
            made.parts.splice(0..2, [part(51, player(1), 0)]);
        },
        "part is of nothing",
    );
    refused(
        |made| made.parts[0].counts_for = Some(PlayerId(id(1))),
        "own party",
    );
    refused(
        |made| made.parts[3].counts_for = Some(PlayerId(id(1))),
        "own party",
    );
    refused(
        |made| {
            made.scope = Scope::Match {
                match_id: MatchId(id(51)),
            }
        },
        "another match",
    );
    refused(
        |made| {
            made.scope = Scope::Period {
                from: Some(time::macros::date!(2026 - 11 - 02)),
                until: Some(time::macros::date!(2026 - 11 - 01)),
            }
        },
        "ends before it begins",
    );
    refused(|made| made.currency = "hkd".to_owned(), "three capital");
    refused(|made| made.transfers.swap(0, 1), "begin with the largest");
    refused(|made| made.transfers.truncate(1), "do not settle");
    refused(
        |made| made.parts[0].counts_for = Some(PlayerId(id(7))),
        "do not settle",
    );
    refused(
        |made| made.transfers[1] = transfer(Party::House, Party::House, 200),
        "pays themselves",
    );
    refused(|made| made.transfers[1].amount_cents = 0, "1 to 2^53");
}

fn payment(n: u128, from: Party, to: Party, amount_cents: i64) -> Body {
    Body::PaymentRecorded(PaymentRecorded {
        settlement: SettlementId(id(100)),
        payment: PaymentId(id(n)),
        from,
        to,
        amount_cents,
        note_commitment: None,
    })
}

fn reversal(n: u128) -> Body {
    Body::PaymentReversed(PaymentReversed {
        settlement: SettlementId(id(100)),
        payment: PaymentId(id(n)),
        reason_commitment: Hash([7; 32]),
    })
}

fn told(bodies: &[Body]) -> Result<Settlement, String> {
    let first = Body::SettlementMade(terms());
    let bodies = [&[first], bodies].concat();
    let entries = (10..).zip(bodies).map(|(seq, body)| entry(seq, body));
    let settlement = Settlement::read(entries).map_err(|refusal| refusal.to_string());
    settlement.map(Option::unwrap)
}

#[test]
fn payments_are_parts_of_transfers() {
    let paid = told(&[
        payment(1, player(1), player(2), 100),
        payment(2, player(1), player(2), 200),
        payment(3, player(1), Party::House, 50),
        reversal(2),
    ])
    .unwrap();
    let due = |to| paid.due(player(1), to).unwrap();
    assert_eq!(
        (due(player(2)).paid_cents, due(player(2)).open_cents()),
        (100, 200)
    );
    assert_eq!(due(Party::House).open_cents(), 150);
    assert_eq!(paid.due(player(2), player(1)), None);
    assert!(!paid.is_complete());
    let all = [
        payment(1, player(1), player(2), 300),
        payment(2, player(1), Party::House, 200),
    ];
    assert!(told(&all).unwrap().is_complete());
}

#[test]
fn nothing_is_paid_twice() {
    let refused = |bodies: &[Body], why: &str| {
        let refusal = told(bodies).unwrap_err();
        assert!(refusal.contains(why), "{refusal}");
    };
    let most = payment(1, player(1), player(2), 300);
    refused(&[payment(1, player(1), player(2), 301)], "more is paid");
    refused(
        &[most.clone(), payment(2, player(1), player(2), 1)],
        "more is paid",
    );
    refused(&[payment(1, player(2), player(1), 1)], "no transfer");
    refused(
        &[most.clone(), payment(1, player(1), Party::House, 1)],
        "id is in use",
    );
    refused(&[reversal(1)], "no such payment");
    refused(&[most.clone(), reversal(1), reversal(1)], "before");
    told(&[
        most.clone(),
        reversal(1),
        payment(2, player(1), player(2), 300),
    ])
    .unwrap();
    let mut elsewhere = terms();
    elsewhere.settlement = SettlementId(id(101));
    refused(&[Body::SettlementMade(elsewhere)], "not of a settlement");
}

/// So many transfers of 3, and of each a payment, a second one that is reversed, and a third: whatever looks through the payments for each
/// transfer, or through the transfers for each payment, takes more than 10^9 steps here and does not end.
#[test]
fn a_settlement_is_read_in_one_pass() {
    const TRANSFERS: u128 = 20_000;
    let parts = (1..=TRANSFERS).flat_map(|n| {
        let [gains, loses] = [player(2 * n), player(2 * n + 1)];
        [part(n, gains, 3), part(n, loses, -3)]
    });
    let transfers = (1..=TRANSFERS).map(|n| transfer(player(2 * n + 1), player(2 * n), 3));
    let made = SettlementMade {
        parts: parts.collect(),
        transfers: transfers.collect(),
        ..terms()
    };
    let pay = |round: u128| {
        let each = (1..=TRANSFERS).rev();
        each.map(move |n| payment(round << 64 | n, player(2 * n + 1), player(2 * n), 1))
    };
    let reversed = (1..=TRANSFERS).map(|n| reversal(2 << 64 | n));
    let bodies = pay(1).chain(pay(2)).chain(reversed).chain(pay(3));
    let entries = (11..).zip(bodies).map(|(seq, body)| entry(seq, body));
    let first = entry(10, Body::SettlementMade(made));
    let read = Settlement::read([first].into_iter().chain(entries));
    let settlement = read.unwrap().unwrap();
    assert_eq!(settlement.payments.len() as u128, 3 * TRANSFERS);
    assert!(settlement.dues().all(|due| due.open_cents() == 1));
    assert_eq!(settlement.payments_of(player(3), player(2)), 3);
    assert_eq!(settlement.payments_of(player(2), player(3)), 0);
    assert!(!settlement.is_complete());
}
