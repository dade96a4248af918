//! A win, as the table stated it. Tiles are in notation (`123m55p EEE`). Whether the tiles are a legal hand was decided
//! before; the entry repeats what was said.

use crate::words::words;
use crate::{Chair, Refusal};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A win.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Win {
    /// How the winning tile was got.
    pub won_by: WonBy,
    /// The chair that discarded the winning tile or declared the robbed kong; there is none in other wins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_chair: Option<Chair>,
    /// The kind of kong that was robbed; stated then and only then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub robbed_kong: Option<RobbedKong>,
    /// Whether the winning tile was the last of the wall, or the discard or kong that followed it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub last_tile: bool,
    /// What the winning tile replaced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replacement: Option<Replacement>,
    /// A win on the first turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_turn: Option<FirstTurn>,
    /// The winners, on different chairs: one; several only where every winner of one discard is paid.
    pub winners: Vec<Winner>,
}

/// One winner of a hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "WinnerFields", try_from = "WinnerFields")]
pub struct Winner {
    /// Whose win.
    pub chair: Chair,
    /// What the winner shows.
    pub shown: Shown,
    /// Who is liable for the win 包, if anybody is.
    pub liability: Option<Liability>,
}

/// That one player is liable for a win 包, and pays for all three.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Liability {
    /// Who is liable; never the winner.
    pub chair: Chair,
    /// By which rule of the variant.
    pub rule: LiabilityRule,
    /// With `five_tiles`: the tiles before the dead wall when the winning tile was discarded, if anybody counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiles_left: Option<u32>,
    /// With `five_tiles`: whether the winning tile was live, if anybody looked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub live_tile: Option<bool>,
}

/// What a winner shows: the tiles, or the result as the table declared it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shown {
    /// The tiles.
    Hand(Hand),
    /// The declared result.
    Declared(Declared),
}

/// The tiles of a winner, in notation; no tiles are an empty string, which the leaf leaves out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hand {
    /// The concealed tiles without the winning tile.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub concealed: String,
    /// The winning tile; none in a win by bonus tiles.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub winning_tile: String,
    /// The declared melds, in the order they were declared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub melds: Vec<Meld>,
    /// The flowers and seasons set aside.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub bonus_tiles: String,
}

/// A set declared on the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meld {
    /// What it is.
    pub kind: MeldKind,
    /// Its tiles, in notation.
    pub tiles: String,
}

/// A result stated without tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Declared {
    /// The fan in all; 0 for a limit hand.
    pub fan: u32,
    /// Whether it was a limit hand.
    #[serde(default, skip_serializing_if = "is_false")]
    pub limit: bool,
    /// The fan that count toward the minimum, where some do not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fan_toward_minimum: Option<u32>,
}

words! {
    /// How the winning tile was got.
    pub enum WonBy {
        /// 自摸: drawn by the winner.
        SelfDraw = "self_draw",
        /// Discarded by another player.
        Discard = "discard",
        /// 搶槓: taken from the kong another player was declaring.
        RobbedKong = "robbed_kong",
        /// 花糊: won at once by bonus tiles.
        BonusTiles = "bonus_tiles",
    }
}

words! {
    /// The kind of a kong that was robbed.
    pub enum RobbedKong {
        /// A kong whose fourth tile was claimed from a discard.
        ExposedKong = "exposed_kong",
        /// A melded pung to which its owner added the fourth tile.
        AddedKong = "added_kong",
        /// Four tiles of the owner's own draws.
        ConcealedKong = "concealed_kong",
    }
}

words! {
    /// The kind of a declared meld.
    pub enum MeldKind {
        /// Three suit tiles in sequence.
        Chow = "chow",
        /// Three identical tiles.
        Pung = "pung",
        /// Four identical tiles, the fourth claimed from a discard.
        ExposedKong = "exposed_kong",
        /// A melded pung to which its owner added the fourth tile.
        AddedKong = "added_kong",
        /// Four identical tiles of the owner's own draws.
        ConcealedKong = "concealed_kong",
    }
}

words! {
    /// What a self-drawn winning tile replaced.
    pub enum Replacement {
        /// A bonus tile.
        BonusTile = "bonus_tile",
        /// The fourth tile of a kong 槓上開花.
        Kong = "kong",
        /// The fourth tile of a second kong, made with the replacement of the first 槓上槓.
        SecondKong = "second_kong",
    }
}

words! {
    /// A rule of liability 包.
    pub enum LiabilityRule {
        /// The winning discard went to a player who shows three melds of one suit or of honours.
        NineTiles = "nine_tiles",
        /// The liable player fed the fourth meld of one suit or of honours.
        TwelveTiles = "twelve_tiles",
        /// The winning discard came with five tiles or fewer left, and was live.
        FiveTiles = "five_tiles",
        /// The liable player fed the third meld of dragons.
        BigThreeDragons = "big_three_dragons",
        /// The liable player fed the fourth meld of winds.
        BigFourWinds = "big_four_winds",
        /// The liable player fed the kong whose replacement won.
        KongReplacement = "kong_replacement",
    }
}

words! {
    /// A win on the first turn.
    pub enum FirstTurn {
        /// 天糊: the dealer's dealt hand wins.
        Heaven = "heaven",
        /// 地糊: a non-dealer wins on the dealer's first discard.
        Earth = "earth",
        /// 人糊: a non-dealer wins by self-draw on the first turn.
        Man = "man",
    }
}

impl Win {
    /// Somebody won, nobody twice, and what goes with the way of winning is stated, and nothing else.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        let chairs: BTreeSet<Chair> = self.winners.iter().map(|winner| winner.chair).collect();
        if chairs.is_empty() || chairs.len() < self.winners.len() {
            return Err(Refusal::Contradiction(
                "a win has one to four winners on different chairs",
            ));
        }
        let (from_chair, robbed_kong) = match self.won_by {
            WonBy::SelfDraw | WonBy::BonusTiles => (false, false),
            WonBy::Discard => (true, false),
            WonBy::RobbedKong => (true, true),
        };
        if self.from_chair.is_some() != from_chair {
            return Err(Refusal::Contradiction(
                "from_chair goes with a discard or a robbed kong, and only with them",
            ));
        }
        if self.robbed_kong.is_some() != robbed_kong {
            return Err(Refusal::Contradiction(
                "the kind of kong goes with a robbed kong, and only with it",
            ));
        }
        let liable = |winner: &Winner| winner.liability.map(|liability| liability.chair);
        if self
            .winners
            .iter()
            .any(|winner| liable(winner) == Some(winner.chair))
        {
            return Err(Refusal::Contradiction(
                "nobody is liable for a win of their own",
            ));
        }
        Ok(())
    }

    /// The same win with its people on other chairs.
    pub(crate) fn reseated(&self, seat: &impl Fn(Chair) -> Chair) -> Self {
        let winner = |winner: &Winner| Winner {
            chair: seat(winner.chair),
            shown: winner.shown.clone(),
            liability: winner.liability.map(|liability| Liability {
                chair: seat(liability.chair),
                ..liability
            }),
        };
        Self {
            from_chair: self.from_chair.map(seat),
            winners: self.winners.iter().map(winner).collect(),
            ..self.clone()
        }
    }
}

/// A winner as the leaf has it: `hand` or `declared`, exactly one.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WinnerFields {
    chair: Chair,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hand: Option<Hand>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    declared: Option<Declared>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    liability: Option<Liability>,
}

impl From<Winner> for WinnerFields {
    fn from(winner: Winner) -> Self {
        let (hand, declared) = match winner.shown {
            Shown::Hand(hand) => (Some(hand), None),
            Shown::Declared(declared) => (None, Some(declared)),
        };
        Self {
            chair: winner.chair,
            hand,
            declared,
            liability: winner.liability,
        }
    }
}

impl TryFrom<WinnerFields> for Winner {
    type Error = &'static str;

    fn try_from(fields: WinnerFields) -> Result<Self, Self::Error> {
        let shown = match (fields.hand, fields.declared) {
            (Some(hand), None) => Shown::Hand(hand),
            (None, Some(declared)) => Shown::Declared(declared),
            (Some(_), Some(_)) | (None, None) => {
                return Err("a winner shows a hand or declares a result, exactly one of the two");
            }
        };
        Ok(Self {
            chair: fields.chair,
            shown,
            liability: fields.liability,
        })
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature serde asks for"
)]
fn is_false(value: &bool) -> bool {
    !value
}
