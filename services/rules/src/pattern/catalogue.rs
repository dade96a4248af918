//! The catalogue: the groups of patterns, one after another.

use std::sync::LazyLock;

use super::set::PatternIndex;
use super::shown::Shown;
use super::{Definition, Pattern, bonus, honours, sets, special, suits, winning};

/// The groups one after another, which is the order of [`Pattern`]: a test holds it to that.
static CATALOGUE: LazyLock<Vec<&'static Definition>> = LazyLock::new(|| {
    let groups: [&'static [Definition]; 6] = [
        sets::DEFINITIONS,
        suits::DEFINITIONS,
        honours::DEFINITIONS,
        special::DEFINITIONS,
        winning::DEFINITIONS,
        bonus::DEFINITIONS,
    ];
    groups.into_iter().flatten().collect()
});

/// The catalogue: every pattern, in the order of [`Pattern`].
pub fn catalogue() -> impl Iterator<Item = &'static Definition> {
    CATALOGUE.iter().copied()
}

impl Pattern {
    /// Why a reading shows it, as words that name the tiles: `pungs of C and F`.
    pub(crate) fn because(self, shown: &Shown<'_>) -> String {
        (CATALOGUE[self.index()].because)(shown)
    }

    /// The pattern with an id.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Pattern> {
        catalogue()
            .find(|definition| definition.id == id)
            .map(|definition| definition.pattern)
    }

    /// Its stable id.
    #[must_use]
    pub fn id(self) -> &'static str {
        CATALOGUE[self.index()].id
    }
}

impl PatternIndex {
    /// The pattern of the catalogue in this place; `None` for a house pattern.
    #[must_use]
    pub fn pattern(self) -> Option<Pattern> {
        catalogue()
            .nth(self.index())
            .map(|definition| definition.pattern)
    }
}
