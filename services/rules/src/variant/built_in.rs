//! The variants that come with the engine: documents in the same form that clubs write.

use std::sync::{Arc, LazyLock};

use serde::Deserialize;

use super::Variant;
use super::compile::Purpose;

const DOCUMENTS: [&[u8]; 5] = [
    include_bytes!("../../variants/hkos-fan-laak.json"),
    include_bytes!("../../variants/hong-kong-new-style.json"),
    include_bytes!("../../variants/hong-kong-sections.json"),
    include_bytes!("../../variants/modern-chinese.json"),
    include_bytes!("../../variants/old-hong-kong.json"),
];

/// Those that say only how they are different from another, each after the one it is derived from.
const DERIVED: [&[u8]; 15] = [
    include_bytes!("../../variants/derived/half-spicy-13-full-gun.json"),
    include_bytes!("../../variants/derived/half-spicy-13-half-gun.json"),
    include_bytes!("../../variants/derived/half-spicy-10-full-gun.json"),
    include_bytes!("../../variants/derived/half-spicy-10-half-gun.json"),
    include_bytes!("../../variants/derived/half-spicy-8-full-gun.json"),
    include_bytes!("../../variants/derived/half-spicy-8-half-gun.json"),
    include_bytes!("../../variants/derived/full-spicy-13-full-gun.json"),
    include_bytes!("../../variants/derived/full-spicy-13-half-gun.json"),
    include_bytes!("../../variants/derived/full-spicy-10-full-gun.json"),
    include_bytes!("../../variants/derived/full-spicy-10-half-gun.json"),
    include_bytes!("../../variants/derived/full-spicy-8-full-gun.json"),
    include_bytes!("../../variants/derived/full-spicy-8-half-gun.json"),
    include_bytes!("../../variants/derived/four-seven-ten.json"),
    include_bytes!("../../variants/derived/four-seven-ten-full-gun.json"),
    include_bytes!("../../variants/derived/four-seven-ten-half-gun.json"),
];

/// A built-in that is derived from another.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Derived {
    /// The id of the other.
    base: String,
    /// What is different, as a merge patch.
    patch: serde_json::Value,
}

impl Derived {
    fn variant(json: &[u8], known: &[Variant]) -> Option<Variant> {
        let derived: Derived = serde_json::from_slice(json).ok()?;
        let base = known.iter().find(|variant| variant.id() == derived.base)?;
        Variant::from_value(&base.derived(&derived.patch).ok()?, Purpose::Play).ok()
    }
}

/// The built-in variants, sorted by id.
#[must_use]
pub fn built_ins() -> &'static [Arc<Variant>] {
    static BUILT_INS: LazyLock<Vec<Arc<Variant>>> = LazyLock::new(|| {
        // A document that does not compile would be missing here; a test compiles each.
        let documents = DOCUMENTS.iter();
        let mut variants: Vec<Variant> = documents
            .filter_map(|json| Variant::from_json(json).ok())
            .collect();
        for json in DERIVED {
            variants.extend(Derived::variant(json, &variants));
        }
        variants.sort_by(|one, other| one.id().cmp(other.id()));
        variants.into_iter().map(Arc::new).collect()
    });
    &BUILT_INS
}

impl Variant {
    /// The built-in variant with an id.
    #[must_use]
    pub fn built_in(id: &str) -> Option<&'static Arc<Variant>> {
        built_ins().iter().find(|variant| variant.id() == id)
    }
}
