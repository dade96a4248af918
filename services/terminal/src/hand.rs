//! The text and the pictures of a recorded hand.

use evidence::{Hand, MeldKind};
use rules::{Pattern, notation};

use crate::score::picture;

/// The tiles as a line of notation, followed by pictures.
pub(crate) fn tiles(hand: &Hand) -> String {
    let mut words = vec![hand.concealed.clone()];
    words.extend(hand.melds.iter().map(|meld| match meld.kind {
        MeldKind::ConcealedKong => format!("[{}]", meld.tiles),
        MeldKind::Chow | MeldKind::Pung | MeldKind::ExposedKong | MeldKind::AddedKong => {
            format!("({})", meld.tiles)
        }
    }));
    words.push(hand.bonus_tiles.clone());
    if !hand.winning_tile.is_empty() {
        words.push(format!("+ {}", hand.winning_tile));
    }
    words.retain(|word| !word.is_empty());
    let all = [&hand.concealed, &hand.bonus_tiles, &hand.winning_tile];
    let melds = hand.melds.iter().map(|meld| &meld.tiles);
    let [concealed, bonus, winning] = all;
    let shown = std::iter::once(concealed)
        .chain(melds)
        .chain([winning, bonus]);
    let pictures: String = shown.map(|tiles| pictures(tiles)).collect();
    format!("{}   {pictures}", words.join(" "))
}

fn pictures(tiles: &str) -> String {
    let read = notation::parse(tiles).unwrap_or_default();
    picture::playing(&read.playing) + &picture::bonus(&read.bonus)
}

/// The names of a pattern; the id of a house pattern.
pub(crate) fn pattern(id: &str) -> String {
    let known = Pattern::from_id(id);
    let mut catalogue = rules::catalogue();
    match catalogue.find(|definition| Some(definition.pattern) == known) {
        Some(named) => format!("{} {}", named.english, named.traditional_chinese),
        None => id.replace('_', " "),
    }
}
