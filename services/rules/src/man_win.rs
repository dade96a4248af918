//! How a non-dealer wins as `man` 人糊, of which tables have different rules.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::{Wind, WonBy};

/// A way in which a non-dealer wins as `man` 人糊.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema, PartialEq, Eq, Hash)]
#[serde(rename_all = "snake_case")]
pub enum ManWin {
    /// By self-draw on the first turn.
    #[schemars(title = "Self-draw", extend("x-title-zh-Hant" = "自摸"))]
    #[schemars(extend("x-description-zh-Hant" = "第一輪自摸。"))]
    SelfDraw,
    /// By a discard of anybody, before the winner's own first draw.
    #[schemars(title = "a discard before the own first draw", extend("x-title-zh-Hant" = "自己未摸牌，食人出銃"))]
    #[schemars(extend("x-description-zh-Hant" = "自己第一次摸牌之前，食任何人嘅出牌。"))]
    Discard,
    /// By the dealer's first discard.
    #[schemars(title = "the dealer's first discard", extend("x-title-zh-Hant" = "食莊家第一隻出牌"))]
    #[schemars(extend("x-description-zh-Hant" = "食莊家第一隻出牌。"))]
    DealerDiscard,
}

impl ManWin {
    /// What the winner wins by.
    const fn text(self) -> &'static str {
        match self {
            ManWin::SelfDraw => "self-draw",
            ManWin::Discard => "a discard before the own first draw",
            ManWin::DealerDiscard => "the dealer's first discard",
        }
    }

    fn is_won_by(self, won_by: &WonBy<Wind>) -> bool {
        match self {
            ManWin::SelfDraw => *won_by == WonBy::SelfDraw,
            ManWin::Discard => matches!(won_by, WonBy::Discard { .. }),
            ManWin::DealerDiscard => *won_by == WonBy::Discard { from: Wind::East },
        }
    }
}

/// Whether a hand can be won as `man` in one of these ways.
pub(crate) fn is_man(ways: &[ManWin], seat_wind: Wind, won_by: &WonBy<Wind>) -> bool {
    seat_wind != Wind::East && ways.iter().any(|way| way.is_won_by(won_by))
}

/// What `man` is where these are the ways, as a sentence.
pub(crate) fn explain(ways: &[ManWin]) -> String {
    let ways: Vec<&str> = ways.iter().map(|way| way.text()).collect();
    format!(
        "man is a non-dealer's win on the first turn, here by {}: no melds or kongs",
        ways.join(" or ")
    )
}
