//! What is kept and that no audit looks at.

/// Columns of a table that are not compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotCompared {
    /// The table.
    pub table: &'static str,
    /// Its columns.
    pub fields: &'static [&'static str],
    /// Why not, in words.
    pub why: &'static str,
}

const NAMES: &str = "Names, texts and salts: the auditor may not read them. Held against the openings, they show what entries commit to";
const SIGNER: &str = "What the signer says of itself and of witnesses, which nothing else tells";
const ACCOUNTS: &str = "Accounts and sessions, which are of no club: the auditor may not read them";
const MACHINES: &str = "API keys, and by which of them an entry came, which no entry tells: an entry tells whose account it was";
const TALLIES: &str = "Standings, which follow from the entries and are made anew from them at will; nobody is paid by them";
const WEBHOOKS: &str =
    "Webhooks and what they were told, which no entry tells: what they are told of are the entries";
const TIMES: &str = "When the service stored it, which nothing else tells";

impl NotCompared {
    /// Everything that is kept and that no audit looks at.
    pub const ALL: &'static [Self] = &[
        not("clubs", &["name", "name_salt"], NAMES),
        not("players", &["name", "name_salt", "name_hash"], NAMES),
        not(
            "players",
            &["confirmed_link_seq"],
            "Whether an owner said in person who a player is, or by a machine, which no entry tells. Whether a member might erase a player, the auditor finds in the entries",
        ),
        not("texts", &["text", "salt"], NAMES),
        not(
            "invitations",
            &["token_hash"],
            "The secret that an invitation is accepted with, which no entry tells: the auditor may not read it",
        ),
        not(
            "evenings",
            &["last_seed"],
            "The seed of rounds that are not drawn yet, which no entry tells: the auditor may not read it",
        ),
        not(
            "tournaments",
            &["last_seed"],
            "The seed of rounds that are not drawn yet, which no entry tells: the auditor may not read it",
        ),
        not(
            "idempotency_keys",
            &[
                "club_id",
                "actor",
                "route",
                "key",
                "fingerprint",
                "seq",
                "first_seq",
            ],
            "Which request wrote an entry, which no entry tells: the auditor may not read it",
        ),
        not(
            "audits",
            &[
                "club_id",
                "audit_id",
                "asked_by",
                "asked_at",
                "key",
                "fingerprint",
                "from_seq",
                "to_seq",
                "state",
                "auditor",
                "leased_until",
                "version",
                "done",
                "of",
                "verdict",
                "report",
                "finished_at",
                "attempts",
                "variant_id",
                "variant_hash",
                "variant_document",
                "match_id",
            ],
            "The audits themselves, of which no entry tells",
        ),
        not("entries", &["api_key_id"], MACHINES),
        not(
            "api_keys",
            &[
                "club_id",
                "api_key_id",
                "name",
                "role",
                "secret_hash",
                "made_by",
                "made_at",
                "expires_at",
                "used_at",
                "revoked_at",
                "idempotency_key",
                "fingerprint",
                "scope",
                "match_id",
            ],
            MACHINES,
        ),
        not(
            "webhooks",
            &[
                "club_id",
                "webhook_id",
                "name",
                "url",
                "kinds",
                "secret_number",
                "secret_key_id",
                "previous_number",
                "previous_key_id",
                "previous_until",
                "made_by",
                "made_at",
                "idempotency_key",
                "fingerprint",
                "changed_by",
                "changed_key",
                "changed_fingerprint",
                "state",
                "disabled_reason",
                "disabled_at",
                "delivered_seq",
                "failures",
                "failing_since",
                "next_attempt_at",
                "lease",
                "leased_until",
                "url_set_by",
                "url_set_to",
            ],
            WEBHOOKS,
        ),
        not(
            "webhook_requests",
            &[
                "club_id",
                "webhook_id",
                "actor",
                "route",
                "key",
                "fingerprint",
                "secret_number",
                "rotated",
            ],
            WEBHOOKS,
        ),
        not(
            "webhook_deliveries",
            &[
                "club_id",
                "webhook_id",
                "delivery_id",
                "seq",
                "kind",
                "attempt",
                "asked_by",
                "idempotency_key",
                "fingerprint",
                "sent_at",
                "duration_ms",
                "status",
                "error",
                "next_attempt_at",
            ],
            WEBHOOKS,
        ),
        not(
            "access_events",
            &[
                "club_id",
                "access_event_id",
                "time",
                "kind",
                "actor",
                "api_key_id",
                "webhook_id",
            ],
            "Who took what along, which no entry tells: the auditor may not read it",
        ),
        not("tally_heads", &["club_id", "seq"], TALLIES),
        not(
            "tallies",
            &[
                "club_id",
                "match_id",
                "player_id",
                "opened_seq",
                "played_on",
                "variant_id",
                "place",
                "totals",
                "detail",
                "longest_deal",
                "longest_deal_outcome",
            ],
            TALLIES,
        ),
        not(
            "won_hands",
            &[
                "club_id",
                "match_id",
                "outcome_id",
                "player_id",
                "number",
                "entry_seq",
                "opened_seq",
                "played_on",
                "variant_id",
                "limit_hand",
                "fan",
                "half_points",
                "patterns",
                "tiles",
            ],
            TALLIES,
        ),
        not(
            "tally_sums",
            &[
                "club_id",
                "variant_id",
                "span",
                "starts_on",
                "player_id",
                "totals",
                "detail",
            ],
            TALLIES,
        ),
        not(
            "ratings",
            &[
                "club_id",
                "player_id",
                "played_on",
                "opened_seq",
                "rating",
                "uncertainty",
            ],
            TALLIES,
        ),
        not("checkpoints", &["signed_at"], TIMES),
        not("directory_checkpoints", &["signed_at"], TIMES),
        not("cosignatures", &["cosigned_at"], TIMES),
        not(
            "log_keys",
            &["first_used_at", "retired_at"],
            "Since when and until when the service used a key, which is believed: whoever has the keys from elsewhere has these times, too",
        ),
        not("refusals", &["log", "reason", "refused_at"], SIGNER),
        not("disputes", &["witness", "reason", "disputed_at"], SIGNER),
        not("signer_rounds", &["only_row", "last_round_at"], SIGNER),
        not(
            "users",
            &[
                "user_id",
                "email",
                "email_folded",
                "password_hash",
                "display_name",
                "created_at",
                "erased_at",
                "one_time_until",
            ],
            ACCOUNTS,
        ),
        not(
            "sessions",
            &["session_id", "user_id", "started_at", "ended_at"],
            ACCOUNTS,
        ),
        not(
            "refresh_tokens",
            &["token_hash", "session_id", "expires_at", "used_at"],
            ACCOUNTS,
        ),
        not(
            "identities",
            &[
                "identity_id",
                "user_id",
                "issuer",
                "subject",
                "linked_at",
                "used_at",
            ],
            ACCOUNTS,
        ),
        not(
            "account_events",
            &["access_event_id", "user_id", "time", "kind", "session_id"],
            ACCOUNTS,
        ),
    ];
}

const fn not(
    table: &'static str,
    fields: &'static [&'static str],
    why: &'static str,
) -> NotCompared {
    NotCompared { table, fields, why }
}
