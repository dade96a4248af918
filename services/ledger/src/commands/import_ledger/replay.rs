//! What follows from entries that are there already: each changes the tables as the command does that writes such an entry.

use super::texts::Texts;
use crate::commands::{
    accept_invitation, correct_match, declare_match, hand_over_club, link_player, merge_player,
    open_match, payments, record_outcomes, remove_member, replay_tables,
};
use crate::error::integer;
use crate::queries::match_history;
use crate::tables::{
    Sql, balances, clubs, evenings, invitations, matches, members, merged_players, players,
    seasons, settlements, texts, tournaments, variants,
};
use crate::{
    Body, ClubId, Entry, Error, Hash, MatchId, OpenMatch, PlayerId, Result, Role, SettlementId,
};
use evidence::{ClubChanged, MatchDeclared, MatchOpened, VariantAdded};
use futures_util::future::{try_join, try_join_all};
use std::collections::{BTreeMap, HashMap};

/// Stores what follows from the entries of one club, from the first on.
pub(super) struct Replay<'a> {
    sql: Sql<'a>,
    pub(super) texts: Texts,
    /// What the variants call themselves.
    labels: HashMap<Hash, String>,
}

impl<'a> Replay<'a> {
    pub(super) fn new(sql: Sql<'a>, texts: Texts) -> Self {
        let labels = HashMap::new();
        Self { sql, texts, labels }
    }

    /// Stores what follows from the next entries, which are stored. Outcomes that nothing else comes between are stored
    /// together, match by match.
    pub(super) async fn follow(&mut self, entries: &[&Entry]) -> Result<()> {
        let with_texts = entries
            .iter()
            .filter(|entry| entry.body.has_erasable_text());
        let stored =
            with_texts.map(|entry| texts::insert(self.sql, entry, self.texts.of(entry.seq)));
        try_join_all(stored).await?;
        for together in entries.chunk_by(|one, next| is_outcome(one) && is_outcome(next)) {
            if together.iter().all(|entry| is_outcome(entry)) {
                self.record(together).await?;
                continue;
            }
            for entry in together {
                self.one(entry).await?;
            }
        }
        Ok(())
    }

    async fn one(&mut self, entry: &Entry) -> Result<()> {
        let (sql, club) = (self.sql, entry.club);
        let name = self.texts.of(entry.seq);
        match &entry.body {
            Body::ClubFounded(_) => members::set(sql, club, entry.actor, Role::Owner).await,
            Body::ClubChanged(changed) => self.change_club(entry, changed).await,
            Body::MemberSet(set) => members::set(sql, club, set.user, set.role).await,
            Body::MemberRemoved(removed) => remove_member::follow(sql, club, removed.user).await,
            Body::ClubHandedOver(handed) => hand_over_club::follow(sql, entry, handed).await,
            Body::InvitationMade(made) => invitations::insert(sql, made, None, entry).await,
            Body::InvitationRevoked(of) => invitations::revoke(sql, of.invitation, entry).await,
            Body::InvitationAccepted(of) => accept_invitation::follow(sql, entry, of).await,
            Body::PlayerEnrolled(of) => players::insert(sql, (of.player, name), entry).await,
            Body::PlayerRenamed(of) => players::rename(sql, (of.player, name), entry).await,
            Body::PlayerLinked(of) => link_player::follow(sql, of, entry).await,
            Body::PlayerUnlinked(of) => self.unlink(club, of.player).await,
            Body::PlayerMerged(of) => self.merge(of.player, of.into, entry).await,
            Body::PlayerUnmerged(of) => self.unmerge(club, of.player).await,
            Body::PlayerErased(of) => {
                let ids = players::ids_of(sql, club, of.player).await?;
                players::erase(sql, &ids, entry).await
            }
            Body::TextErased(of) => {
                texts::erase(sql, integer(of.entry, "sequence number")?, entry).await
            }
            Body::VariantAdded(added) => self.add_variant(entry, added).await,
            Body::VariantRetired(of) => {
                variants::retire(sql, club, of.variant_hash, Some(entry)).await
            }
            Body::VariantReinstated(of) => variants::retire(sql, club, of.variant_hash, None).await,
            Body::MatchOpened(opened) => self.open(entry, opened).await,
            Body::OutcomeRecorded(_) => self.record(&[entry]).await,
            Body::MatchCorrected(corrected) => self.correct(entry, corrected.match_id).await,
            Body::SettlementMade(made) => settlements::insert(sql, entry, made).await,
            Body::PaymentRecorded(paid) => self.pay(entry, paid.settlement).await,
            Body::PaymentReversed(reversed) => self.pay(entry, reversed.settlement).await,
            Body::EveningOpened(opened) => evenings::insert(sql, entry, opened, None).await,
            Body::AttendanceChanged(of) => evenings::follow(sql, entry, of.evening).await,
            Body::RoundDrawn(drawn) => evenings::follow(sql, entry, drawn.evening).await,
            Body::RoundOpened(opened) => {
                let of = (opened.evening, opened.matches.iter().copied());
                evenings::insert_matches(sql, entry, of).await
            }
            Body::SeasonOpened(opened) => seasons::insert(sql, entry, opened).await,
            Body::SeasonClosed(closed) => seasons::close(sql, entry, *closed).await,
            Body::TournamentOpened(opened) => tournaments::insert(sql, entry, opened, None).await,
            Body::TournamentRoundOpened(opened) => {
                let of = (opened.tournament, opened.matches.iter().copied());
                tournaments::insert_matches(sql, entry, of).await
            }
            Body::TournamentClosed(closed) => tournaments::close(sql, entry, *closed).await,
            Body::MatchDeclared(declared) => self.declare(entry, *declared).await,
            Body::TablesReplayed(replayed) => replay_tables::follow(sql, entry, replayed).await,
            Body::EntrantsChanged(_)
            | Body::TournamentRoundDrawn(_)
            | Body::TournamentClockChanged(_)
            | Body::PenaltyGiven(_)
            | Body::PenaltyWithdrawn(_) => {
                let id = entry.body.tournament_id();
                let id = id.ok_or(Error::NotFound("tournament"))?;
                tournaments::follow(sql, entry, id).await
            }
        }
    }

    async fn change_club(&self, entry: &Entry, changed: &ClubChanged) -> Result<()> {
        let club = clubs::find(self.sql, entry.club).await?;
        let mut club = club.ok_or(Error::NotFound("club"))?;
        let (name, salt) = self.texts.name(entry.seq);
        (club.name, club.time_zone) = (name, changed.time_zone.clone());
        clubs::change(self.sql, &club, salt).await
    }

    async fn unlink(&self, club: ClubId, player: PlayerId) -> Result<()> {
        let player = self.player(club, player).await?;
        let user = player.user.ok_or(Error::NotFound("link"))?;
        players::unlink(self.sql, club, user).await
    }

    async fn merge(&self, player: PlayerId, into: PlayerId, entry: &Entry) -> Result<()> {
        let player = self.player(entry.club, player).await?;
        merge_player::follow(self.sql, (&player, into), entry).await
    }

    async fn unmerge(&self, club: ClubId, player: PlayerId) -> Result<()> {
        let player = self.player(club, player).await?;
        merged_players::unmerge(self.sql, club, &player).await
    }

    async fn player(&self, club: ClubId, id: PlayerId) -> Result<crate::Player> {
        let player = players::find(self.sql, club, id).await?;
        player.ok_or(Error::NotFound("player"))
    }

    async fn add_variant(&mut self, entry: &Entry, added: &VariantAdded) -> Result<()> {
        let label = added.document.get("id").and_then(|id| id.as_str());
        let label = label.unwrap_or_default().to_owned();
        self.labels.insert(added.variant_hash, label);
        let document = added.document_bytes().map_err(Error::Unwritable)?;
        variants::insert(self.sql, added.variant_hash, &document, entry).await
    }

    async fn open(&self, entry: &Entry, opened: &MatchOpened) -> Result<()> {
        let label = self.labels.get(&opened.variant_hash);
        let new = OpenMatch {
            variant_id: label.cloned().unwrap_or_default(),
            variant_hash: opened.variant_hash,
            variant_document: Vec::new(),
            players: opened.players,
            minimum_fan: opened.minimum_fan,
            stake_cents: opened.stake_cents,
            currency: opened.currency.clone(),
            starting_points: opened.starting_points,
            played_on: opened.played_on,
            state: opened.state,
        };
        let writes = open_match::consequences(opened.match_id, &new, entry)?;
        writes.execute(self.sql).await
    }

    /// Outcomes of any matches.
    async fn record(&self, outcomes: &[&Entry]) -> Result<()> {
        let mut matches: BTreeMap<MatchId, Vec<&Entry>> = BTreeMap::new();
        for entry in outcomes {
            if let Body::OutcomeRecorded(recorded) = &entry.body {
                matches.entry(recorded.match_id).or_default().push(entry);
            }
        }
        let each = matches.iter().map(|(id, told)| self.record_in(*id, told));
        try_join_all(each).await?;
        Ok(())
    }

    async fn record_in(&self, id: MatchId, outcomes: &[&Entry]) -> Result<()> {
        let club = outcomes.first().ok_or(Error::NotFound("match"))?.club;
        let row = matches::find(self.sql, club, id).await?;
        let sat = row.ok_or(Error::NotFound("match"))?.players();
        let writes = record_outcomes::consequences(outcomes, sat)?;
        writes.execute(self.sql).await
    }

    async fn correct(&self, entry: &Entry, id: MatchId) -> Result<()> {
        let (before, took_part) = try_join(
            match_history::fold_now(self.sql, (entry.club, id)),
            balances::of_match(self.sql, entry.club, id),
        )
        .await?;
        let mut after = before.clone();
        after.add(entry).map_err(Error::Unwritable)?;
        let writes = correct_match::consequences(entry, (&before, &after), &took_part)?;
        writes.execute(self.sql).await
    }

    async fn declare(&self, entry: &Entry, declared: MatchDeclared) -> Result<()> {
        let of = (entry.club, declared.match_id);
        let before = match_history::fold_now(self.sql, of).await?;
        let writes = declare_match::consequences(entry, declared, before)?;
        writes.execute(self.sql).await
    }

    async fn pay(&self, entry: &Entry, id: SettlementId) -> Result<()> {
        let settlement = payments::find(self.sql, entry.club, id).await?;
        let mut settlement = settlement.ok_or(Error::NotFound("settlement"))?;
        settlement.add(entry).map_err(Error::Unwritable)?;
        payments::follow(self.sql, &settlement, entry).await
    }
}

fn is_outcome(entry: &Entry) -> bool {
    matches!(entry.body, Body::OutcomeRecorded(_))
}
