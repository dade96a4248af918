//! The variants that come with the engine: documents in the same form that clubs write.

use std::sync::{Arc, LazyLock};

use super::Variant;

const DOCUMENTS: [&[u8]; 5] = [
    include_bytes!("../../variants/hkos-fan-laak.json"),
    include_bytes!("../../variants/hong-kong-new-style.json"),
    include_bytes!("../../variants/hong-kong-sections.json"),
    include_bytes!("../../variants/modern-chinese.json"),
    include_bytes!("../../variants/old-hong-kong.json"),
];

/// The built-in variants, sorted by id.
#[must_use]
pub fn built_ins() -> &'static [Arc<Variant>] {
    static BUILT_INS: LazyLock<Vec<Arc<Variant>>> = LazyLock::new(|| {
        // A document that does not compile would be missing here; a test compiles each.
        DOCUMENTS
            .iter()
            .filter_map(|json| Variant::from_json(json).ok())
            .map(Arc::new)
            .collect()
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
