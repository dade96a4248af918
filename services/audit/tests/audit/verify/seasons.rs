//! Ledgers in which a club plays seasons, and in which an entry of one does not go with those before it.

use super::bundle::Bundle;
use super::{found, verify};
use crate::honest::{self, id};
use audit::Verdict;
use evidence::{
    Body, Entry, Handicap, PlayerEnrolled, PlayerErased, PlayerId, PlayerMerged, SeasonClosed,
    SeasonId, SeasonOpened, SeasonRules, Team, commit,
};
use time::macros::date;

fn player(n: u128) -> PlayerId {
    PlayerId(id(n))
}

fn opened(n: u128, rules: SeasonRules) -> Body {
    Body::SeasonOpened(SeasonOpened {
        season: SeasonId(id(n)),
        name_commitment: commit(&[3; 16], "Autumn"),
        from: date!(2026 - 09 - 01),
        until: date!(2026 - 11 - 30),
        rules,
    })
}

fn closed(n: u128) -> Body {
    let season = SeasonId(id(n));
    Body::SeasonClosed(SeasonClosed { season })
}

/// Rules with a handicap for somebody and a team of theirs.
fn naming(n: u128) -> SeasonRules {
    let handicap = Handicap {
        player: player(n),
        half_points: -3,
    };
    let team = Team {
        label: "Winds".to_owned(),
        players: vec![player(n)],
    };
    SeasonRules {
        handicaps: vec![handicap],
        teams: vec![team],
        ..SeasonRules::PLAIN
    }
}

/// The honest ledger, with players who were merged and erased, and these entries.
fn with(bodies: &[Body]) -> Vec<Entry> {
    let mut entries = honest::ledger();
    let enrolled = |n| {
        Body::PlayerEnrolled(PlayerEnrolled {
            player: player(n),
            name_commitment: commit(&[3; 16], "somebody"),
        })
    };
    let merged = Body::PlayerMerged(PlayerMerged {
        player: player(202),
        into: player(201),
    });
    let erased = Body::PlayerErased(PlayerErased {
        player: player(203),
    });
    let people = [enrolled(201), enrolled(202), enrolled(203), merged, erased];
    for body in people.iter().chain(bodies) {
        let seq = entries.len() as u64 + 1;
        entries.push(honest::entry((body.clone(), seq)));
    }
    entries
}

/// A ledger in which seasons are played.
pub(super) fn ledger() -> Vec<Entry> {
    with(&[
        opened(4001, SeasonRules::PLAIN),
        opened(4002, naming(201)),
        closed(4001),
    ])
}

#[test]
fn honest_seasons_are_sound() {
    let report = verify(&Bundle::of(&ledger()).export());
    assert_eq!(found(&report), (Verdict::Sound, None, vec![]));
}

#[test]
fn what_does_not_go_with_the_seasons_before_is_found() {
    let first = || opened(4001, SeasonRules::PLAIN);
    let cases = [
        ("closed without being opened", vec![closed(4001)]),
        ("closed twice", vec![first(), closed(4001), closed(4001)]),
        ("opened twice", vec![first(), first()]),
        ("of nobody", vec![opened(4001, naming(999))]),
        ("of somebody merged", vec![opened(4001, naming(202))]),
        ("of somebody erased", vec![opened(4001, naming(203))]),
    ];
    for (case, bodies) in cases {
        let entries = with(&bodies);
        let last = entries.len() as u64;
        let report = verify(&Bundle::of(&entries).export());
        let unfounded = (Verdict::Tampered, Some(last), vec!["unfounded"]);
        assert_eq!(found(&report), unfounded, "{case}");
    }
}
