//! One step of it: the next entries of a club.

use super::doubles::Doubles;
use super::sums::{self, Changes, StaleDays};
use crate::queries::match_history::{self, Until};
use crate::tables::player_merges::PlayerMerges;
use crate::tables::ratings::Rated;
use crate::tables::tallies::{Head, Moment, Tally};
use crate::tables::won_hands::{self, NewWonHand};
use crate::tables::{Sql, entries, finishes, matches, ratings, sittings, tallies};
use crate::{ClubId, Error, Ledger, MatchId, PlayerId, Result};
use evidence::MatchHistory;
use futures_util::future::{try_join, try_join_all, try_join3};
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use tally::{MatchTally, Rating, rate};

/// How many entries a step takes at most.
const STEP: u32 = 200;
/// So many matches are added up together: as many as most steps have. A step can have any number of them, those of somebody whose merge was taken
/// back, and what they come to is in memory.
const PORTION: usize = 16;
/// So many hands that were won in them end a portion, too.
const WON_HANDS: usize = 4_000;
/// How many matches are read at once: the database reads one while another is added up. So many are in memory.
const AT_ONCE: usize = 4;

/// What became of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StandingsStep {
    /// It was taken, and there are more entries.
    More,
    /// It was taken, and it was the last one.
    Last,
    /// Another process is at this club: nothing happened.
    Elsewhere,
}

impl Ledger {
    /// Brings the tallies of a club up to some more of its entries.
    pub async fn catch_up(&self, club: ClubId) -> Result<StandingsStep> {
        self.run(async move |ledger: Self| {
            loop {
                let tx = ledger.transaction().await?;
                tx.begin_unlocked(club).await?;
                let step = step(tx.sql()?, club).await?;
                tx.commit().await?;
                if let Some(step) = step {
                    return Ok(step);
                }
            }
        })
        .await
    }
}

/// What some entries are about.
struct Touched {
    matches: BTreeSet<MatchId>,
    /// The last entry before them; 0 before the first.
    before: u64,
    last: u64,
}

/// Takes the next step; none if it has to be taken in another transaction.
async fn step(sql: Sql<'_>, club: ClubId) -> Result<Option<StandingsStep>> {
    let head = match tallies::lock_head(sql, club).await? {
        Head::Locked(head) => head,
        // The first entries take as long as they take, and nobody has to wait for that.
        Head::New => return Ok(None),
        Head::Elsewhere => return Ok(Some(StandingsStep::Elsewhere)),
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
    let mut touched = Touched {
        matches: BTreeSet::new(),
        before: head,
        last: head,
    };
    for entry in &page.entries {
        let entry = entry.entry()?;
        touched.matches.extend(entry.body.match_id());
        touched.last = entry.seq;
    }
    if page.entries.is_empty() {
        return Ok(Some(StandingsStep::Last));
    }
    let last = touched.last;
    follow(sql, club, touched).await?;
    tallies::set_head(sql, club, last).await?;
    Ok(Some(match page.has_more {
        true => StandingsStep::More,
        false => StandingsStep::Last,
    }))
}

async fn follow(sql: Sql<'_>, club: ClubId, mut touched: Touched) -> Result<()> {
    let merges = PlayerMerges::read(sql, club).await?;
    let doubles = Doubles(merges.until(touched.last));
    // Everybody who counts for somebody else than before.
    let doubles_before = Doubles(merges.until(touched.before));
    let renamed = doubles.changed_since(&doubles_before);
    let unmerged = unmerged_matches(sql, club, &merges, &touched).await?;
    touched.matches.extend(unmerged);
    let mut stale = match renamed.is_empty() {
        true => None,
        false => finishes::first(sql, club, &renamed).await?,
    };
    let mut stale_days = StaleDays::default();
    let whom = [&doubles_before, &doubles];
    let mut left: VecDeque<MatchId> = touched.matches.into_iter().collect();
    while !left.is_empty() {
        let Portion { matches, rows, won } =
            Portion::next(sql, club, (&mut left, touched.last), &doubles).await?;
        let before = tallies::of_matches(sql, club, &matches).await?;
        stale = first_moved(&before, &rows).into_iter().chain(stale).min();
        let changes = if renamed.is_empty() {
            let players = before.iter().chain(&rows).map(|row| row.player);
            let latest = tallies::latest(sql, club, &doubles.with(players)).await?;
            Some(Changes::between(&before, &rows, &latest, &doubles))
        } else {
            // A match that counts for nothing now has no row any more.
            let rows = before.iter().chain(&rows);
            stale_days.add(rows.map(|row| (row.player, row.played_on)), whom);
            None
        };
        try_join(
            tallies::replace(sql, club, &matches, &rows),
            won_hands::replace(sql, club, &matches, &won),
        )
        .await?;
        drop((before, rows, won));
        if let Some(changes) = changes {
            sums::change(sql, club, &changes, &doubles).await?;
        }
    }
    if !renamed.is_empty() {
        for player in renamed {
            stale_days.add(tallies::met(sql, club, player).await?, whom);
        }
        stale_days.sum_up(sql, club, &doubles).await?;
    }
    if let Some(moment) = stale {
        rate_again(sql, club, moment, &doubles).await?;
    }
    Ok(())
}

/// The matches in which somebody sat whose merge was taken back by these entries, or the merge of somebody for whom they counted: what they
/// come to is stored for whom they counted then. Those that were opened since are touched anyway.
async fn unmerged_matches(
    sql: Sql<'_>,
    club: ClubId,
    merges: &PlayerMerges,
    touched: &Touched,
) -> Result<BTreeSet<MatchId>> {
    let players = merges.unmerged_between(touched.before, touched.last);
    match players.is_empty() {
        true => Ok(BTreeSet::new()),
        false => sittings::until(sql, club, (&players, touched.before)).await,
    }
}

/// Some matches, and what they come to as their entries tell them up to the last one.
#[derive(Default)]
struct Portion {
    matches: Vec<MatchId>,
    rows: Vec<Tally>,
    /// The hands that were won in them.
    won: Vec<NewWonHand>,
}

impl Portion {
    /// The next of the matches that are left: so many as are well in memory.
    async fn next(
        sql: Sql<'_>,
        club: ClubId,
        (left, last): (&mut VecDeque<MatchId>, u64),
        doubles: &Doubles,
    ) -> Result<Self> {
        let until = Until {
            told: last,
            known: last,
        };
        let mut portion = Self::default();
        while portion.matches.len() < PORTION && portion.won.len() < WON_HANDS && !left.is_empty() {
            let some = left.drain(..AT_ONCE.min(left.len()));
            let read = try_join_all(some.map(|match_id| async move {
                let row = matches::find(sql, club, match_id);
                let told = match_history::fold(sql, (club, match_id), until, |_| false);
                try_join(row, told).await
            }));
            for (row, told) in read.await? {
                let row = row.ok_or(Error::impossible("match of an entry"))?;
                portion.add(row.variant_id(), &told.history, doubles);
            }
        }
        Ok(portion)
    }

    fn add(&mut self, variant_id: &str, history: &MatchHistory, doubles: &Doubles) {
        let match_id = history.terms.match_id;
        let (opened_seq, played_on) = (history.opened.seq, history.terms.played_on);
        let tally = MatchTally::of(history, |player| doubles.for_whom(player));
        let (places, longest_deals) = (tally.places, tally.longest_deals);
        self.matches.push(match_id);
        self.won
            .extend(tally.won_hands.into_iter().map(|won| NewWonHand {
                opened_seq,
                played_on,
                variant_id: variant_id.to_owned(),
                won,
            }));
        self.rows
            .extend(tally.players.into_iter().map(|(player, figures)| Tally {
                match_id,
                player,
                opened_seq,
                played_on,
                variant_id: variant_id.to_owned(),
                place: places.get(&player).copied(),
                longest_deal: longest_deals.get(&player).copied(),
                figures,
            }));
    }
}

/// From when on ratings are not what they should be, since matches ended otherwise than before; none if all of them are.
fn first_moved(before: &[Tally], after: &[Tally]) -> Option<Moment> {
    // Whole tables are held against each other: who is no longer in one has a rating of it, too.
    let (was, is) = (places(before), places(after));
    let matches: BTreeSet<&MatchId> = was.keys().chain(is.keys()).collect();
    let moved = matches.into_iter().filter_map(|id| {
        let (was, is) = (was.get(id), is.get(id));
        let (moment, _) = is.or(was)?;
        let places = |table: Option<&Table>| table.map(|(_, places)| places.clone());
        let [was, is] = [was, is].map(|table| places(table).unwrap_or_default());
        (was != is).then_some(*moment)
    });
    moved.min()
}

/// When a match was played, and who finished it where.
type Table = (Moment, BTreeMap<PlayerId, usize>);

/// When each match that counts for something was played, and who finished it where.
fn places(rows: &[Tally]) -> BTreeMap<MatchId, Table> {
    let mut tables = BTreeMap::new();
    for row in rows {
        let moment = (row.played_on, row.opened_seq);
        let (_, places) = tables
            .entry(row.match_id)
            .or_insert((moment, BTreeMap::new()));
        places.extend(row.place.map(|place| (row.player, place)));
    }
    tables
}

/// Rates the matches anew that were played from a moment on.
async fn rate_again(sql: Sql<'_>, club: ClubId, from: Moment, doubles: &Doubles) -> Result<()> {
    ratings::forget(sql, club, from).await?;
    // Everybody whose table was rated is in it.
    let mut known = HashMap::new();
    let mut next = Some(from);
    while let Some(moment) = next {
        let mut matches: BTreeMap<Moment, BTreeMap<PlayerId, usize>> = BTreeMap::new();
        for finish in finishes::list(sql, club, moment).await? {
            let table = matches.entry(finish.moment).or_default();
            table.insert(doubles.for_whom(finish.player), finish.place);
        }
        let players = matches.values().flat_map(BTreeMap::keys).copied();
        let new: BTreeSet<PlayerId> = players
            .filter(|player| !known.contains_key(player))
            .collect();
        let new: Vec<PlayerId> = new.into_iter().collect();
        known.extend(ratings::before(sql, club, &new, from).await?);
        let last = matches.last_key_value();
        next = last.map(|((day, seq), _)| (*day, seq.saturating_add(1)));
        let mut rated = Vec::new();
        for (moment, places) in matches {
            rated.extend(rate_match(&mut known, moment, &places));
        }
        ratings::insert(sql, club, &rated).await?;
    }
    Ok(())
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
