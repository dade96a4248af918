//! What a variant can demand of a pattern besides its being matched.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::WonBy;
use crate::hand_features::HandFeatures;
use crate::tile_kind_set::TileKindSet;

/// What a variant can demand of a pattern besides its being matched.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema, PartialEq, Eq, Hash)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// Nothing was claimed before the winning tile.
    #[schemars(title = "concealed", extend("x-title-zh-Hant" = "門前清"))]
    #[schemars(extend("x-description-zh-Hant" = "食糊嗰隻之前冇上碰過。"))]
    Concealed,
    /// The winning tile was self-drawn.
    #[schemars(title = "self-drawn", extend("x-title-zh-Hant" = "自摸"))]
    #[schemars(extend("x-description-zh-Hant" = "食糊嗰隻係自摸。"))]
    SelfDrawn,
    /// The pair is of a suit (`all_chows`).
    #[schemars(title = "a pair of a suit", extend("x-title-zh-Hant" = "數牌做眼"))]
    #[schemars(extend("x-description-zh-Hant" = "對眼係數牌（平糊）。"))]
    SuitedPair,
    /// The thirteen tiles before the winning tile are exactly 1112345678999 (`nine_gates`).
    #[schemars(title = "pure nine gates", extend("x-title-zh-Hant" = "正宗九子連環"))]
    #[schemars(extend("x-description-zh-Hant" = "食糊之前十三隻啱啱係 1112345678999（九子連環）。"))]
    Pure,
    /// The hand was won at once by its bonus tiles (`seven_bonus_tiles`, `eight_bonus_tiles`).
    #[schemars(title = "a win by bonus tiles", extend("x-title-zh-Hant" = "花糊"))]
    #[schemars(extend("x-description-zh-Hant" = "用花即刻食糊（七隻花、八隻花）。"))]
    BonusTileWin,
    /// The wind of the round is not the winner's seat wind (`round_wind_pung`).
    #[schemars(title = "the round wind is not the seat wind", extend("x-title-zh-Hant" = "圈風唔係門風"))]
    #[schemars(extend("x-description-zh-Hant" = "圈風唔係食糊嗰家嘅門風（圈風刻）。"))]
    NotSeatWind,
}

impl Condition {
    /// Every condition.
    pub(crate) const ALL: [Condition; 6] = [
        Condition::Concealed,
        Condition::SelfDrawn,
        Condition::SuitedPair,
        Condition::Pure,
        Condition::BonusTileWin,
        Condition::NotSeatWind,
    ];

    /// Its name, as documents write it.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Condition::Concealed => "concealed",
            Condition::SelfDrawn => "self_drawn",
            Condition::SuitedPair => "suited_pair",
            Condition::Pure => "pure",
            Condition::BonusTileWin => "bonus_tile_win",
            Condition::NotSeatWind => "not_seat_wind",
        }
    }
}

/// Some conditions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Conditions(u16);

impl Conditions {
    pub(crate) const NONE: Conditions = Conditions(0);

    /// Those that hold for a reading.
    #[inline]
    pub(crate) fn of(facts: &HandFeatures) -> Conditions {
        Condition::ALL
            .into_iter()
            .filter(|&condition| holds(condition, facts))
            .collect()
    }

    pub(crate) const fn contains(self, condition: Condition) -> bool {
        self.0 >> condition as u16 & 1 == 1
    }

    /// Whether all of some others are among them.
    pub(crate) const fn contain(self, others: Conditions) -> bool {
        others.0 & !self.0 == 0
    }
}

impl FromIterator<Condition> for Conditions {
    fn from_iter<I: IntoIterator<Item = Condition>>(conditions: I) -> Conditions {
        let bits = conditions
            .into_iter()
            .map(|condition| 1 << condition as u16);
        Conditions(bits.fold(0, |all, bit: u16| all | bit))
    }
}

fn holds(condition: Condition, facts: &HandFeatures) -> bool {
    match condition {
        Condition::Concealed => facts.tiles.is_concealed(),
        // A win by bonus tiles is paid as self-drawn, and counts as that.
        Condition::SelfDrawn => !facts.tiles.given,
        Condition::SuitedPair => facts.pair.meet(TileKindSet::SUITED),
        Condition::Pure => facts.tiles.is_pure(),
        Condition::BonusTileWin => facts.win.circumstances.won_by == WonBy::BonusTiles,
        Condition::NotSeatWind => facts.win.seat_wind != facts.win.round_wind,
    }
}
