//! The OpenAPI document as it is served.

use serde_json::value::RawValue;

/// The OpenAPI document, serialized once.
pub(crate) struct OpenApiJson(pub(crate) Box<RawValue>);
