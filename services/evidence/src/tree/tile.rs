//! Tiles (c2sp.org/tlog-tiles): the tree cut into pieces of 256 hashes.

use super::MAX_SIZE;
use std::ops::Range;

/// Hashes in a full tile.
const TILE_WIDTH: u64 = 256;

/// A tile: up to 256 neighbouring hashes of one level. At level 0 they are leaf hashes; at level k the roots of complete
/// subtrees of 256^k leaves, each of them a full tile of the level below.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileId {
    level: u8,
    index: u64,
    width: u16,
}

/// Not a tile that any tree has, or not how its path is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a tile is written tile/0/x001/x234/067, and one of 112 hashes tile/0/x001/x234/067.p/112")]
pub struct BadTile;

impl TileId {
    /// A tile of a level (0–7), its place among the tiles of that level, and how many hashes it has: 1–256. Refused if no
    /// tree has it.
    pub fn new(level: u8, index: u64, width: u16) -> Result<Self, BadTile> {
        let exists = (1..=TILE_WIDTH).contains(&u64::from(width))
            && u128::from(index) * u128::from(TILE_WIDTH) + u128::from(width)
                <= u128::from(hashes_at(level, MAX_SIZE));
        exists
            .then_some(Self {
                level,
                index,
                width,
            })
            .ok_or(BadTile)
    }

    /// The level, 0–7.
    pub fn level(self) -> u8 {
        self.level
    }

    /// Its place among the tiles of its level: 0, 1, 2, …
    pub fn index(self) -> u64 {
        self.index
    }

    /// How many hashes it has: 256, or fewer where the tree ends.
    pub fn width(self) -> u16 {
        self.width
    }

    /// The places of its hashes among all hashes of its level: at level 0 the leaves' indexes, above it those of
    /// [`Subtree`](crate::Subtree)s.
    pub fn hashes(self) -> Range<u64> {
        let start = self.index * TILE_WIDTH;
        start..start + u64::from(self.width)
    }

    /// Whether a tree of this size has all of its hashes.
    pub fn is_in(self, size: u64) -> bool {
        self.hashes().end <= hashes_at(self.level, size)
    }

    /// The tile that holds this hash of a level in a tree of this size, as wide as it is there.
    pub(super) fn holding(level: u8, hash: u64, size: u64) -> Self {
        let index = hash / TILE_WIDTH;
        let rest = hashes_at(level, size).saturating_sub(index * TILE_WIDTH);
        let width = rest.min(TILE_WIDTH) as u16;
        Self {
            level,
            index,
            width,
        }
    }
}

/// How many complete subtrees of 256^level leaves a tree has.
fn hashes_at(level: u8, size: u64) -> u64 {
    size.checked_shr(8 * u32::from(level)).unwrap_or(0)
}

impl std::fmt::Display for TileId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "tile/{}/", self.level)?;
        fmt_before(self.index / 1000, f)?;
        write!(f, "{:03}", self.index % 1000)?;
        if u64::from(self.width) < TILE_WIDTH {
            write!(f, ".p/{}", self.width)?;
        }
        Ok(())
    }
}

/// The path elements before the last one: three digits each behind an `x`, none for 0.
fn fmt_before(thousands: u64, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
    if thousands == 0 {
        return Ok(());
    }
    fmt_before(thousands / 1000, f)?;
    write!(f, "x{:03}/", thousands % 1000)
}

impl std::str::FromStr for TileId {
    type Err = BadTile;

    fn from_str(path: &str) -> Result<Self, BadTile> {
        let tile = read(path).ok_or(BadTile)?;
        // Written again it must be the same text: leading zeros, signs and needless elements show here.
        (tile.to_string() == path).then_some(tile).ok_or(BadTile)
    }
}

fn read(path: &str) -> Option<TileId> {
    let (level, rest) = path.strip_prefix("tile/")?.split_once('/')?;
    let (elements, width) = match rest.split_once(".p/") {
        Some((elements, width)) => (elements, width.parse().ok()?),
        None => (rest, TILE_WIDTH as u16),
    };
    let digits = elements.replace(['/', 'x'], "");
    TileId::new(level.parse().ok()?, digits.parse().ok()?, width).ok()
}
