//! What a scorer says happened, in a hand, between two or in a whole match.

use ledger::PlayerId;
use ledger::evidence::{
    Agreed, Chair, FalseMahjong, FirstTurn, KongKind, Outcome, OutcomeKind, Payee, Penalty,
    Replacement, SidePayment, Substitution, Totals, Win, Winner, WonBy,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::field::Text;
use super::kinds::{refuse_foreign, required};
use super::points::Points;
use crate::problem::{Code, Problem};

/// Why, for people.
pub(crate) type Reason = Text<500>;
/// The id of one of a variant's penalties or side payments.
pub(crate) type AmountId = Text<64>;

/// An outcome as it is sent: all fields of all kinds side by side, so that an error can point at the field.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OutcomeBody {
    kind: OutcomeKind,
    won_by: Option<WonBy>,
    from_chair: Option<Chair>,
    robbed_kong: Option<KongKind>,
    last_tile: Option<bool>,
    replacement: Option<Replacement>,
    first_turn: Option<FirstTurn>,
    winners: Option<Vec<Winner>>,
    winner: Option<Chair>,
    chair_points: Option<[Points; 4]>,
    chair: Option<Chair>,
    points: Option<u32>,
    penalty: Option<AmountId>,
    payee: Option<Payee>,
    side_payment: Option<AmountId>,
    house_points: Option<Points>,
    player: Option<PlayerId>,
    reason: Option<Reason>,
}

/// An outcome as it was understood.
#[derive(Debug, Clone)]
pub(crate) struct Stated {
    /// What happened.
    pub(crate) outcome: Outcome,
    /// Why, if that was said.
    pub(crate) reason: Option<String>,
}

/// The fields that an outcome of a kind can have, besides `reason`.
const fn fields(kind: OutcomeKind) -> &'static [&'static str] {
    match kind {
        OutcomeKind::Win => &[
            "won_by",
            "from_chair",
            "robbed_kong",
            "last_tile",
            "replacement",
            "first_turn",
            "winners",
        ],
        OutcomeKind::Goulash | OutcomeKind::EarlyEnd => &[],
        OutcomeKind::Agreed => &["winner", "chair_points"],
        OutcomeKind::FalseMahjong => &["chair", "points"],
        OutcomeKind::Penalty => &["chair", "penalty", "points", "payee"],
        OutcomeKind::SidePayment => &["chair", "from_chair", "side_payment", "points"],
        OutcomeKind::Totals => &["chair_points", "house_points"],
        OutcomeKind::Substitution => &["chair", "player"],
    }
}

/// Where what is no hand is sent to.
const fn elsewhere(kind: OutcomeKind) -> Option<&'static str> {
    match kind {
        OutcomeKind::Win
        | OutcomeKind::Goulash
        | OutcomeKind::Agreed
        | OutcomeKind::FalseMahjong => None,
        OutcomeKind::Penalty => Some("…/penalties"),
        OutcomeKind::SidePayment => Some("…/side-payments"),
        OutcomeKind::Totals => Some("…/totals"),
        OutcomeKind::Substitution => Some("…/substitutions"),
        OutcomeKind::EarlyEnd => Some("…/end"),
    }
}

impl OutcomeBody {
    /// What happened; `at` is where in the body the outcome stands.
    pub(crate) fn stated(self, at: &str) -> Result<Stated, Problem> {
        self.foreign(at)?;
        let reason = self.reason.clone().map(String::from);
        let outcome = self.outcome(at)?;
        Ok(Stated { outcome, reason })
    }

    /// The same where only a hand is taken.
    pub(crate) fn hand(self, at: &str) -> Result<Stated, Problem> {
        if let Some(elsewhere) = elsewhere(self.kind) {
            let kind = self.kind;
            let detail =
                format!("A {kind} is not a hand: send it to `{elsewhere}`, or in a batch.");
            return Err(Problem::at(
                Code::InvalidValue,
                format!("{at}/kind"),
                detail,
            ));
        }
        self.stated(at)
    }

    /// How many hands there are to score: one for each winner, and one for what nobody won.
    pub(crate) fn hands(&self) -> usize {
        self.winners
            .as_ref()
            .map_or(1, |winners| winners.len().max(1))
    }

    fn outcome(self, at: &str) -> Result<Outcome, Problem> {
        Ok(match self.kind {
            OutcomeKind::Win => Outcome::Win(Win {
                won_by: required(at, "won_by", self.won_by)?,
                from_chair: self.from_chair,
                robbed_kong: self.robbed_kong,
                last_tile: self.last_tile.unwrap_or(false),
                replacement: self.replacement,
                first_turn: self.first_turn,
                winners: required(at, "winners", self.winners)?,
            }),
            OutcomeKind::Goulash => Outcome::Goulash {},
            OutcomeKind::Agreed => Outcome::Agreed(Agreed {
                winner: self.winner,
                half_points: required(at, "chair_points", self.chair_points)?
                    .map(|Points(half_points)| half_points),
            }),
            OutcomeKind::FalseMahjong => Outcome::FalseMahjong(FalseMahjong {
                chair: required(at, "chair", self.chair)?,
                points: self.points,
            }),
            OutcomeKind::Penalty => Outcome::Penalty(Penalty {
                chair: required(at, "chair", self.chair)?,
                penalty: self.penalty.map(String::from),
                points: self.points,
                payee: required(at, "payee", self.payee)?,
            }),
            OutcomeKind::SidePayment => Outcome::SidePayment(SidePayment {
                chair: required(at, "chair", self.chair)?,
                from_chair: self.from_chair,
                side_payment: self.side_payment.map(String::from),
                points: self.points,
            }),
            OutcomeKind::Totals => Outcome::Totals(Totals {
                half_points: required(at, "chair_points", self.chair_points)?
                    .map(|Points(half_points)| half_points),
                house_half_points: house_half_points(self.house_points),
            }),
            OutcomeKind::Substitution => Outcome::Substitution(Substitution {
                chair: required(at, "chair", self.chair)?,
                player: required(at, "player", self.player)?,
            }),
            OutcomeKind::EarlyEnd => Outcome::EarlyEnd {},
        })
    }

    /// Refuses a field that belongs to another kind.
    fn foreign(&self, at: &str) -> Result<(), Problem> {
        let present = [
            ("won_by", self.won_by.is_some()),
            ("from_chair", self.from_chair.is_some()),
            ("robbed_kong", self.robbed_kong.is_some()),
            ("last_tile", self.last_tile.is_some()),
            ("replacement", self.replacement.is_some()),
            ("first_turn", self.first_turn.is_some()),
            ("winners", self.winners.is_some()),
            ("winner", self.winner.is_some()),
            ("chair_points", self.chair_points.is_some()),
            ("chair", self.chair.is_some()),
            ("points", self.points.is_some()),
            ("penalty", self.penalty.is_some()),
            ("payee", self.payee.is_some()),
            ("side_payment", self.side_payment.is_some()),
            ("house_points", self.house_points.is_some()),
            ("player", self.player.is_some()),
        ];
        let of = format!("an outcome of kind `{}`", self.kind);
        refuse_foreign(at, &present, fields(self.kind), &of)
    }
}

/// What the house gets of totals; nothing said is nothing.
pub(crate) fn house_half_points(points: Option<Points>) -> Option<i64> {
    let half_points = points.map(|Points(half_points)| half_points);
    half_points.filter(|half_points| *half_points != 0)
}

/// What happened, in the form in which it is sent: amounts are points.
pub(crate) fn as_sent(outcome: &Outcome) -> Result<Value, Problem> {
    let mut sent = serde_json::to_value(outcome).map_err(Problem::internal)?;
    let amounts = match outcome {
        Outcome::Agreed(agreed) => Some((agreed.half_points, None)),
        Outcome::Totals(totals) => Some((totals.half_points, totals.house_half_points)),
        Outcome::Win(_)
        | Outcome::Goulash {}
        | Outcome::FalseMahjong(_)
        | Outcome::Penalty(_)
        | Outcome::SidePayment(_)
        | Outcome::Substitution(_)
        | Outcome::EarlyEnd {} => None,
    };
    if let (Some((chairs, house)), Some(fields)) = (amounts, sent.as_object_mut()) {
        fields.remove("half_points");
        fields.insert("chair_points".to_owned(), json!(chairs.map(Points)));
        if fields.remove("house_half_points").is_some() {
            fields.insert("house_points".to_owned(), json!(house.map(Points)));
        }
    }
    Ok(sent)
}
