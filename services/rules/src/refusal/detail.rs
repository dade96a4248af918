//! What a refusal says. The sentence is written when somebody reads it, since refusing must cost no more than scoring.

use std::fmt;

use crate::packed::Packed;
use crate::{BonusTile, Meld, MeldKind, Tile, WinningShape, notation};

/// The particulars of a refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// It says all that there is to say.
    Sentence(&'static str),
    /// It was written at once.
    Written(String),
    HonourChow(Meld),
    NotAMeld(Meld),
    FifthCopy {
        tile: Tile,
        count: u32,
    },
    BonusTileTwice(BonusTile),
    NoBonusTileWin(usize),
    TooManyMelds(usize),
    TileCount {
        found: usize,
        melds: usize,
        winning_tile_among_them: bool,
    },
    RobbedTileHeld(Tile),
    TooFewKongs {
        needed: u32,
        shown: u32,
    },
    NotWinning {
        tiles: Packed,
        beside_melds: bool,
        /// The shape that the tiles have, where the variant does not let it win.
        shape: Option<WinningShape>,
    },
    BelowMinimum {
        fan: u32,
        toward: u32,
        minimum: u32,
    },
}

impl From<&'static str> for Detail {
    fn from(sentence: &'static str) -> Detail {
        Detail::Sentence(sentence)
    }
}

impl From<String> for Detail {
    fn from(written: String) -> Detail {
        Detail::Written(written)
    }
}

impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Detail::Sentence(sentence) => f.write_str(sentence),
            Detail::Written(written) => f.write_str(written),
            Detail::HonourChow(meld) => {
                let tiles = notation::playing(&meld.tiles);
                write!(
                    f,
                    "{tiles} is not a chow: winds and dragons have no sequence"
                )
            }
            Detail::NotAMeld(meld) => not_a_meld(f, meld),
            Detail::FifthCopy { tile, count } => {
                let tile = notation::playing(&[*tile]);
                write!(
                    f,
                    "{tile} is there {count} times, but there are only four of each tile"
                )
            }
            Detail::BonusTileTwice(tile) => {
                let tile = notation::bonus(&[*tile]);
                write!(
                    f,
                    "{tile} twice, but the set has only one of each flower and season"
                )
            }
            Detail::NoBonusTileWin(held) => {
                write!(f, "this variant has no immediate win by {held} bonus tiles")
            }
            Detail::TooManyMelds(melds) => write!(f, "{melds} melds, but a hand has at most four"),
            Detail::TileCount {
                found,
                melds,
                winning_tile_among_them,
            } => tile_count(f, *found, *melds, *winning_tile_among_them),
            Detail::RobbedTileHeld(tile) => {
                let tile = notation::playing(&[*tile]);
                write!(
                    f,
                    "the winner holds another {tile}, so nobody else could have a kong of it"
                )
            }
            Detail::TooFewKongs { needed, shown } => {
                write!(
                    f,
                    "this replacement needs {needed} declared kongs, and the hand shows {shown}"
                )
            }
            Detail::NotWinning {
                tiles,
                beside_melds,
                shape,
            } => not_winning(f, tiles, *beside_melds, *shape),
            Detail::BelowMinimum {
                fan,
                toward,
                minimum,
            } => below_minimum(f, *toward, *minimum, fan - toward),
        }
    }
}

fn not_winning(
    f: &mut fmt::Formatter<'_>,
    tiles: &Packed,
    beside_melds: bool,
    shape: Option<WinningShape>,
) -> fmt::Result {
    let tiles: Vec<Tile> = tiles.tiles().collect();
    let tiles = notation::playing(&tiles);
    let beside = if beside_melds {
        " beside the melds"
    } else {
        ""
    };
    if let Some(shape) = shape {
        let shape = shape.text();
        return write!(
            f,
            "not a winning hand: {tiles} are {shape}{beside}, which do not win under this variant"
        );
    }
    write!(
        f,
        "not a winning hand: {tiles} make no sets and a pair{beside}, nor a special hand"
    )
}

fn below_minimum(
    f: &mut fmt::Formatter<'_>,
    toward: u32,
    minimum: u32,
    outside: u32,
) -> fmt::Result {
    write!(f, "not a legal win: {toward} of the {minimum} fan needed")?;
    match outside {
        0 => Ok(()),
        1 => write!(f, " (1 more does not count toward the minimum)"),
        _ => write!(f, " ({outside} more do not count toward the minimum)"),
    }
}

fn not_a_meld(f: &mut fmt::Formatter<'_>, meld: &Meld) -> fmt::Result {
    let expected = match meld.kind {
        MeldKind::Chow => "a chow: three tiles of one suit in sequence",
        MeldKind::Pung => "a pung: three identical tiles",
        MeldKind::ExposedKong | MeldKind::AddedKong | MeldKind::ConcealedKong => {
            "a kong: four identical tiles"
        }
    };
    let mut tiles = meld.tiles.clone();
    tiles.sort_unstable();
    write!(f, "`{}` is not {expected}", notation::playing(&tiles))
}

fn tile_count(f: &mut fmt::Formatter<'_>, found: usize, melds: usize, hint: bool) -> fmt::Result {
    let expected = 13 - 3 * melds;
    write!(f, "{found} concealed tiles; ")?;
    match melds {
        0 => f.write_str("without melds")?,
        1 => f.write_str("with one meld")?,
        _ => write!(f, "with {melds} melds")?,
    }
    write!(
        f,
        " there have to be {expected}, not counting the winning tile"
    )?;
    f.write_str(if hint {
        "; is the winning tile among them?"
    } else {
        ""
    })
}
