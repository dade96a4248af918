//! A hand that is recorded by one call: what is answered is what a transaction of several statements would answer.

use crate::parallel::check_entries;
use crate::scene::{Scene, assert_refused, until};
use crate::table::{next_at, next_hand_at, penalty, position};
use ledger::evidence::Payee;
use ledger::{Ledger, MatchPosition, RecordOutcomes, Recording, SessionId, Write};

/// A match in which this process has recorded a hand, so that the next one is recorded by a call.
struct Played {
    scene: Scene,
    position: MatchPosition,
    session: SessionId,
}

impl Played {
    async fn new() -> Self {
        let scene = Scene::new().await;
        let session = scene.sign_in().await.session;
        let view = scene.open_match("m").await;
        scene.play(&view, [2, -2, 0, 0]).await;
        let position = position(&scene.view(view.id).await);
        Self {
            scene,
            position,
            session,
        }
    }

    fn write(&self, key: &str) -> Write {
        let session = Some(self.session);
        Write {
            session,
            ..self.scene.write("hands", key)
        }
    }

    /// The same ledger in a process that has recorded nothing: it records by a transaction.
    async fn elsewhere(&self) -> Ledger {
        self.scene.database.ledger().await
    }
}

/// Whether hands were recorded by calls, at least so many times.
const CALLED: &str = "
    SELECT coalesce(sum(calls), 0) >= 3 FROM pg_stat_user_functions WHERE funcname = 'record_outcome_1'";

/// What became of it, without what is different each time.
fn told(recording: ledger::Result<Recording>) -> String {
    match recording {
        Ok(Recording::Recorded(written)) => format!("{} recorded", written.value.len()),
        other => format!("{other:?}"),
    }
}

/// What an operator or somebody else does meanwhile, and what becomes of the next hand.
const MEANWHILE: [(&str, &str); 14] = [
    ("SELECT 1", "1 recorded"),
    (
        "UPDATE matches SET total_1 = total_1 + 2, total_2 = total_2 - 2",
        "Ok(MatchChanged)",
    ),
    (
        "UPDATE matches SET house = house + 2, total_2 = total_2 - 2",
        "Ok(MatchChanged)",
    ),
    ("UPDATE matches SET dealer = 2", "Ok(MatchChanged)"),
    (
        "UPDATE matches SET round_wind = 'north'",
        "Ok(MatchChanged)",
    ),
    ("UPDATE matches SET extra = extra + 1", "Ok(MatchChanged)"),
    (
        "UPDATE matches SET next_number = next_number + 1",
        "Ok(NumberTaken)",
    ),
    (
        "UPDATE matches SET player_1 = player_2, player_2 = player_1",
        "Ok(MatchChanged)",
    ),
    (
        "UPDATE matches SET stake_cents = stake_cents + 2",
        "Ok(MatchChanged)",
    ),
    ("UPDATE matches SET minimum_fan = 8", "Ok(MatchChanged)"),
    ("UPDATE matches SET ending = 'complete'", "Ok(MatchOver)"),
    ("UPDATE members SET role = 'scorer'", "Err(RoleChanged)"),
    ("UPDATE sessions SET ended_at = now()", "Err(SessionEnded)"),
    (
        "UPDATE balances SET half_points = 9007199254740990 * sign(half_points) WHERE half_points <> 0",
        "Err(AmountTooLarge)",
    ),
];

#[tokio::test(flavor = "multi_thread")]
async fn what_is_different_is_refused_as_by_a_transaction() {
    for (place, (meanwhile, expected)) in MEANWHILE.into_iter().enumerate() {
        let by = async |by_call: bool| {
            let played = Played::new().await;
            let admin = played.scene.admin().await;
            admin.batch_execute(meanwhile).await.unwrap();
            let hand = next_hand_at(&played.position, [4, -4, 0, 0]);
            let write = played.write("k");
            let recording = match by_call {
                true => played.scene.record_outcomes(write, hand).await,
                false => played.elsewhere().await.record_outcomes(write, hand).await,
            };
            told(recording)
        };
        assert_eq!(by(true).await, expected, "{place}: {meanwhile}");
        assert_eq!(by(false).await, expected, "{place}: {meanwhile}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_is_recorded_on_top_of_what_others_wrote() {
    let played = Played::new().await;
    let Played {
        scene, position, ..
    } = &played;
    let counts = "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET track_functions = pl', current_database()); END $$";
    scene.admin().await.batch_execute(counts).await.unwrap();
    let ledger = scene.database.ledger().await;
    let elsewhere = played.elsewhere().await;
    let mut at = *position;
    for number in 0..4 {
        // Somebody else writes in the same club, and in the same match.
        let name = format!("somebody {number}");
        elsewhere
            .enrol_player(scene.write("players", &name), name.clone())
            .await
            .unwrap();
        let happens = [penalty(1, 5, Payee::Players)];
        let fined = next_at(&at, &happens);
        let fined = elsewhere.record_outcomes(played.write(&name), fined).await;
        at = after(&at, fined);
        let hand = next_hand_at(&at, [2, 0, -2, 0]);
        let write = played.write(&number.to_string());
        let recorded = ledger.record_outcomes(write.clone(), hand.clone()).await;
        at = after(&at, recorded);
        // The same request once more is answered, and writes nothing.
        let again = ledger.record_outcomes(write, hand).await.unwrap();
        assert!(matches!(again, Recording::Recorded(written) if written.replayed));
    }
    let entries = check_entries(&scene.ledger, scene.club).await;
    assert_eq!(entries.len(), 5 + 3 + 4 * 3);
    // The server counts calls when a connection ends.
    drop(ledger);
    until(&scene.admin().await, CALLED).await;
}

/// The match after what was recorded.
fn after(before: &MatchPosition, recording: ledger::Result<Recording>) -> MatchPosition {
    let Ok(Recording::Recorded(written)) = recording else {
        panic!("{recording:?}");
    };
    MatchPosition {
        state: written.value[0].recorded.state_after,
        version: written.value[0].event.seq,
        ..*before
    }
}

/// Rows come before the commit: what fails at the commit was not recorded.
#[tokio::test(flavor = "multi_thread")]
async fn what_fails_at_the_commit_was_not_recorded() {
    let played = Played::new().await;
    let Played {
        scene, position, ..
    } = &played;
    let fails = "
        CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused at the commit'; END $$;
        CREATE CONSTRAINT TRIGGER fails AFTER INSERT ON match_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fail()";
    let admin = scene.admin().await;
    admin.batch_execute(fails).await.unwrap();
    let record = || {
        let hand: RecordOutcomes = next_hand_at(position, [4, -4, 0, 0]);
        scene.record_outcomes(played.write("k"), hand)
    };
    assert_refused(record().await, "Bug(Unknown: refused at the commit)");
    let entries = scene.kinds().await.len();
    admin
        .batch_execute("DROP TRIGGER fails ON match_entries")
        .await
        .unwrap();
    assert!(matches!(record().await, Ok(Recording::Recorded(_))));
    assert_eq!(scene.kinds().await.len(), entries + 1);
    check_entries(&scene.ledger, scene.club).await;
}

/// Nobody but the application calls, and it sees no more by a call than without.
#[tokio::test(flavor = "multi_thread")]
async fn a_call_is_for_the_application_alone() {
    let scene = Scene::new().await;
    let admin = scene.admin().await;
    let who = "
        SELECT string_agg(rolname, ' ' ORDER BY rolname) FROM pg_roles
        WHERE rolname IN ('faan_app', 'faan_auditor', 'faan_dispatcher', 'faan_signer')
            AND has_function_privilege(oid, 'record_outcome_1'::regproc, 'EXECUTE')";
    let who: String = admin.query_one(who, &[]).await.unwrap().get(0);
    assert_eq!(who, "faan_app");
    let definer = "SELECT prosecdef FROM pg_proc WHERE proname = 'record_outcome_1'";
    assert!(
        !admin
            .query_one(definer, &[])
            .await
            .unwrap()
            .get::<_, bool>(0)
    );
}
