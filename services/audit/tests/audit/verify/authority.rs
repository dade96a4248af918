//! Ledgers in which everything is right, but for the role of the actor of one entry: all verifiers name that entry and no other.
//! Where the role may enter it, all of them say that the ledger is sound.

use super::bundle::{Bundle, key, trusted};
use super::python::{self, Said};
use super::{draws, evening, seasons, stored, tournaments};
use crate::honest::{self, id};
use audit::{Against, Report};
use evidence::{
    Authority, Body, ClubHandedOver, Entry, InvitationAccepted, InvitationId, InvitationMade,
    MemberRemoved, MemberSet, PlayerEnrolled, PlayerErased, PlayerId, PlayerLinked, PlayerMerged,
    PlayerUnlinked, PlayerUnmerged, Role, UserId, VariantReinstated, VariantRetired, commit,
};
use std::collections::BTreeSet;

/// The founder, who is an owner at every entry.
const FOUNDER: u128 = 2;
/// Who enters the entry that matters.
const ACTOR: u128 = 81;
/// Another member, or somebody who becomes one.
const OTHER: u128 = 82;
/// A player of the honest ledger whom nobody is linked to.
const PLAYER: u128 = 14;

/// An entry that the actor enters with some role, and everything before it.
struct Case {
    before: Vec<Entry>,
    body: Body,
    /// Whether the actor may enter it whatever their role is.
    excepted: bool,
}

impl Case {
    /// After a whole evening and some more entries of these users.
    fn after(steps: Vec<(u128, Body)>, body: Body, excepted: bool) -> Self {
        let mut before = evening::ledger();
        for (user, step) in steps {
            push(&mut before, user, step);
        }
        Self {
            before,
            body,
            excepted,
        }
    }

    /// The ledger with the number of the entry that the actor enters with this role. It goes on after it.
    fn ledger(&self, role: Role) -> (Vec<Entry>, u64) {
        let mut entries = self.before.clone();
        push(&mut entries, FOUNDER, set(ACTOR, role));
        push(&mut entries, ACTOR, self.body.clone());
        let seq = entries.len() as u64;
        push(&mut entries, FOUNDER, enrolled(40));
        (entries, seq)
    }

    fn permits(&self, role: Role) -> bool {
        let roles = Authority::of(self.body.kind()).unwrap().roles;
        self.excepted || roles.contains(&role)
    }
}

fn push(entries: &mut Vec<Entry>, user: u128, body: Body) {
    let seq = entries.len() as u64 + 1;
    let actor = UserId(id(user));
    let entry = honest::entry((body, seq));
    entries.push(Entry { actor, ..entry });
}

fn set(user: u128, role: Role) -> Body {
    Body::MemberSet(MemberSet {
        user: UserId(id(user)),
        role,
    })
}

fn removed(user: u128) -> Body {
    let user = UserId(id(user));
    Body::MemberRemoved(MemberRemoved { user })
}

fn enrolled(player: u128) -> Body {
    Body::PlayerEnrolled(PlayerEnrolled {
        player: PlayerId(id(player)),
        name_commitment: commit(&[4; 16], "somebody"),
    })
}

fn linked(player: u128, user: u128) -> Body {
    Body::PlayerLinked(PlayerLinked {
        player: PlayerId(id(player)),
        user: UserId(id(user)),
    })
}

fn merged(player: u128, into: u128) -> Body {
    Body::PlayerMerged(PlayerMerged {
        player: PlayerId(id(player)),
        into: PlayerId(id(into)),
    })
}

fn erased(player: u128) -> Body {
    let player = PlayerId(id(player));
    Body::PlayerErased(PlayerErased { player })
}

fn invited(player: Option<u128>) -> Body {
    Body::InvitationMade(InvitationMade {
        invitation: InvitationId(id(85)),
        role: Role::Player,
        expires_at: "2026-11-28T09:30:00.000000Z".parse().unwrap(),
        single_use: true,
        player: player.map(|player| PlayerId(id(player))),
    })
}

fn accepted(player: Option<u128>) -> Body {
    Body::InvitationAccepted(InvitationAccepted {
        invitation: InvitationId(id(85)),
        role: Role::Player,
        player: player.map(|player| PlayerId(id(player))),
    })
}

/// The first entry of each kind of an evening, and entries of all other kinds.
fn cases() -> Vec<Case> {
    let entries = evening::ledger();
    let mut kinds = BTreeSet::from(["club_founded"]);
    let mut cases = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        if kinds.insert(entry.body.kind()) {
            cases.push(Case {
                before: entries[..at].to_vec(),
                body: entry.body.clone(),
                excepted: false,
            });
        }
    }
    cases.extend(evenings());
    let of_seasons = ["season_opened", "season_closed"];
    cases.extend(first_of(&seasons::ledger(), &of_seasons));
    let of_tournaments = [
        "tournament_opened",
        "entrants_changed",
        "tournament_round_drawn",
        "tournament_round_opened",
        "tournament_clock_changed",
        "penalty_given",
        "penalty_withdrawn",
        "tournament_closed",
        "match_declared",
        "tables_replayed",
    ];
    cases.extend(first_of(&tournaments::ledger(), &of_tournaments));
    cases.extend(memberships());
    cases.extend(links());
    cases.extend(own_players());
    kinds.extend(cases.iter().map(|case| case.body.kind()));
    assert_eq!(kinds, BTreeSet::from(Body::KINDS));
    cases
}

/// The first entry of each kind by which a club holds evenings.
fn evenings() -> Vec<Case> {
    let kinds = [
        "evening_opened",
        "attendance_changed",
        "round_drawn",
        "round_opened",
    ];
    first_of(&draws::ledger(), &kinds)
}

/// The first entry of some kinds.
fn first_of(entries: &[Entry], kinds: &[&str]) -> Vec<Case> {
    let first = |kind: &&str| {
        let mut each = entries.iter();
        let at = each.position(|entry| entry.body.kind() == *kind).unwrap();
        Case {
            before: entries[..at].to_vec(),
            body: entries[at].body.clone(),
            excepted: false,
        }
    };
    kinds.iter().map(first).collect()
}

fn memberships() -> Vec<Case> {
    let other = || (FOUNDER, set(OTHER, Role::Player));
    let handed_over = Body::ClubHandedOver(ClubHandedOver {
        user: UserId(id(OTHER)),
        role: Role::Scorer,
    });
    let invitation = vec![(FOUNDER, invited(None))];
    vec![
        Case::after(vec![], set(OTHER, Role::Scorer), false),
        Case::after(vec![other()], removed(OTHER), false),
        Case::after(vec![], removed(ACTOR), true),
        Case::after(vec![other()], handed_over, false),
        Case::after(invitation, accepted(None), false),
    ]
}

fn links() -> Vec<Case> {
    let other = || (FOUNDER, set(OTHER, Role::Player));
    let link = || (FOUNDER, linked(PLAYER, OTHER));
    let variant_hash = honest::hash_of("old-hong-kong");
    let retired = || Body::VariantRetired(VariantRetired { variant_hash });
    let reinstated = Body::VariantReinstated(VariantReinstated { variant_hash });
    let unlinked = Body::PlayerUnlinked(PlayerUnlinked {
        player: PlayerId(id(PLAYER)),
    });
    let double = vec![(FOUNDER, enrolled(30))];
    let merge = vec![(FOUNDER, enrolled(30)), (FOUNDER, merged(30, PLAYER))];
    let unmerged = Body::PlayerUnmerged(PlayerUnmerged {
        player: PlayerId(id(30)),
        into: PlayerId(id(PLAYER)),
    });
    vec![
        Case::after(vec![other()], linked(PLAYER, OTHER), false),
        Case::after(vec![other(), link()], unlinked, false),
        Case::after(double, merged(30, PLAYER), false),
        Case::after(merge, unmerged, false),
        Case::after(vec![], retired(), false),
        Case::after(vec![(FOUNDER, retired())], reinstated, false),
    ]
}

/// Players who are linked to the actor's account, whoever made the link; and players who are not.
fn own_players() -> Vec<Case> {
    let case = |steps, excepted| Case::after(steps, erased(PLAYER), excepted);
    let actor = || (FOUNDER, set(ACTOR, Role::Player));
    let other = |role| (FOUNDER, set(OTHER, role));
    let double = || (FOUNDER, enrolled(30));
    let merge = || (FOUNDER, merged(30, PLAYER));
    let by = |user| (user, linked(PLAYER, ACTOR));
    let double_by = |user| (user, linked(30, ACTOR));
    let unlinked = Body::PlayerUnlinked(PlayerUnlinked {
        player: PlayerId(id(PLAYER)),
    });
    let by_an_invitation = vec![
        (FOUNDER, invited(Some(PLAYER))),
        (ACTOR, accepted(Some(PLAYER))),
    ];
    let by_a_scorer = vec![actor(), other(Role::Scorer), by(OTHER)];
    let merged_after_a_scorer = vec![
        actor(),
        other(Role::Scorer),
        double(),
        double_by(OTHER),
        merge(),
    ];
    let kept_by_a_merge = vec![actor(), double(), by(FOUNDER), merge()];
    let somebody_elses = vec![other(Role::Player), (FOUNDER, linked(PLAYER, OTHER))];
    let linked_to_another_player = vec![actor(), double(), double_by(FOUNDER)];
    let not_linked_any_more = vec![actor(), by(FOUNDER), (FOUNDER, unlinked)];
    vec![
        case(vec![actor(), by(FOUNDER)], true),
        case(by_an_invitation, true),
        case(by_a_scorer, true),
        case(merged_after_a_scorer, true),
        case(kept_by_a_merge, true),
        case(somebody_elses, false),
        case(linked_to_another_player, false),
        case(not_linked_any_more, false),
    ]
}

fn said(report: &Report) -> Said {
    let verdict = report.verdict().word().to_owned();
    let details = report.failures.iter().map(ToString::to_string).collect();
    (verdict, report.first_bad_entry(), details)
}

fn expected(case: &Case, role: Role, seq: u64) -> Said {
    if case.permits(role) {
        return ("sound".to_owned(), None, Vec::new());
    }
    let kind = case.body.kind();
    let roles = Authority::of(kind).unwrap().roles;
    let who = match roles {
        [] => "somebody who is no member".to_owned(),
        [one] => format!("the role {one}"),
        [one, two] => format!("the roles {one} and {two}"),
        [one, two, three] => format!("the roles {one}, {two} and {three}"),
        more => panic!("{more:?}"),
    };
    let actor = UserId(id(ACTOR));
    let detail = format!(
        "entry {seq}: its actor {actor} had the role {role}, and only {who} may enter this {kind}"
    );
    ("tampered".to_owned(), Some(seq), vec![detail])
}

#[test]
fn every_entry_is_held_against_the_role_of_its_actor() {
    let cases = cases();
    let all = cases
        .iter()
        .flat_map(|case| Role::ALL.iter().map(move |role| (case, *role)));
    let made: Vec<_> = all
        .map(|(case, role)| {
            let (entries, seq) = case.ledger(role);
            (Bundle::of(&entries), expected(case, role, seq), case, role)
        })
        .collect();
    let exports: Vec<Vec<u8>> = made.iter().map(|(bundle, ..)| bundle.export()).collect();
    let python = python::said(&exports);
    let (mut wrong, mut unseen) = (Vec::new(), BTreeSet::new());
    for (at, (bundle, expected, case, role)) in made.iter().enumerate() {
        let against = Against {
            keys: vec![trusted(&key())],
            ..Against::default()
        };
        let mut found = vec![
            (
                "rust",
                said(&audit::verify(&exports[at][..], against, |_, _| ())),
            ),
            ("server", said(&stored::read(bundle, &[]).0)),
        ];
        found.extend(python.as_ref().map(|python| ("python", python[at].clone())));
        let kind = case.body.kind();
        if found.iter().all(|(_, said)| said.0 == "sound") && !case.permits(*role) {
            unseen.insert(kind);
        }
        for (verifier, said) in found.into_iter().filter(|(_, said)| said != expected) {
            wrong.push(format!("{kind} by {role}: {verifier} says {said:?}"));
        }
    }
    let (of, wrong) = (wrong.len(), wrong.join("\n"));
    assert!(
        wrong.is_empty(),
        "{wrong}\n{of} are wrong. All verifiers call {} kinds sound: {unseen:?}",
        unseen.len()
    );
}

/// Whoever is no member founds a club or accepts an invitation, and enters nothing else.
#[test]
fn who_is_no_member_may_only_join() {
    let report = |body| {
        let mut entries = evening::ledger();
        push(&mut entries, FOUNDER, invited(None));
        push(&mut entries, ACTOR, body);
        super::verify(&Bundle::of(&entries).export())
    };
    assert_eq!(said(&report(accepted(None))).0, "sound");
    for body in [removed(ACTOR), erased(PLAYER), set(ACTOR, Role::Owner)] {
        let report = report(body);
        let found = super::found(&report);
        assert_eq!((found.1, found.2), (Some(32), vec!["unfounded"]));
    }
}
