//! Answers may have more fields one day, and clients have to let them.

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{Components, Schema};

/// The words of the table that requests do not have. The ledger reads them strictly, and so their types say that there are no other fields.
const OF_ANSWERS: [&str; 8] = [
    "CappedPatterns",
    "CountedPattern",
    "Deal",
    "LeftOutPattern",
    "ReadSet",
    "Reading",
    "Score",
    "WinnerScore",
];

/// Lets the schemas of answers have further fields.
pub(super) fn leave_open(components: &mut Components) {
    for name in OF_ANSWERS {
        if let Some(RefOr::T(Schema::Object(object))) = components.schemas.get_mut(name) {
            object.additional_properties = None;
        }
    }
}
