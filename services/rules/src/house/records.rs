//! Sets and tiles as values with fields.

use std::fmt::Debug;

use super::fact::{Entry, Work, boolean, int, one_of, tile_name, word};
use super::kinds::{self, Kind};
use super::value::{SetView, TileView, Value};
use crate::{SetKind, Tile};

/// A thing with fields.
pub(super) trait Fields: Copy + Debug + Send + Sync + 'static {
    const FIELDS: &'static [Entry<Work<Self>>];

    /// The entry of the field with a name, if there is one.
    fn field(name: &str) -> Option<&'static Entry<Work<Self>>> {
        Self::FIELDS.iter().find(|entry| entry.name == name)
    }

    /// What the field with a name is, if there is one.
    fn kind_of(name: &str) -> Option<Kind> {
        Self::field(name).map(|entry| entry.kind)
    }
}

fn suit(tile: Tile) -> Value<'static> {
    let place = tile.suit().map_or(3, |suit| suit as usize);
    word(kinds::SUITS.words[place])
}

fn rank(tile: Tile) -> Value<'static> {
    int(tile.rank().map_or(0, i64::from))
}

impl SetView {
    fn has_terminal(&self) -> bool {
        let chow = self
            .set
            .tile
            .chow()
            .filter(|_| self.set.kind == SetKind::Chow);
        self.set.tile.is_terminal() || chow.is_some_and(|[_, _, highest]| highest.is_terminal())
    }
}

impl Fields for SetView {
    const FIELDS: &'static [Entry<Work<SetView>>] = &[
        Entry {
            name: "kind",
            kind: one_of(&kinds::SET_KINDS),
            meaning: "What it is.",
            example: "sets.exists(s, s.kind == 'kong')",
            value: |view| {
                word(match view.set.kind {
                    SetKind::Pung => "pung",
                    SetKind::Kong => "kong",
                    SetKind::Chow => "chow",
                    SetKind::Pair => "pair",
                })
            },
        },
        Entry {
            name: "tile",
            kind: one_of(&kinds::TILES),
            meaning: "Its tile, the lowest of a chow.",
            example: "pungs.exists(s, s.tile == 'C')",
            value: |view| word(tile_name(view.set.tile)),
        },
        Entry {
            name: "suit",
            kind: one_of(&kinds::SUITS),
            meaning: "Its suit; none for honours.",
            example: "chows.all(s, s.suit == 'dots')",
            value: |view| suit(view.set.tile),
        },
        Entry {
            name: "rank",
            kind: Kind::INT,
            meaning: "Its rank, the lowest of a chow; 0 for honours.",
            example: "pairs.all(p, p.rank in [2, 5, 8])",
            value: |view| rank(view.set.tile),
        },
        Entry {
            name: "honour",
            kind: Kind::BOOL,
            meaning: "Whether it is of winds or dragons.",
            example: "pairs.exists(p, !p.honour)",
            value: |view| boolean(view.set.tile.is_honour()),
        },
        Entry {
            name: "wind",
            kind: Kind::BOOL,
            meaning: "Whether it is of winds.",
            example: "size(pungs.filter(s, s.wind)) == 3",
            value: |view| boolean(view.set.tile.is_wind()),
        },
        Entry {
            name: "dragon",
            kind: Kind::BOOL,
            meaning: "Whether it is of dragons.",
            example: "pungs.filter(s, s.dragon).size() == 2",
            value: |view| boolean(view.set.tile.is_dragon()),
        },
        Entry {
            name: "terminal",
            kind: Kind::BOOL,
            meaning: "Whether there is a one or a nine in it.",
            example: "sets.all(s, s.terminal)",
            value: |view| boolean(view.has_terminal()),
        },
        Entry {
            name: "concealed",
            kind: Kind::BOOL,
            meaning: "Whether it counts as concealed: made of the winner's own draws only.",
            example: "size(pungs.filter(s, s.concealed)) == 2",
            value: |view| boolean(view.set.concealed),
        },
        Entry {
            name: "completed",
            kind: Kind::BOOL,
            meaning: "Whether the winning tile stands in it.",
            example: "pairs.exists(p, p.completed)",
            value: |view| boolean(view.completed),
        },
        Entry {
            name: "melded",
            kind: Kind::BOOL,
            meaning: "Whether it was claimed before the winning tile.",
            example: "chows.all(s, !s.melded)",
            value: |view| boolean(view.melded),
        },
    ];
}

impl Fields for TileView {
    const FIELDS: &'static [Entry<Work<TileView>>] = &[
        Entry {
            name: "tile",
            kind: one_of(&kinds::TILES),
            meaning: "Which it is.",
            example: "tiles.exists(t, t.tile == '1s')",
            value: |view| word(tile_name(view.tile)),
        },
        Entry {
            name: "suit",
            kind: one_of(&kinds::SUITS),
            meaning: "Its suit; none for honours.",
            example: "size(tiles.filter(t, t.suit == 'dots')) >= 8",
            value: |view| suit(view.tile),
        },
        Entry {
            name: "rank",
            kind: Kind::INT,
            meaning: "Its rank; 0 for honours.",
            example: "tiles.all(t, t.rank >= 6)",
            value: |view| rank(view.tile),
        },
        Entry {
            name: "honour",
            kind: Kind::BOOL,
            meaning: "Whether it is a wind or a dragon.",
            example: "winning_tile.honour",
            value: |view| boolean(view.tile.is_honour()),
        },
        Entry {
            name: "wind",
            kind: Kind::BOOL,
            meaning: "Whether it is a wind.",
            example: "tiles.exists_one(t, t.wind)",
            value: |view| boolean(view.tile.is_wind()),
        },
        Entry {
            name: "dragon",
            kind: Kind::BOOL,
            meaning: "Whether it is a dragon.",
            example: "tiles.all(t, !t.dragon)",
            value: |view| boolean(view.tile.is_dragon()),
        },
        Entry {
            name: "terminal",
            kind: Kind::BOOL,
            meaning: "Whether it is a one or a nine.",
            example: "tiles.all(t, t.terminal || t.honour)",
            value: |view| boolean(view.tile.is_terminal()),
        },
        Entry {
            name: "copies",
            kind: Kind::INT,
            meaning: "How many of this tile the hand has.",
            example: "size(kongs) == 0 && tiles.exists(t, t.copies == 4)",
            value: |view| int(view.copies.into()),
        },
    ];
}
