//! Whoever may record in a match does not use up what it may have: owners and referees can put it right.

use crate::pages::played;
use crate::scene::{Scene, assert_refused, key};
use crate::table::{agreed, change, correction, next};
use ledger::evidence::Outcome;
use ledger::{
    ApiKey, ApiKeyScope, CorrectMatchResult, KEPT_FOR_OFFICIALS, MAX_CORRECTIONS,
    MAX_CORRECTIONS_BY_GUESTS, MAX_OUTCOMES, MakeApiKey, MatchId, OutcomeId, Recording, Result,
    Role, UserId, Write,
};
use std::ops::Range;
use time::Duration;

/// A key that is limited to a match, such as that of a recording link.
async fn link(scene: &Scene, id: MatchId, secret: &str) -> ApiKey {
    let new = MakeApiKey {
        scope: ApiKeyScope::Match(id),
        lifetime: Some(Duration::DAY),
        ..key(secret)
    };
    let made = scene.make_api_key(scene.write("make_api_key", secret), new);
    made.await.unwrap().value
}

/// By whom something is done.
#[derive(Clone, Copy)]
enum By<'a> {
    Owner,
    Link(&'a ApiKey),
    Member(UserId, Role),
}

impl By<'_> {
    fn write(self, scene: &Scene, route: &'static str, key: &str) -> Write {
        let write = scene.write(route, key);
        match self {
            Self::Owner => write,
            Self::Link(link) => Write {
                api_key: Some(link.id),
                ..write
            },
            Self::Member(actor, role) => Write {
                actor,
                role,
                ..write
            },
        }
    }
}

/// A match with one hand, which is corrected again and again.
struct Corrected<'a> {
    scene: &'a Scene,
    id: MatchId,
    hand: OutcomeId,
}

impl Corrected<'_> {
    /// The correction with this number: the hand was worth so much.
    async fn correct(&self, by: By<'_>, number: usize) -> Result<()> {
        let amount = i64::try_from(number).unwrap() + 3;
        let outcome = agreed([amount, -amount, 0, 0]);
        let seen = self.scene.seen(self.id).await;
        let new = correction(&seen, vec![change::replace(self.hand, outcome)]);
        let write = by.write(self.scene, "corrections", &number.to_string());
        let corrected = self.scene.correct_match(write, new).await?;
        assert!(matches!(corrected, CorrectMatchResult::Corrected(_)));
        Ok(())
    }

    /// The corrections with these numbers, and that there is no further one.
    async fn correct_all(&self, by: By<'_>, numbers: Range<usize>, most: usize) {
        let beyond = numbers.end;
        for number in numbers {
            self.correct(by, number).await.unwrap();
        }
        let refused = self.correct(by, beyond).await;
        let expected = format!("TooManyCorrections {{ most: {most} }}");
        assert_refused(refused, &expected);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_make_few_corrections_and_the_last_are_kept() {
    let scene = &Scene::new().await;
    let scorer = scene.member("scorer", Role::Scorer).await;
    let referee = scene.member("referee", Role::Referee).await;
    let id = played(scene, "m", &[agreed([2, -2, 0, 0])]).await.id;
    let hand = scene.match_history(id).await.history.outcomes[0].outcome_id;
    let links = [link(scene, id, "one").await, link(scene, id, "two").await];
    let corrected = Corrected { scene, id, hand };
    let few = MAX_CORRECTIONS_BY_GUESTS;
    for number in 0..few {
        let by = By::Link(&links[number % 2]);
        corrected.correct(by, number).await.unwrap();
    }
    for link in &links {
        let by = By::Link(link);
        corrected.correct_all(by, few..few, few).await;
    }
    let most = MAX_CORRECTIONS - KEPT_FOR_OFFICIALS;
    let by = By::Member(scorer, Role::Scorer);
    corrected.correct_all(by, few..most, most).await;
    // What an owner's machine does is not what the owner does.
    let machine = scene.make_key("machine").await;
    corrected
        .correct_all(By::Link(&machine), most..most, most)
        .await;
    let half = most + KEPT_FOR_OFFICIALS / 2;
    let by = By::Member(referee, Role::Referee);
    for number in most..half {
        corrected.correct(by, number).await.unwrap();
    }
    corrected
        .correct_all(By::Owner, half..MAX_CORRECTIONS, MAX_CORRECTIONS)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_outcomes_are_kept() {
    let scene = &Scene::new().await;
    let scorer = scene.member("scorer", Role::Scorer).await;
    let most = MAX_OUTCOMES - KEPT_FOR_OFFICIALS;
    let hand = agreed([2, -2, 0, 0]);
    let id = played(scene, "m", &vec![hand.clone(); most]).await.id;
    let link = link(scene, id, "one").await;
    let record = async |by: By<'_>, key: &str, happens: &[Outcome]| {
        let new = next(&scene.view(id).await, happens);
        let write = by.write(scene, "hands", key);
        scene.record_outcomes(write, new).await
    };
    let expected = format!("TooManyOutcomes {{ most: {most} }}");
    for (key, by) in [
        ("link", By::Link(&link)),
        ("scorer", By::Member(scorer, Role::Scorer)),
    ] {
        let refused = record(by, key, std::slice::from_ref(&hand)).await;
        assert_refused(refused, &expected);
    }
    let kept = vec![hand; KEPT_FOR_OFFICIALS];
    let recorded = record(By::Owner, "owner", &kept).await.unwrap();
    assert!(matches!(recorded, Recording::Recorded(_)));
    let by = By::Member(scorer, Role::Scorer);
    let ended = record(by, "end", &[Outcome::EarlyEnd {}]).await.unwrap();
    assert!(matches!(ended, Recording::Recorded(_)));
}
