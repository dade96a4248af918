//! Reads the entries of one club in order and checks each against the earlier ones.

pub(crate) mod queries;

use crate::archive::Archive;
use crate::club::Club;
use crate::entry_error::{EntryError, ensure};
use crate::evenings::Evenings;
use crate::match_cache::MatchCache;
use crate::pace::Pace;
use crate::rescore::{self, MatchReplay, Scoring};
use crate::seasons::Seasons;
use crate::settle::Settlements;
use crate::tournaments::Tournaments;
use evidence::{
    Body, ClubId, Entry, Hash, MatchCorrected, MatchId, Outcome, OutcomeRecorded, RoundOf,
    Timestamp, VariantReinstated, VariantRetired,
};
use rules::Variant;
use std::collections::HashMap;

/// Reads the entries of one club from the first to the last, and keeps the state that later entries have to agree with.
#[derive(Default)]
pub struct Auditor {
    last: Option<LastEntry>,
    variants: HashMap<Hash, AddedVariant>,
    matches: MatchCache,
    club: Club,
    settlements: Settlements,
    evenings: Evenings,
    seasons: Seasons,
    tournaments: Tournaments,
    pace: Pace,
    skips_rescoring: bool,
}

/// A variant, and the entry that added it.
struct AddedVariant {
    variant: Variant,
    seq: u64,
}

struct LastEntry {
    club: ClubId,
    seq: u64,
    time: Timestamp,
}

impl Auditor {
    /// An auditor that keeps only a few matches in memory and reads the entries of the others again from the archive.
    pub fn with_archive(archive: Box<dyn Archive>) -> Self {
        Self {
            matches: MatchCache::with_archive(archive),
            ..Self::default()
        }
    }

    /// The same auditor, which tells of its work. Call it before the first entry.
    #[must_use]
    pub fn with_pace(self, pace: Pace) -> Self {
        Self { pace, ..self }
    }

    /// Sets whether the auditor takes the scores of the next entries as they are stated, and does not score the hands again.
    /// The scores that it took so are the base for the later hands of a match.
    pub fn skip_rescoring(&mut self, skips: bool) {
        self.skips_rescoring = skips;
    }

    /// Checks the next entry, from its bytes and its hash.
    ///
    /// # Errors
    /// The entry fails. The auditor cannot check any later entry then.
    pub fn entry(&mut self, leaf: &[u8], leaf_hash: Hash) -> Result<Entry, EntryError> {
        if evidence::leaf_hash(leaf) != leaf_hash {
            return Err(EntryError::Hash);
        }
        let entry = Entry::parse(leaf)?;
        self.apply(&entry, leaf_hash)?;
        Ok(entry)
    }

    /// Checks the content of the next entry. The caller has checked that its bytes have this hash.
    ///
    /// # Errors
    /// The entry fails. The auditor cannot check any later entry then.
    pub fn apply(&mut self, entry: &Entry, leaf_hash: Hash) -> Result<(), EntryError> {
        self.check_order(entry)?;
        self.pace.entry(entry);
        self.club.apply(entry)?;
        self.check_rounds(&entry.body)?;
        self.apply_body(entry, leaf_hash)?;
        self.check_match(entry)?;
        self.last = Some(LastEntry {
            club: entry.club,
            seq: entry.seq,
            time: entry.time,
        });
        Ok(())
    }

    fn check_order(&self, entry: &Entry) -> Result<(), EntryError> {
        let last = self.last.as_ref();
        let expected = last.map_or(1, |last| last.seq + 1);
        if last.is_some_and(|last| last.club != entry.club) {
            return Err(EntryError::OtherClub);
        }
        if entry.seq != expected {
            return Err(EntryError::Sequence {
                expected,
                found: entry.seq,
            });
        }
        let is_later = last.is_none_or(|last| entry.time > last.time);
        ensure(is_later, EntryError::Time)
    }

    fn apply_body(&mut self, entry: &Entry, leaf_hash: Hash) -> Result<(), EntryError> {
        match &entry.body {
            Body::ClubFounded(_) | Body::MemberSet(_) | Body::PlayerEnrolled(_) => Ok(()),
            Body::ClubChanged(_)
            | Body::MemberRemoved(_)
            | Body::ClubHandedOver(_)
            | Body::InvitationMade(_)
            | Body::InvitationRevoked(_)
            | Body::InvitationAccepted(_)
            | Body::PlayerLinked(_)
            | Body::PlayerUnlinked(_)
            | Body::PlayerRenamed(_)
            | Body::PlayerMerged(_)
            | Body::PlayerUnmerged(_)
            | Body::PlayerErased(_)
            | Body::TextErased(_) => Ok(()),
            Body::VariantRetired(VariantRetired { variant_hash })
            | Body::VariantReinstated(VariantReinstated { variant_hash }) => {
                self.check_variant(variant_hash)
            }
            Body::VariantAdded(added) => {
                let (variant, seq) = (rescore::compile(added)?, entry.seq);
                let previous = self
                    .variants
                    .insert(added.variant_hash, AddedVariant { variant, seq });
                ensure(previous.is_none(), EntryError::InvalidReference("variant"))
            }
            Body::MatchOpened(opened) => {
                self.check_variant(&opened.variant_hash)?;
                self.matches.open(opened.match_id, entry, leaf_hash)
            }
            Body::OutcomeRecorded(recorded) => self.record(entry, recorded, leaf_hash),
            Body::MatchCorrected(corrected) => self.correct(entry, corrected, leaf_hash),
            Body::SettlementMade(made) => {
                let of = (&self.matches, &self.evenings, &self.club);
                self.settlements.add_settlement(entry, made, of)
            }
            Body::PaymentRecorded(recorded) => {
                self.settlements.add_payment(entry, recorded.settlement)
            }
            Body::PaymentReversed(reversed) => {
                self.settlements.add_payment(entry, reversed.settlement)
            }
            Body::EveningOpened(_) => self.evenings.open(entry),
            Body::AttendanceChanged(changed) => {
                self.evenings.change_attendance(entry, changed, &self.club)
            }
            Body::RoundDrawn(drawn) => self.evenings.draw(entry, drawn, &self.club),
            Body::RoundOpened(opened) => self.evenings.open_round(entry, opened, &self.matches),
            Body::SeasonOpened(opened) => self.seasons.open(entry, opened, &self.club),
            Body::SeasonClosed(closed) => self.seasons.close(entry, *closed),
            Body::TournamentOpened(_)
            | Body::EntrantsChanged(_)
            | Body::TournamentRoundDrawn(_)
            | Body::TournamentRoundOpened(_)
            | Body::TournamentClockChanged(_)
            | Body::PenaltyGiven(_)
            | Body::PenaltyWithdrawn(_)
            | Body::TournamentClosed(_) => self.tournaments.add(entry, &self.club, &self.matches),
            Body::MatchDeclared(declared) => self.declare(entry, declared.match_id, leaf_hash),
            Body::TablesReplayed(replayed) => match replayed.of {
                RoundOf::Evening { evening } => {
                    let of = (evening, replayed);
                    self.evenings.replay(entry, of, &self.matches)
                }
                RoundOf::Tournament { .. } => {
                    self.tournaments.add(entry, &self.club, &self.matches)
                }
            },
        }
    }

    fn record(
        &mut self,
        entry: &Entry,
        recorded: &OutcomeRecorded,
        leaf_hash: Hash,
    ) -> Result<(), EntryError> {
        let (replay, scoring) = self.load_match(recorded.match_id, recorded.variant_hash)?;
        match scoring {
            None => replay.add_without_scoring(entry),
            Some(scoring) => replay.replay_outcome(scoring, entry, recorded),
        }?;
        self.matches.append(recorded.match_id, entry.seq, leaf_hash);
        Ok(())
    }

    fn correct(
        &mut self,
        entry: &Entry,
        corrected: &MatchCorrected,
        leaf_hash: Hash,
    ) -> Result<(), EntryError> {
        let (replay, scoring) = self.load_match(corrected.match_id, corrected.variant_hash)?;
        match scoring {
            None => replay.add_without_scoring(entry),
            Some(scoring) => replay.replay_correction(scoring, entry, corrected),
        }?;
        self.matches
            .append(corrected.match_id, entry.seq, leaf_hash);
        Ok(())
    }

    fn declare(&mut self, entry: &Entry, id: MatchId, leaf_hash: Hash) -> Result<(), EntryError> {
        let replay = self.matches.load(id, &mut self.pace)?;
        replay.add_without_scoring(entry)?;
        self.matches.append(id, entry.seq, leaf_hash);
        Ok(())
    }

    /// Checks that no match is both of a round of an evening and of one of a tournament.
    fn check_rounds(&self, body: &Body) -> Result<(), EntryError> {
        let is_of_no_tournament = |id: MatchId| !self.tournaments.has_match(id);
        let is_of_no_evening = |id: MatchId| self.evenings.of_match(id).is_none();
        let is_free = if let Body::RoundOpened(opened) = body {
            opened.matches.iter().copied().all(is_of_no_tournament)
        } else if let Body::TournamentRoundOpened(opened) = body {
            opened.matches.iter().copied().all(is_of_no_evening)
        } else if let Body::TablesReplayed(replayed) = body {
            let mut matches = replayed.places().map(|(id, _)| id);
            match replayed.of {
                RoundOf::Evening { .. } => matches.all(is_of_no_tournament),
                RoundOf::Tournament { .. } => matches.all(is_of_no_evening),
            }
        } else {
            true
        };
        ensure(is_free, EntryError::InvalidReference("match"))
    }

    fn check_variant(&self, variant: &Hash) -> Result<(), EntryError> {
        let is_known = self.variants.contains_key(variant);
        ensure(is_known, EntryError::InvalidReference("variant"))
    }

    /// Checks the seats of a match and the amounts of its outcomes. The checks are the same under every variant.
    fn check_match(&self, entry: &Entry) -> Result<(), EntryError> {
        let Some(id) = entry.body.match_id() else {
            return Ok(());
        };
        let replay = self.matches.replay(id);
        let replay = replay.ok_or(EntryError::InvalidReference("match"))?;
        if let Body::OutcomeRecorded(recorded) = &entry.body
            && !matches!(recorded.outcome, Outcome::Substitution(_))
        {
            return Ok(());
        }
        replay.check_seats(|player| self.club.counts_for(player))
    }

    /// A match, and what to score it with; none if rescoring is skipped.
    fn load_match(
        &mut self,
        id: MatchId,
        variant: Hash,
    ) -> Result<(&mut MatchReplay, Option<Scoring<'_>>), EntryError> {
        let variant = self.variants.get(&variant);
        let variant = variant.ok_or(EntryError::InvalidReference("variant"))?;
        let replay = self.matches.load(id, &mut self.pace)?;
        let scoring = Scoring {
            variant: &variant.variant,
            pace: &mut self.pace,
        };
        Ok((replay, (!self.skips_rescoring).then_some(scoring)))
    }
}
