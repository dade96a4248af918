//! What the values of `ledger::evidence` look like in JSON, for the OpenAPI document. Tests hold every answer
//! against these descriptions.
#![expect(
    dead_code,
    reason = "descriptions of JSON: nobody makes values of them"
)]

mod outcome;
mod webhook;

pub(crate) use outcome::{Change, Outcome, Payee};
use utoipa::ToSchema;
pub(crate) use webhook::{DeliveryStatus, WebhookDisabled, WebhookStatus};

/// A wind: of a seat, or of a round (the prevailing wind).
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub(crate) enum Wind {
    East,
    South,
    West,
    North,
}

/// What a member may do in a club. `owner`: everything. `scorer`: enrol, rename and link players, add
/// variants, open matches, record and read.
/// `player`: read. `auditor`: read, and read the ledger.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub(crate) enum Role {
    Owner,
    Scorer,
    Player,
    Auditor,
}

/// What an API key may do in a club: what a member of this role may.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub(crate) enum ApiKeyRole {
    Scorer,
    Player,
    Auditor,
}

/// What concerned access to a club: the kinds of the ledger's entries that tell it; besides these `api_key_made`, `api_key_revoked`,
/// `ledger_exported`, `openings_exported`, `hands_exported`, `payments_exported` and `standings_exported`, which say what was taken along, and
/// `webhook_made`, `webhook_changed` and `webhook_deleted`.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub(crate) enum AccessKind {
    ClubFounded,
    MemberSet,
    MemberRemoved,
    ClubHandedOver,
    InvitationMade,
    InvitationRevoked,
    InvitationAccepted,
    PlayerErased,
    TextErased,
    ApiKeyMade,
    ApiKeyRevoked,
    LedgerExported,
    OpeningsExported,
    WebhookMade,
    WebhookChanged,
    WebhookDeleted,
    HandsExported,
    PaymentsExported,
    StandingsExported,
}

/// What concerned access to an account: `signed_in`, `sign_in_failed`, `signed_out`, `token_reused` (a refresh token was used twice, which
/// ended the session), `password_changed`, `password_reset` (by whoever runs the service; both end every session and unlink every identity), `identity_linked`
/// and `identity_unlinked`.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub(crate) enum AccountAccess {
    SignedIn,
    SignInFailed,
    SignedOut,
    TokenReused,
    PasswordChanged,
    PasswordReset,
    IdentityLinked,
    IdentityUnlinked,
}

/// Where an audit stands: `queued` (nobody has taken it up), `running`, `finished` (there is a report).
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub(crate) enum AuditState {
    Queued,
    Running,
    Finished,
}

/// What is to be thought of a ledger: `sound` (everything that was checked is right), `incomplete` (nothing is wrong, but something that
/// would show it could not be checked), `tampered` (something is wrong).
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub(crate) enum AuditVerdict {
    Sound,
    Incomplete,
    Tampered,
}

/// An event of an audit, by the fields of a server-sent event.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub(crate) struct AuditEvent {
    /// The version of the audit that it tells of, a whole number: what `Last-Event-ID` takes.
    id: String,
    event: AuditEventName,
    /// An `AuditProgress` in JSON.
    data: String,
}

/// What an event tells of: `progress`, or `finished`, after which there is none.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub(crate) enum AuditEventName {
    Progress,
    Finished,
}

/// Why a match is over: `complete` (North round's last deal passed) or `early` (the players agreed).
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub(crate) enum Ending {
    Complete,
    Early,
}

/// Who deals, and in which round.
#[derive(ToSchema)]
pub(crate) struct Deal {
    round_wind: Wind,
    /// The chair that is East and deals.
    #[schema(minimum = 1, maximum = 4)]
    dealer: u8,
    /// 0 for the first hand of a deal, 1, 2, … for the extra hands that repeat it.
    #[schema(value_type = u64, minimum = 0, maximum = 4_294_967_295_i64)]
    extra: u32,
}

/// How the winning tile was got: `self_draw` 自摸, `discard`, `robbed_kong` 搶槓, or `bonus_tiles` 花糊 (an
/// immediate win by seven or eight bonus tiles).
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub(crate) enum WonBy {
    SelfDraw,
    Discard,
    RobbedKong,
    BonusTiles,
}

/// The kind of kong that was robbed.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
#[expect(clippy::enum_variant_names, reason = "the words of the wire")]
pub(crate) enum RobbedKong {
    ExposedKong,
    AddedKong,
    ConcealedKong,
}

/// What a self-drawn winning tile replaced: a bonus tile, the fourth tile of a kong 槓上開花, or of a second kong
/// made with the first one's replacement 槓上槓.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub(crate) enum Replacement {
    BonusTile,
    Kong,
    SecondKong,
}

/// A win on the first turn: `heaven` 天糊 the dealer's dealt hand, `earth` 地糊 a non-dealer on the dealer's first
/// discard, `man` 人糊 a non-dealer by self-draw.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub(crate) enum FirstTurn {
    Heaven,
    Earth,
    Man,
}

/// The kind of a declared meld. An `exposed_kong` was claimed from a discard, an `added_kong` made of a melded
/// pung, a `concealed_kong` of own draws (declared, yet concealed).
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub(crate) enum MeldKind {
    Chow,
    Pung,
    ExposedKong,
    AddedKong,
    ConcealedKong,
}

/// The tiles of a winner, in notation: `1m`–`9m` characters, `1p`–`9p` dots, `1s`–`9s` bamboos, winds `E S W N`,
/// dragons `C` red `F` green `P` white, flowers `1f`–`4f`, seasons `1q`–`4q`; ranks may share a letter
/// (`123m55p`), spaces are free, case matters. Unicode tiles are taken too.
#[derive(ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Hand {
    /// The concealed tiles without the winning tile: 13 − 3 × declared melds of them (a kong counts as three).
    #[schema(required = false, max_length = 256, examples("88s WW"))]
    concealed: String,
    /// The tile that completes the hand; none in a win by bonus tiles.
    #[schema(required = false, max_length = 256, examples("8s"))]
    winning_tile: String,
    /// The declared melds, in the order they were declared.
    #[schema(required = false, max_items = 4)]
    melds: Vec<Meld>,
    /// The flowers and seasons set aside.
    #[schema(required = false, max_length = 256, examples("1f"))]
    bonus_tiles: String,
}

/// A set declared on the table.
#[derive(ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Meld {
    kind: MeldKind,
    /// Its tiles in notation: three, or four of a kong.
    #[schema(max_length = 256, examples("222s"))]
    tiles: String,
}

/// A result that the table states without tiles. It is recorded as declared, never as validated.
#[derive(ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeclaredResult {
    /// The fan of the hand in all; 0 for a limit hand.
    #[schema(minimum = 0, maximum = 1000)]
    fan: u32,
    /// Whether it was a limit hand.
    #[schema(required = false, default = false)]
    limit: bool,
    /// The fan that count toward the minimum, where the variant has fan that do not. Absent: `fan` has to reach
    /// the minimum, plus one for a self-draw that scores outside the minimum.
    #[schema(minimum = 0, maximum = 1000)]
    fan_toward_minimum: Option<u32>,
}

/// The score of one winner.
#[derive(ToSchema)]
pub(crate) struct WinnerScore {
    /// Whose.
    #[schema(minimum = 1, maximum = 4)]
    chair: u8,
    score: Score,
}

/// What a hand is worth, and why.
#[derive(ToSchema)]
pub(crate) struct Score {
    /// The reading that counts; absent for a declared result.
    #[schema(nullable = false)]
    reading: Option<Reading>,
    /// Every pattern that counts, in the order of the catalogue.
    counted: Vec<CountedPattern>,
    /// What the variant's `caps` take away from those patterns; absent where no cap is exceeded.
    #[schema(nullable = false)]
    capped: Option<Vec<CappedPatterns>>,
    /// Every pattern that the tiles show but that does not count, and why.
    left_out: Vec<LeftOutPattern>,
    /// The fan in all: what counts, less what the variant's `caps` take away, and not held to its `cap`; 0 for a
    /// limit hand.
    #[schema(minimum = 0)]
    fan: u32,
    /// The fan that count toward the table's minimum, each cap taken from these fan alone; 0 for a limit hand, which
    /// satisfies any minimum.
    #[schema(minimum = 0)]
    fan_toward_minimum: u32,
    /// The minimum that the hand had to meet.
    #[schema(minimum = 0)]
    minimum_fan: u32,
    /// Whether it is a limit hand.
    limit: bool,
    /// The base points that the variant's schedule gives for the fan, before multipliers.
    #[schema(minimum = 0)]
    points: u32,
    /// Whether the table declared the result instead of showing tiles.
    declared: bool,
}

/// One way to read a hand.
#[derive(ToSchema)]
pub(crate) struct Reading {
    shape: Shape,
    /// Its sets and pair, declared melds first; the seven pairs; none for orphans and bonus tiles.
    sets: Vec<ReadSet>,
}

/// The shape of a reading: four sets and a pair, seven pairs 七對子, thirteen orphans 十三么, or bonus tiles 花糊.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub(crate) enum Shape {
    Standard,
    SevenPairs,
    ThirteenOrphans,
    BonusTiles,
}

/// A set or pair of a reading.
#[derive(ToSchema)]
pub(crate) struct ReadSet {
    kind: SetKind,
    /// Its tiles, in notation.
    #[schema(examples("222s"))]
    tiles: String,
    /// Whether it counts as concealed: made of own draws only.
    concealed: bool,
    /// Whether the winning tile stands in it.
    completed: bool,
}

/// The kind of a set; `pair` is the eyes, or one pair of seven.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub(crate) enum SetKind {
    Chow,
    Pung,
    Kong,
    Pair,
}

/// A pattern that counts.
#[derive(ToSchema)]
pub(crate) struct CountedPattern {
    /// Its id in the catalogue (`/v1/patterns`).
    #[schema(examples("half_flush"))]
    pattern: String,
    /// How often it was matched: two pungs of dragons count twice.
    #[schema(minimum = 1)]
    count: u32,
    /// The fan it brings in all, before the variant's `caps`; 0 where it is a limit.
    #[schema(minimum = 0)]
    fan: u32,
    /// Whether the variant makes it a limit hand.
    limit: bool,
    /// Whether its fan count toward the minimum.
    counts_toward_minimum: bool,
}

/// Patterns from whose fan one of the variant's `caps` takes some away.
#[derive(ToSchema)]
pub(crate) struct CappedPatterns {
    /// Those of the cap's patterns that count, by id.
    patterns: Vec<String>,
    /// The fan they would bring together.
    #[schema(minimum = 1)]
    fan_before: u32,
    /// The fan they do bring: all that the cap allows. Those of them that count toward the minimum are held to the same
    /// number, by themselves.
    #[schema(minimum = 1)]
    fan: u32,
}

/// A pattern that the tiles show but that does not count.
#[derive(ToSchema)]
pub(crate) struct LeftOutPattern {
    /// Its id in the catalogue.
    pattern: String,
    reason: LeftOutReason,
    /// The pattern or condition the reason speaks of; absent for `no_value`.
    #[schema(nullable = false)]
    by: Option<String>,
}

/// Why a pattern was left out: another one includes it (`by` names it), the hand is a limit hand, a better one of
/// its group counts, a condition of the variant failed, or the variant gives it no value.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub(crate) enum LeftOutReason {
    Included,
    Limit,
    Group,
    Condition,
    NoValue,
}
