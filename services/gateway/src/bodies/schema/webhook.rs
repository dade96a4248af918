//! The words of webhooks.
#![expect(
    dead_code,
    reason = "descriptions of JSON: nobody makes values of them"
)]

use utoipa::ToSchema;

/// Whether a webhook is told of anything.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub(crate) enum WebhookStatus {
    Active,
    Disabled,
}

/// Why a webhook is told of nothing.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub(crate) enum WebhookDisabled {
    Owner,
    Gone,
    Failing,
}

/// How far a delivery is.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub(crate) enum DeliveryStatus {
    Waiting,
    Delivered,
    Failed,
}
