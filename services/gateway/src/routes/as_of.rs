//! Reading a match as it was told at an earlier time.

use ledger::{AsOf, MatchAt, MatchId, MatchWithHistory, Timestamp};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::bodies::field::Whole;
use crate::caller::ClubMember;
use crate::problem::{Code, Problem};
use crate::services::Services;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct AsOfQuery {
    /// As the ledger told it up to this sequence number. Absent, like `as_of_time`: as it is told now.
    #[param(value_type = Option<u64>, minimum = 1, maximum = 9_007_199_254_740_991_i64)]
    as_of_seq: Option<Whole<1, 9_007_199_254_740_991>>,
    /// As the ledger told it at this time (RFC 3339 in UTC, `2026-11-21T23:15:00.000000Z`). At most one of the two.
    #[param(value_type = Option<String>, format = DateTime)]
    as_of_time: Option<String>,
    /// With one of the two: the course of the match up to then, as it is known now, corrections made later included.
    #[serde(default)]
    #[param(default = false)]
    corrected: bool,
}

impl AsOfQuery {
    /// The match as it is asked for.
    pub(super) async fn match_history(
        &self,
        services: &Services,
        member: &ClubMember,
        match_id: MatchId,
    ) -> Result<MatchWithHistory, Problem> {
        let at = self.at()?;
        let ledger = services.ledger_for_whole_matches(member.holder()).await?;
        Ok(ledger.match_history(member.club, match_id, at).await?)
    }

    /// The time that is asked for.
    pub(super) fn at(&self) -> Result<MatchAt, Problem> {
        let corrected = self.corrected;
        let as_of = match (self.as_of_seq, self.as_of_time.as_deref()) {
            (None, None) if corrected => {
                let detail = "It goes with `as_of_seq` or `as_of_time`: what is told now has every correction in it.";
                return Err(Problem::at(Code::InvalidParameter, "corrected", detail));
            }
            (None, None) => AsOf::Now,
            (Some(seq), None) => AsOf::Seq(seq.unsigned_wide()),
            (None, Some(time)) => {
                let time = time.parse::<Timestamp>().map_err(|error| {
                    Problem::at(Code::InvalidParameter, "as_of_time", format!("{error}."))
                });
                AsOf::Time(time?)
            }
            (Some(_), Some(_)) => {
                let detail = "Ask for a sequence number or for a time, not for both.";
                return Err(Problem::at(Code::InvalidParameter, "as_of_time", detail));
            }
        };
        Ok(MatchAt { as_of, corrected })
    }
}
