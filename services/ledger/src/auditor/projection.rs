//! What is kept beside the entries: which columns of which tables an auditor compares with what they come to, and which not.

use super::layout::{self, Layout};

/// A table that follows from the entries, or from what was signed of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Projection {
    /// What the club says of itself, and the head of the ledger.
    Clubs,
    /// What is repeated of the entries beside their bytes.
    Entries,
    /// The complete subtrees of the tree.
    Subtrees,
    /// Who is a member, and as what.
    Members,
    /// Who was invited.
    Invitations,
    /// The players.
    Players,
    /// The variants.
    Variants,
    /// The matches as they stand.
    Matches,
    /// What each entry moved in its match.
    MatchEntries,
    /// Which entries commit to a text, and which of these texts were erased.
    Texts,
    /// What everybody gained in a match, and what of it is settled.
    Balances,
    /// The settlements.
    Settlements,
    /// Which entries tell of which settlement.
    SettlementEntries,
    /// Which matches were settled by which settlement.
    SettlementMatches,
    /// Who pays whom, and what of it is paid.
    SettlementTransfers,
    /// The evenings.
    Evenings,
    /// Which entries tell of which evening.
    EveningEntries,
    /// Which matches were opened in which evening.
    EveningMatches,
    /// The seasons.
    Seasons,
    /// The tournaments.
    Tournaments,
    /// Which entries tell of which tournament.
    TournamentEntries,
    /// Which matches were opened in which tournament.
    TournamentMatches,
    /// The checkpoints, which follow from the heads of the club in the directory.
    Checkpoints,
    /// The complete subtrees of the directory, which is of no club.
    DirectorySubtrees,
}

/// Columns that are held against something else than rows that are expected: bytes against hashes, notes against keys, and what is
/// of no club, the directory, against itself.
const OTHERWISE_COMPARED: &[(&str, &[&str])] = &[
    ("entries", &["leaf", "leaf_hash"]),
    ("checkpoints", &["note"]),
    ("heads", &["index", "leaf", "leaf_hash"]),
    ("directory_checkpoints", &["size", "tree", "note"]),
    ("cosignatures", &["size", "witness", "line"]),
    ("log_keys", &["verifier_key"]),
];

impl Projection {
    /// Those whose rows each follow from one entry, and are compared with it.
    const BY_ENTRY: [Self; 2] = [Self::Entries, Self::MatchEntries];

    /// All others that are of a club. Balances come after matches and settlements, which tell of both what they follow from.
    pub const OF_ALL: [Self; 21] = [
        Self::Clubs,
        Self::Subtrees,
        Self::Members,
        Self::Invitations,
        Self::Players,
        Self::Variants,
        Self::Matches,
        Self::Texts,
        Self::Settlements,
        Self::SettlementEntries,
        Self::SettlementMatches,
        Self::Balances,
        Self::SettlementTransfers,
        Self::Evenings,
        Self::EveningEntries,
        Self::EveningMatches,
        Self::Seasons,
        Self::Tournaments,
        Self::TournamentEntries,
        Self::TournamentMatches,
        Self::Checkpoints,
    ];

    /// The name of the table.
    pub const fn table(self) -> &'static str {
        self.layout().table
    }

    pub(crate) const fn layout(self) -> &'static Layout {
        match self {
            Self::Clubs => &layout::CLUBS,
            Self::Entries => &layout::ENTRIES,
            Self::Subtrees => &layout::SUBTREES,
            Self::Members => &layout::MEMBERS,
            Self::Invitations => &layout::INVITATIONS,
            Self::Players => &layout::PLAYERS,
            Self::Variants => &layout::VARIANTS,
            Self::Matches => &layout::MATCHES,
            Self::MatchEntries => &layout::MATCH_ENTRIES,
            Self::Texts => &layout::TEXTS,
            Self::Balances => &layout::BALANCES,
            Self::Settlements => &layout::SETTLEMENTS,
            Self::SettlementEntries => &layout::SETTLEMENT_ENTRIES,
            Self::SettlementMatches => &layout::SETTLEMENT_MATCHES,
            Self::SettlementTransfers => &layout::SETTLEMENT_TRANSFERS,
            Self::Evenings => &layout::EVENINGS,
            Self::EveningEntries => &layout::EVENING_ENTRIES,
            Self::EveningMatches => &layout::EVENING_MATCHES,
            Self::Seasons => &layout::SEASONS,
            Self::Tournaments => &layout::TOURNAMENTS,
            Self::TournamentEntries => &layout::TOURNAMENT_ENTRIES,
            Self::TournamentMatches => &layout::TOURNAMENT_MATCHES,
            Self::Checkpoints => &layout::CHECKPOINTS,
            Self::DirectorySubtrees => &layout::DIRECTORY_SUBTREES,
        }
    }

    /// Every column that an auditor compares with something, by its table. The club is part of each of their keys: a row that names
    /// another club is missed in this one.
    pub fn compared() -> impl Iterator<Item = (&'static str, &'static str)> {
        let all = Self::BY_ENTRY.into_iter().chain(Self::OF_ALL);
        let rows = all.chain([Self::DirectorySubtrees]).flat_map(|projection| {
            let layout = projection.layout();
            let named = layout.id.iter().chain(layout.fields);
            let keyed = layout.of_clubs && projection != Self::Clubs;
            let club = keyed.then_some("club_id").into_iter();
            club.chain(named.map(|(column, _)| *column))
                .map(|column| (layout.table, column))
        });
        let others = OTHERWISE_COMPARED.iter();
        let others = others.flat_map(|(table, columns)| columns.iter().map(|one| (*table, *one)));
        rows.chain(others)
    }
}
