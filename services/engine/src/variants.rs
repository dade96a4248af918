//! The compiled variants that requests name: the built-ins, and the documents that were sent recently.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use rules::Variant;
use rules::variant::built_ins;

/// How many variants are kept besides the built-ins. A document has at most 64 KiB, so all of them fit in some tens
/// of megabytes; a club plays by a handful, and one that was dropped costs its next caller a second request.
const KEPT: usize = 256;

/// A cache of compiled variants by content hash. It never decides an answer: what it lacks, the caller sends.
pub(crate) struct Variants {
    /// The most recently used first. The list is short, and the usual hit is near its front.
    recent: Mutex<VecDeque<Arc<Variant>>>,
}

impl Variants {
    pub(crate) fn new() -> Variants {
        Variants {
            recent: Mutex::default(),
        }
    }

    /// The variant with a content hash, if it is built in or was used recently.
    pub(crate) fn find(&self, hash: &[u8; 32]) -> Option<Arc<Variant>> {
        let built_in = built_ins().iter().find(|variant| variant.hash() == *hash);
        built_in.cloned().or_else(|| self.find_recent(hash))
    }

    /// Keeps a variant, and drops the one that was unused for longest if there are too many.
    pub(crate) fn keep(&self, variant: Variant) -> Arc<Variant> {
        if let Some(known) = self.find(&variant.hash()) {
            return known;
        }
        let variant = Arc::new(variant);
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        recent.push_front(Arc::clone(&variant));
        recent.truncate(KEPT);
        variant
    }

    fn find_recent(&self, hash: &[u8; 32]) -> Option<Arc<Variant>> {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        let place = recent.iter().position(|variant| variant.hash() == *hash)?;
        let variant = recent.remove(place)?;
        recent.push_front(Arc::clone(&variant));
        Some(variant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A variant of its own: the first built-in with another version.
    fn variant(version: usize) -> Variant {
        let mut document: serde_json::Value =
            serde_json::from_slice(built_ins()[0].document()).unwrap();
        document["version"] = (1000 + version).into();
        Variant::from_json(document.to_string().as_bytes()).unwrap()
    }

    #[test]
    fn the_variant_unused_for_longest_is_dropped() {
        let variants = Variants::new();
        let hashes: Vec<[u8; 32]> = (0..KEPT)
            .map(|version| variants.keep(variant(version)).hash())
            .collect();
        assert!(variants.find(&hashes[0]).is_some(), "all fit");

        variants.keep(variant(KEPT));
        assert!(variants.find(&hashes[1]).is_none(), "unused for longest");
        assert!(variants.find(&hashes[0]).is_some(), "used a moment ago");
        assert!(variants.find(&hashes[2]).is_some());
    }

    #[test]
    fn built_ins_are_always_there_and_nothing_is_kept_twice() {
        let variants = Variants::new();
        let first = variants.keep(variant(1));
        assert!(Arc::ptr_eq(&first, &variants.keep(variant(1))));
        for built_in in built_ins() {
            assert!(Arc::ptr_eq(
                built_in,
                &variants.find(&built_in.hash()).unwrap()
            ));
        }
    }
}
