//! The hands that are asked about: of the kinds that tables see, most of them by discard with melds shown.

use wire::v1;
use wire::v1::variant_ref::Variant;

/// Concealed tiles, winning tile, melds, bonus tiles, and whether it was drawn.
const HANDS: [(&str, &str, &[&str], &str, bool); 8] = [
    ("88m NN", "8m", &["222m", "444p", "666s"], "1f", true),
    ("88s WW", "8s", &["222s", "444s", "666s"], "1f", false),
    ("88m 99m", "8m", &["222m", "444m", "666m"], "2f", false),
    ("123456m 55m EEE 78m", "9m", &[], "", false),
    ("1112345678999m", "5m", &[], "", true),
    ("4488p 22s 99s EE NN C", "C", &[], "3q", true),
    ("22s 46s CCC", "5s", &["777s", "123s"], "1f4q", false),
    ("33p FFF CCC 78p", "9p", &["PPP"], "", false),
];

/// One request for each hand that the rules take.
pub(crate) fn requests() -> Vec<v1::ScoreHandRequest> {
    let request = |win| v1::ScoreHandRequest {
        variant: variant(),
        options: no_minimum(),
        win: Some(win),
        explain: false,
    };
    wins().map(request).collect()
}

/// A batch of so many hands.
pub(crate) fn batch(hands: usize) -> v1::ScoreHandsRequest {
    let wins: Vec<v1::Win> = wins().collect();
    v1::ScoreHandsRequest {
        variant: variant(),
        options: no_minimum(),
        wins: wins.into_iter().cycle().take(hands).collect(),
    }
}

fn variant() -> Option<v1::VariantRef> {
    Some(v1::VariantRef {
        variant: Some(Variant::Id("old-hong-kong".to_owned())),
    })
}

fn no_minimum() -> Option<v1::TableOptions> {
    Some(v1::TableOptions {
        minimum_fan: Some(0),
    })
}

fn wins() -> impl Iterator<Item = v1::Win> {
    HANDS
        .iter()
        .map(|&(concealed, winning, melds, bonus, drawn)| {
            let (won_by, from_seat) = match drawn {
                true => (v1::WonBy::SelfDraw, v1::Wind::Unspecified),
                false => (v1::WonBy::Discard, v1::Wind::South),
            };
            v1::Win {
                hand: Some(v1::Hand {
                    concealed: tiles(concealed),
                    winning_tile: tiles(winning),
                    melds: melds.iter().map(|tiles| meld(tiles)).collect(),
                    bonus_tiles: tiles(bonus),
                }),
                circumstances: Some(v1::Circumstances {
                    won_by: won_by.into(),
                    ..Default::default()
                }),
                seat_wind: v1::Wind::West.into(),
                round_wind: v1::Wind::East.into(),
                from_seat: from_seat.into(),
                ..Default::default()
            }
        })
}

fn meld(notation: &str) -> v1::Meld {
    let kind = match notation.starts_with("123") {
        true => v1::MeldKind::Chow,
        false => v1::MeldKind::Pung,
    };
    v1::Meld {
        kind: kind.into(),
        tiles: tiles(notation),
    }
}

fn tiles(notation: &str) -> Option<v1::Tiles> {
    Some(v1::Tiles {
        notation: notation.to_owned(),
        ..Default::default()
    })
}
