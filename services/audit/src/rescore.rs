//! Playing a match again, hand by hand, beside its entries.

use evidence::{Ending, HandRecorded, HandResult, Hash, Legs, MatchOpened, PlayerId, VariantAdded};
use rules::{MatchState, SEMANTICS, TableOptions, Variant, play};

use crate::{Finding, convert};

/// A match as far as its entries have told it.
pub(crate) struct Table {
    variant_hash: Hash,
    options: TableOptions,
    players: [PlayerId; 4],
    state: MatchState,
}

/// The variant of an entry; its document was checked against the stated hash when the entry was read.
pub(crate) fn compile(added: &VariantAdded) -> Result<Variant, Finding> {
    let document = added.document_bytes()?;
    Variant::from_json(&document).map_err(|problems| {
        let texts: Vec<&str> = problems
            .iter()
            .map(|problem| problem.text.as_str())
            .collect();
        Finding::Variant(texts.join("; "))
    })
}

impl Table {
    pub(crate) fn open(opened: &MatchOpened) -> Result<Table, Finding> {
        let state = MatchState::start();
        if opened.state != convert::state(&state) {
            return Err(Finding::Differs("start"));
        }
        let options = TableOptions {
            minimum_fan: opened.minimum_fan,
        };
        Ok(Table {
            variant_hash: opened.variant_hash,
            options,
            players: opened.players,
            state,
        })
    }

    /// Plays a recorded hand again; everything its entry states must come out the same.
    pub(crate) fn hand(&mut self, variant: &Variant, hand: &HandRecorded) -> Result<(), Finding> {
        if hand.semantics != SEMANTICS {
            return Err(Finding::Semantics(hand.semantics));
        }
        let facts = convert::outcome(&hand.facts).map_err(Finding::Refused)?;
        let played = play(variant, &self.options, &self.state, &[facts])
            .map_err(|refusal| Finding::Refused(refusal.refusal.message()))?;
        let played = played.first().ok_or(Finding::Differs("number"))?;
        let deal = convert::deal(&played.deal);
        let legs = Legs::new(&deal, self.players, played.payments.half_points(), 0);
        let result = HandResult {
            scores: played
                .scores
                .iter()
                .map(|score| convert::winner_score(variant, score))
                .collect(),
        };
        let same = [
            ("variant", hand.variant_hash == self.variant_hash),
            ("number", Some(hand.number) == played.number),
            ("deal", hand.deal == deal),
            ("score", hand.result == result),
            ("payments", legs.is_ok_and(|legs| hand.legs == legs)),
            (
                "state after it",
                hand.state_after == convert::state(&played.state_after),
            ),
        ];
        if let Some((what, _)) = same.into_iter().find(|(_, same)| !same) {
            return Err(Finding::Differs(what));
        }
        self.state = played.state_after;
        Ok(())
    }

    /// Ends the match early; the leaf's own checks rule out every other ending.
    pub(crate) fn end(&mut self, _early: Ending) -> Result<(), Finding> {
        if self.state.ending.is_some() {
            return Err(Finding::Unfounded("match"));
        }
        self.state.ending = Some(rules::Ending::Early);
        Ok(())
    }
}
