//! How an auditor reads the tables that follow from the entries: which columns, and how each is written.

use ColumnForm::{Digest, Hex, Itself, Time};

/// How an auditor reads a column: what the entries state as text is text here too.
#[derive(Clone, Copy)]
pub(crate) enum ColumnForm {
    /// As it is.
    Itself,
    /// Bytes, as hexadecimal digits.
    Hex,
    /// Bytes, as the SHA-256 of them.
    Digest,
    /// A time, as entries write one.
    Time,
}

/// A table as an auditor reads it: the columns that tell a row from the others of its club, and what it has to say.
pub(crate) struct Layout {
    pub(crate) table: &'static str,
    pub(crate) id: &'static [Column],
    pub(crate) fields: &'static [Column],
    /// Whether each row is of a club.
    pub(crate) of_clubs: bool,
}

pub(crate) type Column = (&'static str, ColumnForm);

pub(super) const CLUBS: Layout = Layout {
    table: "clubs",
    id: &[("club_id", Itself)],
    fields: &[
        ("time_zone", Itself),
        ("founded_at", Time),
        ("last_seq", Itself),
        ("last_time", Time),
        ("tree", Hex),
    ],
    of_clubs: true,
};
pub(super) const ENTRIES: Layout = Layout {
    table: "entries",
    id: &[("seq", Itself)],
    fields: &[("kind", Itself), ("time", Time)],
    of_clubs: true,
};
pub(super) const SUBTREES: Layout = Layout {
    table: "subtrees",
    id: &[("level", Itself), ("index", Itself)],
    fields: &[("hash", Hex)],
    of_clubs: true,
};
pub(super) const MEMBERS: Layout = Layout {
    table: "members",
    id: &[("user_id", Itself)],
    fields: &[("role", Itself)],
    of_clubs: true,
};
pub(super) const INVITATIONS: Layout = Layout {
    table: "invitations",
    id: &[("invitation_id", Itself)],
    fields: &[
        ("role", Itself),
        ("player_id", Itself),
        ("single_use", Itself),
        ("made_by", Itself),
        ("made_seq", Itself),
        ("made_at", Time),
        ("expires_at", Time),
        ("uses", Itself),
        ("revoked_seq", Itself),
    ],
    of_clubs: true,
};
pub(super) const PLAYERS: Layout = Layout {
    table: "players",
    id: &[("player_id", Itself)],
    fields: &[
        ("enrolled_seq", Itself),
        ("user_id", Itself),
        ("linked_seq", Itself),
        ("merged_into", Itself),
        ("merged_directly_into", Itself),
        ("merged_seq", Itself),
        ("erased_seq", Itself),
    ],
    of_clubs: true,
};
pub(super) const VARIANTS: Layout = Layout {
    table: "variants",
    id: &[("variant_hash", Hex)],
    fields: &[
        ("document", Digest),
        ("added_seq", Itself),
        ("retired_seq", Itself),
    ],
    of_clubs: true,
};
pub(super) const MATCHES: Layout = Layout {
    table: "matches",
    id: &[("match_id", Itself)],
    fields: &[
        ("variant_id", Itself),
        ("variant_hash", Hex),
        ("player_1", Itself),
        ("player_2", Itself),
        ("player_3", Itself),
        ("player_4", Itself),
        ("minimum_fan", Itself),
        ("stake_cents", Itself),
        ("currency", Itself),
        ("starting_points", Itself),
        ("played_on", Itself),
        ("opened_seq", Itself),
        ("opened_at", Time),
        ("version", Itself),
        ("next_number", Itself),
        ("round_wind", Itself),
        ("dealer", Itself),
        ("extra", Itself),
        ("total_1", Itself),
        ("total_2", Itself),
        ("total_3", Itself),
        ("total_4", Itself),
        ("house", Itself),
        ("ending", Itself),
        ("void_seq", Itself),
    ],
    of_clubs: true,
};
pub(super) const MATCH_ENTRIES: Layout = Layout {
    table: "match_entries",
    id: &[("match_id", Itself), ("seq", Itself)],
    fields: &[
        ("chair_1", Itself),
        ("chair_2", Itself),
        ("chair_3", Itself),
        ("chair_4", Itself),
        ("house", Itself),
    ],
    of_clubs: true,
};
pub(super) const TEXTS: Layout = Layout {
    table: "texts",
    id: &[("seq", Itself)],
    fields: &[("erased_seq", Itself)],
    of_clubs: true,
};
pub(super) const BALANCES: Layout = Layout {
    table: "balances",
    id: &[("match_id", Itself), ("party", Itself)],
    fields: &[("half_points", Itself), ("settled_cents", Itself)],
    of_clubs: true,
};
pub(super) const SETTLEMENTS: Layout = Layout {
    table: "settlements",
    id: &[("settlement_id", Itself)],
    fields: &[("currency", Itself), ("settled_seq", Itself)],
    of_clubs: true,
};
pub(super) const SETTLEMENT_ENTRIES: Layout = Layout {
    table: "settlement_entries",
    id: &[("settlement_id", Itself), ("seq", Itself)],
    fields: &[],
    of_clubs: true,
};
pub(super) const SETTLEMENT_MATCHES: Layout = Layout {
    table: "settlement_matches",
    id: &[("settlement_id", Itself), ("match_id", Itself)],
    fields: &[],
    of_clubs: true,
};
pub(super) const SETTLEMENT_TRANSFERS: Layout = Layout {
    table: "settlement_transfers",
    id: &[("settlement_id", Itself), ("from", Itself), ("to", Itself)],
    fields: &[("amount_cents", Itself), ("paid_cents", Itself)],
    of_clubs: true,
};
pub(super) const EVENINGS: Layout = Layout {
    table: "evenings",
    id: &[("evening_id", Itself)],
    fields: &[("opened_seq", Itself)],
    of_clubs: true,
};
pub(super) const EVENING_ENTRIES: Layout = Layout {
    table: "evening_entries",
    id: &[("evening_id", Itself), ("seq", Itself)],
    fields: &[],
    of_clubs: true,
};
pub(super) const EVENING_MATCHES: Layout = Layout {
    table: "evening_matches",
    id: &[("match_id", Itself)],
    fields: &[("evening_id", Itself)],
    of_clubs: true,
};
pub(super) const SEASONS: Layout = Layout {
    table: "seasons",
    id: &[("season_id", Itself)],
    fields: &[("opened_seq", Itself), ("closed_seq", Itself)],
    of_clubs: true,
};
pub(super) const TOURNAMENTS: Layout = Layout {
    table: "tournaments",
    id: &[("tournament_id", Itself)],
    fields: &[("opened_seq", Itself), ("closed_seq", Itself)],
    of_clubs: true,
};
pub(super) const TOURNAMENT_ENTRIES: Layout = Layout {
    table: "tournament_entries",
    id: &[("tournament_id", Itself), ("seq", Itself)],
    fields: &[],
    of_clubs: true,
};
pub(super) const TOURNAMENT_MATCHES: Layout = Layout {
    table: "tournament_matches",
    id: &[("match_id", Itself)],
    fields: &[("tournament_id", Itself)],
    of_clubs: true,
};
pub(super) const CHECKPOINTS: Layout = Layout {
    table: "checkpoints",
    id: &[("size", Itself)],
    fields: &[("root", Hex), ("head_index", Itself)],
    of_clubs: true,
};

pub(super) const DIRECTORY_SUBTREES: Layout = Layout {
    table: "directory_subtrees",
    id: &[("level", Itself), ("index", Itself)],
    fields: &[("hash", Hex)],
    of_clubs: false,
};
