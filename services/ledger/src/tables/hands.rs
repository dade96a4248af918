//! Which entry recorded which hand, and what it moved.

use super::{Sql, entries as leaves};
use crate::error::integer;
use crate::schema::{entries, hands, payments};
use crate::{ClubId, HandId, MatchId, RecordedHand, Result};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use evidence::{Entry, HandRecorded};
use uuid::Uuid;

pub(crate) async fn insert(mut sql: Sql<'_>, hand: &HandRecorded, entry: &Entry) -> Result<()> {
    let row = (
        hands::club_id.eq(entry.club.0),
        hands::hand_id.eq(hand.hand.0),
        hands::match_id.eq(hand.match_id.0),
        hands::number.eq(integer::<u32, i32>(hand.number, "hand number")?),
        hands::seq.eq(integer::<u64, i64>(entry.seq, "sequence number")?),
    );
    diesel::insert_into(hands::table)
        .values(row)
        .execute(&mut sql)
        .await?;
    Ok(())
}

pub(crate) async fn insert_payments(
    mut sql: Sql<'_>,
    hand: &HandRecorded,
    entry: &Entry,
) -> Result<()> {
    let [chair_1, chair_2, chair_3, chair_4] = hand.legs.half_points();
    let row = (
        payments::club_id.eq(entry.club.0),
        payments::seq.eq(integer::<u64, i64>(entry.seq, "sequence number")?),
        payments::match_id.eq(hand.match_id.0),
        payments::chair_1.eq(chair_1),
        payments::chair_2.eq(chair_2),
        payments::chair_3.eq(chair_3),
        payments::chair_4.eq(chair_4),
        payments::house.eq(hand.legs.house()),
    );
    diesel::insert_into(payments::table)
        .values(row)
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// The hand of a match that has this number.
pub(crate) async fn numbered(
    mut sql: Sql<'_>,
    club: ClubId,
    id: MatchId,
    number: u32,
) -> Result<Option<RecordedHand>> {
    // No hand has a number that large.
    let Ok(number) = i32::try_from(number) else {
        return Ok(None);
    };
    let hand = of_match(club.0, id.0)
        .filter(hands::number.eq(number))
        .first(&mut sql);
    hand.await.optional()?.map(read).transpose()
}

pub(crate) async fn find(
    mut sql: Sql<'_>,
    club: ClubId,
    id: MatchId,
    hand: HandId,
) -> Result<Option<RecordedHand>> {
    let hand = of_match(club.0, id.0)
        .filter(hands::hand_id.eq(hand.0))
        .first(&mut sql);
    hand.await.optional()?.map(read).transpose()
}

/// The hands of a match, by number.
pub(crate) async fn list(mut sql: Sql<'_>, club: ClubId, id: MatchId) -> Result<Vec<RecordedHand>> {
    let hands = of_match(club.0, id.0).order(hands::number).load(&mut sql);
    hands.await?.into_iter().map(read).collect()
}

/// The entries that recorded the hands of a match.
#[diesel::dsl::auto_type]
fn of_match(club: Uuid, id: Uuid) -> _ {
    let recorded = entries::club_id
        .eq(hands::club_id)
        .and(entries::seq.eq(hands::seq));
    hands::table
        .inner_join(entries::table.on(recorded))
        .filter(hands::club_id.eq(club))
        .filter(hands::match_id.eq(id))
        .select((entries::seq, entries::leaf, entries::leaf_hash))
}

fn read((seq, leaf, hash): (i64, Vec<u8>, Vec<u8>)) -> Result<RecordedHand> {
    leaves::parse(seq, &leaf, &hash)?.try_into()
}
