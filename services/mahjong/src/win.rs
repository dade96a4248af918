//! A win, as the table stated it. Whether the tiles are a legal hand is decided elsewhere.

use crate::{Chair, Contradiction, Hand, KongKind, string_enum};
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
    pub robbed_kong: Option<KongKind>,
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

/// How a hand was won, but for who gave the winning tile: inside a match a chair did, outside a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Circumstances {
    /// How the winning tile was got.
    pub won_by: WonBy,
    /// The kind of kong that was robbed.
    pub robbed_kong: Option<KongKind>,
    /// Whether the winning tile was the last of the wall, or the discard or kong that followed it 海底撈月.
    pub last_tile: bool,
    /// What the winning tile replaced.
    pub replacement: Option<Replacement>,
    /// A win on the first turn.
    pub first_turn: Option<FirstTurn>,
}

/// One winner of a hand: with `hand` or `declared`, exactly one of them.
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

/// That one player is liable for a win 包 and pays for all three. What tiles and circumstances can contradict is refused;
/// the rest, such as who fed which meld, is taken as stated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Liability {
    /// Who is liable; never the winner.
    #[cfg_attr(feature = "openapi", schema(value_type = u8, minimum = 1, maximum = 4))]
    pub chair: Chair,
    /// By which rule of the variant.
    pub rule: LiabilityRule,
    /// With `five_tiles`: the tiles before the dead wall when the winning tile was discarded; more than five are refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "openapi",
        schema(nullable = false, minimum = 0, maximum = 144)
    )]
    pub tiles_left: Option<u32>,
    /// With `five_tiles`: whether the winning tile was live; `false` is refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub live_tile: Option<bool>,
}

/// What a winner shows: the tiles, or the result as the table declared it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shown {
    /// The tiles.
    Hand(Hand),
    /// The declared result.
    Declared(DeclaredResult),
}

/// A result that the table states without tiles. It is recorded as declared, never as validated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct DeclaredResult {
    /// The fan of the hand in all, 0–1000; 0 for a limit hand.
    #[cfg_attr(feature = "openapi", schema(minimum = 0, maximum = 1000))]
    pub fan: u32,
    /// Whether it was a limit hand.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "openapi", schema(required = false, default = false))]
    pub limit: bool,
    /// The fan that count toward the minimum, where the variant has fan that do not. Absent: `fan` has to reach
    /// the minimum, plus one for a self-draw that scores outside the minimum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(minimum = 0, maximum = 1000))]
    pub fan_toward_minimum: Option<u32>,
}

string_enum! {
    /// How the winning tile was got: `self_draw` 自摸, `discard`, `robbed_kong` 搶槓, or `bonus_tiles` 花糊 (an
    /// immediate win by seven or eight bonus tiles).
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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

string_enum! {
    /// What a self-drawn winning tile replaced: a bonus tile, the fourth tile of a kong 槓上開花, or of a second kong
    /// made with the first one's replacement 槓上槓.
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    pub enum Replacement {
        /// A bonus tile.
        BonusTile = "bonus_tile",
        /// The fourth tile of a kong 槓上開花.
        Kong = "kong",
        /// The fourth tile of a second kong, made with the replacement of the first 槓上槓.
        SecondKong = "second_kong",
    }
}

string_enum! {
    /// A win on the first turn: `heaven` 天糊 the dealer's dealt hand, `earth` 地糊 a non-dealer on the dealer's first
    /// discard, `man` 人糊 a non-dealer by self-draw, or as the variant says by a discard before the own first draw.
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    pub enum FirstTurn {
        /// 天糊: the dealer's dealt hand wins.
        Heaven = "heaven",
        /// 地糊: a non-dealer wins on the dealer's first discard.
        Earth = "earth",
        /// 人糊: a non-dealer wins on the first turn by self-draw, or as the variant says by a discard before the own first
        /// draw.
        Man = "man",
    }
}

string_enum! {
    /// When a player is liable 包; the variant says which of these rules it plays.
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    #[derive(schemars::JsonSchema)]
    pub enum LiabilityRule {
        /// Gave the winning tile of a full flush to a player who shows three melds of its suit. Where it punishes hands
        /// with honours too, melds of honours may be among the three.
        #[schemars(title = "Nine tiles", extend("x-title-zh-Hant" = "九張"))]
        #[schemars(extend("x-description-zh-Hant" = "人哋已經落咗三副同一色嘅牌，你打出佢清一色食糊嗰隻。如果連有字嘅牌都要包，三副入面可以有字牌。"))]
        NineTiles = "nine_tiles",
        /// Fed the fourth visible meld of one suit to a player who then wins with a full flush. Where it punishes hands
        /// with honours too, melds of honours may be among the four.
        #[schemars(title = "Twelve tiles", extend("x-title-zh-Hant" = "十二張"))]
        #[schemars(extend("x-description-zh-Hant" = "畀人落第四副同一色嘅牌，佢之後食清一色。如果連有字嘅牌都要包，四副入面可以有字牌。"))]
        TwelveTiles = "twelve_tiles",
        /// Gave the win with a tile neither discarded nor shown before, with five tiles or fewer before the dead wall.
        #[schemars(title = "Five tiles", extend("x-title-zh-Hant" = "五張"))]
        #[schemars(extend("x-description-zh-Hant" = "王牌之前剩五隻或者更少，打出一隻未出過亦未亮過嘅牌畀人食糊。"))]
        FiveTiles = "five_tiles",
        /// Fed the third meld of dragons to a player who then wins with big three dragons.
        #[schemars(title = "Big three dragons", extend("x-title-zh-Hant" = "大三元"))]
        #[schemars(extend("x-description-zh-Hant" = "畀人落第三副三元牌，佢之後食大三元。"))]
        BigThreeDragons = "big_three_dragons",
        /// Fed the fourth meld of winds to a player who then wins with big four winds.
        #[schemars(title = "Big four winds", extend("x-title-zh-Hant" = "大四喜"))]
        #[schemars(extend("x-description-zh-Hant" = "畀人落第四副風牌，佢之後食大四喜。"))]
        BigFourWinds = "big_four_winds",
        /// Fed the kong whose replacement tile won.
        #[schemars(title = "Fed the kong", extend("x-title-zh-Hant" = "槓上包自摸"))]
        #[schemars(extend("x-description-zh-Hant" = "畀人開槓，佢用補嗰隻牌食糊。"))]
        KongReplacement = "kong_replacement",
        /// Fed the fourth exposed meld, of whatever tiles, to a player who then wins.
        #[schemars(title = "Fed the fourth exposed meld", extend("x-title-zh-Hant" = "四副落地包"))]
        #[schemars(extend("x-description-zh-Hant" = "畀人落第四副落地嘅牌，乜牌都計，佢之後食糊。"))]
        FourthMeld = "fourth_meld",
    }
}

impl Win {
    /// A win that came about in some way; `from_chair` gave the winning tile, if anybody did.
    #[must_use]
    pub fn new(
        circumstances: Circumstances,
        from_chair: Option<Chair>,
        winners: Vec<Winner>,
    ) -> Win {
        let Circumstances {
            won_by,
            robbed_kong,
            last_tile,
            replacement,
            first_turn,
        } = circumstances;
        Win {
            won_by,
            from_chair,
            robbed_kong,
            last_tile,
            replacement,
            first_turn,
            winners,
        }
    }

    /// How the hand was won.
    #[must_use]
    pub fn circumstances(&self) -> Circumstances {
        Circumstances {
            won_by: self.won_by,
            robbed_kong: self.robbed_kong,
            last_tile: self.last_tile,
            replacement: self.replacement,
            first_turn: self.first_turn,
        }
    }

    /// Somebody won, nobody twice, and what goes with the way of winning is stated, and nothing else.
    ///
    /// # Errors
    /// The first of these that does not hold.
    pub fn check(&self) -> Result<(), Contradiction> {
        let chairs: BTreeSet<Chair> = self.winners.iter().map(|winner| winner.chair).collect();
        if chairs.is_empty() || chairs.len() < self.winners.len() {
            return Err(Contradiction(
                "a win has one to four winners on different chairs",
            ));
        }
        let (from_chair, robbed_kong) = match self.won_by {
            WonBy::SelfDraw | WonBy::BonusTiles => (false, false),
            WonBy::Discard => (true, false),
            WonBy::RobbedKong => (true, true),
        };
        if self.from_chair.is_some() != from_chair {
            return Err(Contradiction(
                "from_chair goes with a discard or a robbed kong, and only with them",
            ));
        }
        if self.robbed_kong.is_some() != robbed_kong {
            return Err(Contradiction(
                "the kind of kong goes with a robbed kong, and only with it",
            ));
        }
        let liable = |winner: &Winner| winner.liability.map(|liability| liability.chair);
        if self
            .winners
            .iter()
            .any(|winner| liable(winner) == Some(winner.chair))
        {
            return Err(Contradiction("nobody is liable for a win of their own"));
        }
        Ok(())
    }
}

/// One winner of a hand: with `hand` or `declared`, exactly one of them.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
struct WinnerFields {
    /// Whose win.
    #[cfg_attr(feature = "openapi", schema(value_type = u8, minimum = 1, maximum = 4))]
    chair: Chair,
    /// The tiles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    hand: Option<Hand>,
    /// The result as the table declared it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    declared: Option<DeclaredResult>,
    /// Who is liable for the win 包, if anybody is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
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

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for Winner {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        WinnerFields::schema()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for Winner {
    fn schemas(schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::Schema>)>) {
        WinnerFields::schemas(schemas);
    }
}
