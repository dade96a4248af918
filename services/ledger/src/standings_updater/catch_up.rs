//! One step of it: the next entries of a club.

use crate::queries::match_history::{self, Until};
use crate::tables::ratings::Rated;
use crate::tables::tallies::{Finish, Moment, Tally};
use crate::tables::tally_sums::{self, Cell};
use crate::tables::{Sql, entries, matches, players, ratings, tallies, won_hands};
use crate::{Body, ClubId, Error, Ledger, MatchId, PlayerId, Result};
use futures_util::future::{try_join, try_join3};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use tally::{Figures, MatchTally, Rating, Span, WonHand, rate};
use time::Date;

/// How many entries a step takes at most.
const STEP: u32 = 200;

impl Ledger {
    /// Brings the tallies of a club up to some more of its entries, and answers whether there are more. Nothing happens where
    /// somebody else is at it.
    pub async fn catch_up(&self, club: ClubId) -> Result<bool> {
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.begin_unlocked(club).await?;
            let more = step(tx.sql()?, club).await?;
            tx.commit().await?;
            Ok(more)
        })
        .await
    }
}

/// What some entries are about.
#[derive(Default)]
struct Touched {
    matches: BTreeSet<MatchId>,
    /// Who was merged, and into whom.
    merged: BTreeSet<PlayerId>,
    last: u64,
}

async fn step(sql: Sql<'_>, club: ClubId) -> Result<bool> {
    let Some(head) = tallies::lock_head(sql, club).await? else {
        return Ok(false);
    };
    if head == 0 {
        // Whoever begins at the first entry begins with nothing, whatever is left of before.
        try_join3(
            tallies::forget(sql, club),
            won_hands::forget(sql, club),
            ratings::forget_all(sql, club),
        )
        .await?;
    }
    let page = entries::list(sql, club, head, STEP).await?;
    let mut touched = Touched::default();
    for entry in &page.entries {
        let entry = entry.entry()?;
        touched.matches.extend(entry.body.match_id());
        if let Body::PlayerMerged(merged) = &entry.body {
            touched.merged.extend([merged.player, merged.into]);
        }
        touched.last = entry.seq;
    }
    if page.entries.is_empty() {
        return Ok(false);
    }
    follow(sql, club, &touched).await?;
    tallies::set_head(sql, club, touched.last).await?;
    Ok(page.has_more)
}

async fn follow(sql: Sql<'_>, club: ClubId, touched: &Touched) -> Result<()> {
    let doubles = players::merged_until(sql, club, touched.last).await?;
    let for_whom = |player: PlayerId| *doubles.get(&player).unwrap_or(&player);
    // Everybody who counts for somebody else than before: who was merged earlier goes along.
    let mut renamed = touched.merged.clone();
    let goes_along = |double: &&PlayerId| touched.merged.contains(&for_whom(**double));
    renamed.extend(doubles.keys().filter(goes_along));
    let (rows, won) = tally_matches(sql, club, touched, for_whom).await?;
    let stale = stale_ratings(sql, club, (touched, &renamed), &rows).await?;
    let mut players = tallies::players_of(sql, club, &touched.matches).await?;
    try_join(
        tallies::replace(sql, club, &touched.matches, &rows),
        won_hands::replace(sql, club, &touched.matches, &won),
    )
    .await?;
    let mut days = tallies::days_of(sql, club, &renamed).await?;
    days.extend(rows.iter().map(|row| row.played_on));
    players.extend(rows.iter().map(|row| row.player));
    let players = match renamed.is_empty() {
        true => Some(with_doubles(&players, &doubles)),
        // Whoever played with them has figures against them.
        false => None,
    };
    sum_up(sql, club, (&days, players.as_ref()), for_whom).await?;
    if let Some(moment) = stale {
        rate_again(sql, club, moment, for_whom).await?;
    }
    Ok(())
}

/// Players, those they count for, and all who count for these.
fn with_doubles(
    players: &BTreeSet<PlayerId>,
    doubles: &HashMap<PlayerId, PlayerId>,
) -> BTreeSet<PlayerId> {
    let for_whom = |player: &PlayerId| *doubles.get(player).unwrap_or(player);
    let mut all: BTreeSet<PlayerId> = players.iter().map(for_whom).collect();
    let counts = |(_, into): &(&PlayerId, &PlayerId)| all.contains(into);
    let others: Vec<PlayerId> = doubles
        .iter()
        .filter(counts)
        .map(|(double, _)| *double)
        .collect();
    all.extend(others);
    all
}

/// What the matches come to as their entries tell them up to the last one, and the hands that were won in them.
async fn tally_matches(
    sql: Sql<'_>,
    club: ClubId,
    touched: &Touched,
    for_whom: impl Fn(PlayerId) -> PlayerId,
) -> Result<(Vec<Tally>, Vec<WonHand>)> {
    let (mut rows, mut won) = (Vec::new(), Vec::new());
    for match_id in &touched.matches {
        let until = Until {
            told: touched.last,
            known: touched.last,
        };
        let (row, told) = try_join(
            matches::find(sql, club, *match_id),
            match_history::fold(sql, (club, *match_id), until, |_| false),
        )
        .await?;
        let row = row.ok_or(Error::impossible("match of an entry"))?;
        let history = told.history;
        let tally = MatchTally::of(&history, &for_whom);
        let (places, longest_deals) = (tally.places, tally.longest_deals);
        won.extend(tally.won_hands);
        rows.extend(tally.players.into_iter().map(|(player, figures)| Tally {
            match_id: *match_id,
            player,
            opened_seq: history.opened.seq,
            played_on: history.terms.played_on,
            variant_id: row.variant_id().to_owned(),
            place: places.get(&player).copied(),
            longest_deal: longest_deals.get(&player).copied(),
            figures,
        }));
    }
    Ok((rows, won))
}

/// From when on ratings are not what they should be; none if all of them are.
async fn stale_ratings(
    sql: Sql<'_>,
    club: ClubId,
    (touched, renamed): (&Touched, &BTreeSet<PlayerId>),
    rows: &[Tally],
) -> Result<Option<Moment>> {
    let (before, merged) = try_join(
        tallies::places(sql, club, &touched.matches),
        tallies::first_finish(sql, club, renamed),
    )
    .await?;
    // Whole tables are held against each other: who is no longer in one has a rating of it, too.
    let mut tables: BTreeMap<MatchId, (Moment, BTreeMap<PlayerId, usize>)> = BTreeMap::new();
    for row in rows {
        let moment = (row.played_on, row.opened_seq);
        let (_, places) = tables
            .entry(row.match_id)
            .or_insert((moment, BTreeMap::new()));
        places.extend(row.place.map(|place| (row.player, place)));
    }
    let unfinished = BTreeMap::new();
    let moved = tables.into_iter().filter_map(|(id, (moment, places))| {
        let was = before.get(&id).unwrap_or(&unfinished);
        (*was != places).then_some(moment)
    });
    Ok(moved.chain(merged).min())
}

/// Sums the matches of some days up anew, and the months and years that these are in, of some players or of everybody.
async fn sum_up(
    sql: Sql<'_>,
    club: ClubId,
    (days, players): (&BTreeSet<Date>, Option<&BTreeSet<PlayerId>>),
    for_whom: impl Fn(PlayerId) -> PlayerId,
) -> Result<()> {
    let mut sums = Sums::default();
    for (cell, figures) in tallies::on_days(sql, club, days, players).await? {
        let player = for_whom(cell.player);
        let figures = Figures {
            detail: figures.detail.counting(&for_whom),
            ..figures
        };
        let cell = Cell { player, ..cell };
        sums.add(cell.of_any_variant(), figures.clone());
        sums.add(cell, figures);
    }
    tally_sums::replace(sql, club, (Span::Day, days, players), &sums.0).await?;
    for (span, shorter) in [(Span::Month, Span::Day), (Span::Year, Span::Month)] {
        let starts: BTreeSet<Date> = days.iter().map(|day| span.start(*day)).collect();
        let mut sums = Sums::default();
        for start in &starts {
            let within = (*start, span.end(*start));
            for (cell, figures) in tally_sums::list(sql, club, (shorter, within), players).await? {
                let starts_on = *start;
                sums.add(Cell { starts_on, ..cell }, figures);
            }
        }
        tally_sums::replace(sql, club, (span, &starts, players), &sums.0).await?;
    }
    Ok(())
}

#[derive(Default)]
struct Sums(BTreeMap<Cell, Figures>);

impl Sums {
    fn add(&mut self, cell: Cell, later: Figures) {
        let so_far = self.0.entry(cell).or_default();
        *so_far = std::mem::take(so_far).then(later);
    }
}

/// Rates the matches anew that were played from a moment on.
async fn rate_again(
    sql: Sql<'_>,
    club: ClubId,
    from: Moment,
    for_whom: impl Fn(PlayerId) -> PlayerId,
) -> Result<()> {
    ratings::forget(sql, club, from).await?;
    let mut matches: BTreeMap<Moment, BTreeMap<PlayerId, usize>> = BTreeMap::new();
    for finish in tallies::finishes(sql, club, from).await? {
        let Finish {
            moment,
            player,
            place,
        } = finish;
        let table = matches.entry(moment).or_default();
        table.insert(for_whom(player), place);
    }
    let players: BTreeSet<PlayerId> = matches.values().flat_map(BTreeMap::keys).copied().collect();
    let players: Vec<PlayerId> = players.into_iter().collect();
    let mut known = ratings::before(sql, club, &players, from).await?;
    let mut rated = Vec::new();
    for (moment, places) in matches {
        rated.extend(rate_match(&mut known, moment, &places));
    }
    ratings::insert(sql, club, &rated).await
}

fn rate_match(
    known: &mut HashMap<PlayerId, Rating>,
    moment: Moment,
    places: &BTreeMap<PlayerId, usize>,
) -> Vec<Rated> {
    let before = |player: &PlayerId| known.get(player).copied().unwrap_or_default();
    let table: Vec<_> = places
        .iter()
        .map(|(id, place)| (before(id), *place))
        .collect();
    let rated = places.keys().zip(rate(&table));
    let rated: Vec<Rated> = rated
        .map(|(player, rating)| Rated {
            player: *player,
            moment,
            rating,
        })
        .collect();
    known.extend(rated.iter().map(|one| (one.player, one.rating)));
    rated
}
