//! What was open between a club's parties is settled, and paid.

use crate::canonical::{self, Refusal};
use crate::terms::check_currency;
use crate::{Authority, Commitment, Kind, Subject};
use crate::{
    Debt, EveningId, Hash, MAX_INTEGER, MatchId, Party, PaymentId, PlayerId, SettlementId,
};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use time::Date;

/// What was open of some matches, all that was in one currency, was settled: it is owed from now on as the transfers say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SettlementMade {
    /// Which.
    pub settlement: SettlementId,
    /// Of which matches.
    pub scope: Scope,
    /// ISO 4217 code of the money.
    pub currency: String,
    /// What was open: of each match what each party had gained or lost and was not settled before, by match and party.
    pub parts: Vec<Part>,
    /// Who pays whom for all of it together, the largest first.
    pub transfers: Vec<Transfer>,
}

/// Of which matches something is settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Scope {
    /// Of one match.
    Match {
        /// Which.
        #[serde(rename = "match")]
        #[cfg_attr(feature = "openapi", schema(value_type = Uuid))]
        match_id: MatchId,
    },
    /// Of all matches that were played in a period.
    Period {
        /// Its first day; absent: from the beginning.
        #[serde(
            default,
            skip_serializing_if = "Option::is_none",
            with = "canonical::optional_date"
        )]
        #[cfg_attr(
            feature = "openapi",
            schema(value_type = Option<String>, format = Date, nullable = false)
        )]
        from: Option<Date>,
        /// Its last day; absent: everything.
        #[serde(
            default,
            skip_serializing_if = "Option::is_none",
            with = "canonical::optional_date"
        )]
        #[cfg_attr(
            feature = "openapi",
            schema(value_type = Option<String>, format = Date, nullable = false)
        )]
        until: Option<Date>,
    },
    /// Of all matches of the rounds of an evening.
    Evening {
        /// Which.
        #[cfg_attr(feature = "openapi", schema(value_type = Uuid))]
        evening: EveningId,
    },
}

/// What of one match is settled of one party.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The match.
    #[serde(rename = "match")]
    pub match_id: MatchId,
    /// The sequence number of the last entry of the match that was taken into account.
    pub version: u64,
    /// Whose gain or loss it is.
    pub party: Party,
    /// The player into whom that one was merged, who pays or is paid; absent: the party itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counts_for: Option<PlayerId>,
    /// What was gained (positive) or lost (negative), in minor units; never 0.
    pub amount_cents: i64,
    /// Whether the match had been settled before, and this is what became of it since.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub adjustment: bool,
}

/// What one party pays another.
// `P` is who: an entry names them by id; answers of REST also by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "openapi",
    derive(utoipa::ToSchema),
    schema(as = PlannedTransfer)
)]
#[serde(deny_unknown_fields)]
pub struct Transfer<P = Party> {
    /// Who pays.
    pub from: P,
    /// Who is paid.
    pub to: P,
    /// In minor units of the currency.
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub amount_cents: i64,
}

/// Something was paid of what a settlement says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaymentRecorded {
    /// The settlement.
    pub settlement: SettlementId,
    /// The payment.
    pub payment: PaymentId,
    /// Who paid.
    pub from: Party,
    /// Who was paid.
    pub to: Party,
    /// How much, in minor units; more than 0, and no more than is open of that transfer.
    pub amount_cents: i64,
    /// A salted commitment to the note, if one was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note_commitment: Option<Hash>,
}

/// A payment was never made after all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaymentReversed {
    /// The settlement.
    pub settlement: SettlementId,
    /// The payment; it is reversed once.
    pub payment: PaymentId,
    /// A salted commitment to the reason.
    pub reason_commitment: Hash,
}

impl Kind for PaymentReversed {
    const AUTHORITY: Authority = Authority::OWNER_OR_SCORER;

    fn subject(&self) -> Subject {
        Subject::Settlement(self.settlement)
    }

    fn commitment(&self) -> Option<Commitment> {
        Some(Commitment::to_reason(self.reason_commitment))
    }
}

impl Scope {
    /// Whether a match is within it, which was opened in a round of this evening, if in any.
    pub fn covers(&self, id: MatchId, played_on: Date, of_evening: Option<EveningId>) -> bool {
        match *self {
            Self::Evening { evening } => of_evening == Some(evening),
            Self::Match { match_id } => match_id == id,
            Self::Period { from, until } => {
                from.is_none_or(|from| from <= played_on)
                    && until.is_none_or(|until| played_on <= until)
            }
        }
    }
}

impl Part {
    /// Who pays or is paid.
    pub fn payer(&self) -> Party {
        self.counts_for.map_or(self.party, Party::Player)
    }

    /// What everybody is to be paid (positive) or to pay (negative) for some parts together, in minor units.
    pub fn net(parts: &[Self]) -> BTreeMap<Party, i128> {
        let mut net: BTreeMap<Party, i128> = BTreeMap::new();
        for part in parts {
            *net.entry(part.payer()).or_default() += i128::from(part.amount_cents);
        }
        net
    }
}

impl From<Debt> for Transfer {
    fn from(Debt { from, to, amount }: Debt) -> Self {
        Self {
            from,
            to,
            amount_cents: amount,
        }
    }
}

impl Kind for SettlementMade {
    const AUTHORITY: Authority = Authority::OWNER_OR_SCORER;

    fn subject(&self) -> Subject {
        Subject::Settlement(self.settlement)
    }

    fn check(&self) -> Result<(), Refusal> {
        check_currency(&self.currency)?;
        if let Scope::Period {
            from: Some(from),
            until: Some(until),
        } = self.scope
            && until < from
        {
            return Err(Refusal::Contradiction("the period ends before it begins"));
        }
        self.check_parts()?;
        self.check_transfers()
    }
}

impl SettlementMade {
    fn check_parts(&self) -> Result<(), Refusal> {
        if self.parts.is_empty() {
            return Err(Refusal::Contradiction("a settlement settles something"));
        }
        let place = |part: &Part| (part.match_id, part.party);
        if !self.parts.is_sorted_by(|a, b| place(a) < place(b)) {
            return Err(Refusal::Contradiction(
                "the parts are not in the order of matches and parties, each once",
            ));
        }
        self.parts
            .chunk_by(|a, b| a.match_id == b.match_id)
            .try_for_each(|of_match| self.check_match(of_match))
    }

    fn check_match(&self, parts: &[Part]) -> Result<(), Refusal> {
        let Some(first) = parts.first() else {
            return Ok(());
        };
        let alike = |part: &Part| {
            part.version == first.version && part.adjustment == first.adjustment && part.version > 0
        };
        let elsewhere =
            matches!(self.scope, Scope::Match { match_id } if match_id != first.match_id);
        let merged = |part: &Part| match (part.counts_for, part.party) {
            (None, _) => true,
            (Some(into), Party::Player(player)) => into != player,
            (Some(_), Party::House) => false,
        };
        let sum: i128 = parts.iter().map(|part| i128::from(part.amount_cents)).sum();
        Err(Refusal::Contradiction(if elsewhere {
            "a part is of another match than the one that is settled"
        } else if !parts.iter().all(alike) {
            "the parts of a match are not of one version"
        } else if !parts.iter().all(merged) {
            "a part counts for its own party, or for nobody"
        } else if parts.iter().any(|part| part.amount_cents == 0) {
            "a part is of nothing"
        } else if sum != 0 {
            "the parts of a match do not sum to zero"
        } else {
            return Ok(());
        }))
    }

    fn check_transfers(&self) -> Result<(), Refusal> {
        self.transfers.iter().try_for_each(Transfer::check)?;
        let place = |one: &Transfer| (Reverse(one.amount_cents), one.from, one.to);
        if !self.transfers.is_sorted_by(|a, b| place(a) < place(b)) {
            return Err(Refusal::Contradiction(
                "the transfers do not begin with the largest, or one is there twice",
            ));
        }
        let mut open = Part::net(&self.parts);
        for Transfer {
            from,
            to,
            amount_cents,
        } in &self.transfers
        {
            *open.entry(*from).or_default() += i128::from(*amount_cents);
            *open.entry(*to).or_default() -= i128::from(*amount_cents);
        }
        match open.values().all(|open| *open == 0) {
            true => Ok(()),
            false => Err(Refusal::Contradiction(
                "the transfers do not settle the parts",
            )),
        }
    }
}

impl Transfer {
    fn check(&self) -> Result<(), Refusal> {
        check_payment(self.from, self.to, self.amount_cents)
    }
}

impl Kind for PaymentRecorded {
    const AUTHORITY: Authority = Authority::OWNER_OR_SCORER;

    fn subject(&self) -> Subject {
        Subject::Settlement(self.settlement)
    }

    fn commitment(&self) -> Option<Commitment> {
        self.note_commitment.map(Commitment::to_note)
    }

    fn check(&self) -> Result<(), Refusal> {
        check_payment(self.from, self.to, self.amount_cents)
    }
}

fn check_payment(from: Party, to: Party, amount_cents: i64) -> Result<(), Refusal> {
    if from == to {
        Err(Refusal::Contradiction("somebody pays themselves"))
    } else if !(1..=MAX_INTEGER).contains(&amount_cents) {
        Err(Refusal::Contradiction(
            "a payment is of 1 to 2^53 − 1 minor units",
        ))
    } else {
        Ok(())
    }
}
