//! What can be wrong with claims before any hand is scored.

use super::{Call, Claim, Table, Taken};
use crate::field::Field;
use crate::refusal::{Refusal, RefusalCode};
use crate::tile_counts::doubled;
use crate::{BonusTile, Tile, TileCounts, WonBy, check};

/// Something that may be wrong with one claim, given its place among the others.
type Check<'a> = fn(&Table<'a>, usize, &Claim) -> Result<(), Refusal>;

impl<'a> Table<'a> {
    /// The checks, in the order of precedence.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        let checks: [Check<'a>; 7] = [
            Table::one_claim,
            Table::anothers_tile,
            Table::robbed_to_win,
            Table::chow_in_turn,
            Table::one_pung,
            Table::not_passed_up,
            Table::same_tile,
        ];
        for check in checks {
            self.each(|place, claim| check(self, place, claim))?;
        }
        self.each(|_, claim| self.chow(claim))?;
        self.copies()
    }

    /// Whether the circumstances of the tile can be, whoever claims it: every other chair could win alike.
    pub(super) fn circumstances(&self) -> Result<(), Refusal> {
        let deal = self.offered.deal;
        let circumstances = self.offered.circumstances;
        check::circumstances(
            self.variant,
            deal.seat_wind(self.giver.next()),
            &circumstances.map_seat(|chair| deal.seat_wind(chair)),
        )
    }

    fn each(
        &self,
        mut check: impl FnMut(usize, &Claim) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let mut claims = self.claims.iter().enumerate();
        claims.try_for_each(|(place, claim)| {
            check(place, claim).map_err(|refusal| refusal.of_winner(place))
        })
    }

    fn one_claim(&self, place: usize, claim: &Claim) -> Result<(), Refusal> {
        let repeated = self.before(place).any(|before| before.chair == claim.chair);
        let message = "a chair claims the tile twice: state only its highest claim";
        Refusal::unless(!repeated, RefusalCode::ClaimRepeated, Field::Chair, message)
    }

    fn anothers_tile(&self, _: usize, claim: &Claim) -> Result<(), Refusal> {
        let message = "nobody claims their own discard or kong";
        let own = claim.chair == self.giver;
        Refusal::unless(!own, RefusalCode::OwnTileClaimed, Field::Chair, message)
    }

    fn robbed_to_win(&self, _: usize, claim: &Claim) -> Result<(), Refusal> {
        let message = "the tile of a kong can only be claimed to win";
        let possible = self.is_discard() || claim.taken() == Taken::Win;
        Refusal::unless(
            possible,
            RefusalCode::RobbedKongNotWon,
            Field::Call,
            message,
        )
    }

    fn chow_in_turn(&self, _: usize, claim: &Claim) -> Result<(), Refusal> {
        let possible = claim.taken() != Taken::Chow || claim.chair == self.giver.next();
        let message = "only the player to the discarder's right can claim a chow";
        Refusal::unless(possible, RefusalCode::ChowOutOfTurn, Field::Call, message)
    }

    fn one_pung(&self, place: usize, claim: &Claim) -> Result<(), Refusal> {
        let second = claim.is_pung() && self.before(place).any(Claim::is_pung);
        let message =
            "two players cannot both hold two more of the tile: one pung or kong claim is wrong";
        Refusal::unless(!second, RefusalCode::PungClaimedTwice, Field::Call, message)
    }

    fn not_passed_up(&self, _: usize, claim: &Claim) -> Result<(), Refusal> {
        // Robbing a kong stays allowed.
        let missed = claim.passed_up && self.is_discard() && self.variant.miss_win();
        let message =
            "who passed up a win on this tile may not claim another before the next own draw";
        Refusal::unless(!missed, RefusalCode::WinPassedUp, Field::PassedUp, message)
    }

    fn same_tile(&self, _: usize, claim: &Claim) -> Result<(), Refusal> {
        let stated = claim.hand().and_then(|hand| hand.winning_tile);
        let same = stated.is_none_or(|tile| tile == self.offered.tile);
        let message = "the winning tile of the hand is not the tile that is claimed";
        let code = RefusalCode::WinningTilesDiffer;
        Refusal::unless(same, code, Field::WinningTile, message)
    }

    /// Whether the two tiles and the claimed one are a chow.
    fn chow(&self, claim: &Claim) -> Result<(), Refusal> {
        let Call::Chow(with) = &claim.call else {
            return Ok(());
        };
        let mut tiles = with.clone();
        tiles.push(self.offered.tile);
        tiles.sort_unstable();
        if tiles.iter().any(|tile| tile.is_honour()) {
            let message = "winds and dragons have no sequence, so there is no chow of them";
            return Err(Refusal::new(
                RefusalCode::HonourChow,
                Field::ChowTiles,
                message,
            ));
        }
        let chow = tiles.first().and_then(|tile| tile.chow());
        let message = "with the claimed tile these are not three tiles of one suit in sequence";
        Refusal::unless(
            chow.is_some_and(|chow| chow[..] == tiles[..]),
            RefusalCode::MeldInvalid,
            Field::ChowTiles,
            message,
        )
    }

    /// All claimed tiles come from one set of tiles.
    fn copies(&self) -> Result<(), Refusal> {
        let tile = self.offered.tile;
        let mut held: Vec<Tile> = vec![tile];
        let mut bonus: Vec<BonusTile> = Vec::new();
        for claim in self.claims {
            match &claim.call {
                Call::Win(hand) => {
                    held.extend(hand.held());
                    bonus.extend(&hand.bonus_tiles);
                }
                Call::Kong => held.extend([tile; 3]),
                Call::Pung => held.extend([tile; 2]),
                Call::Chow(with) => held.extend(with),
            }
        }
        // What is wrong with one hand alone is said of that hand.
        let several = self.claims.len() > 1;
        let too_many = TileCounts::of(held).overdrawn().is_some();
        let message = "the claims need more than four of one tile together";
        Refusal::unless(
            !(several && too_many),
            RefusalCode::FifthCopy,
            Field::Claims,
            message,
        )?;
        let message = "two claims show the same flower or season, and the set has only one";
        Refusal::unless(
            !(several && doubled(bonus).is_some()),
            RefusalCode::DuplicateBonusTile,
            Field::Claims,
            message,
        )
    }

    fn is_discard(&self) -> bool {
        matches!(self.offered.circumstances.won_by, WonBy::Discard { .. })
    }

    fn before(&self, place: usize) -> impl Iterator<Item = &Claim> {
        self.claims.iter().take(place)
    }
}
