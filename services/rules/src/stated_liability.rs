//! Who is said to be liable for a win.

use mahjong::LiabilityRule;

/// Who is said to be liable for a win, and by which rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StatedLiability<S> {
    /// The rule.
    pub rule: LiabilityRule,
    /// Who is liable: who gave the winning tile (`nine_tiles`, `five_tiles`), fed the last of the melds
    /// (`twelve_tiles`, `big_three_dragons`, `big_four_winds`, `fourth_meld`) or fed the kong (`kong_replacement`).
    pub liable: S,
    /// For `five_tiles`: the tiles before the dead wall when the winning tile was discarded, if anybody counted.
    pub tiles_left: Option<u8>,
    /// For `five_tiles`: whether the winning tile was neither discarded nor shown before in the hand, if anybody
    /// looked.
    pub live_tile: Option<bool>,
}

impl<S: Copy> StatedLiability<S> {
    /// The same with another name for the seat.
    #[must_use]
    pub fn map_seat<T>(self, name: impl FnOnce(S) -> T) -> StatedLiability<T> {
        StatedLiability {
            rule: self.rule,
            liable: name(self.liable),
            tiles_left: self.tiles_left,
            live_tile: self.live_tile,
        }
    }
}
