//! An entry of every kind by which a club holds an evening.

use super::examples::{id, players};
use evidence::{
    AttendanceChanged, Body, EveningId, EveningOpened, MatchId, Part, Party, PlayerId, RoundDrawn,
    RoundOpened, Scope, SettlementId, SettlementMade, Transfer, commit, seed_hash,
};

fn evening() -> EveningId {
    EveningId(id(20))
}

/// The seed of the first round and that of the second, whose hash it is.
fn seeds() -> [evidence::Hash; 2] {
    let second = evidence::Hash([7; 32]);
    [seed_hash(second), second]
}

/// Five players come, the first round is drawn twice, and its match is settled.
pub(crate) fn held() -> [(&'static str, Body); 6] {
    let [first, second] = seeds();
    let seated = players();
    let fifth = PlayerId(id(70));
    let mut came = Vec::from(seated);
    came.push(fifth);
    came.sort_unstable();
    let opened = EveningOpened {
        evening: evening(),
        held_on: time::macros::date!(2026 - 11 - 24),
        tables: vec!["Window".to_owned(), "2".to_owned()],
        seed_hash: seed_hash(first),
        note_commitment: Some(commit(&[8; 16], "Hall A")),
    };
    let drawn = RoundDrawn {
        evening: evening(),
        round: 1,
        seed: first,
        redraw: false,
        tables: vec![seated],
        sitting_out: vec![fifth],
    };
    let again = RoundDrawn {
        round: 2,
        seed: second,
        redraw: true,
        ..drawn.clone()
    };
    let settled = settled(seated);
    [
        ("evening_opened", Body::EveningOpened(opened)),
        (
            "attendance_changed",
            Body::AttendanceChanged(AttendanceChanged {
                evening: evening(),
                checked_in: came,
                checked_out: Vec::new(),
            }),
        ),
        ("round_drawn", Body::RoundDrawn(drawn)),
        ("round_drawn, once more", Body::RoundDrawn(again)),
        (
            "round_opened",
            Body::RoundOpened(RoundOpened {
                evening: evening(),
                round: 2,
                matches: vec![MatchId(id(21))],
            }),
        ),
        (
            "settlement_made, of an evening",
            Body::SettlementMade(settled),
        ),
    ]
}

/// The match of two players is settled.
fn settled(seated: [PlayerId; 4]) -> SettlementMade {
    let [one, other, ..] = seated.map(Party::Player);
    let part = |party, amount_cents| Part {
        match_id: MatchId(id(21)),
        version: 30,
        party,
        counts_for: None,
        amount_cents,
        adjustment: false,
    };
    SettlementMade {
        settlement: SettlementId(id(22)),
        scope: Scope::Evening { evening: evening() },
        currency: "HKD".to_owned(),
        parts: vec![part(one, -100), part(other, 100)],
        transfers: vec![Transfer {
            from: one,
            to: other,
            amount_cents: 100,
        }],
    }
}
