//! Clubs with entries that contradict earlier ones.

mod members;
mod players;
mod unmerged;

use super::*;
use crate::not_permitted::NotPermitted;
use evidence::{
    Chair, ClubFounded, ClubId, InvitationRevoked, MatchId, MatchState, MemberRemoved, MemberSet,
    OutcomeId, PaymentId, PaymentReversed, PlayerEnrolled, PlayerErased, PlayerMerged,
    PlayerRenamed, PlayerUnlinked, PlayerUnmerged, SettlementId, Substitution, VariantReinstated,
    VariantRetired, Void,
};
use uuid::Uuid;

const HASH: Hash = Hash([7; 32]);

fn user(n: u128) -> UserId {
    UserId(Uuid::from_u128(n))
}

fn player(n: u128) -> PlayerId {
    PlayerId(Uuid::from_u128(n))
}

fn set(n: u128, role: Role) -> Body {
    Body::MemberSet(MemberSet {
        user: user(n),
        role,
    })
}

fn removed(n: u128) -> Body {
    Body::MemberRemoved(MemberRemoved { user: user(n) })
}

fn handed_over(n: u128) -> Body {
    Body::ClubHandedOver(ClubHandedOver {
        user: user(n),
        role: Role::Scorer,
    })
}

/// An invitation with the id `n` that runs out at this second.
fn made(n: u128, expires: u32, single_use: bool, named: Option<u128>) -> Body {
    Body::InvitationMade(InvitationMade {
        invitation: InvitationId(Uuid::from_u128(n)),
        role: Role::Player,
        expires_at: at(expires),
        single_use,
        player: named.map(player),
    })
}

fn accepted(n: u128, named: Option<u128>) -> Body {
    accepted_as(n, Role::Player, named)
}

fn accepted_as(n: u128, role: Role, named: Option<u128>) -> Body {
    Body::InvitationAccepted(InvitationAccepted {
        invitation: InvitationId(Uuid::from_u128(n)),
        role,
        player: named.map(player),
    })
}

fn revoked(n: u128) -> Body {
    Body::InvitationRevoked(InvitationRevoked {
        invitation: InvitationId(Uuid::from_u128(n)),
    })
}

fn linked(n: u128, to: u128) -> Body {
    Body::PlayerLinked(PlayerLinked {
        player: player(n),
        user: user(to),
    })
}

fn unlinked(n: u128) -> Body {
    Body::PlayerUnlinked(PlayerUnlinked { player: player(n) })
}

fn enrolled(n: u128) -> Body {
    Body::PlayerEnrolled(PlayerEnrolled {
        player: player(n),
        name_commitment: HASH,
    })
}

fn renamed(n: u128) -> Body {
    Body::PlayerRenamed(PlayerRenamed {
        player: player(n),
        name_commitment: HASH,
    })
}

fn merged(n: u128, into: u128) -> Body {
    Body::PlayerMerged(PlayerMerged {
        player: player(n),
        into: player(into),
    })
}

fn unmerged(n: u128, into: u128) -> Body {
    Body::PlayerUnmerged(PlayerUnmerged {
        player: player(n),
        into: player(into),
    })
}

fn erased(n: u128) -> Body {
    Body::PlayerErased(PlayerErased { player: player(n) })
}

fn text_erased(entry: u64) -> Body {
    Body::TextErased(TextErased { entry })
}

fn reversed() -> Body {
    Body::PaymentReversed(PaymentReversed {
        settlement: SettlementId(Uuid::from_u128(1)),
        payment: PaymentId(Uuid::from_u128(2)),
        reason_commitment: HASH,
    })
}

fn opened(players: [u128; 4]) -> Body {
    Body::MatchOpened(MatchOpened {
        match_id: MatchId(Uuid::from_u128(1)),
        variant_hash: HASH,
        players: players.map(player),
        minimum_fan: None,
        stake_cents: 0,
        currency: "XXX".to_owned(),
        starting_points: 0,
        played_on: time::macros::date!(2026 - 11 - 21),
        state: MatchState::START,
    })
}

/// A correction of the match.
fn corrected(changes: Vec<Change>) -> Body {
    Body::MatchCorrected(Box::new(MatchCorrected {
        match_id: MatchId(Uuid::from_u128(1)),
        changes,
        variant_hash: HASH,
        semantics: 1,
        results: Vec::new(),
        reason_commitment: HASH,
        state_after: MatchState::START,
    }))
}

/// The player of this number takes the first chair.
fn inserted(n: u128) -> Change {
    Change::Insert(Insert {
        outcome_id: OutcomeId(Uuid::from_u128(1)),
        before: None,
        outcome: Outcome::Substitution(Substitution {
            chair: Chair::ALL[0],
            player: player(n),
        }),
    })
}

fn retired() -> Body {
    Body::VariantRetired(VariantRetired { variant_hash: HASH })
}

fn reinstated() -> Body {
    Body::VariantReinstated(VariantReinstated { variant_hash: HASH })
}

fn at(second: u32) -> Timestamp {
    format!("2026-11-21T09:30:{second:02}.000000Z")
        .parse()
        .unwrap()
}

/// Applies the entries to a club with the owner 1 and the players 11–16, one entry a second. The number is the actor.
fn apply_all(entries: &[(u128, Body)]) -> Result<Club, String> {
    let mut club = Club::default();
    let founded = ClubFounded {
        time_zone: "UTC".to_owned(),
        name_commitment: HASH,
    };
    let first = [(1, Body::ClubFounded(founded))];
    let players = (11..=16).map(|n| (1, enrolled(n)));
    let all = first.into_iter().chain(players).chain(entries.to_vec());
    for ((actor, body), seq) in all.zip(1_u32..) {
        let entry = Entry {
            club: ClubId(Uuid::nil()),
            seq: seq.into(),
            time: at(seq),
            actor: user(actor),
            body,
        };
        club.apply(&entry)
            .map_err(|error| format!("{}: {error}", entry.body.kind()))?;
    }
    Ok(club)
}

/// Only the last of the entries is refused, with this reference.
#[track_caller]
fn refused(entries: &[(u128, Body)], what: &str) {
    assert_refused(
        entries,
        &EntryError::InvalidReference(Box::leak(what.into())),
    );
}

/// Only the last of the entries is refused, since its actor had this role.
#[track_caller]
fn not_permitted(entries: &[(u128, Body)], role: Role) {
    let (actor, body) = entries.last().unwrap();
    let error = EntryError::NotPermitted(NotPermitted {
        kind: body.kind(),
        actor: user(*actor),
        role,
        permitted_roles: body.authority().roles,
    });
    assert_refused(entries, &error);
}

#[track_caller]
fn assert_refused(entries: &[(u128, Body)], expected: &EntryError) {
    let (_, before) = entries.split_last().unwrap();
    assert_eq!(apply_all(before).err(), None);
    let error = apply_all(entries).err().unwrap_or_default();
    let kind = entries.last().unwrap().1.kind();
    assert_eq!(error, format!("{kind}: {expected}"));
}
