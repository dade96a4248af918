//! What does not go with a club's people.

use evidence::{MatchId, PlayerId, RoundOf, TournamentId};

/// What does not go with a club's people as they are.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PeopleError {
    /// Nobody is invited with this token: it is unknown, used, expired or revoked.
    #[error("no open invitation has this token")]
    InvitationNotOpen,
    /// Whoever is a member is not invited.
    #[error("you are a member of this club already: the invitation is not used up")]
    AlreadyMember,
    /// The account is not a member of the club.
    #[error("this account is not a member of the club")]
    NotAMember,
    /// The player is linked to another account.
    #[error("the player is linked to another account")]
    PlayerLinked,
    /// The account is linked to another player.
    #[error("the account is linked to another player of the club")]
    AccountLinked,
    /// A player named by the request is not of the club.
    #[error("the club has no such player")]
    NoSuchPlayer,
    /// A player was merged into another: it is that one who is meant.
    #[error("the player was merged into another")]
    PlayerMerged,
    /// Whoever was drawn for a round was merged since then: the round is not played under the id.
    #[error("a player who was drawn was merged into another")]
    DrawnPlayerMerged {
        /// Who was drawn.
        player: PlayerId,
        /// The name of whom they count for.
        name: Option<String>,
        /// How the round can be played all the same.
        remedy: DrawRemedy,
    },
    /// The last merge of a player is not into that one, or nobody merged the player.
    #[error("the player was not merged into that one")]
    PlayerNotMerged {
        /// Into whom it is, if there is one.
        directly_into: Option<PlayerId>,
    },
    /// A player was erased: nobody plays under the id any more.
    #[error("the player was erased")]
    PlayerErased,
    /// Others of the club are called so.
    #[error("another player of the club is called so")]
    NameTaken {
        /// Who, and how their names are written.
        by: Vec<(PlayerId, String)>,
    },
    /// Letters of the name were lost before it came here.
    #[error("the name has “\u{fffd}” in place of letters that were lost")]
    NameDamaged,
    /// Two players who were somewhere at the same time are two people.
    #[error("the players are two people: {0}")]
    AtOneTime(AtOneTime),
    /// A link that an owner or an invitation made, or made before: only owners end it, or say otherwise.
    #[error(
        "an owner, or an accepted invitation, said who this player is: only an owner can say otherwise"
    )]
    ConfirmedLink,
    /// Neither an owner nor an invitation made the link by which somebody wants to erase the player they are.
    #[error(
        "neither an owner nor an accepted invitation linked you to this player: an owner has to confirm it first"
    )]
    UnconfirmedLink,
    /// Nobody becomes an owner without accepting it.
    #[error(
        "the member has not accepted to be an owner: that takes an invitation with the role `owner`"
    )]
    AcceptanceRequired,
    /// Two players with an account each are two people.
    #[error("each of these players is linked to an account of their own")]
    AccountsDiffer,
}

/// How a round can be played for which somebody was drawn who was merged since then, other than by taking the merge back for as long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DrawRemedy {
    /// It is drawn again.
    Redraw,
    /// In no other way.
    None,
}

/// Where two players were at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AtOneTime {
    /// In one match.
    Match(MatchId),
    /// At two tables of one round.
    Round {
        /// What the round is of.
        of: RoundOf,
        /// Its number.
        round: u32,
        /// The match of each.
        matches: [MatchId; 2],
    },
    /// In one tournament, in different rounds: its standings have a place for each.
    Tournament {
        /// Which.
        tournament: TournamentId,
        /// A match of each.
        matches: [MatchId; 2],
    },
}

impl std::fmt::Display for AtOneTime {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Match(_) => f.write_str("they sat in one match"),
            Self::Round { .. } => f.write_str("they sat at two tables of one round"),
            Self::Tournament { .. } => f.write_str("both played in one tournament"),
        }
    }
}
