//! Where two players were at the same time, who therefore are two people.

use crate::queries::{evenings, tournaments};
use crate::tables::{Sql, players, sittings};
use crate::{AtOneTime, ClubId, MatchId, PlayerId, Result};
use evidence::RoundOf;
use futures_util::future::try_join;

/// Where two players, or any who were merged into them, were at the same time: in one match, at two tables of one round, or with places of
/// their own in the standings of one tournament. None if nothing that was played says that they are two people. A round that was drawn and
/// not opened says nothing: it is not opened for who was merged.
pub(crate) async fn at_one_time(
    sql: Sql<'_>,
    club: ClubId,
    (one, other): (PlayerId, PlayerId),
) -> Result<Option<AtOneTime>> {
    let ids = try_join(
        players::ids_of(sql, club, one),
        players::ids_of(sql, club, other),
    );
    let (these, those) = ids.await?;
    if let Some(id) = sittings::together(sql, club, (&these, &those)).await? {
        return Ok(Some(AtOneTime::Match(id)));
    }
    let (these, those) = try_join(
        sittings::in_rounds(sql, club, &these),
        sittings::in_rounds(sql, club, &those),
    )
    .await?;
    for (of, of_one) in &these {
        let Some(of_other) = those.get(of) else {
            continue;
        };
        let found = apart(sql, club, *of, (of_one, of_other)).await?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// What the matches of each say, all of one evening or tournament and none of both.
async fn apart(
    sql: Sql<'_>,
    club: ClubId,
    of: RoundOf,
    (of_one, of_other): (&[MatchId], &[MatchId]),
) -> Result<Option<AtOneTime>> {
    for (round, matches) in rounds(sql, club, of).await? {
        let within = |some: &[MatchId]| some.iter().copied().find(|id| matches.contains(id));
        if let (Some(one), Some(other)) = (within(of_one), within(of_other)) {
            return Ok(Some(AtOneTime::Round {
                of,
                round,
                matches: [one, other],
            }));
        }
    }
    Ok(match (of, of_one, of_other) {
        (RoundOf::Tournament { tournament }, &[one, ..], &[other, ..]) => {
            Some(AtOneTime::Tournament {
                tournament,
                matches: [one, other],
            })
        }
        _ => None,
    })
}

/// The rounds of an evening or tournament by number, with their matches, void ones in whose place others were played among them.
async fn rounds(sql: Sql<'_>, club: ClubId, of: RoundOf) -> Result<Vec<(u32, Vec<MatchId>)>> {
    Ok(match of {
        RoundOf::Evening { evening } => {
            let found = evenings::find(sql, club, evening).await?;
            let rounds = found.rounds.iter();
            rounds
                .map(|of| (of.draw.round, of.all_matches().collect()))
                .collect()
        }
        RoundOf::Tournament { tournament } => {
            let found = tournaments::find(sql, club, tournament).await?;
            let rounds = found.rounds.iter();
            rounds
                .map(|of| (of.draw.round, of.all_matches().collect()))
                .collect()
        }
    })
}
