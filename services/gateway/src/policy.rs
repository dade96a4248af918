//! Who may do what: one table, and nothing else decides. What has no row does not exist.

use actix_web::http::Method;
use ledger::Role;

use crate::routes::{
    AsOfQuery, HandsExportQuery, HandsQuery, PaymentsExportQuery, PlayerMatchesQuery,
    StandingsExportQuery, StandingsQuery,
};

use Role::{Auditor, Owner, Player, Scorer};
use Who::{Anyone, InPerson, Members, SignedIn};

/// An operation and who may ask for it.
#[derive(Debug)]
pub(crate) struct Row {
    /// Its name, also in the OpenAPI document. Idempotency keys are kept by it: it never changes, whatever becomes of
    /// the handler and the address.
    pub(crate) operation: &'static str,
    /// The method.
    pub(crate) method: Method,
    /// The address as a template.
    pub(crate) path: &'static str,
    /// Who may.
    pub(crate) who: Who,
    /// The query parameters it knows; any other is refused.
    pub(crate) parameters: &'static [&'static str],
}

/// Who may ask for an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Who {
    /// No token needed.
    Anyone,
    /// Whoever is signed in.
    SignedIn,
    /// Members of the club in the path who have one of these roles, and API keys of the club that have one of them.
    Members(&'static [Role]),
    /// The same members, and no machine in their name: it is about themselves.
    InPerson(&'static [Role]),
}

/// What a request asks for.
#[derive(Debug)]
pub(crate) enum Asked {
    /// An operation.
    For(&'static Row),
    /// Only other methods: these.
    OtherMethods(Vec<&'static Method>),
    /// Nothing there is.
    Nothing,
}

const ALL: Who = Members(&[Owner, Scorer, Player, Auditor]);
const THEMSELVES: Who = InPerson(&[Owner, Scorer, Player, Auditor]);
const WRITERS: Who = Members(&[Owner, Scorer]);
const OWNERS: Who = Members(&[Owner]);
/// Who keeps the books, or looks them through. Players read all of it, match by match; taking it along whole, with everybody's names, is more.
const KEEPERS: Who = Members(&[Owner, Scorer, Auditor]);
const READERS_OF_THE_LEDGER: Who = Members(&[Owner, Auditor]);
const PAGE: &[&str] = &["cursor", "limit"];

/// The last part of a template that stands for all that is left of a path: what tiles are called has slashes in it.
const REST: &str = "{tile}";

/// The table.
#[rustfmt::skip]
pub(crate) static TABLE: &[Row] = &[
    row("live", Method::GET, "/livez", Anyone, &[]),
    row("ready", Method::GET, "/readyz", Anyone, &["check"]),
    row("openapi_document", Method::GET, "/openapi.json", Anyone, &[]),
    row("problems_page", Method::GET, "/problems", Anyone, &[]),
    row("docs", Method::GET, "/docs", Anyone, &[]),
    row("docs_asset", Method::GET, "/docs/{asset}", Anyone, &[]),
    row("token_keys", Method::GET, "/.well-known/jwks.json", Anyone, &[]),

    row("sign_up", Method::POST, "/v1/users", Anyone, &[]),
    row("who_am_i", Method::GET, "/v1/users/me", SignedIn, &[]),
    row("erase_account", Method::DELETE, "/v1/users/me", SignedIn, &[]),
    row("change_password", Method::PUT, "/v1/users/me/password", SignedIn, &[]),
    row("read_account_log", Method::GET, "/v1/users/me/access-log", SignedIn, PAGE),
    row("link_identity", Method::POST, "/v1/users/me/identities", SignedIn, &[]),
    row("list_identities", Method::GET, "/v1/users/me/identities", SignedIn, &[]),
    row("unlink_identity", Method::DELETE, "/v1/users/me/identities/{identity}", SignedIn, &[]),
    row("sign_in", Method::POST, "/v1/sessions", Anyone, &[]),
    row("refresh_session", Method::POST, "/v1/sessions/refresh", Anyone, &[]),
    // Whoever holds the refresh token may give it up, also when the access token has run out.
    row("sign_out", Method::DELETE, "/v1/sessions", Anyone, &[]),

    row("score_hand", Method::POST, "/v1/score", Anyone, &[]),
    row("score_hands", Method::POST, "/v1/score:batch", Anyone, &[]),
    row("find_waits", Method::POST, "/v1/waits", Anyone, &[]),
    row("resolve_claims", Method::POST, "/v1/claims", Anyone, &[]),
    row("check_variant", Method::POST, "/v1/variants:check", Anyone, &[]),
    row("list_variants", Method::GET, "/v1/variants", Anyone, &[]),
    row("read_variant", Method::GET, "/v1/variants/{variant}", Anyone, &[]),
    row("list_patterns", Method::GET, "/v1/patterns", Anyone, &[]),

    row("found_club", Method::POST, "/v1/clubs", SignedIn, &[]),
    row("list_clubs", Method::GET, "/v1/clubs", SignedIn, &[]),
    row("read_club", Method::GET, "/v1/clubs/{club}", ALL, &[]),
    row("change_club", Method::PATCH, "/v1/clubs/{club}", OWNERS, &[]),
    row("list_members", Method::GET, "/v1/clubs/{club}/members", ALL, &[]),
    // Before the accounts: `me` is none.
    row("leave_club", Method::DELETE, "/v1/clubs/{club}/members/me", THEMSELVES, &[]),
    row("set_member", Method::PUT, "/v1/clubs/{club}/members/{user}", OWNERS, &[]),
    row("remove_member", Method::DELETE, "/v1/clubs/{club}/members/{user}", OWNERS, &[]),
    row("hand_over_club", Method::POST, "/v1/clubs/{club}/members/{user}:hand-over", OWNERS, &[]),
    row("make_invitation", Method::POST, "/v1/clubs/{club}/invitations", OWNERS, &[]),
    row("list_invitations", Method::GET, "/v1/clubs/{club}/invitations", OWNERS, PAGE),
    row("revoke_invitation", Method::POST, "/v1/clubs/{club}/invitations/{invitation}:revoke", OWNERS, &[]),
    row("accept_invitation", Method::POST, "/v1/invitations:accept", SignedIn, &[]),
    row("read_access_log", Method::GET, "/v1/clubs/{club}/access-log", OWNERS, PAGE),
    row("make_api_key", Method::POST, "/v1/clubs/{club}/api-keys", OWNERS, &[]),
    row("list_api_keys", Method::GET, "/v1/clubs/{club}/api-keys", OWNERS, PAGE),
    row("revoke_api_key", Method::POST, "/v1/clubs/{club}/api-keys/{api_key}:revoke", OWNERS, &[]),
    row("make_webhook", Method::POST, "/v1/clubs/{club}/webhooks", OWNERS, &[]),
    row("list_webhooks", Method::GET, "/v1/clubs/{club}/webhooks", OWNERS, &[]),
    row("read_webhook", Method::GET, "/v1/clubs/{club}/webhooks/{webhook}", OWNERS, &[]),
    row("change_webhook", Method::PATCH, "/v1/clubs/{club}/webhooks/{webhook}", OWNERS, &[]),
    row("delete_webhook", Method::DELETE, "/v1/clubs/{club}/webhooks/{webhook}", OWNERS, &[]),
    row("enable_webhook", Method::POST, "/v1/clubs/{club}/webhooks/{webhook}:enable", OWNERS, &[]),
    row("disable_webhook", Method::POST, "/v1/clubs/{club}/webhooks/{webhook}:disable", OWNERS, &[]),
    row("rotate_webhook_secret", Method::POST, "/v1/clubs/{club}/webhooks/{webhook}:rotate-secret", OWNERS, &[]),
    row("replay_from", Method::POST, "/v1/clubs/{club}/webhooks/{webhook}:replay", OWNERS, &[]),
    row("test_webhook", Method::POST, "/v1/clubs/{club}/webhooks/{webhook}:test", OWNERS, &[]),
    row("list_deliveries", Method::GET, "/v1/clubs/{club}/webhooks/{webhook}/deliveries", OWNERS, PAGE),
    row("replay_delivery", Method::POST, "/v1/clubs/{club}/webhooks/{webhook}/deliveries/{delivery}:replay", OWNERS, &[]),
    row("enrol_player", Method::POST, "/v1/clubs/{club}/players", WRITERS, &[]),
    row("list_players", Method::GET, "/v1/clubs/{club}/players", ALL, &["erased", "merged"]),
    row("read_player", Method::GET, "/v1/clubs/{club}/players/{player}", ALL, &[]),
    row("rename_player", Method::PATCH, "/v1/clubs/{club}/players/{player}", WRITERS, &[]),
    // Before the players: `me` is none.
    row("erase_own_player", Method::DELETE, "/v1/clubs/{club}/players/me", THEMSELVES, &[]),
    row("erase_player", Method::DELETE, "/v1/clubs/{club}/players/{player}", OWNERS, &[]),
    row("link_player", Method::PUT, "/v1/clubs/{club}/players/{player}/account", WRITERS, &[]),
    row("unlink_player", Method::DELETE, "/v1/clubs/{club}/players/{player}/account", WRITERS, &[]),
    row("merge_player", Method::POST, "/v1/clubs/{club}/players/{player}:merge", OWNERS, &[]),
    row("add_variant", Method::POST, "/v1/clubs/{club}/variants", WRITERS, &[]),
    row("list_club_variants", Method::GET, "/v1/clubs/{club}/variants", ALL, PAGE),
    row("read_club_variant", Method::GET, "/v1/clubs/{club}/variants/{hash}", ALL, &[]),
    row("compare_variants", Method::GET, "/v1/clubs/{club}/variants/{hash}/compare", ALL, &["with"]),
    row("retire_variant", Method::POST, "/v1/clubs/{club}/variants/{hash}:retire", OWNERS, &[]),
    row("reinstate_variant", Method::POST, "/v1/clubs/{club}/variants/{hash}:reinstate", OWNERS, &[]),
    row("open_match", Method::POST, "/v1/clubs/{club}/matches", WRITERS, &[]),
    row("import_matches", Method::POST, "/v1/clubs/{club}/matches:import", WRITERS, &["dry_run"]),
    row("list_matches", Method::GET, "/v1/clubs/{club}/matches", ALL, PAGE),
    row("read_match", Method::GET, "/v1/clubs/{club}/matches/{match}", ALL, &[]),
    row("end_match", Method::POST, "/v1/clubs/{club}/matches/{match}/end", WRITERS, &[]),
    row("record_hand", Method::POST, "/v1/clubs/{club}/matches/{match}/hands", WRITERS, &["dry_run"]),
    row("record_batch", Method::POST, "/v1/clubs/{club}/matches/{match}/hands:batch", WRITERS, &["dry_run"]),
    row("list_hands", Method::GET, "/v1/clubs/{club}/matches/{match}/hands", ALL, HandsQuery::NAMES),
    row("read_hand", Method::GET, "/v1/clubs/{club}/matches/{match}/hands/{hand}", ALL, AsOfQuery::NAMES),
    row("correct_match", Method::POST, "/v1/clubs/{club}/matches/{match}/corrections", WRITERS, &["dry_run"]),
    row("list_corrections", Method::GET, "/v1/clubs/{club}/matches/{match}/corrections", ALL, PAGE),
    row("read_correction", Method::GET, "/v1/clubs/{club}/matches/{match}/corrections/{correction}", ALL, PAGE),
    row("record_penalty", Method::POST, "/v1/clubs/{club}/matches/{match}/penalties", WRITERS, &["dry_run"]),
    row("record_substitution", Method::POST, "/v1/clubs/{club}/matches/{match}/substitutions", WRITERS, &["dry_run"]),
    row("read_rounds", Method::GET, "/v1/clubs/{club}/matches/{match}/rounds", ALL, AsOfQuery::NAMES),
    row("read_rounds_csv", Method::GET, "/v1/clubs/{club}/matches/{match}/rounds.csv", ALL, AsOfQuery::NAMES),
    row("follow_club", Method::GET, "/v1/clubs/{club}/events", ALL, &[]),
    row("follow_match", Method::GET, "/v1/clubs/{club}/matches/{match}/events", ALL, &[]),
    row("read_standings", Method::GET, "/v1/clubs/{club}/standings", ALL, StandingsQuery::NAMES),
    row("read_statistics", Method::GET, "/v1/clubs/{club}/players/{player}/statistics", ALL, StandingsQuery::NAMES),
    row("list_player_matches", Method::GET, "/v1/clubs/{club}/players/{player}/matches", ALL, PlayerMatchesQuery::NAMES),
    row("export_hands", Method::GET, "/v1/clubs/{club}/exports/hands", KEEPERS, HandsExportQuery::NAMES),
    row("export_payments", Method::GET, "/v1/clubs/{club}/exports/payments", KEEPERS, PaymentsExportQuery::NAMES),
    // What everybody reads at once as it is.
    row("export_standings", Method::GET, "/v1/clubs/{club}/exports/standings", ALL, StandingsExportQuery::NAMES),
    row("read_settlement", Method::GET, "/v1/clubs/{club}/matches/{match}/settlement", ALL, &[]),
    row("settle_match", Method::POST, "/v1/clubs/{club}/matches/{match}/settlement", WRITERS, &["dry_run"]),
    row("preview_settlement", Method::GET, "/v1/clubs/{club}/settlements:preview", ALL, &["currency", "from", "until"]),
    row("settle_period", Method::POST, "/v1/clubs/{club}/settlements", WRITERS, &["dry_run"]),
    row("list_settlements", Method::GET, "/v1/clubs/{club}/settlements", ALL, PAGE),
    row("read_club_settlement", Method::GET, "/v1/clubs/{club}/settlements/{settlement}", ALL, &[]),
    row("record_payment", Method::POST, "/v1/clubs/{club}/settlements/{settlement}/payments", WRITERS, &[]),
    row("reverse_payment", Method::POST, "/v1/clubs/{club}/settlements/{settlement}/payments/{payment}:reverse", WRITERS, &[]),
    row("read_balances", Method::GET, "/v1/clubs/{club}/balances", ALL, &["currency"]),
    row("erase_text", Method::DELETE, "/v1/clubs/{club}/ledger/entries/{seq}/text", OWNERS, &[]),
    row("read_openings", Method::GET, "/v1/clubs/{club}/ledger/openings", READERS_OF_THE_LEDGER, &[]),
    row("export_ledger", Method::GET, "/v1/clubs/{club}/ledger/export", READERS_OF_THE_LEDGER, &[]),
    row("read_checkpoint", Method::GET, "/v1/clubs/{club}/ledger/checkpoint", ALL, &["size"]),
    row("ask_for_checkpoint", Method::POST, "/v1/clubs/{club}/ledger/checkpoint", ALL, &[]),
    row("read_receipt", Method::GET, "/v1/clubs/{club}/ledger/entries/{seq}/receipt", ALL, &[]),
    row("read_directory_checkpoint", Method::GET, "/v1/ledger/directory/checkpoint", Anyone, &[]),
    row("list_heads", Method::GET, "/v1/ledger/directory/heads", Anyone, &["after", "limit"]),
    row("export_directory", Method::GET, "/v1/ledger/directory/export", Anyone, &[]),
    row("log_keys", Method::GET, "/.well-known/log-keys", Anyone, &[]),
    row("ask_for_audit", Method::POST, "/v1/clubs/{club}/audits", READERS_OF_THE_LEDGER, &[]),
    row("list_audits", Method::GET, "/v1/clubs/{club}/audits", READERS_OF_THE_LEDGER, PAGE),
    row("read_audit", Method::GET, "/v1/clubs/{club}/audits/{audit}", READERS_OF_THE_LEDGER, &[]),
    row("follow_audit", Method::GET, "/v1/clubs/{club}/audits/{audit}/events", READERS_OF_THE_LEDGER, &[]),
    row("list_entries", Method::GET, "/v1/clubs/{club}/ledger/entries", READERS_OF_THE_LEDGER, &["after", "limit"]),
    row("read_ledger_head", Method::GET, "/v1/clubs/{club}/ledger/head", ALL, &[]),
    row("prove_inclusion", Method::GET, "/v1/clubs/{club}/ledger/proofs/inclusion", ALL, &["seq", "size"]),
    row("prove_consistency", Method::GET, "/v1/clubs/{club}/ledger/proofs/consistency", ALL, &["from_size", "to_size"]),
    row("read_tile", Method::GET, "/v1/clubs/{club}/ledger/tile/{level}/{tile}", ALL, &[]),
];

const fn row(
    operation: &'static str,
    method: Method,
    path: &'static str,
    who: Who,
    parameters: &'static [&'static str],
) -> Row {
    Row {
        operation,
        method,
        path,
        who,
        parameters,
    }
}

/// The row a request asks for. A path is compared as it was sent: what is percent-encoded without need has
/// no row.
pub(crate) fn find(method: &Method, path: &str) -> Asked {
    let mut others = Vec::new();
    for row in TABLE {
        match matches(row.path, path) {
            Some(_) if row.method == *method => return Asked::For(row),
            Some(_) => others.push(&row.method),
            None => {}
        }
    }
    match others.is_empty() {
        true => Asked::Nothing,
        false => Asked::OtherMethods(others),
    }
}

impl Row {
    /// The club in a path of this form, if there is one.
    pub(crate) fn club<'a>(&self, path: &'a str) -> Option<&'a str> {
        matches(self.path, path).flatten()
    }
}

impl Who {
    /// Whether a member with this role may.
    pub(crate) fn admits(self, role: Role) -> bool {
        match self {
            Anyone | SignedIn => true,
            Members(roles) | InPerson(roles) => roles.contains(&role),
        }
    }

    /// Whether a machine may whose API key has this role. No key owns a club.
    pub(crate) fn admits_key(self, role: Role) -> bool {
        match self {
            Anyone => true,
            Members(roles) => role != Owner && roles.contains(&role),
            SignedIn | InPerson(_) => false,
        }
    }

    /// The roles in the club one of which it takes; none if it is about no club.
    pub(crate) fn roles(self) -> Option<&'static [Role]> {
        match self {
            Members(roles) | InPerson(roles) => Some(roles),
            Anyone | SignedIn => None,
        }
    }
}

/// Whether a path has the form of a template, and what stands for `{club}` in it.
fn matches<'a>(template: &str, path: &'a str) -> Option<Option<&'a str>> {
    let mut given = path.split('/');
    let mut club = None;
    for part in template.split('/') {
        let text = given.next()?;
        if !fits(part, text) {
            return None;
        }
        if part == "{club}" {
            club = Some(text);
        }
        if part == REST {
            return Some(club);
        }
    }
    given.next().is_none().then_some(club)
}

/// Whether a text may stand where the template has this part: the same, or something for `{player}`, and that with the
/// right verb after it for `{player}:merge`. What stands for a variable holds no colon itself.
fn fits(part: &str, text: &str) -> bool {
    let Some((_, verb)) = part.strip_prefix('{').and_then(|part| part.split_once('}')) else {
        return part == text;
    };
    let value = text.strip_suffix(verb);
    value.is_some_and(|value| !value.is_empty() && !value.contains(':'))
}

#[cfg(test)]
mod entries;

#[cfg(test)]
mod tests {
    use super::*;

    fn found(method: Method, path: &str) -> String {
        match find(&method, path) {
            Asked::For(row) => format!("{} {}", row.path, row.club(path).unwrap_or("-")),
            Asked::OtherMethods(methods) => format!("only {methods:?}"),
            Asked::Nothing => "nothing".to_owned(),
        }
    }

    #[test]
    fn a_request_finds_its_row() {
        let cases = [
            (Method::GET, "/livez", "/livez -"),
            (Method::GET, "/livez/", "nothing"),
            (Method::GET, "/docs/index.html", "/docs/{asset} -"),
            (Method::GET, "/docs/", "nothing"),
            (
                Method::POST,
                "/v1/clubs/c/players",
                "/v1/clubs/{club}/players c",
            ),
            (Method::POST, "/v1/clubs//players", "nothing"),
            (
                Method::POST,
                "/v1/clubs/c/players/p:merge",
                "/v1/clubs/{club}/players/{player}:merge c",
            ),
            (Method::PATCH, "/v1/clubs/c/players/p:merge", "only [POST]"),
            (Method::POST, "/v1/clubs/c/players/:merge", "nothing"),
            (Method::POST, "/v1/clubs/c/players/p:q:merge", "nothing"),
            (Method::POST, "/v1/clubs/c/players/p:split", "nothing"),
            (
                Method::DELETE,
                "/v1/clubs/c/members/me",
                "/v1/clubs/{club}/members/me c",
            ),
            (
                Method::GET,
                "/v1/clubs/c/ledger/tile/0/x001/234.p/5",
                "/v1/clubs/{club}/ledger/tile/{level}/{tile} c",
            ),
            (Method::GET, "/v1/clubs/c/ledger/tile/0", "nothing"),
            (Method::GET, "/v1/clubs/c/ledger/tile/0/", "nothing"),
            (Method::GET, "/v1/%63lubs", "nothing"),
            (Method::DELETE, "/v1/clubs", "only [POST, GET]"),
            (Method::GET, "/v1/sessions/refresh", "only [POST]"),
        ];
        for (method, path, expected) in cases {
            assert_eq!(found(method, path), expected, "{path}");
        }
    }

    #[test]
    fn no_row_is_there_twice() {
        for (i, row) in TABLE.iter().enumerate() {
            let same = |other: &Row| {
                other.operation == row.operation
                    || (other.method == row.method && other.path == row.path)
            };
            assert_eq!(TABLE.iter().position(same), Some(i), "{row:?}");
        }
    }
}
