//! The words of webhooks.
#![expect(
    dead_code,
    reason = "descriptions of JSON: nobody makes values of them"
)]

use utoipa::ToSchema;

/// How far a delivery is.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub(crate) enum DeliveryStatus {
    Waiting,
    Delivered,
    Failed,
}
