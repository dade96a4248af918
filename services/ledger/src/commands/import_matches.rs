//! Matches that were played and written down elsewhere are recorded at once, with everything that happened in them.

use super::open_match::{self, check_players, variant};
use super::record_outcomes::{self, OpenedOutcome, Recorder, arriving, check_number_of_players};
use crate::model::SealedEntry;
use crate::tables::matches::Likeness;
use crate::tables::write_statements::WriteStatements;
use crate::tables::{matches, players, variants};
use crate::transaction::{LockedClub, Transaction};
use crate::{
    Body, ClubId, ClubLimit, Entry, Error, HashedEntry, Ledger, MAX_OUTCOMES, MatchId, NewOutcome,
    OpenMatch, Result, Write, Written,
};
use evidence::MatchState;
use futures_util::TryStreamExt;
use futures_util::future::{try_join, try_join_all, try_join3};
use std::collections::{BTreeSet, HashMap};
use std::pin::pin;
use tokio::task::yield_now;
use uuid::Uuid;

/// Matches as they were written down, worked out by the engine.
#[derive(Debug, Clone)]
pub struct ImportMatches {
    /// At least one, all under the same variant, in the order in which they are to be opened.
    pub matches: Vec<PlayedMatch>,
}

/// A match and what happened in it.
#[derive(Debug, Clone)]
pub struct PlayedMatch {
    /// How it was opened.
    pub opened: OpenMatch,
    /// The number of the rules' meaning its outcomes were worked out with.
    pub semantics: u32,
    /// At least one, in the order they happened.
    pub outcomes: Vec<NewOutcome>,
}

/// What became of them.
#[derive(Debug)]
pub enum ImportMatchesResult {
    /// All are in the ledger.
    Imported(Written<Vec<ImportedMatch>>),
    /// None is: of each match that is refused, why, with its place.
    Refused(Vec<Error>),
}

/// What an import would come to.
#[derive(Debug)]
pub struct ImportPreview {
    /// Of each match that would be refused, why, with its place.
    pub refused: Vec<Error>,
    /// The places of the matches that the club seems to have: played on the same day, by the same players on the same chairs,
    /// with as many hands and the same points.
    pub already: Vec<usize>,
}

/// A match as the import left it, whatever happened since.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImportedMatch {
    /// Which.
    pub id: MatchId,
    /// The sequence number of the entry that opened it.
    pub opened_seq: u64,
    /// Its version: the sequence number of its last entry.
    pub version: u64,
    /// Where it stood then.
    pub state: MatchState,
}

impl Ledger {
    /// Opens matches and records what happened in them, all of it or nothing. The entries are those of matches that are
    /// opened and recorded one after another.
    pub async fn import_matches(
        &self,
        write: Write,
        new: ImportMatches,
    ) -> Result<ImportMatchesResult> {
        self.run(|ledger| import_matches(ledger, write, new)).await
    }

    /// What they would be refused for, as [`Ledger::import_matches`] refuses them, and which the club has already. Nothing
    /// is written.
    pub async fn rehearse_import(&self, club: ClubId, new: ImportMatches) -> Result<ImportPreview> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let count = async { variants::count(tx.sql()?, club).await };
            let looks = try_join3(look(&tx, club, &new), alike(&tx, club, &new), count);
            let ((names, retired), already, count) = tx.read(club, looks).await?;
            match retired {
                Some(true) => return Err(Error::VariantRetired),
                Some(false) => {}
                None => ClubLimit::Variants.check(count)?,
            }
            Ok(ImportPreview {
                refused: refused(&new, &names),
                already,
            })
        })
        .await
    }

    /// The matches that the same request imported before, if it did.
    pub async fn imported_before(&self, write: Write) -> Result<Option<Vec<ImportedMatch>>> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let prior = tx.prior(&write).await?;
            Ok(prior.map(|prior| told_before(&prior.earlier, &prior.entry)))
        })
        .await
    }
}

async fn import_matches(
    ledger: Ledger,
    write: Write,
    new: ImportMatches,
) -> Result<ImportMatchesResult> {
    let tx = ledger.transaction_of(write.club).await?;
    let (mut club, (names, retired)) = tx.lock(&write, look(&tx, write.club, &new)).await?;
    if let Some(last) = &club.prior {
        let matches = told_before(&club.earlier, last);
        return Ok(ImportMatchesResult::Imported(Written::again(matches)));
    }
    let refused = refused(&new, &names);
    if !refused.is_empty() {
        return Ok(ImportMatchesResult::Refused(refused));
    }
    let variant = variant(&tx, &mut club, &first(&new)?.opened, retired).await?;
    let mut entered = Vec::new();
    for played in new.matches {
        entered.push(Entered::seal(&mut club, played)?);
    }
    let of_matches = entered.iter().flat_map(Entered::sealed);
    let sealed: Vec<&SealedEntry> = variant.iter().chain(of_matches).collect();
    let follows = try_join_all(entered.iter().map(|entered| entered.store(&tx)));
    try_join(tx.append(&write, &sealed), follows).await?;
    let matches = told(sealed.iter().map(|sealed| &sealed.entry));
    tx.commit().await?;
    Ok(ImportMatchesResult::Imported(Written::first(matches)))
}

/// The players of the club among all who take part, and whether the variant is retired, if the club has it.
async fn look(
    tx: &Transaction,
    club: ClubId,
    new: &ImportMatches,
) -> Result<(players::Names, Option<bool>)> {
    let hash = first(new)?.opened.variant_hash;
    let take_part = new.matches.iter().flat_map(taking_part);
    let sql = tx.sql()?;
    try_join(
        players::names(sql, club, take_part.collect()),
        variants::is_retired(sql, club, hash),
    )
    .await
}

/// Those who sit there first, and those who take a chair over.
fn taking_part(played: &PlayedMatch) -> impl Iterator<Item = Uuid> {
    let seated = played.opened.players.map(|player| player.0);
    seated.into_iter().chain(arriving(&played.outcomes))
}

/// So many matches of the club are compared before others go on.
const AT_ONCE: usize = 256;

/// The places of the matches that are like one of the club's.
async fn alike(tx: &Transaction, club: ClubId, new: &ImportMatches) -> Result<Vec<usize>> {
    let days = new.matches.iter().map(|played| played.opened.played_on);
    let mut places: HashMap<Likeness, Vec<usize>> = HashMap::new();
    for (place, played) in new.matches.iter().enumerate() {
        places.entry(likeness(played)).or_default().push(place);
    }
    let known = matches::on_days(tx.sql()?, club, days.collect()).await?;
    let mut known = pin!(known.try_chunks(AT_ONCE));
    let mut already = BTreeSet::new();
    while let Some(known) = known.try_next().await.map_err(|error| error.1)? {
        let like = known.iter().filter_map(|known| places.get(known));
        already.extend(like.flatten().copied());
        // Whoever waits for this thread goes first, and whoever gave the read up is noticed.
        yield_now().await;
    }
    Ok(already.into_iter().collect())
}

fn likeness(
    PlayedMatch {
        opened, outcomes, ..
    }: &PlayedMatch,
) -> Likeness {
    let state = outcomes
        .last()
        .map_or(opened.state, |last| last.state_after);
    (
        opened.played_on,
        opened.players,
        state.next_number,
        state.total_half_points,
    )
}

/// The first match, by which the variant of all is known.
fn first(new: &ImportMatches) -> Result<&PlayedMatch> {
    let first = new.matches.first();
    let first = first.ok_or(Error::Contradiction("no match is imported"))?;
    let same = |played: &PlayedMatch| played.opened.variant_hash == first.opened.variant_hash;
    match new.matches.iter().all(same) {
        true => Ok(first),
        false => Err(Error::Contradiction("the matches have different variants")),
    }
}

/// Why matches are refused, once each.
fn refused(new: &ImportMatches, names: &players::Names) -> Vec<Error> {
    let matches = new.matches.iter().enumerate();
    let refused = matches.filter_map(|(place, played)| {
        let checked = check(played, names);
        checked.err().map(|error| error.of_match(place))
    });
    refused.collect()
}

fn check(played: &PlayedMatch, names: &players::Names) -> Result<()> {
    check_players(&played.opened.players, names)?;
    if played.outcomes.len() > MAX_OUTCOMES {
        return Err(Error::TooManyOutcomes { most: MAX_OUTCOMES });
    }
    Recorder::opened(&played.opened).take_all(&played.outcomes, names)?;
    let take_part: BTreeSet<Uuid> = taking_part(played).collect();
    check_number_of_players(0, take_part.len())
}

/// A match whose entries are ready to be stored.
struct Entered {
    id: MatchId,
    new: OpenMatch,
    opened: SealedEntry,
    told: Vec<OpenedOutcome>,
}

impl Entered {
    fn seal(club: &mut LockedClub, played: PlayedMatch) -> Result<Self> {
        let new = played.opened;
        let (id, opened) = open_match::seal(club, &new)?;
        let under = (new.variant_hash, played.semantics);
        Ok(Self {
            id,
            opened,
            told: record_outcomes::seal(club, id, under, played.outcomes)?,
            new,
        })
    }

    /// Its entries, in their order.
    fn sealed(&self) -> impl Iterator<Item = &SealedEntry> {
        let told = self.told.iter().map(|told| &told.sealed);
        [&self.opened].into_iter().chain(told)
    }

    /// Stores what follows from them.
    async fn store(&self, tx: &Transaction) -> Result<()> {
        let Self { new, opened, .. } = self;
        let open = open_match::consequences(self.id, new, &opened.entry)?;
        open.execute(tx.sql()?).await?;
        let told = (&self.told[..], new.players, new.stake_cents);
        record_outcomes::store(tx, WriteStatements::default(), told).await
    }
}

/// The matches that an import before imported.
fn told_before(earlier: &[HashedEntry], last: &HashedEntry) -> Vec<ImportedMatch> {
    told(earlier.iter().chain([last]).map(|hashed| &hashed.entry))
}

/// The matches that the entries of an import tell.
fn told<'a>(entries: impl Iterator<Item = &'a Entry>) -> Vec<ImportedMatch> {
    let mut matches: Vec<ImportedMatch> = Vec::new();
    for Entry { seq, body, .. } in entries {
        if let Body::MatchOpened(opened) = body {
            matches.push(ImportedMatch {
                id: opened.match_id,
                opened_seq: *seq,
                version: *seq,
                state: opened.state,
            });
        } else if let (Body::OutcomeRecorded(recorded), Some(last)) = (body, matches.last_mut()) {
            (last.version, last.state) = (*seq, recorded.state_after);
        }
    }
    matches
}
