//! The shapes of a complete hand, of which a variant says which win.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::packed::Packed;

/// A shape of a complete hand. A win by bonus tiles needs none.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema, PartialEq, Eq, Hash)]
#[serde(rename_all = "snake_case")]
pub enum WinningShape {
    /// Four sets and a pair.
    #[schemars(title = "Four sets and a pair", extend("x-title-zh-Hant" = "四副牌加一對眼"))]
    #[schemars(extend("x-description-zh-Hant" = "四副牌加一對眼。"))]
    Standard,
    /// Seven different pairs.
    #[schemars(title = "Seven pairs", extend("x-title-zh-Hant" = "七對子"))]
    #[schemars(extend("x-description-zh-Hant" = "七對唔同嘅牌。"))]
    SevenPairs,
    /// One of each terminal and honour, and one more of them.
    #[schemars(title = "Thirteen orphans", extend("x-title-zh-Hant" = "十三么"))]
    #[schemars(extend("x-description-zh-Hant" = "十三種么九牌各一隻，再加其中一隻。"))]
    ThirteenOrphans,
}

impl WinningShape {
    /// Every shape.
    pub const ALL: [WinningShape; 3] = [
        WinningShape::Standard,
        WinningShape::SevenPairs,
        WinningShape::ThirteenOrphans,
    ];

    /// Its name, as documents write it.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            WinningShape::Standard => "standard",
            WinningShape::SevenPairs => "seven_pairs",
            WinningShape::ThirteenOrphans => "thirteen_orphans",
        }
    }

    /// What a hand of this shape is, in English.
    pub(crate) const fn text(self) -> &'static str {
        match self {
            WinningShape::Standard => "four sets and a pair",
            WinningShape::SevenPairs => "seven pairs",
            WinningShape::ThirteenOrphans => "thirteen orphans",
        }
    }
}

/// Some shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WinningShapes(u8);

impl WinningShapes {
    pub(crate) const ALL: WinningShapes = WinningShapes(0b111);

    pub(crate) const fn contains(self, shape: WinningShape) -> bool {
        self.0 >> shape as u8 & 1 == 1
    }
}

impl FromIterator<WinningShape> for WinningShapes {
    fn from_iter<I: IntoIterator<Item = WinningShape>>(shapes: I) -> WinningShapes {
        let bits = shapes.into_iter().map(|shape| 1 << shape as u8);
        WinningShapes(bits.fold(0, |all, bit: u8| all | bit))
    }
}

/// The shape of fourteen concealed tiles that are complete without melds in one of the special shapes, or of tiles
/// that are sets and a pair beside the melds; the first of several.
pub(crate) fn shape_of(tiles: &Packed, melds: u32) -> Option<WinningShape> {
    let mut standard = false;
    crate::decompose::each_division(tiles, &mut |_| standard = true);
    WinningShape::ALL.into_iter().find(|shape| match shape {
        WinningShape::Standard => standard,
        WinningShape::SevenPairs => melds == 0 && tiles.is_seven_pairs(),
        WinningShape::ThirteenOrphans => melds == 0 && tiles.is_thirteen_orphans(),
    })
}
