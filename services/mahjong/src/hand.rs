//! The tiles of a player, as they are stated: in [notation](crate::notation) (`123m55p EEE`).

use crate::string_enum;
use serde::{Deserialize, Serialize};

/// The tiles of a winner, in notation: `1m`–`9m` characters, `1p`–`9p` dots, `1s`–`9s` bamboos, winds `E S W N`,
/// dragons `C` red `F` green `P` white, flowers `1f`–`4f`, seasons `1q`–`4q`; ranks may share a letter
/// (`123m55p`), spaces are free, case matters. Chinese names (`八萬 紅中`) and Unicode tiles are taken too. A field without tiles is an empty string, or absent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Hand {
    /// The concealed tiles without the winning tile: 13 − 3 × declared melds of them (a kong counts as three).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(
        feature = "openapi",
        schema(required = false, max_length = 256, examples("88s WW"))
    )]
    pub concealed: String,
    /// The tile that completes the hand; none in a win by bonus tiles.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(
        feature = "openapi",
        schema(required = false, max_length = 256, examples("8s"))
    )]
    pub winning_tile: String,
    /// The declared melds, in the order they were declared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(required = false, max_items = 4))]
    pub melds: Vec<Meld>,
    /// The flowers and seasons set aside.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(
        feature = "openapi",
        schema(required = false, max_length = 256, examples("1f"))
    )]
    pub bonus_tiles: String,
}

/// A set declared on the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Meld {
    /// What it is said to be.
    pub kind: MeldKind,
    /// Its tiles in notation: three, or four of a kong.
    #[cfg_attr(feature = "openapi", schema(max_length = 256, examples("222s")))]
    pub tiles: String,
}

string_enum! {
    /// The kind of a declared meld. An `exposed_kong` was claimed from a discard, an `added_kong` made of a melded
    /// pung, a `concealed_kong` of own draws (declared, yet concealed).
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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

string_enum! {
    /// The kind of a kong, as far as robbing one cares.
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    #[derive(schemars::JsonSchema)]
    pub enum KongKind {
        /// A kong whose fourth tile was claimed from a discard.
        #[schemars(title = "Exposed kong", extend("x-title-zh-Hant" = "明槓"))]
        #[schemars(extend("x-description-zh-Hant" = "第四隻係攞人哋出牌嘅槓。"))]
        Exposed = "exposed_kong",
        /// A melded pung to which its owner added the fourth tile.
        #[schemars(title = "Added kong", extend("x-title-zh-Hant" = "加槓"))]
        #[schemars(extend("x-description-zh-Hant" = "碰咗之後自己加第四隻嘅槓。"))]
        Added = "added_kong",
        /// Four tiles of the owner's own draws.
        #[schemars(title = "Concealed kong", extend("x-title-zh-Hant" = "暗槓"))]
        #[schemars(extend("x-description-zh-Hant" = "四隻都係自己摸返嚟。"))]
        Concealed = "concealed_kong",
    }
}

impl MeldKind {
    /// Which kind of kong it is; `None` for a chow or a pung.
    #[must_use]
    #[inline]
    pub const fn kong(self) -> Option<KongKind> {
        match self {
            MeldKind::Chow | MeldKind::Pung => None,
            MeldKind::ExposedKong => Some(KongKind::Exposed),
            MeldKind::AddedKong => Some(KongKind::Added),
            MeldKind::ConcealedKong => Some(KongKind::Concealed),
        }
    }

    /// Whether it is a kong of any kind.
    #[must_use]
    #[inline]
    pub const fn is_kong(self) -> bool {
        self.kong().is_some()
    }

    /// Whether another player's discard went into it.
    #[must_use]
    #[inline]
    pub const fn is_exposed(self) -> bool {
        !matches!(self, MeldKind::ConcealedKong)
    }
}

impl From<KongKind> for MeldKind {
    fn from(kong: KongKind) -> Self {
        match kong {
            KongKind::Exposed => MeldKind::ExposedKong,
            KongKind::Added => MeldKind::AddedKong,
            KongKind::Concealed => MeldKind::ConcealedKong,
        }
    }
}
