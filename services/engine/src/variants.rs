//! The compiled variants that requests name: the built-ins, and the documents that were sent recently.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use rules::Variant;
use rules::variant::built_ins;

/// How many variants of matches are kept, and how many others, besides the built-ins. A document has at most 64 KiB, so all
/// of them fit in some tens of megabytes; a club plays by a handful, and one that was dropped costs its next caller a
/// second request.
const KEPT: usize = 256;

/// A cache of compiled variants by content hash. It never decides an answer: what it lacks, the caller sends.
///
/// Matches are played by people who are signed in, and anybody tries a document out: however many are tried out, none
/// drops one that is played by.
pub(crate) struct Variants {
    played: Recent,
    tried: Recent,
}

impl Variants {
    pub(crate) fn new() -> Variants {
        Variants {
            played: Recent::default(),
            tried: Recent::default(),
        }
    }

    /// The variant with a content hash, if it is built in or was used recently.
    pub(crate) fn find(&self, hash: &[u8; 32]) -> Option<Arc<Variant>> {
        let built_in = built_ins().iter().find(|variant| variant.hash() == *hash);
        let played = || self.played.find(hash);
        built_in
            .cloned()
            .or_else(played)
            .or_else(|| self.tried.find(hash))
    }

    /// Keeps a variant that was sent.
    pub(crate) fn keep(&self, variant: Variant) -> Arc<Variant> {
        if let Some(known) = self.find(&variant.hash()) {
            return known;
        }
        let variant = Arc::new(variant);
        self.tried.keep(&variant);
        variant
    }

    /// Keeps a variant that a match is played by.
    pub(crate) fn keep_played(&self, variant: &Arc<Variant>) {
        let hash = variant.hash();
        let built_in = built_ins().iter().any(|known| known.hash() == hash);
        if !built_in && self.played.find(&hash).is_none() {
            self.played.keep(variant);
        }
    }
}

/// The most recently used first. The list is short, and the usual hit is near its front.
#[derive(Default)]
struct Recent(Mutex<VecDeque<Arc<Variant>>>);

impl Recent {
    /// Keeps a variant, and drops the one that was unused for longest if there are too many.
    fn keep(&self, variant: &Arc<Variant>) {
        let mut recent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        recent.push_front(Arc::clone(variant));
        recent.truncate(KEPT);
    }

    fn find(&self, hash: &[u8; 32]) -> Option<Arc<Variant>> {
        let mut recent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
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

    #[test]
    fn what_is_tried_out_drops_nothing_that_is_played_by() {
        let variants = Variants::new();
        let played = variants.keep(variant(0));
        variants.keep_played(&played);
        for version in 1..=2 * KEPT {
            variants.keep(variant(version));
        }
        let found = variants.find(&played.hash()).unwrap();
        assert!(Arc::ptr_eq(&played, &found));
    }
}
