//! What entries say, by kind.

mod club;
mod committed;
mod evening;
mod match_opened;
mod round;
mod season;
mod settlement;
mod tournament;
mod variant;

pub use club::{
    ClubChanged, ClubHandedOver, InvitationAccepted, InvitationMade, InvitationRevoked,
    MemberRemoved, PlayerErased, PlayerLinked, PlayerMerged, PlayerRenamed, PlayerUnlinked,
    TextErased, VariantReinstated, VariantRetired,
};
pub use committed::{Commitment, Committed, Opening};
pub use evening::{AttendanceChanged, EveningOpened, RoundDrawn, RoundOpened};
pub use match_opened::MatchOpened;
pub use round::{MAX_ROUNDS, ReplacedMatch, ReplayedTable, RoundOf, TablesReplayed};
pub use season::{
    Handicap, MAX_SEASON_MATCHES, MAX_SEASON_PLAYERS, MAX_SEASON_VARIANTS, MAX_TEAMS, SeasonClosed,
    SeasonOpened, SeasonRules, Team, UnfinishedMatches,
};

pub use settlement::{Part, PaymentRecorded, PaymentReversed, Scope, SettlementMade, Transfer};
pub use tournament::{
    Cut, DrawMethod, EntrantsChanged, LastHand, MAX_CLOCK_SECONDS, MAX_ENTRANTS,
    MAX_PENALTY_HALF_POINTS, MAX_TABLE_POINTS, MAX_TOURNAMENT_ROUNDS, PenaltyGiven,
    PenaltyWithdrawn, Registration, RoundClock, SatOut, TieBreak, TournamentClockChanged,
    TournamentClosed, TournamentOpened, TournamentRoundDrawn, TournamentRoundOpened,
    TournamentRules, TournamentScoring,
};
pub use variant::VariantAdded;

use crate::canonical::{Fields, Refusal};
use crate::{Hash, MatchCorrected, MatchDeclared, MatchId, OutcomeRecorded, PlayerId, UserId};
use mahjong::string_enum;
use serde::de::value::MapDeserializer;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

/// What an entry says; its word for the kind is the leaf's `kind`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Body {
    /// The club began. Always its first entry.
    ClubFounded(ClubFounded),
    /// Somebody got a role in the club, or another one.
    MemberSet(MemberSet),
    /// Somebody plays in the club from now on.
    PlayerEnrolled(PlayerEnrolled),
    /// The rules of a variant, before the first match that pins them.
    VariantAdded(VariantAdded),
    /// Four players sat down.
    MatchOpened(MatchOpened),
    /// Something happened in a match: a hand was played, a penalty paid, a chair taken over, the match ended early.
    OutcomeRecorded(Box<OutcomeRecorded>),
    /// What a match's entries say was put right.
    MatchCorrected(Box<MatchCorrected>),
    /// What was open of some matches was settled.
    SettlementMade(SettlementMade),
    /// Something was paid of what a settlement says.
    PaymentRecorded(PaymentRecorded),
    /// A payment was never made after all.
    PaymentReversed(PaymentReversed),
    /// The club has another name or time zone.
    ClubChanged(ClubChanged),
    /// Somebody is no member any more.
    MemberRemoved(MemberRemoved),
    /// An owner made another member one and stepped down.
    ClubHandedOver(ClubHandedOver),
    /// Somebody may become a member.
    InvitationMade(InvitationMade),
    /// Nobody may accept an invitation any more.
    InvitationRevoked(InvitationRevoked),
    /// Somebody became a member.
    InvitationAccepted(InvitationAccepted),
    /// A player is a member.
    PlayerLinked(PlayerLinked),
    /// A player is linked to no account any more.
    PlayerUnlinked(PlayerUnlinked),
    /// A player has another name.
    PlayerRenamed(PlayerRenamed),
    /// Two players are one person.
    PlayerMerged(PlayerMerged),
    /// A player's name is gone.
    PlayerErased(PlayerErased),
    /// The text that an entry commits to is gone.
    TextErased(TextErased),
    /// No match is opened under a variant any more.
    VariantRetired(VariantRetired),
    /// Matches are opened under a retired variant again.
    VariantReinstated(VariantReinstated),
    /// The club plays on a day, at some tables.
    EveningOpened(EveningOpened),
    /// Players came to an evening, or left it.
    AttendanceChanged(AttendanceChanged),
    /// Who sits where in a round of an evening, and who sits out.
    RoundDrawn(RoundDrawn),
    /// The matches of a drawn round.
    RoundOpened(RoundOpened),
    /// The matches of some days are a season.
    SeasonOpened(SeasonOpened),
    /// The standings of a season are final.
    SeasonClosed(SeasonClosed),
    /// The club holds a tournament.
    TournamentOpened(TournamentOpened),
    /// Players take part in a tournament, came, or left it.
    EntrantsChanged(EntrantsChanged),
    /// Who sits where in a round of a tournament, and who sits out.
    TournamentRoundDrawn(TournamentRoundDrawn),
    /// The matches of a drawn round of a tournament.
    TournamentRoundOpened(TournamentRoundOpened),
    /// The clock of a round was started, stopped or set.
    TournamentClockChanged(TournamentClockChanged),
    /// A referee took something away from a player of a tournament, or warned them.
    PenaltyGiven(PenaltyGiven),
    /// A penalty does not count after all.
    PenaltyWithdrawn(PenaltyWithdrawn),
    /// The standings of a tournament are final.
    TournamentClosed(TournamentClosed),
    /// A match is void, or counts again.
    MatchDeclared(MatchDeclared),
    /// At some tables of a round, another match is played in the place of a void one.
    TablesReplayed(TablesReplayed),
}

string_enum! {
    /// What a member may do in a club.
    pub enum Role {
        /// Runs the club.
        Owner = "owner",
        /// Keeps score.
        Scorer = "scorer",
        /// Decides in tournaments: penalties, the clock, corrections of matches.
        Referee = "referee",
        /// Plays and reads.
        Player = "player",
        /// Reads and checks.
        Auditor = "auditor",
    }
}

/// The club began.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClubFounded {
    /// Its time zone, an IANA name.
    pub time_zone: String,
    /// A salted commitment to its name.
    pub name_commitment: Hash,
}

/// Somebody got a role.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MemberSet {
    /// Who.
    pub user: UserId,
    /// The role.
    pub role: Role,
}

/// Somebody plays in the club from now on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerEnrolled {
    /// Who, by random id.
    pub player: PlayerId,
    /// A salted commitment to the name.
    pub name_commitment: Hash,
}

/// Some fields, as serde reads a map.
fn all<'a>(
    fields: impl Iterator<Item = (&'a String, &'a &'a RawValue)>,
) -> impl Deserializer<'a, Error = serde_json::Error> {
    MapDeserializer::new(fields.map(|(name, text)| (name.as_str(), *text)))
}

impl Body {
    /// The words for all kinds of this version.
    pub const KINDS: [&str; 40] = [
        "club_founded",
        "member_set",
        "player_enrolled",
        "variant_added",
        "match_opened",
        "outcome_recorded",
        "match_corrected",
        "settlement_made",
        "payment_recorded",
        "payment_reversed",
        "club_changed",
        "member_removed",
        "club_handed_over",
        "invitation_made",
        "invitation_revoked",
        "invitation_accepted",
        "player_linked",
        "player_unlinked",
        "player_renamed",
        "player_merged",
        "player_erased",
        "text_erased",
        "variant_retired",
        "variant_reinstated",
        "evening_opened",
        "attendance_changed",
        "round_drawn",
        "round_opened",
        "season_opened",
        "season_closed",
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

    /// Reads it from its fields. An enum with a tag copies all of its fields before it reads them; the kinds that have much to
    /// copy are read without their tag.
    pub(crate) fn read(fields: &Fields<'_>) -> Result<Self, Refusal> {
        let untagged = || all(fields.iter().filter(|(name, _)| *name != "kind"));
        Ok(match fields.get("kind").map(|kind| kind.get()) {
            Some(r#""outcome_recorded""#) => Self::OutcomeRecorded(Box::deserialize(untagged())?),
            Some(r#""match_corrected""#) => Self::MatchCorrected(Box::deserialize(untagged())?),
            Some(_) | None => Self::deserialize(all(fields.iter()))?,
        })
    }

    /// The word for its kind, the leaf's `kind`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::ClubFounded(_) => "club_founded",
            Self::MemberSet(_) => "member_set",
            Self::PlayerEnrolled(_) => "player_enrolled",
            Self::VariantAdded(_) => "variant_added",
            Self::MatchOpened(_) => "match_opened",
            Self::OutcomeRecorded(_) => "outcome_recorded",
            Self::MatchCorrected(_) => "match_corrected",
            Self::SettlementMade(_) => "settlement_made",
            Self::PaymentRecorded(_) => "payment_recorded",
            Self::PaymentReversed(_) => "payment_reversed",
            Self::ClubChanged(_) => "club_changed",
            Self::MemberRemoved(_) => "member_removed",
            Self::ClubHandedOver(_) => "club_handed_over",
            Self::InvitationMade(_) => "invitation_made",
            Self::InvitationRevoked(_) => "invitation_revoked",
            Self::InvitationAccepted(_) => "invitation_accepted",
            Self::PlayerLinked(_) => "player_linked",
            Self::PlayerUnlinked(_) => "player_unlinked",
            Self::PlayerRenamed(_) => "player_renamed",
            Self::PlayerMerged(_) => "player_merged",
            Self::PlayerErased(_) => "player_erased",
            Self::TextErased(_) => "text_erased",
            Self::VariantRetired(_) => "variant_retired",
            Self::VariantReinstated(_) => "variant_reinstated",
            Self::EveningOpened(_) => "evening_opened",
            Self::AttendanceChanged(_) => "attendance_changed",
            Self::RoundDrawn(_) => "round_drawn",
            Self::RoundOpened(_) => "round_opened",
            Self::SeasonOpened(_) => "season_opened",
            Self::SeasonClosed(_) => "season_closed",
            Self::TournamentOpened(_) => "tournament_opened",
            Self::EntrantsChanged(_) => "entrants_changed",
            Self::TournamentRoundDrawn(_) => "tournament_round_drawn",
            Self::TournamentRoundOpened(_) => "tournament_round_opened",
            Self::TournamentClockChanged(_) => "tournament_clock_changed",
            Self::PenaltyGiven(_) => "penalty_given",
            Self::PenaltyWithdrawn(_) => "penalty_withdrawn",
            Self::TournamentClosed(_) => "tournament_closed",
            Self::MatchDeclared(_) => "match_declared",
            Self::TablesReplayed(_) => "tables_replayed",
        }
    }

    /// The match that it opens, carries on or corrects. A settlement is of several, and of none therefore; so is a round.
    pub fn match_id(&self) -> Option<MatchId> {
        match self {
            Self::MatchOpened(opened) => Some(opened.match_id),
            Self::OutcomeRecorded(recorded) => Some(recorded.match_id),
            Self::MatchCorrected(corrected) => Some(corrected.match_id),
            Self::MatchDeclared(declared) => Some(declared.match_id),
            Self::ClubFounded(_)
            | Self::MemberSet(_)
            | Self::PlayerEnrolled(_)
            | Self::VariantAdded(_)
            | Self::SettlementMade(_)
            | Self::PaymentRecorded(_)
            | Self::PaymentReversed(_)
            | Self::ClubChanged(_)
            | Self::MemberRemoved(_)
            | Self::ClubHandedOver(_)
            | Self::InvitationMade(_)
            | Self::InvitationRevoked(_)
            | Self::InvitationAccepted(_)
            | Self::PlayerLinked(_)
            | Self::PlayerUnlinked(_)
            | Self::PlayerRenamed(_)
            | Self::PlayerMerged(_)
            | Self::PlayerErased(_)
            | Self::TextErased(_)
            | Self::VariantRetired(_)
            | Self::VariantReinstated(_)
            | Self::EveningOpened(_)
            | Self::AttendanceChanged(_)
            | Self::RoundDrawn(_)
            | Self::RoundOpened(_)
            | Self::SeasonOpened(_)
            | Self::SeasonClosed(_)
            | Self::TournamentOpened(_)
            | Self::EntrantsChanged(_)
            | Self::TournamentRoundDrawn(_)
            | Self::TournamentRoundOpened(_)
            | Self::TournamentClockChanged(_)
            | Self::PenaltyGiven(_)
            | Self::PenaltyWithdrawn(_)
            | Self::TournamentClosed(_)
            | Self::TablesReplayed(_) => None,
        }
    }

    /// What the types alone do not rule out.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        match self {
            Self::VariantAdded(variant) => variant.check(),
            Self::MatchOpened(opened) => opened.check(),
            Self::OutcomeRecorded(recorded) => recorded.check(),
            Self::MatchCorrected(corrected) => corrected.check(),
            Self::SettlementMade(made) => made.check(),
            Self::PaymentRecorded(recorded) => recorded.check(),
            Self::ClubHandedOver(handed_over) => handed_over.check(),
            Self::InvitationMade(made) => made.check(),
            Self::PlayerMerged(merged) => merged.check(),
            Self::EveningOpened(opened) => opened.check(),
            Self::AttendanceChanged(changed) => changed.check(),
            Self::RoundDrawn(drawn) => drawn.check(),
            Self::RoundOpened(opened) => opened.check(),
            Self::SeasonOpened(opened) => opened.check(),
            Self::TournamentOpened(opened) => opened.check(),
            Self::EntrantsChanged(changed) => changed.check(),
            Self::TournamentRoundDrawn(drawn) => drawn.check(),
            Self::TournamentRoundOpened(opened) => opened.check(),
            Self::TournamentClockChanged(changed) => changed.check(),
            Self::PenaltyGiven(given) => given.check(),
            Self::PenaltyWithdrawn(withdrawn) => withdrawn.check(),
            Self::TablesReplayed(replayed) => replayed.check(),
            Self::ClubFounded(_)
            | Self::MemberSet(_)
            | Self::PlayerEnrolled(_)
            | Self::PaymentReversed(_)
            | Self::ClubChanged(_)
            | Self::MemberRemoved(_)
            | Self::InvitationRevoked(_)
            | Self::InvitationAccepted(_)
            | Self::PlayerLinked(_)
            | Self::PlayerUnlinked(_)
            | Self::PlayerRenamed(_)
            | Self::PlayerErased(_)
            | Self::TextErased(_)
            | Self::VariantRetired(_)
            | Self::VariantReinstated(_)
            | Self::SeasonClosed(_)
            | Self::TournamentClosed(_)
            | Self::MatchDeclared(_) => Ok(()),
        }
    }
}
