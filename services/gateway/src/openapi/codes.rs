//! Which codes an operation can refuse with.

use utoipa::openapi::RefOr;
use utoipa::openapi::path::Operation;

use crate::endpoint::Endpoint;
use crate::policy::Access;
use crate::problem::Code;

/// Whether the engine may refuse what was sent: in a body, or a variant in the query.
pub(super) fn asks_the_rules(operation: &Operation, endpoint: &Endpoint) -> bool {
    let is_sent_something = operation.request_body.is_some() || takes(operation, "with");
    endpoint.cost.is_of_rules() && is_sent_something
}

/// Whether an operation can have this code: by what it takes, who may ask for it, and the part of the service it belongs to. It is never
/// too strict; that an operation can do less than its neighbours, it does not know.
#[expect(clippy::too_many_lines, reason = "a table: each code once")]
pub(super) fn can_have(code: Code, operation: &Operation, endpoint: &Endpoint) -> bool {
    let takes = |name: &str| takes(operation, name);
    let at = |parts: &[&str]| parts.iter().any(|part| endpoint.path.contains(part));
    match code {
        Code::MalformedJson
        | Code::DuplicateField
        | Code::UnknownField
        | Code::MissingField
        | Code::InvalidField => operation.request_body.is_some(),
        Code::InvalidCursor => takes("cursor"),
        Code::IdempotencyKeyRequired | Code::IdempotencyKeyReused => takes("Idempotency-Key"),
        Code::InvalidHeader => takes("If-Match") || takes("Last-Event-ID"),
        Code::NotSignedIn | Code::Forbidden | Code::IdentityNotLinked | Code::IssuerUnavailable => {
            endpoint.access != Access::Anyone
        }
        Code::UnknownUser => at(&["/members", "/account", "/invitations", "/users/me"]),
        Code::EmailTaken | Code::OnlyOwner => at(&["/users"]),
        Code::WrongCredentials | Code::SessionOver | Code::PasswordChangeRequired => {
            at(&["sessions", "/users"])
        }
        Code::OtherOrigin => at(&["/browser-sessions"]),
        Code::InvalidIdentityToken | Code::IdentityLinked | Code::OtherIdentityLinked => {
            at(&["/identities"])
        }
        Code::InvitationNotOpen | Code::AlreadyMember => at(&["/invitations"]),
        Code::LastOwner | Code::AcceptanceRequired => at(&["/members"]),
        Code::ConfirmedLink => at(&["/account"]),
        Code::UnconfirmedLink => at(&["/players/me"]),
        Code::NotAMember => at(&["/members", "/account"]),
        Code::PlayerLinked | Code::AccountLinked => at(&["/players", "/invitations"]),
        Code::PlayersSatTogether
        | Code::PlayersInOneRound
        | Code::PlayersInOneTournament
        | Code::AccountsDiffer => at(&[":merge"]),
        Code::PlayerNotMerged | Code::TooManyUnmerges => at(&[":unmerge"]),
        Code::TooManyClubs
        | Code::TooManyMembers
        | Code::TooManyPlayers
        | Code::PlayerNameTaken
        | Code::PlayerNameDamaged => adds(code, endpoint),
        Code::TooManyApiKeys => at(&["/api-keys"]),
        Code::WebhookUrlRefused
        | Code::WebhooksNotOffered
        | Code::TooManyWebhooks
        | Code::TooManyDeliveries => at(&["/webhooks"]),
        Code::HandNumberTaken | Code::HandNumberAhead | Code::PlayersChanged => {
            at(&["/hands"]) && at(&["/clubs/"])
        }
        Code::MatchOver => at(&["/matches/", "/hands:play"]),
        Code::MatchVoid => at(&["/matches/"]),
        Code::MatchNotVoid | Code::MatchReplaced => at(&["{match}:reinstate"]),
        Code::NothingToReplay => at(&["{round}:replay"]),
        Code::MatchChanged | Code::MatchStale => at(&["/matches/"]),
        Code::CorrectionImpossible => at(&["/matches/"]),
        Code::PlayersNotDistinct | Code::StakeNotDivisible | Code::AmountTooLarge => {
            at(&["/matches"])
        }
        Code::NothingCorrected => at(&["/corrections"]),
        Code::TooManyCorrections => at(&["/corrections", "{match}:void", "{match}:reinstate"]),
        Code::TooManyOutcomes => at(&["/matches/", ":import"]),
        Code::AmbiguousPlayer | Code::LineContradicts | Code::ImportRefused => at(&[":import"]),
        Code::EntryTooLarge => at(&["/corrections", "/settlement"]),
        Code::NothingToSettle | Code::SettlementStale => at(&["/settlement"]),
        Code::EveningToCome
        | Code::TooManyPlayersThere
        | Code::TooManyEveningChanges
        | Code::RoundReplaced => at(&["/evenings/"]),
        Code::TooFewPlayers
        | Code::TooManyRounds
        | Code::NoSeed
        | Code::NothingToRedraw
        | Code::RoundStillPlays
        | Code::RoundsStale
        | Code::RoundOpened => at(&["/evenings/", "/tournaments/"]),
        Code::TournamentClosed
        | Code::TournamentToCome
        | Code::TournamentTooLarge
        | Code::NotAnEntrant
        | Code::NotCheckedIn
        | Code::TooManyEntrants
        | Code::TooManyTeams
        | Code::TooManyTournamentChanges
        | Code::RoundNotOpened
        | Code::ScheduleBroken
        | Code::TooFewForCut
        | Code::CutContradicted
        | Code::MatchWithoutHands
        | Code::PenaltyWithdrawn => at(&["/tournaments/"]),
        Code::SeasonClosed | Code::SeasonTooLarge => at(&["/seasons/"]),
        Code::TooManyVariants | Code::VariantRetired => adds(code, endpoint),
        Code::UnknownTransfer
        | Code::PaymentTooLarge
        | Code::PaymentReversed
        | Code::TooManyPayments => at(&["/payments"]),
        Code::UnknownMatch | Code::TooManyAudits => at(&["/audits"]),
        Code::BeyondLedger => {
            at(&[
                "/ledger",
                "/audits",
                "/webhooks",
                "/seasons/",
                "/tournaments/",
            ]) || takes("min_seq")
        }
        Code::NotYetSigned => at(&["/ledger"]),
        Code::NotSigning => at(&["/ledger", "/readyz"]),
        // Passwords and API keys are guessed.
        Code::TooManyAttempts => at(&["sessions", "/users"]) || endpoint.access.admits_some_key(),
        Code::TooManyRequests => endpoint.cost.is_counted(),
        Code::UnknownPlayer | Code::PlayerMerged | Code::PlayerErased => {
            at(&["/clubs/", "/invitations"])
        }
        Code::InvalidParameter
        | Code::InvalidValue
        | Code::NotFound
        | Code::MethodNotAllowed
        | Code::RequestTimeout
        | Code::BodyTooLarge
        | Code::UnsupportedContentType
        | Code::IfMatchRequired
        | Code::TooManyConnections
        | Code::Internal
        | Code::EngineUnavailable
        | Code::DatabaseUnavailable
        | Code::Busy => true,
    }
}

/// What there may be too many of, or what may be retired or have a name, and which operation adds or names it.
const ADDED: &[(Code, &str)] = &[
    (Code::TooManyClubs, "found_club"),
    (Code::TooManyMembers, "accept_invitation"),
    (Code::TooManyPlayers, "enrol_player"),
    (Code::PlayerNameTaken, "enrol_player"),
    (Code::PlayerNameTaken, "rename_player"),
    (Code::PlayerNameDamaged, "enrol_player"),
    (Code::PlayerNameDamaged, "rename_player"),
    (Code::TooManyVariants, "add_variant"),
    (Code::TooManyVariants, "open_match"),
    (Code::TooManyVariants, "open_round"),
    (Code::TooManyVariants, "open_tournament_round"),
    (Code::TooManyVariants, "import_matches"),
    (Code::VariantRetired, "open_match"),
    (Code::VariantRetired, "open_tournament_round"),
    (Code::VariantRetired, "open_round"),
    (Code::VariantRetired, "replay_round"),
    (Code::VariantRetired, "replay_tournament_round"),
    (Code::VariantRetired, "import_matches"),
];

fn adds(code: Code, endpoint: &Endpoint) -> bool {
    ADDED.contains(&(code, endpoint.operation.as_str()))
}

fn takes(operation: &Operation, name: &str) -> bool {
    let mut parameters = operation.parameters.iter().flatten();
    parameters.any(|parameter| match parameter {
        RefOr::T(parameter) => parameter.name == name,
        RefOr::Ref(_) => false,
    })
}
