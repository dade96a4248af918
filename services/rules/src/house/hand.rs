//! The facts of a hand under one reading.

use std::cell::OnceCell;

use super::fact::{Entry, boolean, int, list, most, one_of, tile_name, word};
use super::kinds::{self, Item, Kind};
use super::value::{SetView, TileView, Value};
use crate::packed::Packed;
use crate::winning_shape::shape_of;
use crate::{
    BonusTile, FirstTurn, Hand, Reading, Replacement, Set, SetKind, Shape, Suit, Tile, TileCounts,
    Win, Wind, WonBy,
};

/// One reading of a win, as the facts see it.
pub(crate) struct View<'a> {
    win: &'a Win,
    reading: &'a Reading,
    counts: TileCounts,
    /// The values that were asked for, at the places of their facts.
    known: [OnceCell<Value<'static>>; HAND.len()],
}

impl<'a> View<'a> {
    pub(crate) fn of(win: &'a Win, reading: &'a Reading) -> View<'a> {
        View {
            win,
            reading,
            counts: win.hand.counts(),
            known: [const { OnceCell::new() }; HAND.len()],
        }
    }

    fn sets(&self) -> impl Iterator<Item = SetView> + '_ {
        self.reading.sets.iter().enumerate().map(|(place, &set)| {
            let meld = self.win.hand.melds.get(place);
            SetView {
                set,
                completed: self.reading.completed == Some(place),
                melded: meld.is_some_and(|meld| meld.kind.is_exposed()),
            }
        })
    }

    fn sets_where(&self, wanted: impl Fn(&Set) -> bool) -> Value<'static> {
        let wanted = self.sets().filter(|view| wanted(&view.set));
        list(wanted.map(Value::Set))
    }

    fn tile(&self, tile: Tile) -> Value<'static> {
        let copies = self.counts[tile];
        Value::Tile(TileView { tile, copies })
    }

    fn tiles_where(&self, wanted: impl Fn(Tile) -> bool) -> i64 {
        let wanted = self.counts.present().filter(|&(tile, _)| wanted(tile));
        wanted.map(|(_, count)| i64::from(count)).sum()
    }

    fn exposed_melds(&self) -> i64 {
        let melds = self.win.hand.melds.iter();
        melds
            .filter(|meld| meld.kind.is_exposed())
            .fold(0, |count, _| count + 1)
    }

    fn bonus_tiles(&self, wanted: fn(BonusTile) -> bool) -> Value<'static> {
        let mut tiles = self.win.hand.bonus_tiles.clone();
        tiles.sort_unstable();
        let numbers = tiles.into_iter().filter(|&tile| wanted(tile));
        list(numbers.map(|tile| int(tile.index() as i64 % 4 + 1)))
    }

    /// The tiles of which one more makes what was held before the winning tile complete. A fifth of a tile never comes.
    fn waits(&self) -> Value<'static> {
        let Hand {
            concealed,
            melds,
            winning_tile,
            ..
        } = &self.win.hand;
        let mut held = Packed::default();
        concealed.iter().for_each(|&tile| held.add(tile));
        let comes = Tile::all().filter(|&tile| {
            let won = u8::from(*winning_tile == Some(tile));
            self.counts[tile] - won < Tile::COPIES
        });
        let completes = |tile: &Tile| {
            let mut tiles = held;
            tiles.add(*tile);
            shape_of(&tiles, melds.len() as u32).is_some()
        };
        list(comes.filter(completes).map(|tile| word(tile_name(tile))))
    }

    /// The fact at a place of [`HAND`]. It is worked out once for each reading, however often it is asked for.
    pub(super) fn fact(&self, place: usize) -> &Value<'static> {
        self.known[place].get_or_init(|| (HAND[place].value)(self))
    }
}

/// Like [`Work`](super::fact::Work), for a view of any lifetime.
type HandWork = fn(&View<'_>) -> Value<'static>;

/// The fact for which each tile is tried.
const WAITS: &str = "waits";

impl Entry<HandWork> {
    /// The steps that it takes: as many as others would take in its time.
    pub(super) fn steps(&self) -> u64 {
        match self.name {
            WAITS => 200,
            _ => 1,
        }
    }
}

/// The facts of a hand. A rule that is easy to say should be one line; nothing is here twice.
pub(super) static HAND: [Entry<HandWork>; 27] = [
    Entry {
        name: "shape",
        kind: one_of(&kinds::SHAPES),
        meaning: "What the hand is read as: four sets and a pair, seven pairs or thirteen orphans; or that it won by bonus tiles, where the pattern stands in `bonus_tile_win_patterns`.",
        example: "shape == 'seven_pairs'",
        value: |view| {
            word(match view.reading.shape {
                Shape::Standard => "standard",
                Shape::SevenPairs => "seven_pairs",
                Shape::ThirteenOrphans => "thirteen_orphans",
                Shape::BonusTiles => "bonus_tiles",
            })
        },
    },
    Entry {
        name: "sets",
        kind: most(Item::Set, 4),
        meaning: "The four chows, pungs and kongs, declared ones first; none in the special hands.",
        example: "sets.all(s, s.terminal || s.honour)",
        value: |view| view.sets_where(|set| set.kind != SetKind::Pair),
    },
    Entry {
        name: "chows",
        kind: most(Item::Set, 4),
        meaning: "The chows among the sets.",
        example: "size(chows) == 4",
        value: |view| view.sets_where(|set| set.kind == SetKind::Chow),
    },
    Entry {
        name: "pungs",
        kind: most(Item::Set, 4),
        meaning: "The pungs among the sets; a kong is one too.",
        example: "pungs.exists(s, s.tile == round_wind)",
        value: |view| view.sets_where(|set| matches!(set.kind, SetKind::Pung | SetKind::Kong)),
    },
    Entry {
        name: "kongs",
        kind: most(Item::Set, 4),
        meaning: "The kongs among the sets.",
        example: "kongs.exists(s, s.concealed)",
        value: |view| view.sets_where(|set| set.kind == SetKind::Kong),
    },
    Entry {
        name: "pairs",
        kind: most(Item::Set, 7),
        meaning: "The pair, or the seven; none in thirteen orphans.",
        example: "pairs.exists(p, p.dragon)",
        value: |view| view.sets_where(|set| set.kind == SetKind::Pair),
    },
    Entry {
        name: "tiles",
        kind: most(Item::Tile, 18),
        meaning: "Every tile of the hand, the winning tile among them, in the order of the tiles.",
        example: "tiles.all(t, t.rank != 5)",
        value: |view| {
            let each = view.counts.present();
            list(each.flat_map(|(tile, count)| (0..count).map(move |_| view.tile(tile))))
        },
    },
    Entry {
        name: "winning_tile",
        kind: Kind::One(Item::Tile),
        meaning: "The tile that completed the hand.",
        example: "winning_tile.rank == 5",
        // Only a win by bonus tiles has none, and no expression is asked about it.
        value: |view| view.tile(view.win.hand.winning_tile.unwrap_or(Tile::RED)),
    },
    Entry {
        name: WAITS,
        kind: most(Item::Word(Some(&kinds::TILES)), 13),
        meaning: "The tiles that would have completed the hand before the winning tile, the winning tile among them, in the order of the tiles: those of which the hand had fewer than four, in whatever shape. It takes 200 steps.",
        example: "size(waits) == 1",
        value: |view| view.waits(),
    },
    Entry {
        name: "suits",
        kind: most(Item::Word(Some(&kinds::SUITS)), 3),
        meaning: "The suits that are there, each once; honours are none.",
        example: "size(suits) == 2",
        value: |view| {
            let suits = Suit::ALL.into_iter();
            let there =
                suits.filter(|&suit| view.tiles_where(|tile| tile.suit() == Some(suit)) > 0);
            list(there.map(|suit| word(kinds::SUITS.words[suit as usize])))
        },
    },
    Entry {
        name: "ranks",
        kind: most(Item::Int, 9),
        meaning: "The ranks that are there, each once, the lowest first; honours have none.",
        example: "ranks.all(r, r in [2, 3, 4, 6, 8])",
        value: |view| {
            let there =
                (1..=9).filter(|&rank| view.tiles_where(|tile| tile.rank() == Some(rank)) > 0);
            list(there.map(|rank| int(rank.into())))
        },
    },
    Entry {
        name: "honours",
        kind: Kind::INT,
        meaning: "How many tiles are winds or dragons.",
        example: "honours == 0",
        value: |view| int(view.tiles_where(Tile::is_honour)),
    },
    Entry {
        name: "terminals",
        kind: Kind::INT,
        meaning: "How many tiles are ones or nines.",
        example: "terminals + honours == 0",
        value: |view| int(view.tiles_where(Tile::is_terminal)),
    },
    Entry {
        name: "concealed",
        kind: Kind::BOOL,
        meaning: "Whether nothing was claimed before the winning tile; concealed kongs are fine.",
        example: "concealed && self_draw",
        value: |view| boolean(view.exposed_melds() == 0),
    },
    Entry {
        name: "melds",
        kind: Kind::INT,
        meaning: "How many sets were claimed before the winning tile.",
        example: "melds == 4",
        value: |view| int(view.exposed_melds()),
    },
    Entry {
        name: "won_by",
        kind: one_of(&kinds::WAYS),
        meaning: "How the winning tile was got.",
        example: "won_by == 'discard'",
        value: |view| {
            word(match view.win.circumstances.won_by {
                WonBy::SelfDraw | WonBy::BonusTiles => "self_draw",
                WonBy::Discard { .. } => "discard",
                WonBy::RobbedKong { .. } => "robbed_kong",
            })
        },
    },
    Entry {
        name: "self_draw",
        kind: Kind::BOOL,
        meaning: "Whether the winner drew the winning tile.",
        example: "!self_draw",
        value: |view| boolean(view.win.circumstances.won_by.is_own_draw()),
    },
    Entry {
        name: "last_tile",
        kind: Kind::BOOL,
        meaning: "Whether it was the last tile of the wall, or the discard or kong that followed it.",
        example: "last_tile && winning_tile.tile == '1p'",
        value: |view| boolean(view.win.circumstances.last_tile),
    },
    Entry {
        name: "replacement",
        kind: one_of(&kinds::REPLACEMENTS),
        meaning: "What the winning tile replaced.",
        example: "replacement == 'kong' && winning_tile.tile == '5p'",
        value: |view| {
            word(match view.win.circumstances.replacement {
                None => "none",
                Some(Replacement::BonusTile) => "bonus_tile",
                Some(Replacement::Kong) => "kong",
                Some(Replacement::SecondKong) => "second_kong",
            })
        },
    },
    Entry {
        name: "first_turn",
        kind: one_of(&kinds::FIRST_TURNS),
        meaning: "Whether it was a win on the first turn, and which.",
        example: "first_turn == 'none'",
        value: |view| {
            word(match view.win.circumstances.first_turn {
                None => "none",
                Some(FirstTurn::Heaven) => "heaven",
                Some(FirstTurn::Earth) => "earth",
                Some(FirstTurn::Man) => "man",
            })
        },
    },
    Entry {
        name: "dealer",
        kind: Kind::BOOL,
        meaning: "Whether the winner is the dealer.",
        example: "dealer && self_draw",
        value: |view| boolean(view.win.seat_wind == Wind::East),
    },
    Entry {
        name: "seat",
        kind: Kind::INT,
        meaning: "The number of the winner's seat: 1 East, 2 South, 3 West, 4 North.",
        example: "seat in flowers && seat in seasons",
        value: |view| int(view.win.seat_wind.index() as i64 + 1),
    },
    Entry {
        name: "seat_wind",
        kind: one_of(&kinds::TILES),
        meaning: "The tile of the winner's seat wind.",
        example: "pairs.exists(p, p.tile == seat_wind)",
        value: |view| word(tile_name(Tile::wind(view.win.seat_wind))),
    },
    Entry {
        name: "round_wind",
        kind: one_of(&kinds::TILES),
        meaning: "The tile of the round wind.",
        example: "seat_wind == round_wind",
        value: |view| word(tile_name(Tile::wind(view.win.round_wind))),
    },
    Entry {
        name: "flowers",
        kind: most(Item::Int, 4),
        meaning: "The numbers of the flowers, the lowest first: 1 plum, 2 orchid, 3 chrysanthemum, 4 bamboo.",
        example: "size(flowers) == 4",
        value: |view| view.bonus_tiles(BonusTile::is_flower),
    },
    Entry {
        name: "seasons",
        kind: most(Item::Int, 4),
        meaning: "The numbers of the seasons, the lowest first: 1 spring, 2 summer, 3 autumn, 4 winter.",
        example: "!(seat in seasons)",
        value: |view| view.bonus_tiles(|tile| !tile.is_flower()),
    },
    Entry {
        name: "bonus_tiles",
        kind: Kind::INT,
        meaning: "How many flowers and seasons there are.",
        example: "bonus_tiles >= 6",
        value: |view| int(view.win.hand.bonus_tiles.len() as i64),
    },
];
