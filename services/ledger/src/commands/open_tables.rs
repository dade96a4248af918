//! The matches of a drawn round are opened, all of them together: of an evening, or of a tournament.

use crate::commands::open_match;
use crate::model::SealedEntry;
use crate::tables::players::Names;
use crate::tables::write_statements::WriteStatements;
use crate::transaction::{LockedClub, Transaction};
use crate::{Body, DrawRemedy, Error, MatchId, OpenMatch, PeopleError, PlayerId, Result, Write};

/// The first of the matches to open, whose variant is that of all.
pub(super) fn first(matches: &[OpenMatch]) -> Result<&OpenMatch> {
    matches
        .first()
        .ok_or(Error::Contradiction("no match is opened"))
}

/// Refuses tables at which somebody sits who cannot sit down any more.
pub(super) fn check_players(
    tables: &[[PlayerId; 4]],
    names: &Names,
    remedy: DrawRemedy,
) -> Result<()> {
    for player in tables.iter().flatten() {
        let player = names.get(&player.0).ok_or(PeopleError::NoSuchPlayer)?;
        if player.merged_into.is_some() && !player.erased {
            let merged = PeopleError::DrawnPlayerMerged {
                player: player.id,
                name: player.name.clone(),
                remedy,
            };
            return Err(merged.into());
        }
        player.check()?;
    }
    Ok(())
}

/// What helps with a round that was drawn and is not opened: to draw it again, if no other one was drawn after it.
pub(super) fn remedy(is_last: bool) -> DrawRemedy {
    match is_last {
        true => DrawRemedy::Redraw,
        false => DrawRemedy::None,
    }
}

/// Enters the matches, and after them the entry that says of which round they are: what `of_round` makes of their ids, as a `body`.
pub(super) async fn enter<T: Clone>(
    tx: &Transaction,
    write: &Write,
    club: &mut LockedClub,
    (matches, retired): (&[OpenMatch], Option<bool>),
    (of_round, body): (impl FnOnce(Vec<MatchId>) -> T, impl FnOnce(T) -> Body),
) -> Result<(SealedEntry, T)> {
    let variant = open_match::variant(tx, club, first(matches)?, retired).await?;
    let mut opened = Vec::new();
    for of_table in matches {
        opened.push((open_match::seal(club, of_table)?, of_table));
    }
    let round = of_round(opened.iter().map(|((id, _), _)| *id).collect());
    let sealed_round = club.seal(body(round.clone()))?;
    let of_matches = opened.iter().map(|((_, sealed), _)| sealed);
    let sealed: Vec<&SealedEntry> = variant
        .iter()
        .chain(of_matches)
        .chain([&sealed_round])
        .collect();
    let mut writes: WriteStatements<'_> = tx.appended(write, &sealed)?;
    for ((id, sealed), of_table) in &opened {
        writes = writes.and(open_match::consequences(*id, of_table, &sealed.entry)?);
    }
    writes.execute(tx.sql()?).await?;
    Ok((sealed_round, round))
}
