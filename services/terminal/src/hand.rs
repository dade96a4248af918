//! The text and the pictures of a recorded hand.

use client::models::{Hand, Meld, MeldKind};
use rules::{Pattern, notation};

use crate::score::picture;

/// The tiles as a line of notation, followed by pictures.
pub(crate) fn tiles(hand: &Hand) -> String {
    let tiles = |field: &Option<String>| field.clone().unwrap_or_default();
    let (concealed, bonus) = (tiles(&hand.concealed), tiles(&hand.bonus_tiles));
    let winning = tiles(&hand.winning_tile);
    let melds: &[Meld] = hand.melds.as_deref().unwrap_or_default();
    let mut words = vec![concealed.clone()];
    words.extend(
        melds
            .iter()
            .map(|meld| match meld.kind == MeldKind::ConcealedKong {
                true => format!("[{}]", meld.tiles),
                false => format!("({})", meld.tiles),
            }),
    );
    words.push(bonus.clone());
    if !winning.is_empty() {
        words.push(format!("+ {winning}"));
    }
    words.retain(|word| !word.is_empty());
    let melds = melds.iter().map(|meld| &meld.tiles);
    let shown = std::iter::once(&concealed).chain(melds);
    let shown = shown.chain([&winning, &bonus]);
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
