//! The sums over days, months and years follow what the matches come to.

use super::doubles::Doubles;
use crate::tables::tallies::{Moment, Tally};
use crate::tables::tally_sums::{Cell, rows};
use crate::tables::{Sql, tallies};
use crate::{ClubId, MatchId, PlayerId, Result};
use futures_util::TryStreamExt;
use std::collections::{BTreeMap, BTreeSet};
use std::pin::pin;
use tally::{Change, Figures, Span};
use time::Date;

/// So many days of a player are summed up at once: each has a sum under its variant, and one under all of them.
const DAYS_AT_ONCE: usize = rows::AT_ONCE / 2;

/// What some matches came to and come to now.
pub(super) struct Changes {
    /// By match, in the order of play, and by player.
    matches: BTreeMap<(Moment, MatchId), ChangedMatch>,
}

/// What a match came to and comes to now.
struct ChangedMatch {
    variant_id: String,
    players: BTreeMap<PlayerId, Change>,
}

impl Changes {
    /// What the matches came to before, and after. `latest` is the last match that each player had before.
    pub(super) fn between(
        before: &[Tally],
        after: &[Tally],
        latest: &BTreeMap<PlayerId, Moment>,
        doubles: &Doubles,
    ) -> Self {
        let mut changes = Self {
            matches: BTreeMap::new(),
        };
        let mut last: BTreeMap<PlayerId, Moment> = BTreeMap::new();
        for (player, moment) in latest {
            let last = last.entry(doubles.for_whom(*player)).or_insert(*moment);
            *last = (*last).max(*moment);
        }
        for row in before {
            let figures = counting(row.figures.clone(), doubles);
            let change = changes.of(row, doubles);
            change.before = std::mem::take(&mut change.before).then(figures);
        }
        for row in after {
            let figures = counting(row.figures.clone(), doubles);
            let change = changes.of(row, doubles);
            change.after = std::mem::take(&mut change.after).then(figures);
        }
        for ((moment, _), one) in &mut changes.matches {
            one.players
                .retain(|_, change| change.before != change.after);
            for (player, change) in &mut one.players {
                // Matches that are new in this step come in their order.
                change.is_last = last.get(player).is_none_or(|last| moment >= last);
            }
        }
        changes
    }

    fn of(&mut self, row: &Tally, doubles: &Doubles) -> &mut Change {
        let place = ((row.played_on, row.opened_seq), row.match_id);
        let one = self.matches.entry(place).or_insert_with(|| ChangedMatch {
            variant_id: row.variant_id.clone(),
            players: BTreeMap::new(),
        });
        let player = doubles.for_whom(row.player);
        one.players.entry(player).or_default()
    }

    /// The sums that change, each as often as it does, in the order of play.
    fn of_sums(&self) -> impl Iterator<Item = (Cell, &Change)> {
        self.matches.iter().flat_map(|(((day, _), _), one)| {
            let players = one.players.iter();
            players.flat_map(move |(player, change)| {
                let sums = sums_of(*day, &one.variant_id, *player);
                sums.map(move |sum| (sum, change))
            })
        })
    }

    /// The days of the matches that changed for a player.
    fn days_of(&self, player: PlayerId) -> BTreeSet<Date> {
        let matches = self.matches.iter();
        let changed = matches.filter(|(_, one)| one.players.contains_key(&player));
        changed.map(|(((day, _), _), _)| *day).collect()
    }
}

/// The sums in which a match of a day counts for a player.
fn sums_of(day: Date, variant_id: &str, player: PlayerId) -> impl Iterator<Item = Cell> {
    let of_span = move |span: Span| {
        let cell = Cell {
            span,
            variant_id: variant_id.to_owned(),
            starts_on: span.start(day),
            player,
        };
        [cell.of_any_variant(), cell]
    };
    Span::ALL.into_iter().flat_map(of_span)
}

fn counting(figures: Figures, doubles: &Doubles) -> Figures {
    Figures {
        detail: figures.detail.counting(|player| doubles.for_whom(player)),
        ..figures
    }
}

/// Brings the sums of the players of some matches up to what these come to now. It reads and writes as many rows however many matches there
/// are, unless the sums and the changes do not tell ([`Figures::changed`]): then it sums up anew for the players concerned.
pub(super) async fn change(
    sql: Sql<'_>,
    club: ClubId,
    changes: &Changes,
    doubles: &Doubles,
) -> Result<()> {
    let mut of_sums: BTreeMap<Cell, Vec<&Change>> = BTreeMap::new();
    for (sum, change) in changes.of_sums() {
        of_sums.entry(sum).or_default().push(change);
    }
    let mut to_sum_up = BTreeSet::new();
    let of_sums: Vec<(Cell, Vec<&Change>)> = of_sums.into_iter().collect();
    for of_sums in of_sums.chunks(rows::AT_ONCE) {
        to_sum_up.extend(change_some(sql, club, of_sums).await?);
    }
    for player in to_sum_up {
        let days = changes.days_of(player);
        sum_up_one(sql, club, (&days, player), doubles).await?;
    }
    Ok(())
}

/// The same of some sums, each with its changes in the order of play; the players whose sums do not tell.
async fn change_some(
    sql: Sql<'_>,
    club: ClubId,
    of_sums: &[(Cell, Vec<&Change>)],
) -> Result<BTreeSet<PlayerId>> {
    let mut changed: BTreeSet<Cell> = of_sums.iter().map(|(sum, _)| sum.clone()).collect();
    let mut sums = rows::some(sql, club, &changed).await?;
    let mut to_sum_up = BTreeSet::new();
    for (sum, changes) in of_sums {
        let so_far = sums.remove(sum).unwrap_or_default();
        let after = changes
            .iter()
            .try_fold(so_far, |so_far, change| so_far.changed(change));
        match after {
            Some(figures) => {
                sums.insert(sum.clone(), figures);
            }
            None => {
                to_sum_up.insert(sum.player);
            }
        }
    }
    // What was stored of them before is summed up anew, too.
    changed.retain(|sum| !to_sum_up.contains(&sum.player));
    sums.retain(|sum, figures| changed.contains(sum) && figures.totals.matches > 0);
    rows::replace_some(sql, club, &changed, &sums).await?;
    Ok(to_sum_up)
}

/// The days of each of some players that are summed up anew.
#[derive(Default)]
pub(super) struct StaleDays(BTreeMap<PlayerId, BTreeSet<Date>>);

impl StaleDays {
    /// Those of everybody in some matches: of whom they counted for, and of whom they count for now.
    pub(super) fn add(
        &mut self,
        rows: impl IntoIterator<Item = (PlayerId, Date)>,
        [before, now]: [&Doubles; 2],
    ) {
        for (player, day) in rows {
            for player in [before.for_whom(player), player] {
                let days = self.0.entry(now.for_whom(player)).or_default();
                days.insert(day);
            }
        }
    }

    /// Sums them up anew, and the months and years that they are in.
    pub(super) async fn sum_up(self, sql: Sql<'_>, club: ClubId, doubles: &Doubles) -> Result<()> {
        for (player, days) in self.0 {
            sum_up_one(sql, club, (&days, player), doubles).await?;
        }
        Ok(())
    }
}

/// Sums some days up anew, and the months and years that they are in, of a player and of everybody who counts for them. A day may have nothing any
/// more: its month does not have it either then.
async fn sum_up_one(
    sql: Sql<'_>,
    club: ClubId,
    (days, player): (&BTreeSet<Date>, PlayerId),
    doubles: &Doubles,
) -> Result<()> {
    let players = &doubles.with([player]);
    let all: Vec<Date> = days.iter().copied().collect();
    for days in all.chunks(DAYS_AT_ONCE) {
        let days = BTreeSet::from_iter(days.iter().copied());
        let mut sums = Sums::default();
        let mut of_days = pin!(tallies::on_days(sql, club, &days, players).await?);
        while let Some((cell, figures)) = of_days.try_next().await? {
            let player = doubles.for_whom(cell.player);
            let figures = counting(figures, doubles);
            let cell = Cell { player, ..cell };
            sums.add(cell.of_any_variant(), figures.clone());
            sums.add(cell, figures);
        }
        rows::replace(sql, club, (Span::Day, &days, players), &sums.0).await?;
    }
    for (span, shorter) in [(Span::Month, Span::Day), (Span::Year, Span::Month)] {
        let starts: BTreeSet<Date> = days.iter().map(|day| span.start(*day)).collect();
        for start in starts {
            let within = (start, span.end(start));
            let mut sums = Sums::default();
            let mut shorter = pin!(rows::list(sql, club, (shorter, within), players).await?);
            while let Some((cell, figures)) = shorter.try_next().await? {
                let cell = Cell {
                    span,
                    starts_on: start,
                    ..cell
                };
                sums.add(cell, figures);
            }
            let start = BTreeSet::from([start]);
            rows::replace(sql, club, (span, &start, players), &sums.0).await?;
        }
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
