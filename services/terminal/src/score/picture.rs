//! Tiles as Unicode pictures them.

use rules::{BonusTile, Suit, Tile, Wind, notation};

/// Playing tiles. Unicode lists dragons as red, green and white, and bamboos before dots.
pub(crate) fn playing(tiles: &[Tile]) -> String {
    tiles.iter().filter_map(|&tile| one(tile)).collect()
}

fn one(tile: Tile) -> Option<char> {
    let rank = u32::from(tile.rank().unwrap_or(1)) - 1;
    let code = match tile.suit() {
        Some(Suit::Characters) => 0x1F007 + rank,
        Some(Suit::Bamboos) => 0x1F010 + rank,
        Some(Suit::Dots) => 0x1F019 + rank,
        None if tile == Tile::RED => 0x1F004,
        None if tile == Tile::GREEN => 0x1F005,
        None if tile == Tile::WHITE => 0x1F006,
        None => {
            let wind = Wind::ALL
                .into_iter()
                .find(|&wind| Tile::wind(wind) == tile)?;
            0x1F000 + wind.index() as u32
        }
    };
    char::from_u32(code)
}

/// Flowers and seasons. Unicode lists the bamboo flower before the chrysanthemum.
pub(crate) fn bonus(tiles: &[BonusTile]) -> String {
    let picture = |&tile: &BonusTile| match notation::bonus(&[tile]).as_str() {
        "1f" => '🀢',
        "2f" => '🀣',
        "3f" => '🀥',
        "4f" => '🀤',
        "1q" => '🀦',
        "2q" => '🀧',
        "3q" => '🀨',
        _ => '🀩',
    };
    tiles.iter().map(picture).collect()
}
