//! Which roles may enter which kind of entry. `LEAF.md` states the same table, and a test holds the two equal.

use crate::body::{Body, Role};

/// Who may enter entries of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Authority {
    /// The roles whose members may.
    pub roles: &'static [Role],
    /// Who else may.
    pub exception: Option<Exception>,
}

/// Somebody who may enter an entry although their role is not among the roles of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exception {
    /// Somebody who is no member before the entry: the founder, or whoever accepts an invitation.
    NotMember,
    /// A member whom the entry itself is about.
    OwnMembership,
    /// A member, if the entry is about their own player: the one that is linked to their account, whoever made the link.
    OwnPlayer,
}

const NEW_MEMBER: Authority = Authority {
    roles: &[],
    exception: Some(Exception::NotMember),
};
const OWNER: Authority = Authority {
    roles: &[Role::Owner],
    exception: None,
};
const OWNER_OR_ONESELF: Authority = Authority {
    roles: &[Role::Owner],
    exception: Some(Exception::OwnMembership),
};
const OWNER_OR_OWN_PLAYER: Authority = Authority {
    roles: &[Role::Owner],
    exception: Some(Exception::OwnPlayer),
};
const OWNER_OR_SCORER: Authority = Authority {
    roles: &[Role::Owner, Role::Scorer],
    exception: None,
};
const OWNER_SCORER_OR_REFEREE: Authority = Authority {
    roles: &[Role::Owner, Role::Scorer, Role::Referee],
    exception: None,
};
const OWNER_OR_REFEREE: Authority = Authority {
    roles: &[Role::Owner, Role::Referee],
    exception: None,
};

/// Makes the list by words and the `match` by kinds from one table: a kind without a row does not compile.
macro_rules! table {
    ($($kind:ident $word:literal $authority:ident;)+) => {
        impl Authority {
            /// Every kind of entry, by its word, in the order of [`Body::KINDS`].
            pub const TABLE: [(&'static str, Self); Body::KINDS.len()] = [$(($word, $authority)),+];
        }

        impl Body {
            /// Who may enter it.
            pub const fn authority(&self) -> Authority {
                match self { $(Self::$kind(_) => $authority,)+ }
            }
        }
    };
}

table! {
    ClubFounded "club_founded" NEW_MEMBER;
    MemberSet "member_set" OWNER;
    PlayerEnrolled "player_enrolled" OWNER_OR_SCORER;
    VariantAdded "variant_added" OWNER_OR_SCORER;
    MatchOpened "match_opened" OWNER_OR_SCORER;
    OutcomeRecorded "outcome_recorded" OWNER_OR_SCORER;
    MatchCorrected "match_corrected" OWNER_SCORER_OR_REFEREE;
    SettlementMade "settlement_made" OWNER_OR_SCORER;
    PaymentRecorded "payment_recorded" OWNER_OR_SCORER;
    PaymentReversed "payment_reversed" OWNER_OR_SCORER;
    ClubChanged "club_changed" OWNER;
    MemberRemoved "member_removed" OWNER_OR_ONESELF;
    ClubHandedOver "club_handed_over" OWNER;
    InvitationMade "invitation_made" OWNER;
    InvitationRevoked "invitation_revoked" OWNER;
    InvitationAccepted "invitation_accepted" NEW_MEMBER;
    PlayerLinked "player_linked" OWNER_OR_SCORER;
    PlayerUnlinked "player_unlinked" OWNER_OR_SCORER;
    PlayerRenamed "player_renamed" OWNER_OR_SCORER;
    PlayerMerged "player_merged" OWNER;
    PlayerUnmerged "player_unmerged" OWNER;
    PlayerErased "player_erased" OWNER_OR_OWN_PLAYER;
    TextErased "text_erased" OWNER;
    VariantRetired "variant_retired" OWNER;
    VariantReinstated "variant_reinstated" OWNER;
    EveningOpened "evening_opened" OWNER_OR_SCORER;
    AttendanceChanged "attendance_changed" OWNER_OR_SCORER;
    RoundDrawn "round_drawn" OWNER_OR_SCORER;
    RoundOpened "round_opened" OWNER_OR_SCORER;
    SeasonOpened "season_opened" OWNER;
    SeasonClosed "season_closed" OWNER;
    TournamentOpened "tournament_opened" OWNER;
    EntrantsChanged "entrants_changed" OWNER_OR_SCORER;
    TournamentRoundDrawn "tournament_round_drawn" OWNER_OR_SCORER;
    TournamentRoundOpened "tournament_round_opened" OWNER_OR_SCORER;
    TournamentClockChanged "tournament_clock_changed" OWNER_SCORER_OR_REFEREE;
    PenaltyGiven "penalty_given" OWNER_OR_REFEREE;
    PenaltyWithdrawn "penalty_withdrawn" OWNER_OR_REFEREE;
    TournamentClosed "tournament_closed" OWNER;
    MatchDeclared "match_declared" OWNER_OR_REFEREE;
    TablesReplayed "tables_replayed" OWNER_OR_SCORER;
}

impl Authority {
    /// Who may enter entries of the kind with this word.
    pub fn of(kind: &str) -> Option<Self> {
        let row = Self::TABLE.iter().find(|(word, _)| *word == kind);
        row.map(|(_, authority)| *authority)
    }
}
