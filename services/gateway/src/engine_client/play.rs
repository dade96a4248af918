//! Outcomes outside a match of the ledger, one after another.

use ledger::evidence::{MatchState, Outcome};
use mahjong::Deal;
use tonic::metadata::MetadataValue;
use wire::convert::{read, read_chair};
use wire::v1;

use super::answers::{house_pattern_names, present, scores, state, unheard};
use super::asked::Asked;
use super::refusal::problem;
use super::{Client, Engine, requests};
use crate::bodies::outcome::as_sent;
use crate::bodies::play::{OutcomeAtTable, PaymentAtTable, PlayRequest, PlayResponse, stated};
use crate::bodies::points::Points;
use crate::problem::Problem;

impl Engine {
    /// What outcomes outside a match of the ledger come to.
    pub(crate) async fn play_at_table(&self, asked: PlayRequest) -> Result<PlayResponse, Problem> {
        let minimum_fan = asked.options.minimum_fan;
        let minimum_fan = minimum_fan.map(|minimum| minimum.unsigned());
        let stands = asked.state.as_ref().map(MatchState::from);
        let variant = asked.variant.chosen()?;
        let outcomes = stated(asked.outcomes)?;
        let asked = requests::play_request(
            (minimum_fan, &stands.unwrap_or(MatchState::START)),
            variant,
            outcomes.iter().map(v1::Outcome::from).collect(),
        );
        let ask = async |mut to: Client, mut request: tonic::Request<_>| {
            let metadata = request.metadata_mut();
            metadata.insert(wire::TRIAL, MetadataValue::from_static("1"));
            to.play_hands(request).await
        };
        let answer = self.call("PlayHands", asked, ask).await;
        let answer = answer.map_err(|status| problem(&status, Asked::Playing))?;
        if answer.hands.len() != outcomes.len() {
            return Err(unheard("one outcome for each"));
        }
        let played = answer.hands.into_iter().zip(&outcomes);
        let played = played.map(|(hand, outcome)| at_table(hand, outcome));
        Ok(PlayResponse {
            outcomes: played.collect::<Result<_, _>>()?,
            state: (&state(answer.state)?).into(),
            house_patterns: house_pattern_names(answer.house_patterns),
            variant_hash: answer.variant_hash,
            semantics: answer.semantics,
            engine_version: answer.engine_version,
        })
    }
}

fn at_table(hand: v1::PlayedHand, outcome: &Outcome) -> Result<OutcomeAtTable, Problem> {
    Ok(OutcomeAtTable {
        number: (hand.number != 0).then_some(hand.number),
        deal: Deal::try_from(present(hand.deal, "deal")?)?,
        outcome: as_sent(outcome)?,
        scores: scores(hand.scores)?,
        payments: payments(hand.payments)?,
        house_points: Points::unless_zero(hand.house_half_points),
        state_after: (&state(hand.state_after)?).into(),
    })
}

fn payments(payments: Vec<v1::ChairPayment>) -> Result<Vec<PaymentAtTable>, Problem> {
    let payments = payments.into_iter().map(|payment| {
        Ok(PaymentAtTable {
            chair: read_chair(payment.chair)?,
            seat_wind: read(payment.seat_wind)?,
            points: Points(payment.half_points),
        })
    });
    payments.collect()
}
