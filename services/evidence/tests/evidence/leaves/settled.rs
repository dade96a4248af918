//! An entry of every kind by which a club settles, and the matches that a settlement is about.

use super::examples::{id, players};
use evidence::{
    Body, EveningId, MatchId, Part, Party, PaymentId, PaymentRecorded, PaymentReversed, Scope,
    SettlementId, SettlementMade, Transfer, commit,
};
use time::macros::date;

fn part(of: u128, party: Party, amount_cents: i64) -> Part {
    Part {
        match_id: MatchId(id(of)),
        version: 12,
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

/// A match is settled, then a month in which it was corrected and whose other match was played by somebody's double.
pub(crate) fn settled() -> [(&'static str, Body); 5] {
    let [first, second, third, _] = players().map(Party::Player);
    let settlement = SettlementId(id(8));
    let of_match = SettlementMade {
        settlement,
        scope: Scope::Match {
            match_id: MatchId(id(5)),
        },
        currency: "HKD".to_owned(),
        parts: vec![
            part(5, first, -800),
            part(5, second, 300),
            part(5, Party::House, 500),
        ],
        transfers: vec![
            transfer(first, Party::House, 500),
            transfer(first, second, 300),
        ],
    };
    let mut parts = vec![
        part(5, first, 200),
        part(5, second, -200),
        part(6, first, -150),
        part(6, third, 150),
    ];
    (parts[0].adjustment, parts[1].adjustment) = (true, true);
    parts[2].counts_for = Some(players()[1]);
    let of_period = SettlementMade {
        settlement: SettlementId(id(9)),
        scope: Scope::Period {
            from: Some(date!(2026 - 11 - 01)),
            until: Some(date!(2026 - 11 - 30)),
        },
        currency: "HKD".to_owned(),
        parts,
        transfers: vec![transfer(second, first, 200), transfer(second, third, 150)],
    };
    let payment = PaymentRecorded {
        settlement,
        payment: PaymentId(id(10)),
        from: first,
        to: Party::House,
        amount_cents: 200,
        note_commitment: None,
    };
    let noted = PaymentRecorded {
        payment: PaymentId(id(16)),
        to: second,
        note_commitment: Some(commit(&[6; 16], "in cash")),
        ..payment.clone()
    };
    let reversed = PaymentReversed {
        settlement,
        payment: payment.payment,
        reason_commitment: commit(&[7; 16], "another evening"),
    };
    [
        ("settlement_made", Body::SettlementMade(of_match)),
        (
            "settlement_made, of a period",
            Body::SettlementMade(of_period),
        ),
        ("payment_recorded", Body::PaymentRecorded(payment)),
        (
            "payment_recorded, with a note",
            Body::PaymentRecorded(noted),
        ),
        ("payment_reversed", Body::PaymentReversed(reversed)),
    ]
}

#[test]
fn a_scope_covers_matches_by_their_evening_their_id_or_their_day() {
    let (match_id, evening) = (MatchId(id(5)), EveningId(id(30)));
    let (first, last) = (date!(2026 - 11 - 01), date!(2026 - 11 - 30));

    let scope = Scope::Evening { evening };
    let evenings = [Some(evening), Some(EveningId(id(31))), None];
    let covered = evenings.map(|evening| scope.covers(match_id, first, evening));
    assert_eq!(covered, [true, false, false]);

    let scope = Scope::Match { match_id };
    let matches = [match_id, MatchId(id(6))];
    let covered = matches.map(|one| scope.covers(one, first, Some(evening)));
    assert_eq!(covered, [true, false]);

    let (before, after) = (first.previous_day().unwrap(), last.next_day().unwrap());
    for (from, until, expected) in [
        (Some(first), Some(last), [false, true, true, false]),
        (Some(first), None, [false, true, true, true]),
        (None, Some(last), [true, true, true, false]),
        (None, None, [true; 4]),
    ] {
        let scope = Scope::Period { from, until };
        let days = [before, first, last, after];
        let covered = days.map(|day| scope.covers(match_id, day, Some(evening)));
        assert_eq!(covered, expected, "{scope:?}");
    }
}
