//! The roles that may ask for an operation are the roles that may enter what it writes into the ledger.

use super::ROUTES;
use crate::endpoint::Endpoint;
use crate::policy::Access;
use actix_web::http::Method;
use ledger::evidence::{Authority, Exception};
use ledger::{Body, Role};
use std::collections::BTreeSet;

/// The kinds of entry that an operation writes.
struct Writes {
    operation: &'static str,
    kinds: &'static [&'static str],
    /// Whether the entry is always about the caller: their membership or their own player.
    own: bool,
}

const fn writes(operation: &'static str, kinds: &'static [&'static str]) -> Writes {
    Writes {
        operation,
        kinds,
        own: false,
    }
}

const fn of_own(operation: &'static str, kinds: &'static [&'static str]) -> Writes {
    Writes {
        operation,
        kinds,
        own: true,
    }
}

const WRITES: &[Writes] = &[
    of_own("erase_account", &["member_removed"]),
    writes("found_club", &["club_founded"]),
    writes("change_club", &["club_changed"]),
    of_own("leave_club", &["member_removed"]),
    writes("set_member", &["member_set"]),
    writes("remove_member", &["member_removed"]),
    writes("hand_over_club", &["club_handed_over"]),
    writes("make_invitation", &["invitation_made"]),
    writes("revoke_invitation", &["invitation_revoked"]),
    // A member who becomes an owner leaves, joins, and is linked to their player again.
    writes(
        "accept_invitation",
        &["member_removed", "invitation_accepted", "player_linked"],
    ),
    writes("enrol_player", &["player_enrolled"]),
    writes("rename_player", &["player_renamed"]),
    of_own("erase_own_player", &["player_erased"]),
    writes("erase_player", &["player_erased"]),
    // An owner who confirms a link ends it and makes it again.
    writes("link_player", &["player_unlinked", "player_linked"]),
    writes("unlink_player", &["player_unlinked"]),
    writes("merge_player", &["player_merged"]),
    writes("unmerge_player", &["player_unmerged"]),
    writes("add_variant", &["variant_added"]),
    writes("retire_variant", &["variant_retired"]),
    writes("reinstate_variant", &["variant_reinstated"]),
    writes("open_match", &["variant_added", "match_opened"]),
    writes(
        "import_matches",
        &["variant_added", "match_opened", "outcome_recorded"],
    ),
    writes("end_match", &["outcome_recorded"]),
    writes("record_hand", &["outcome_recorded"]),
    writes("record_batch", &["outcome_recorded"]),
    writes("record_penalty", &["outcome_recorded"]),
    writes("record_substitution", &["outcome_recorded"]),
    writes("correct_match", &["match_corrected"]),
    writes("void_match", &["match_declared"]),
    writes("reinstate_match", &["match_declared"]),
    writes("replay_round", &["match_opened", "tables_replayed"]),
    writes(
        "replay_tournament_round",
        &["match_opened", "tables_replayed"],
    ),
    writes("open_evening", &["evening_opened"]),
    writes("change_attendance", &["attendance_changed"]),
    writes("draw_round", &["round_drawn"]),
    writes(
        "open_round",
        &["variant_added", "match_opened", "round_opened"],
    ),
    writes("open_season", &["season_opened"]),
    writes("close_season", &["season_closed"]),
    writes("open_tournament", &["tournament_opened"]),
    writes("change_entrants", &["entrants_changed"]),
    writes("draw_tournament_round", &["tournament_round_drawn"]),
    writes(
        "open_tournament_round",
        &["variant_added", "match_opened", "tournament_round_opened"],
    ),
    writes("set_tournament_clock", &["tournament_clock_changed"]),
    writes("give_penalty", &["penalty_given"]),
    writes("withdraw_penalty", &["penalty_withdrawn"]),
    writes("close_tournament", &["tournament_closed"]),
    writes("settle_evening", &["settlement_made"]),
    writes("settle_match", &["settlement_made"]),
    writes("settle_period", &["settlement_made"]),
    writes("record_payment", &["payment_recorded"]),
    writes("reverse_payment", &["payment_reversed"]),
    writes("erase_text", &["text_erased"]),
];

/// Operations with another method than `GET` that write no entry.
const NO_ENTRY: &[&str] = &[
    "sign_up",
    "change_password",
    "link_identity",
    "unlink_identity",
    "sign_in",
    "refresh_session",
    "sign_out",
    "open_browser_session",
    "refresh_browser_session",
    "end_browser_session",
    "score_hand",
    "score_hands",
    "play_hands",
    "find_waits",
    "resolve_claims",
    "check_variant",
    "derive_variant",
    "read_invitation",
    "make_api_key",
    "make_match_api_key",
    "make_screen_api_key",
    "revoke_api_key",
    "make_webhook",
    "change_webhook",
    "delete_webhook",
    "enable_webhook",
    "disable_webhook",
    "rotate_webhook_secret",
    "replay_from",
    "test_webhook",
    "replay_delivery",
    "ask_for_checkpoint",
    "ask_for_audit",
];

/// Operations that fewer roles may ask for than may enter what they write, and why.
const NARROWER: &[(&str, &str)] = &[];

impl Writes {
    /// Whether somebody with this role may enter everything that it writes.
    fn permits(&self, role: Role) -> bool {
        let may = |authority: Authority| {
            let own = match authority.exception {
                Some(Exception::OwnMembership | Exception::OwnPlayer) => self.own,
                Some(Exception::NotMember) | None => false,
            };
            own || authority.roles.contains(&role)
        };
        self.authorities().into_iter().all(may)
    }

    fn authorities(&self) -> Vec<Authority> {
        let of = |kind: &&str| Authority::of(kind).unwrap_or_else(|| panic!("no kind is {kind}"));
        self.kinds.iter().map(of).collect()
    }

    /// Whether it makes the caller a member.
    fn joins(&self) -> bool {
        let joins = |authority: Authority| authority.exception == Some(Exception::NotMember);
        self.authorities().into_iter().any(joins)
    }
}

fn endpoints() -> impl Iterator<Item = &'static Endpoint> {
    ROUTES.iter().map(|route| &route.endpoint)
}

#[test]
fn an_operation_is_for_those_who_may_enter_what_it_writes() {
    for one in WRITES {
        let mut endpoints = endpoints();
        let endpoint = endpoints.find(|endpoint| endpoint.operation == one.operation);
        let access = endpoint.map(|endpoint| endpoint.access);
        let access = access.unwrap_or_else(|| panic!("{} is no operation", one.operation));
        if one.joins() {
            assert_eq!(access, Access::SignedIn, "{}", one.operation);
            continue;
        }
        let roles = |may: &dyn Fn(Role) -> bool| -> BTreeSet<Role> {
            let all = Role::ALL.iter().copied();
            all.filter(|role| may(*role)).collect()
        };
        let admitted = roles(&|role| access.admits(role));
        let permitted = roles(&|role| one.permits(role));
        let narrower = NARROWER.iter().any(|(name, _)| *name == one.operation);
        assert!(admitted.is_subset(&permitted), "{}", one.operation);
        assert_eq!(admitted != permitted, narrower, "{}", one.operation);
    }
}

#[test]
fn every_operation_that_is_no_read_is_known_to_write_or_not() {
    let written = WRITES.iter().map(|one| one.operation);
    let mut known: Vec<&str> = written.chain(NO_ENTRY.iter().copied()).collect();
    known.sort_unstable();
    let endpoints = endpoints().filter(|endpoint| endpoint.method != Method::GET);
    let mut operations: Vec<&str> = endpoints
        .map(|endpoint| endpoint.operation.as_str())
        .collect();
    operations.sort_unstable();
    assert_eq!(known, operations);
}

#[test]
fn every_kind_of_entry_is_written_by_an_operation() {
    let written: BTreeSet<&str> = WRITES.iter().flat_map(|one| one.kinds).copied().collect();
    assert_eq!(written, BTreeSet::from(Body::KINDS));
}
