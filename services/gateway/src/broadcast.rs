//! What is entered in ledgers, told to many readers at once: each club's new entries are read once, however many follow it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use actix_web::web::Bytes;
use ledger::evidence::Entry;
use ledger::{ClubId, Ledger, MatchId, StoredEntry, Subscription};
use tokio::sync::broadcast;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::{MissedTickBehavior, interval};

use crate::bodies::event::LedgerEvent;
use crate::event_stream;
use crate::holder::{Holder, HolderTurns};

/// How many events are kept for a reader who is busy. One who misses some reads them from the ledger.
const REMEMBERED: usize = 16;
/// How many entries are read at once at most.
const PAGE: u32 = 100;
/// Of how many bytes, unless it is one, events are kept for somebody who has missed them until they take them: thousands may take nothing.
const KEPT: usize = 32 * 1024;
/// How many may follow one club: half of all places, so that no club's scoreboards are in the way of another's.
const OF_ONE_CLUB: usize = 1536;

/// How often the clubs that are followed are looked at without news: those of a gateway that ended right after a commit are lost.
const LOOK_AGAIN: Duration = Duration::from_secs(10);

/// An event as it is sent, the same bytes to everybody.
#[derive(Debug, Clone)]
pub(crate) struct Event {
    pub(crate) seq: u64,
    pub(crate) match_id: Option<MatchId>,
    pub(crate) text: Bytes,
}

/// How many read entries that they have missed at once. It takes more than a request, and anybody who follows may ask for all of them.
const CATCHING_UP: usize = 2;

/// The clubs that somebody follows.
pub(crate) struct Broadcast {
    ledger: Ledger,
    catching_up: HolderTurns,
    rooms: Arc<Rooms>,
    telling: JoinHandle<()>,
}

type Rooms = Mutex<HashMap<ClubId, Room>>;

/// Those who follow a club.
struct Room {
    readers: broadcast::Sender<Event>,
    /// The last entry that they were told of, or that was there when the first of them came.
    seen: u64,
}

impl Broadcast {
    /// Begins, and follows the news. Call it on the multi-thread runtime.
    pub(crate) fn start(ledger: Ledger, news: Subscription<ClubId>) -> Self {
        let rooms = Arc::new(Rooms::default());
        let telling = tokio::spawn(tell(ledger.clone(), news, rooms.clone()));
        Self {
            ledger,
            catching_up: HolderTurns::new(CATCHING_UP),
            rooms,
            telling,
        }
    }

    /// Some events after one, for somebody who missed them, and whether there are more. Whoever asks waits for their turn, which goes
    /// around by address, by account, and by maker for API keys.
    pub(crate) async fn missed(
        &self,
        holder: Holder,
        club: ClubId,
        seq: u64,
    ) -> Result<(Vec<Event>, bool), ledger::Error> {
        let _turn = self.catching_up.next(holder).await;
        let (mut events, more) = after(&self.ledger, club, seq).await?;
        let is_cut = keep_first(&mut events, KEPT);
        Ok((events, more || is_cut))
    }

    /// Whatever is entered after the entry with this number, which must be there already; `None` if too many follow the club.
    pub(crate) fn follow(&self, club: ClubId, seen: u64) -> Option<broadcast::Receiver<Event>> {
        follow(&self.rooms, club, seen)
    }
}

impl Drop for Broadcast {
    fn drop(&mut self) {
        self.telling.abort();
    }
}

impl Event {
    /// The event that tells of an entry.
    pub(crate) fn of(entry: &Entry) -> Result<Self, ledger::Error> {
        let event = LedgerEvent::of(entry);
        let data = serde_json::to_string(&event);
        let data = data.map_err(|error| ledger::Error::Bug(error.to_string()))?;
        Ok(Self {
            seq: event.seq,
            match_id: event.match_id,
            text: event_stream::written(event.seq, event.kind, &data),
        })
    }
}

/// The events of some entries of a club after one, and whether there are more.
async fn after(
    ledger: &Ledger,
    club: ClubId,
    seq: u64,
) -> Result<(Vec<Event>, bool), ledger::Error> {
    let page = ledger.entries(club, seq, PAGE).await?;
    let (stored, more) = (page.entries, page.has_more);
    // Hashing and reading so many takes milliseconds, in which nobody else would be served here.
    let told = |stored: &StoredEntry| Event::of(&stored.entry()?);
    let events = spawn_blocking(move || stored.iter().map(told).collect::<Result<_, _>>());
    let events = events.await;
    Ok((
        events.map_err(|error| ledger::Error::Bug(error.to_string()))??,
        more,
    ))
}

/// Keeps the first events of so many bytes, and one at least; says whether others were left out.
fn keep_first(events: &mut Vec<Event>, bytes: usize) -> bool {
    let mut size = 0;
    let fits = |event: &&Event| {
        size += event.text.len();
        size <= bytes
    };
    let kept = events.iter().take_while(fits).count().max(1);
    let is_cut = kept < events.len();
    events.truncate(kept);
    is_cut
}

fn follow(rooms: &Rooms, club: ClubId, seen: u64) -> Option<broadcast::Receiver<Event>> {
    let mut rooms = lock(rooms);
    let room = rooms.entry(club).or_insert_with(|| Room {
        readers: broadcast::channel(REMEMBERED).0,
        seen,
    });
    (room.readers.receiver_count() < OF_ONE_CLUB).then(|| room.readers.subscribe())
}

async fn tell(ledger: Ledger, mut news: Subscription<ClubId>, rooms: Arc<Rooms>) {
    let mut tick = interval(LOOK_AGAIN);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let club = tokio::select! {
            news = news.any() => match news {
                Some(club) => club,
                None => return,
            },
            _ = tick.tick() => None,
        };
        let clubs = match club {
            Some(club) => vec![club],
            // Some news were missed, or may have been: of which clubs, nobody knows.
            None => lock(&rooms).keys().copied().collect(),
        };
        for club in clubs {
            if let Err(error) = tell_room(&ledger, &rooms, club).await {
                tracing::warn!(%club, "those who follow a club are let go: {error}");
                // They come back with what they have, and read the rest.
                lock(&rooms).remove(&club);
            }
        }
    }
}

async fn tell_room(ledger: &Ledger, rooms: &Rooms, club: ClubId) -> Result<(), ledger::Error> {
    while let Some(seen) = seen(rooms, club) {
        let (events, more) = after(ledger, club, seen).await?;
        if let Some(room) = lock(rooms).get_mut(&club) {
            for event in events {
                room.seen = event.seq;
                // Who left meanwhile is not told.
                room.readers.send(event).ok();
            }
        }
        if !more {
            break;
        }
    }
    Ok(())
}

/// What those who follow a club were told last; none if nobody does any more.
fn seen(rooms: &Rooms, club: ClubId) -> Option<u64> {
    let mut rooms = lock(rooms);
    let room = rooms.get(&club)?;
    if room.readers.receiver_count() == 0 {
        rooms.remove(&club);
        return None;
    }
    Some(room.seen)
}

fn lock(rooms: &Rooms) -> MutexGuard<'_, HashMap<ClubId, Room>> {
    rooms.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn little_is_kept_of_what_somebody_missed() {
        let kept = |sizes: &[usize]| {
            let event = |size: &usize| Event {
                seq: 1,
                match_id: None,
                text: vec![b' '; *size].into(),
            };
            let mut events = sizes.iter().map(event).collect();
            let is_cut = keep_first(&mut events, 100);
            (events.len(), is_cut)
        };
        assert_eq!(kept(&[]), (0, false));
        assert_eq!(kept(&[50, 50]), (2, false));
        assert_eq!(kept(&[50, 51, 1]), (1, true));
        assert_eq!(kept(&[1000]), (1, false));
        assert_eq!(kept(&[1000, 1]), (1, true));
    }

    #[test]
    fn one_club_does_not_take_every_place() {
        let rooms = Rooms::default();
        let [club, other] = [1, 2].map(|number| ClubId(Uuid::from_u128(number)));
        let mut readers: Vec<_> = (0..OF_ONE_CLUB)
            .map(|_| follow(&rooms, club, 0).unwrap())
            .collect();
        assert!(follow(&rooms, club, 0).is_none());
        assert!(follow(&rooms, other, 0).is_some());
        readers.pop();
        assert!(follow(&rooms, club, 0).is_some());
    }
}
