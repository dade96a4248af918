//! What entries say, by kind.

mod club;
mod evening;
mod match_opened;
mod opening;
mod round;
mod season;
mod settlement;
mod tournament;
mod variant;

pub use club::{
    ClubChanged, ClubHandedOver, InvitationAccepted, InvitationMade, InvitationRevoked,
    MemberRemoved, PlayerErased, PlayerLinked, PlayerMerged, PlayerRenamed, PlayerUnlinked,
    PlayerUnmerged, TextErased, VariantReinstated, VariantRetired,
};
pub use evening::{AttendanceChanged, EveningOpened, RoundDrawn, RoundOpened};
pub use match_opened::MatchOpened;
pub use opening::Opening;
pub(crate) use round::with_replaced;
pub use round::{MAX_ROUNDS, ReplacedMatch, ReplayedTable, RoundOf, TablesReplayed};
pub use season::{
    Handicap, MAX_MATCHES_OF_PLAYER, MAX_SEASON_PLAYERS, MAX_SEASON_VARIANTS, MAX_TEAMS,
    SeasonClosed, SeasonOpened, SeasonRules, Team, UnfinishedMatches,
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
use crate::kind::kinds;
use crate::{
    Authority, Commitment, Hash, Kind, MatchCorrected, MatchDeclared, MatchId, OutcomeRecorded,
    PlayerId, Role, Subject, TournamentId, UserId,
};
use serde::de::value::MapDeserializer;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

kinds! {
    /// The club began. Always its first entry.
    ClubFounded(ClubFounded) = "club_founded";
    /// Somebody got a role in the club, or another one.
    MemberSet(MemberSet) = "member_set";
    /// Somebody plays in the club from now on.
    PlayerEnrolled(PlayerEnrolled) = "player_enrolled";
    /// The rules of a variant, before the first match that pins them.
    VariantAdded(VariantAdded) = "variant_added";
    /// Four players sat down.
    MatchOpened(MatchOpened) = "match_opened";
    /// Something happened in a match: a hand was played, a penalty paid, a chair taken over, the match ended early.
    OutcomeRecorded(Box<OutcomeRecorded>) = "outcome_recorded";
    /// What a match's entries say was put right.
    MatchCorrected(Box<MatchCorrected>) = "match_corrected";
    /// What was open of some matches was settled.
    SettlementMade(SettlementMade) = "settlement_made";
    /// Something was paid of what a settlement says.
    PaymentRecorded(PaymentRecorded) = "payment_recorded";
    /// A payment was never made after all.
    PaymentReversed(PaymentReversed) = "payment_reversed";
    /// The club has another name or time zone.
    ClubChanged(ClubChanged) = "club_changed";
    /// Somebody is no member any more.
    MemberRemoved(MemberRemoved) = "member_removed";
    /// An owner made another member one and stepped down.
    ClubHandedOver(ClubHandedOver) = "club_handed_over";
    /// Somebody may become a member.
    InvitationMade(InvitationMade) = "invitation_made";
    /// Nobody may accept an invitation any more.
    InvitationRevoked(InvitationRevoked) = "invitation_revoked";
    /// Somebody became a member.
    InvitationAccepted(InvitationAccepted) = "invitation_accepted";
    /// A player is a member.
    PlayerLinked(PlayerLinked) = "player_linked";
    /// A player is linked to no account any more.
    PlayerUnlinked(PlayerUnlinked) = "player_unlinked";
    /// A player has another name.
    PlayerRenamed(PlayerRenamed) = "player_renamed";
    /// Two players are one person.
    PlayerMerged(PlayerMerged) = "player_merged";
    /// Two players who were merged are two people after all.
    PlayerUnmerged(PlayerUnmerged) = "player_unmerged";
    /// A player's name is gone.
    PlayerErased(PlayerErased) = "player_erased";
    /// The text that an entry commits to is gone.
    TextErased(TextErased) = "text_erased";
    /// No match is opened under a variant any more.
    VariantRetired(VariantRetired) = "variant_retired";
    /// Matches are opened under a retired variant again.
    VariantReinstated(VariantReinstated) = "variant_reinstated";
    /// The club plays on a day, at some tables.
    EveningOpened(EveningOpened) = "evening_opened";
    /// Players came to an evening, or left it.
    AttendanceChanged(AttendanceChanged) = "attendance_changed";
    /// Who sits where in a round of an evening, and who sits out.
    RoundDrawn(RoundDrawn) = "round_drawn";
    /// The matches of a drawn round.
    RoundOpened(RoundOpened) = "round_opened";
    /// The matches of some days are a season.
    SeasonOpened(SeasonOpened) = "season_opened";
    /// The standings of a season are final.
    SeasonClosed(SeasonClosed) = "season_closed";
    /// The club holds a tournament.
    TournamentOpened(TournamentOpened) = "tournament_opened";
    /// Players take part in a tournament, came, or left it.
    EntrantsChanged(EntrantsChanged) = "entrants_changed";
    /// Who sits where in a round of a tournament, and who sits out.
    TournamentRoundDrawn(TournamentRoundDrawn) = "tournament_round_drawn";
    /// The matches of a drawn round of a tournament.
    TournamentRoundOpened(TournamentRoundOpened) = "tournament_round_opened";
    /// The clock of a round was started, stopped or set.
    TournamentClockChanged(TournamentClockChanged) = "tournament_clock_changed";
    /// A referee took something away from a player of a tournament, or warned them.
    PenaltyGiven(PenaltyGiven) = "penalty_given";
    /// A penalty does not count after all.
    PenaltyWithdrawn(PenaltyWithdrawn) = "penalty_withdrawn";
    /// The standings of a tournament are final.
    TournamentClosed(TournamentClosed) = "tournament_closed";
    /// A match is void, or counts again.
    MatchDeclared(MatchDeclared) = "match_declared";
    /// At some tables of a round, another match is played in the place of a void one.
    TablesReplayed(TablesReplayed) = "tables_replayed";
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

impl Kind for ClubFounded {
    const AUTHORITY: Authority = Authority::NEW_MEMBER;

    fn subject(&self) -> Subject {
        Subject::Club
    }

    fn commitment(&self) -> Option<Commitment> {
        Some(Commitment::to_name(self.name_commitment))
    }
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

impl Kind for MemberSet {
    const AUTHORITY: Authority = Authority::OWNER;

    fn subject(&self) -> Subject {
        Subject::Club
    }

    fn account(&self) -> Option<UserId> {
        Some(self.user)
    }
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

impl Kind for PlayerEnrolled {
    const AUTHORITY: Authority = Authority::OWNER_OR_SCORER;

    fn subject(&self) -> Subject {
        Subject::Club
    }

    fn commitment(&self) -> Option<Commitment> {
        Some(Commitment::to_name(self.name_commitment))
    }
}

/// Some fields, as serde reads a map.
fn all<'a>(
    fields: impl Iterator<Item = (&'a String, &'a &'a RawValue)>,
) -> impl Deserializer<'a, Error = serde_json::Error> {
    MapDeserializer::new(fields.map(|(name, text)| (name.as_str(), *text)))
}

impl Body {
    /// Reads it from its fields. An enum with a tag copies all of its fields before it reads them; the kinds that have much to
    /// copy are read without their tag.
    pub(crate) fn read(fields: &Fields<'_>) -> Result<Self, Refusal> {
        let untagged = || all(fields.iter().filter(|(name, _)| *name != "kind"));
        let kind = fields.get("kind").map(|kind| kind.get().trim_matches('"'));
        Ok(match kind {
            Some(OutcomeRecorded::KIND) => Self::OutcomeRecorded(Box::deserialize(untagged())?),
            Some(MatchCorrected::KIND) => Self::MatchCorrected(Box::deserialize(untagged())?),
            Some(_) | None => Self::deserialize(all(fields.iter()))?,
        })
    }

    /// The match that it opens, carries on or corrects. A settlement is of several, and of none therefore; so is a round.
    pub fn match_id(&self) -> Option<MatchId> {
        match self.subject() {
            Subject::Match(id) => Some(id),
            Subject::Club
            | Subject::Settlement(_)
            | Subject::Evening(_)
            | Subject::Season(_)
            | Subject::Tournament(_) => None,
        }
    }

    /// The tournament that it opens or carries on.
    pub fn tournament_id(&self) -> Option<TournamentId> {
        match self.subject() {
            Subject::Tournament(id) => Some(id),
            Subject::Club
            | Subject::Match(_)
            | Subject::Settlement(_)
            | Subject::Evening(_)
            | Subject::Season(_) => None,
        }
    }
}
