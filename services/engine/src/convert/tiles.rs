//! `tiles.proto`

use rules::{BonusTile, Tile, notation};
use wire::{RequestReason, v1};

use crate::errors::{At, Invalid};

/// The most tiles in a list: every playing tile kind and every bonus tile once is as many.
const TILES_LIMIT: usize = 42;

/// The most bytes of notation.
const NOTATION_LIMIT: usize = 256;

/// Reads tiles that have to be playing tiles.
pub(super) fn read_playing(stated: Option<v1::Tiles>) -> Result<Vec<Tile>, Invalid> {
    let tiles = read(stated)?;
    match tiles.bonus.as_slice() {
        [] => Ok(tiles.playing),
        bonus => Err(misplaced(
            notation::bonus(bonus),
            "a bonus tile",
            "set it aside in `bonus_tiles`",
        )),
    }
}

/// Reads tiles that have to be bonus tiles.
pub(super) fn read_bonus(stated: Option<v1::Tiles>) -> Result<Vec<BonusTile>, Invalid> {
    let tiles = read(stated)?;
    match tiles.playing.as_slice() {
        [] => Ok(tiles.bonus),
        playing => Err(misplaced(
            notation::playing(playing),
            "no bonus tile",
            "only `1f`–`4f` and `1q`–`4q` are",
        )),
    }
}

/// Writes one tile in both forms.
pub(super) fn write_tile(tile: Tile) -> v1::Tiles {
    v1::Tiles {
        notation: notation::playing(&[tile]),
        tiles: vec![tile.index() as i32 + 1],
    }
}

fn read(stated: Option<v1::Tiles>) -> Result<notation::Tiles, Invalid> {
    let stated = stated.unwrap_or_default();
    match (stated.tiles.as_slice(), stated.notation.as_str()) {
        (numbers, "") => read_numbers(numbers),
        ([], text) => read_notation(text),
        _ => Err(Invalid::new(
            RequestReason::TilesAmbiguous,
            "",
            "state `tiles` or `notation`, not both",
        )),
    }
}

fn read_numbers(numbers: &[i32]) -> Result<notation::Tiles, Invalid> {
    if numbers.len() > TILES_LIMIT {
        let text = format!(
            "{} tiles, but at most {TILES_LIMIT} can be stated",
            numbers.len()
        );
        return Err(Invalid::new(RequestReason::TooLarge, "tiles", text));
    }
    let mut tiles = notation::Tiles::default();
    for (index, &number) in numbers.iter().enumerate() {
        // The contract lists the tiles in the order of the rules, playing tiles first, from 1 on.
        let place = usize::try_from(number)
            .ok()
            .and_then(|number| number.checked_sub(1));
        let playing = place.and_then(Tile::from_index);
        let bonus = place.and_then(|place| BonusTile::from_index(place.checked_sub(Tile::KINDS)?));
        match (playing, bonus) {
            (Some(tile), _) => tiles.playing.push(tile),
            (None, Some(tile)) => tiles.bonus.push(tile),
            (None, None) => {
                let unknown = Invalid::new(
                    RequestReason::ValueUnknown,
                    "",
                    format!("{number} is not a tile"),
                );
                return Err(unknown).at_item("tiles", index);
            }
        }
    }
    Ok(tiles)
}

fn read_notation(text: &str) -> Result<notation::Tiles, Invalid> {
    if text.len() > NOTATION_LIMIT {
        let text = format!(
            "{} bytes, but notation has at most {NOTATION_LIMIT}",
            text.len()
        );
        return Err(Invalid::new(RequestReason::TooLarge, "notation", text));
    }
    notation::parse(text).map_err(|error| {
        Invalid::new(
            RequestReason::NotationInvalid,
            "notation",
            error.to_string(),
        )
    })
}

fn misplaced(tiles: String, what: &str, advice: &str) -> Invalid {
    Invalid::new(
        RequestReason::TileMisplaced,
        "",
        format!("`{tiles}` is {what}: {advice}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The notation behind every value in `tiles.proto`, in order.
    const NOTATION: &str = "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 2p 3p 4p 5p 6p 7p 8p 9p 1s 2s 3s 4s 5s 6s 7s 8s 9s \
                            E S W N C F P 1f 2f 3f 4f 1q 2q 3q 4q";

    #[test]
    fn enums_and_notation_name_the_same_tiles() {
        for (place, text) in NOTATION.split(' ').enumerate() {
            let number = place as i32 + 1;
            let from_enum = read_numbers(&[number]).unwrap();
            assert_eq!(from_enum, read_notation(text).unwrap(), "{text}");
            if let [tile] = from_enum.playing[..] {
                let both = v1::Tiles {
                    tiles: vec![number],
                    notation: text.to_owned(),
                };
                assert_eq!(write_tile(tile), both);
            }
        }
        assert_eq!(v1::Tile::Winter as i32, 42);
        assert!(read_numbers(&[43]).is_err());
    }
}
