//! The tables of what a club says of itself, as the leaves tell them. Of names there are the commitments; of an invitation's
//! secret there is nothing.

use super::{Row, absent_or, cell, compare, rows};
use ledger::evidence::{
    Frontier, Hash, InvitationAccepted, InvitationMade, PlayerMerged, leaf_hash,
};
use ledger::{Body, ClubId, Entry, InvitationId, PlayerId, Role, UserId};
use std::collections::BTreeMap;
use tokio_postgres::Client;

const CLUBS: &str = "
    SELECT *, encode(sha256(name_salt || convert_to(name, 'UTF8')), 'hex') AS commitment, encode(tree, 'hex') AS frontier,
        to_char(founded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"') AS founded,
        to_char(last_time AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"') AS last
    FROM clubs";
const CLUBS_WITHOUT: [&str; 5] = ["name", "name_salt", "tree", "founded_at", "last_time"];

const PLAYERS: &str = "
    SELECT *, encode(sha256(name_salt || convert_to(name, 'UTF8')), 'hex') AS commitment
    FROM players";
const PLAYERS_WITHOUT: [&str; 3] = ["name", "name_salt", "name_hash"];

const INVITATIONS: &str = "
    SELECT *, to_char(made_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"') AS made,
        to_char(expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"') AS expires,
        CASE single_use WHEN true THEN 'true' ELSE 'false' END AS once
    FROM invitations";
const INVITATIONS_WITHOUT: [&str; 4] = ["token_hash", "made_at", "expires_at", "single_use"];

const VARIANTS: &str = "
    SELECT *, encode(variant_hash, 'hex') AS hash, encode(sha256(document), 'hex') AS hash_of_document
    FROM variants";
const VARIANTS_WITHOUT: [&str; 2] = ["variant_hash", "document"];

#[derive(Default)]
pub(super) struct Governed {
    clubs: BTreeMap<ClubId, Club>,
}

#[derive(Default)]
struct Club {
    row: Row,
    tree: Option<Frontier>,
    members: BTreeMap<UserId, Role>,
    players: BTreeMap<PlayerId, Player>,
    invitations: BTreeMap<InvitationId, Invitation>,
    variants: BTreeMap<Hash, Variant>,
}

#[derive(Default)]
struct Player {
    enrolled_seq: u64,
    name: Option<Hash>,
    linked: Option<(UserId, u64)>,
    /// The last entry by which an owner or an invitation said who they are.
    confirmed_link_seq: Option<u64>,
    /// Into whom by the entry of the merge, and which that is.
    merged: Option<(PlayerId, u64)>,
    erased_seq: Option<u64>,
}

struct Invitation {
    made: Entry,
    of: InvitationMade,
    uses: u32,
    revoked_seq: Option<u64>,
}

#[derive(Default)]
struct Variant {
    added_seq: u64,
    retired_seq: Option<u64>,
}

impl Governed {
    pub(super) fn follow(&mut self, leaf: &Entry) {
        self.clubs.entry(leaf.club).or_default().follow(leaf);
    }

    pub(super) async fn check(self, admin: &Client) {
        let stored = rows(admin, CLUBS, &CLUBS_WITHOUT).await;
        compare(
            self.clubs.values().map(|club| club.row.clone()).collect(),
            stored,
        );
        let of = |each: fn(&ClubId, &Club) -> Vec<Row>| {
            let clubs = self.clubs.iter();
            clubs
                .flat_map(|(id, club)| each(id, club))
                .collect::<Vec<_>>()
        };
        let stored = rows(admin, "SELECT * FROM members", &[]).await;
        compare(of(Club::members), stored);
        compare(
            of(Club::players),
            rows(admin, PLAYERS, &PLAYERS_WITHOUT).await,
        );
        let stored = rows(admin, INVITATIONS, &INVITATIONS_WITHOUT).await;
        compare(of(Club::invitations), stored);
        compare(
            of(Club::variants),
            rows(admin, VARIANTS, &VARIANTS_WITHOUT).await,
        );
    }
}

impl Club {
    fn follow(&mut self, leaf: &Entry) {
        self.grow(leaf);
        match &leaf.body {
            Body::ClubFounded(founded) => {
                self.row.extend([
                    cell("club_id", leaf.club),
                    cell("founded", leaf.time),
                    cell("time_zone", &founded.time_zone),
                    cell("commitment", founded.name_commitment),
                ]);
                self.members.insert(leaf.actor, Role::Owner);
            }
            Body::ClubChanged(changed) => self.row.extend([
                cell("time_zone", &changed.time_zone),
                cell("commitment", changed.name_commitment),
            ]),
            Body::MemberSet(set) => {
                self.members.insert(set.user, set.role);
            }
            Body::MemberRemoved(removed) => self.remove(removed.user),
            Body::ClubHandedOver(handed_over) => {
                self.members.insert(handed_over.user, Role::Owner);
                self.members.insert(leaf.actor, handed_over.role);
            }
            Body::InvitationMade(made) => self.invite(leaf, made),
            Body::InvitationRevoked(revoked) => {
                let invitation = self.invitations.get_mut(&revoked.invitation).unwrap();
                invitation.revoked_seq = Some(leaf.seq);
            }
            Body::InvitationAccepted(accepted) => self.accept(leaf, accepted),
            Body::VariantAdded(_) | Body::VariantRetired(_) | Body::VariantReinstated(_) => {
                self.follow_variant(leaf);
            }
            Body::PlayerEnrolled(_)
            | Body::PlayerRenamed(_)
            | Body::PlayerLinked(_)
            | Body::PlayerUnlinked(_)
            | Body::PlayerMerged(_)
            | Body::PlayerUnmerged(_)
            | Body::PlayerErased(_) => self.follow_player(leaf),
            Body::MatchOpened(_)
            | Body::OutcomeRecorded(_)
            | Body::MatchCorrected(_)
            | Body::SettlementMade(_)
            | Body::PaymentRecorded(_)
            | Body::PaymentReversed(_)
            | Body::TextErased(_)
            | Body::EveningOpened(_)
            | Body::AttendanceChanged(_)
            | Body::RoundDrawn(_)
            | Body::RoundOpened(_)
            | Body::SeasonOpened(_)
            | Body::SeasonClosed(_)
            | Body::TournamentOpened(_)
            | Body::EntrantsChanged(_)
            | Body::TournamentRoundDrawn(_)
            | Body::TournamentRoundOpened(_)
            | Body::TournamentClockChanged(_)
            | Body::PenaltyGiven(_)
            | Body::PenaltyWithdrawn(_)
            | Body::TournamentClosed(_)
            | Body::MatchDeclared(_)
            | Body::TablesReplayed(_) => {}
        }
    }

    fn follow_variant(&mut self, leaf: &Entry) {
        if let Body::VariantAdded(added) = &leaf.body {
            let variant = Variant {
                added_seq: leaf.seq,
                retired_seq: None,
            };
            self.variants.insert(added.variant_hash, variant);
        } else if let Body::VariantRetired(retired) = &leaf.body {
            let variant = self.variants.get_mut(&retired.variant_hash);
            variant.unwrap().retired_seq = Some(leaf.seq);
        } else if let Body::VariantReinstated(reinstated) = &leaf.body {
            let variant = self.variants.get_mut(&reinstated.variant_hash);
            variant.unwrap().retired_seq = None;
        }
    }

    fn grow(&mut self, leaf: &Entry) {
        let tree = self.tree.get_or_insert(Frontier::EMPTY);
        tree.push(leaf_hash(&leaf.to_bytes().unwrap()));
        let frontier: String = tree
            .to_bytes()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        self.row.extend([
            cell("last_seq", leaf.seq),
            cell("last", leaf.time),
            cell("frontier", frontier),
        ]);
    }

    fn follow_player(&mut self, leaf: &Entry) {
        if let Body::PlayerEnrolled(enrolled) = &leaf.body {
            let player = self.players.entry(enrolled.player).or_default();
            player.enrolled_seq = leaf.seq;
            player.name = Some(enrolled.name_commitment);
        } else if let Body::PlayerRenamed(renamed) = &leaf.body {
            self.player(renamed.player).name = Some(renamed.name_commitment);
        } else if let Body::PlayerLinked(linked) = &leaf.body {
            let by_owner = self.members.get(&leaf.actor) == Some(&Role::Owner);
            let player = self.player(linked.player);
            player.linked = Some((linked.user, leaf.seq));
            player.confirmed_link_seq = match by_owner {
                true => Some(leaf.seq),
                false => player.confirmed_link_seq,
            };
        } else if let Body::PlayerUnlinked(unlinked) = &leaf.body {
            self.player(unlinked.player).linked = None;
        } else if let Body::PlayerMerged(merged) = &leaf.body {
            self.merge(leaf.seq, merged);
        } else if let Body::PlayerUnmerged(unmerged) = &leaf.body {
            self.player(unmerged.player).merged = None;
        } else if let Body::PlayerErased(erased) = &leaf.body {
            self.erase(leaf.seq, erased.player);
        }
    }

    fn player(&mut self, id: PlayerId) -> &mut Player {
        self.players.get_mut(&id).unwrap()
    }

    fn remove(&mut self, user: UserId) {
        self.members.remove(&user);
        for player in self.players.values_mut() {
            player.linked = player.linked.filter(|(linked, _)| *linked != user);
        }
    }

    fn invite(&mut self, leaf: &Entry, made: &InvitationMade) {
        let invitation = Invitation {
            made: leaf.clone(),
            of: made.clone(),
            uses: 0,
            revoked_seq: None,
        };
        self.invitations.insert(made.invitation, invitation);
    }

    fn accept(&mut self, leaf: &Entry, accepted: &InvitationAccepted) {
        self.members.insert(leaf.actor, accepted.role);
        self.invitations.get_mut(&accepted.invitation).unwrap().uses += 1;
        if let Some(player) = accepted.player {
            let player = self.player(player);
            player.linked = Some((leaf.actor, leaf.seq));
            player.confirmed_link_seq = Some(leaf.seq);
        }
    }

    fn merge(&mut self, seq: u64, merged: &PlayerMerged) {
        let player = self.player(merged.player);
        player.merged = Some((merged.into, seq));
        let (linked, said) = (player.linked.take(), player.confirmed_link_seq);
        let into = self.player(merged.into);
        if let Some((user, linked_seq)) = linked {
            into.linked = Some((user, seq));
            if said == Some(linked_seq) {
                into.confirmed_link_seq = Some(seq);
            }
        }
        into.confirmed_link_seq = into.confirmed_link_seq.or(said);
    }

    fn erase(&mut self, seq: u64, id: PlayerId) {
        let all: Vec<PlayerId> = self.players.keys().copied().collect();
        for one in all {
            if self.counts_for(one) == id {
                let player = self.player(one);
                (player.name, player.linked) = (None, None);
                player.confirmed_link_seq = None;
                player.erased_seq = Some(seq);
            }
        }
    }

    fn counts_for(&self, id: PlayerId) -> PlayerId {
        let merged = self.players[&id].merged;
        merged.map_or(id, |(into, _)| self.counts_for(into))
    }

    fn members(id: &ClubId, club: &Self) -> Vec<Row> {
        let row = |(user, role): (&UserId, &Role)| {
            Row::from([
                cell("club_id", id),
                cell("user_id", user),
                cell("role", role),
            ])
        };
        club.members.iter().map(row).collect()
    }

    fn players(id: &ClubId, club: &Self) -> Vec<Row> {
        let row = |(player, of): (&PlayerId, &Player)| {
            Row::from([
                cell("club_id", id),
                cell("player_id", player),
                absent_or("commitment", of.name),
                cell("enrolled_seq", of.enrolled_seq),
                absent_or("user_id", of.linked.map(|(user, _)| user)),
                absent_or("linked_seq", of.linked.map(|(_, seq)| seq)),
                absent_or("confirmed_link_seq", of.confirmed_link_seq),
                absent_or("merged_into", of.merged.map(|_| club.counts_for(*player))),
                absent_or("merged_directly_into", of.merged.map(|(into, _)| into)),
                absent_or("merged_seq", of.merged.map(|(_, seq)| seq)),
                absent_or("erased_seq", of.erased_seq),
            ])
        };
        club.players.iter().map(row).collect()
    }

    fn invitations(id: &ClubId, club: &Self) -> Vec<Row> {
        let row = |(invitation, told): (&InvitationId, &Invitation)| {
            Row::from([
                cell("club_id", id),
                cell("invitation_id", invitation),
                cell("role", told.of.role),
                absent_or("player_id", told.of.player),
                cell("once", told.of.single_use),
                cell("made_by", told.made.actor),
                cell("made_seq", told.made.seq),
                cell("made", told.made.time),
                cell("expires", told.of.expires_at),
                cell("uses", told.uses),
                absent_or("revoked_seq", told.revoked_seq),
            ])
        };
        club.invitations.iter().map(row).collect()
    }

    fn variants(id: &ClubId, club: &Self) -> Vec<Row> {
        let row = |(hash, of): (&Hash, &Variant)| {
            Row::from([
                cell("club_id", id),
                cell("hash", hash),
                cell("hash_of_document", hash),
                cell("added_seq", of.added_seq),
                absent_or("retired_seq", of.retired_seq),
            ])
        };
        club.variants.iter().map(row).collect()
    }
}
