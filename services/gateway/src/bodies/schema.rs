//! What values of `ledger` and `evidence` that do not describe themselves look like in JSON, for the OpenAPI document. Tests hold every answer
//! against these descriptions.
#![expect(
    dead_code,
    reason = "descriptions of JSON: nobody makes values of them"
)]

mod outcome;
mod webhook;

pub(crate) use outcome::{Change, Outcome};
use utoipa::ToSchema;
pub(crate) use webhook::DeliveryStatus;

/// What an API key may do in a club: what a member of this role may.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub(crate) enum ApiKeyRole {
    Scorer,
    Referee,
    Player,
    Auditor,
}

/// To what an API key is limited. `club`: to nothing less than the club. `match`: to one match, to read what is public of it, or, as a
/// `scorer`, to record in it until it ends and to read it afterwards. `screen`: to what the screen of the hall shows.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub(crate) enum ApiKeyScope {
    Club,
    Match,
    Screen,
}

/// What a limited API key may do in its match. `player`: read what is public of it. `scorer`: record in it, too.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub(crate) enum LimitedApiKeyRole {
    Player,
    Scorer,
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
