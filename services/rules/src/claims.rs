//! Who gets a tile that several players claim.

mod check;

use std::cmp::Reverse;

use crate::field::Field;
use crate::refusal::{Refusal, RefusalCode};
use crate::score::{Ties, score_by};
use crate::steps::{StepBudget, TooManySteps, UNLIMITED};
use crate::variant::Several;
use crate::{Chair, Circumstances, Deal, Hand, Score, TableOptions, Tile, Variant, Win};

/// A tile that others may claim: a discard, or the fourth tile of a kong that is being declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Offered {
    /// The tile.
    pub tile: Tile,
    /// How a claimer would win with it: by discard or by robbing the kong, and from whom.
    pub circumstances: Circumstances<Chair>,
    /// The deal, which gives the chairs their winds.
    pub deal: Deal,
}

/// What one player calls for a tile.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Claim {
    /// Who calls.
    pub chair: Chair,
    /// What for.
    pub call: Call,
    /// Whether the player passed up a win on an identical tile since the last own draw.
    pub passed_up: bool,
}

/// What a tile is claimed for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Call {
    /// To win with these tiles; the winning tile may be left out.
    Win(Hand),
    /// For a kong, with three identical concealed tiles.
    Kong,
    /// For a pung, with two identical concealed tiles.
    Pung,
    /// For a chow, with these two concealed tiles.
    Chow(Vec<Tile>),
}

/// What a tile is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Taken {
    /// A win.
    Win,
    /// A kong.
    Kong,
    /// A pung.
    Pung,
    /// A chow.
    Chow,
}

/// Who gets the tile, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolution {
    /// The chairs that get it, nearest to the giver's right first: none if nobody claimed it, several only where
    /// every winner is paid.
    pub takers: Vec<Chair>,
    /// What they take it for; `None` if nobody claimed it.
    pub taken: Option<Taken>,
    /// Why they get it.
    pub reason: ClaimReason,
    /// What each claim to win is worth, in the order of the claims, whether it gets the tile or not.
    pub scores: Vec<(Chair, Score)>,
}

/// Why a claim gets the tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClaimReason {
    /// Nobody claims it: play goes on.
    Unclaimed,
    /// Nobody else claims it.
    OnlyClaim,
    /// A win goes before a kong or pung, and those before a chow.
    WinFirst,
    /// A kong or pung goes before a chow.
    PungFirst,
    /// Of several wins, one shows a pattern that goes first; if several do, the nearest of those.
    PatternFirst,
    /// Of several wins, the nearest to the giver's right.
    Nearest,
    /// Of several wins, the best hand: a limit, then more fan, then the nearest.
    BestHand,
    /// Every winner is paid.
    EveryWinner,
}

impl ClaimReason {
    /// Every reason.
    pub const ALL: [ClaimReason; 8] = [
        ClaimReason::Unclaimed,
        ClaimReason::OnlyClaim,
        ClaimReason::WinFirst,
        ClaimReason::PungFirst,
        ClaimReason::PatternFirst,
        ClaimReason::Nearest,
        ClaimReason::BestHand,
        ClaimReason::EveryWinner,
    ];

    /// The reason as a sentence for people.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            ClaimReason::Unclaimed => "nobody claims the tile: the next player draws",
            ClaimReason::OnlyClaim => "nobody else claims the tile",
            ClaimReason::WinFirst => "a win goes before a kong or pung, and those before a chow",
            ClaimReason::PungFirst => "a kong or pung goes before a chow",
            ClaimReason::PatternFirst => {
                "the hand shows a pattern that goes first whatever the order; of several such hands, the nearest"
            }
            ClaimReason::Nearest => "of several wins, the nearest in turn order gets the tile",
            ClaimReason::BestHand => {
                "of several wins, the best hand gets the tile: a limit, then more fan, then the nearest"
            }
            ClaimReason::EveryWinner => "every winner of the tile is paid",
        }
    }
}

/// Says who gets a tile that several players claim.
///
/// A win goes before a kong or pung, and those before a chow. Of several wins the variant says whether the nearest to
/// the giver's right gets the tile, the best hand or every winner; unless every winner does, a hand with a pattern
/// that the variant lets go first gets it whatever the order.
///
/// # Errors
/// The first refusal in the order of [`RefusalCode`], of the first claim it applies to: its
/// [`winner`](Refusal::winner) is the place of that claim. A claim to win is really scored.
pub fn resolve_claims(
    variant: &Variant,
    options: &TableOptions,
    offered: &Offered,
    claims: &[Claim],
) -> Result<Resolution, Refusal> {
    resolve_by(variant, options, offered, claims, &UNLIMITED)
}

/// The same, under a budget for the steps of house patterns.
///
/// # Errors
/// If the budget is spent; within, as [`resolve_claims`].
pub fn resolve_claims_within(
    variant: &Variant,
    options: &TableOptions,
    offered: &Offered,
    claims: &[Claim],
    budget: &StepBudget,
) -> Result<Result<Resolution, Refusal>, TooManySteps> {
    budget.settle(resolve_by(variant, options, offered, claims, budget))
}

fn resolve_by(
    variant: &Variant,
    options: &TableOptions,
    offered: &Offered,
    claims: &[Claim],
    budget: &StepBudget,
) -> Result<Resolution, Refusal> {
    let Some(giver) = offered.circumstances.won_by.from() else {
        let message = "only a discard, or the tile of a kong, can be claimed";
        return Err(Refusal::new(
            RefusalCode::NothingToClaim,
            Field::WonBy,
            message,
        ));
    };
    let table = Table {
        variant,
        options,
        offered,
        claims,
        giver,
        budget,
    };
    table.check()?;
    let scores = table.scores()?;
    Ok(table.resolve(scores))
}

/// A tile, and everybody who wants it.
struct Table<'a> {
    variant: &'a Variant,
    options: &'a TableOptions,
    offered: &'a Offered,
    claims: &'a [Claim],
    giver: Chair,
    budget: &'a StepBudget,
}

impl Table<'_> {
    /// The score of every claim to win. A claim that is no legal win is refused, and so is a tile with which nobody
    /// could win, whatever it is claimed for.
    fn scores(&self) -> Result<Vec<(Chair, Score)>, Refusal> {
        let mut scores = Vec::new();
        let mut refused = self.circumstances().err();
        for (place, claim) in self.claims.iter().enumerate() {
            let Call::Win(hand) = &claim.call else {
                continue;
            };
            let win = self.win(claim.chair, hand);
            match score_by(
                self.variant,
                self.options,
                &win,
                self.budget,
                Ties::MoreLimits,
            ) {
                Ok(scored) => scores.push((claim.chair, scored.score)),
                Err(refusal) => {
                    let earlier = refused
                        .as_ref()
                        .is_none_or(|before| refusal.code < before.code);
                    if earlier {
                        refused = Some(refusal.of_winner(place));
                    }
                }
            }
        }
        refused.map_or(Ok(scores), Err)
    }

    fn win(&self, chair: Chair, hand: &Hand) -> Win {
        let deal = self.offered.deal;
        Win {
            hand: Hand {
                winning_tile: Some(self.offered.tile),
                ..hand.clone()
            },
            circumstances: self
                .offered
                .circumstances
                .map_seat(|chair| deal.seat_wind(chair)),
            seat_wind: deal.seat_wind(chair),
            round_wind: deal.round_wind,
            // Who gets the tile does not depend on who pays for it.
            liability: None,
        }
    }

    fn resolve(&self, scores: Vec<(Chair, Score)>) -> Resolution {
        let first = self.claims.iter().map(Claim::rank).min();
        let highest = |claim: &&Claim| Some(claim.rank()) == first;
        let Some(claim) = self.claims.iter().find(highest) else {
            return Resolution {
                takers: Vec::new(),
                taken: None,
                reason: ClaimReason::Unclaimed,
                scores,
            };
        };
        let (takers, reason) = match (claim.taken(), scores.as_slice()) {
            (Taken::Win, [_, _, ..]) => self.of_several(&scores),
            _ if self.claims.len() == 1 => (vec![claim.chair], ClaimReason::OnlyClaim),
            (Taken::Win, _) => (vec![claim.chair], ClaimReason::WinFirst),
            _ => (vec![claim.chair], ClaimReason::PungFirst),
        };
        Resolution {
            takers,
            taken: Some(claim.taken()),
            reason,
            scores,
        }
    }

    /// Which of several wins get the tile.
    fn of_several(&self, scores: &[(Chair, Score)]) -> (Vec<Chair>, ClaimReason) {
        let mut wins: Vec<&(Chair, Score)> = scores.iter().collect();
        wins.sort_by_key(|(chair, _)| self.distance(*chair));
        let chairs = |wins: &[&(Chair, Score)]| wins.iter().map(|(chair, _)| *chair).collect();
        let goes_first = |(_, score): &&&(Chair, Score)| self.goes_first(score);
        let several = self.variant.several();
        if several == Several::All {
            return (chairs(&wins), ClaimReason::EveryWinner);
        }
        if let Some((chair, _)) = wins.iter().find(goes_first) {
            return (vec![*chair], ClaimReason::PatternFirst);
        }
        if several == Several::Best {
            // A stable sort keeps the nearest first among equals.
            wins.sort_by_key(|(_, score)| Reverse((score.limit, score.fan)));
            return (chairs(&wins[..1]), ClaimReason::BestHand);
        }
        (chairs(&wins[..1]), ClaimReason::Nearest)
    }

    fn goes_first(&self, score: &Score) -> bool {
        let first = self.variant.first();
        let mut counted = score.counted(self.variant);
        counted.any(|counted| first.contains(&counted.pattern))
    }

    /// How many turns after the giver's, 1–3.
    fn distance(&self, chair: Chair) -> usize {
        (chair.index() + 4 - self.giver.index()) % 4
    }
}

impl Claim {
    /// What the tile is claimed for.
    #[must_use]
    pub const fn taken(&self) -> Taken {
        match self.call {
            Call::Win(_) => Taken::Win,
            Call::Kong => Taken::Kong,
            Call::Pung => Taken::Pung,
            Call::Chow(_) => Taken::Chow,
        }
    }

    fn hand(&self) -> Option<&Hand> {
        match &self.call {
            Call::Win(hand) => Some(hand),
            Call::Kong | Call::Pung | Call::Chow(_) => None,
        }
    }

    fn is_pung(&self) -> bool {
        self.rank() == 1
    }

    /// The order of claims: wins, then kongs and pungs, then chows.
    fn rank(&self) -> u8 {
        match self.taken() {
            Taken::Win => 0,
            Taken::Kong | Taken::Pung => 1,
            Taken::Chow => 2,
        }
    }
}
