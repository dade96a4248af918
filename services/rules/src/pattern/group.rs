//! How the patterns of a group are written.

/// Writes the patterns of a group once, each with its predicate and the reason it gives: `DEFINITIONS` for people, and
/// `matched` as one piece of straight code for the hands.
macro_rules! patterns {
    ($($pattern:ident {
        id: $id:literal,
        english: $english:literal,
        traditional_chinese: $chinese:literal,
        jyutping: $jyutping:literal,
        definition: $definition:literal,
        example: $example:literal,
        matches: |$facts:ident| $matches:expr,
        because: |$shown:ident| $because:expr,
    })+) => {
        pub(super) static DEFINITIONS: &[$crate::pattern::Definition] = &[$($crate::pattern::Definition {
            pattern: $crate::pattern::Pattern::$pattern,
            id: $id,
            english: $english,
            traditional_chinese: $chinese,
            jyutping: $jyutping,
            definition: $definition,
            example: $example,
            because: |$shown| $because,
        }),+];

        /// The patterns of this group that a reading shows.
        #[inline]
        pub(super) fn matched(facts: &$crate::hand_features::HandFeatures) -> $crate::pattern::PatternSet {
            $crate::pattern::PatternSet::EMPTY
                $(.with_if($crate::pattern::Pattern::$pattern, { let $facts = facts; $matches }))+
        }
    };
}

pub(super) use patterns;
