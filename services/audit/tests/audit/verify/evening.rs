//! Everything that happens to an honest ledger without making it less sound: names change, money is settled and paid, people
//! and texts are erased.

use crate::honest::{self, id};
use evidence::{
    Body, ClubChanged, Entry, Hash, InvitationId, InvitationMade, InvitationRevoked, MatchHistory,
    MatchId, Part, PaymentId, PaymentRecorded, PaymentReversed, PlayerEnrolled, PlayerErased,
    PlayerId, PlayerRenamed, Role, Scope, SettlementId, SettlementMade, TextErased, Transfer,
    commit, fewest_transfers,
};

/// The honest ledger, and what came after it.
pub(crate) fn ledger() -> Vec<Entry> {
    let mut entries = honest::ledger();
    let settled = settlement(&entries);
    let Transfer {
        from,
        to,
        amount_cents,
    } = settled.transfers[0];
    let paid = |payment, amount_cents| PaymentRecorded {
        settlement: settled.settlement,
        payment: PaymentId(id(payment)),
        from,
        to,
        amount_cents,
        note_commitment: Some(commitment("in cash")),
    };
    let invitation = InvitationId(id(80));
    let more = [
        Body::SettlementMade(settled.clone()),
        Body::PaymentRecorded(paid(91, 1)),
        Body::PaymentReversed(PaymentReversed {
            settlement: settled.settlement,
            payment: PaymentId(id(91)),
            reason_commitment: commitment("it was another one"),
        }),
        Body::PaymentRecorded(paid(92, amount_cents)),
        Body::PlayerRenamed(PlayerRenamed {
            player: PlayerId(id(12)),
            name_commitment: commitment("阿玲"),
        }),
        Body::ClubChanged(ClubChanged {
            time_zone: "Asia/Macau".to_owned(),
            name_commitment: commitment("西環麻雀會"),
        }),
        Body::InvitationMade(InvitationMade {
            invitation,
            role: Role::Auditor,
            expires_at: "2026-11-28T09:30:00.000000Z".parse().unwrap(),
            single_use: true,
            player: None,
        }),
        Body::InvitationRevoked(InvitationRevoked { invitation }),
        Body::PlayerErased(PlayerErased {
            player: PlayerId(id(13)),
        }),
        Body::TextErased(TextErased {
            entry: honest::REPLACED,
        }),
    ];
    for body in more {
        push(&mut entries, body);
    }
    entries
}

/// Fifty entries.
pub(crate) fn fifty() -> Vec<Entry> {
    let mut entries = ledger();
    while entries.len() < 50 {
        let player = PlayerId(id(1000 + entries.len() as u128));
        let name_commitment = commitment("somebody");
        push(
            &mut entries,
            Body::PlayerEnrolled(PlayerEnrolled {
                player,
                name_commitment,
            }),
        );
    }
    entries
}

fn push(entries: &mut Vec<Entry>, body: Body) {
    let seq = entries.len() as u64 + 1;
    entries.push(honest::entry((body, seq)));
}

/// All that is open of the match.
fn settlement(entries: &[Entry]) -> SettlementMade {
    let history = MatchHistory::read(entries[9..].iter().cloned())
        .unwrap()
        .unwrap();
    let gained = history.balances().into_iter();
    let parts: Vec<Part> = gained
        .map(|(party, half_points)| Part {
            match_id: MatchId(id(5)),
            version: history.version,
            party,
            counts_for: None,
            amount_cents: half_points * history.terms.stake_cents / 2,
            adjustment: false,
        })
        .filter(|part| part.amount_cents != 0)
        .collect();
    let transfers = fewest_transfers(&Part::net(&parts)).unwrap();
    SettlementMade {
        settlement: SettlementId(id(90)),
        scope: Scope::Match {
            match_id: MatchId(id(5)),
        },
        currency: "HKD".to_owned(),
        parts,
        transfers: transfers.into_iter().map(Transfer::from).collect(),
    }
}

fn commitment(text: &str) -> Hash {
    commit(&[3; 16], text)
}
