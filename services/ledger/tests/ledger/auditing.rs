//! Audits: asked for once, taken up by one auditor at a time, and never lost.

mod news;
mod other_rules;
mod turns;

use crate::scene::{Scene, assert_refused, connect, found_club, sign_up, write};
use ledger::{
    Audit, AuditId, AuditRequest, AuditState, AuditVerdict, AuditorLedger, AuditsPage,
    ClaimedAudit, Error, NotCompared, Projection, Role, Write, Written,
};
use std::collections::BTreeSet;

const EVERYTHING: AuditRequest = AuditRequest {
    from_seq: 1,
    to_seq: None,
    what_if: None,
};

impl Scene {
    fn audit(&self, key: &str) -> Write {
        self.write("ask_for_audit", key)
    }

    async fn ask(&self, key: &str) -> Result<Written<Audit>, Error> {
        self.ledger.ask_for_audit(self.audit(key), EVERYTHING).await
    }

    /// An auditor from whom nobody has to hear for an hour.
    async fn auditor(&self) -> AuditorLedger {
        let url = self.database.auditor_url();
        let auditor = AuditorLedger::connect(&url).await.unwrap();
        auditor.with_lease(3_600)
    }

    async fn audited(&self, id: AuditId) -> Audit {
        self.ledger.audit(self.club, id).await.unwrap()
    }

    /// Makes whoever is at an audit seem not to have been heard from in time.
    async fn forget_auditors(&self) {
        let sql = "UPDATE audits SET leased_until = clock_timestamp() WHERE state = 'running'";
        self.admin().await.batch_execute(sql).await.unwrap();
    }
}

async fn finish(auditor: &AuditorLedger, taken: &ClaimedAudit) -> bool {
    let report = "{}".to_owned();
    let finished = auditor.finish(taken, 5, AuditVerdict::Sound, report);
    finished.await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_request_asks_for_one_audit() {
    let scene = Scene::new().await;
    let first = scene.ask("a").await.unwrap();
    assert!(!first.replayed);
    assert_eq!(first.value.state, AuditState::Queued);
    let again = scene.ask("a").await.unwrap();
    assert_eq!((again.replayed, again.value), (true, first.value.clone()));
    let other = Write {
        fingerprint: [9; 32],
        ..scene.audit("a")
    };
    let refused = scene.ask_for_audit(other, EVERYTHING).await;
    assert_refused(refused, "IdempotencyKeyReused");
    // Somebody else's key is another one.
    let member = scene.member("m", ledger::Role::Owner).await;
    let theirs = write(scene.club, member, "ask_for_audit", "a");
    let theirs = scene.ask_for_audit(theirs, EVERYTHING).await;
    assert_ne!(theirs.unwrap().value.id, first.value.id);
}

#[tokio::test(flavor = "multi_thread")]
async fn sent_at_once_the_same_request_asks_for_one_audit() {
    let scene = Scene::new().await;
    let asked = futures_util::future::join_all((0..8).map(|_| scene.ask("a"))).await;
    let asked: Vec<Written<Audit>> = asked.into_iter().map(Result::unwrap).collect();
    let ids: BTreeSet<AuditId> = asked.iter().map(|asked| asked.value.id).collect();
    assert_eq!(ids.len(), 1);
    assert_eq!(asked.iter().filter(|asked| !asked.replayed).count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_audited_is_not_asked_for() {
    let scene = Scene::new().await;
    for (from_seq, to_seq) in [(6, None), (1, Some(6))] {
        let beyond = AuditRequest {
            from_seq,
            to_seq,
            what_if: None,
        };
        let refused = scene.ask_for_audit(scene.audit("b"), beyond).await;
        assert_refused(refused, "BeyondLedger { size: 5 }");
    }
    for key in ["1", "2", "3"] {
        scene.ask(key).await.unwrap();
    }
    let refused = scene.ask("4").await;
    assert_refused(refused, "TooManyAudits { most: 3 }");
    assert!(scene.ask("3").await.unwrap().replayed);
    let auditor = scene.auditor().await;
    let taken = auditor.take().await.unwrap().unwrap();
    assert!(scene.ask("4").await.is_err(), "one that runs counts");
    assert!(finish(&auditor, &taken).await);
    scene.ask("4").await.unwrap();
    // A report is read with its audit, and not with many others.
    let finished = scene.audited(taken.id).await;
    assert!(finished.report.is_some());
    let page = AuditsPage {
        before: None,
        limit: 9,
    };
    let listed = scene.audits(scene.club, page).await.unwrap().audits;
    let listed = listed.into_iter().find(|audit| audit.id == taken.id);
    assert_eq!(
        listed,
        Some(Audit {
            report: None,
            ..finished
        })
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn another_clubs_audit_is_not_there() {
    let scene = Scene::new().await;
    let asked = scene.ask("a").await.unwrap().value;
    let other = sign_up(&scene.ledger, "other@club.example").await;
    let club = found_club(&scene.ledger, other, "other").await;
    for (club, id) in [(club, asked.id), (scene.club, AuditId(club.0))] {
        let missing = scene.ledger.audit(club, id).await;
        assert_refused(missing, "NotFound(audit)");
    }
    let page = |before| AuditsPage { before, limit: 1 };
    let theirs = scene.audits(club, page(None)).await.unwrap();
    assert!(theirs.audits.is_empty());

    let second = scene.ask("b").await.unwrap().value;
    let newest = scene.audits(scene.club, page(None)).await.unwrap();
    assert_eq!(
        (newest.audits, newest.next),
        (vec![second.clone()], Some(second.id))
    );
    let oldest = scene.audits(scene.club, page(newest.next)).await;
    let oldest = oldest.unwrap();
    assert_eq!((oldest.audits, oldest.next), (vec![asked], None));
}

#[tokio::test(flavor = "multi_thread")]
async fn no_two_auditors_take_one_audit() {
    let scene = Scene::new().await;
    let mut asked = BTreeSet::new();
    for number in 0..8 {
        let club = found_club(&scene.ledger, scene.owner, &number.to_string()).await;
        for key in ["1", "2", "3"] {
            let write = write(club, scene.owner, "ask_for_audit", key);
            let audit = scene.ask_for_audit(write, EVERYTHING).await;
            asked.insert(audit.unwrap().value.id);
        }
    }
    let takes = async || {
        let auditor = scene.auditor().await;
        let mut taken = Vec::new();
        while let Some(one) = auditor.take().await.unwrap() {
            assert!(finish(&auditor, &one).await);
            taken.push(one.id);
        }
        taken
    };
    let taken = futures_util::future::join_all((0..4).map(|_| takes())).await;
    assert_eq!(taken.concat().len(), asked.len());
    assert_eq!(BTreeSet::from_iter(taken.concat()), asked);
}

/// Whoever asks for many audits, of many clubs, has nobody else wait for more than one of them.
#[tokio::test(flavor = "multi_thread")]
async fn accounts_and_clubs_take_turns() {
    let scene = Scene::new().await;
    let ledger = &scene.ledger;
    let greedy = sign_up(ledger, "greedy@club.example").await;
    let mut clubs = Vec::new();
    for number in 0..3 {
        clubs.push(found_club(ledger, greedy, &number.to_string()).await);
    }
    let asks = async |club, user, key: &str| {
        let write = write(club, user, "ask_for_audit", key);
        ledger.ask_for_audit(write, EVERYTHING).await.unwrap();
    };
    for club in &clubs {
        for key in ["1", "2", "3"] {
            asks(*club, greedy, key).await;
        }
    }
    for key in ["1", "2"] {
        asks(scene.club, scene.owner, key).await;
    }
    let auditor = scene.auditor().await;
    let mut taken = Vec::new();
    while let Some(one) = auditor.take().await.unwrap() {
        assert!(finish(&auditor, &one).await);
        let own = clubs.iter().position(|club| *club == one.club);
        taken.push(own.map_or("theirs", |own| ["a", "b", "c"][own]));
    }
    assert_eq!(taken[..4], ["a", "theirs", "b", "theirs"]);
    assert_eq!(taken[4..], ["c", "a", "b", "c", "a", "b", "c"]);
}

/// Whoever asks for many audits has one place of an auditor, and so has a club, whoever asks.
#[tokio::test(flavor = "multi_thread")]
async fn an_auditor_has_one_audit_of_an_account_and_of_a_club_at_a_time() {
    let scene = Scene::new().await;
    let ledger = &scene.ledger;
    let other = scene.member("other", Role::Owner).await;
    let second = found_club(ledger, scene.owner, "second").await;
    let third = found_club(ledger, other, "third").await;
    let asks = async |club, user, key: &str| {
        let write = write(club, user, "ask_for_audit", key);
        let asked = ledger.ask_for_audit(write, EVERYTHING).await;
        asked.unwrap().value.id
    };
    let first = asks(scene.club, scene.owner, "1").await;
    let of_account = asks(second, scene.owner, "2").await;
    let of_club = asks(scene.club, other, "3").await;
    let of_neither = asks(third, other, "4").await;
    let auditor = scene.auditor().await;
    let take = async || auditor.take().await.unwrap();
    let taken = [take().await.unwrap(), take().await.unwrap()];
    assert_eq!([taken[0].id, taken[1].id], [first, of_neither]);
    assert_eq!(take().await, None);
    // Its own is not taken up by itself, though it was not heard from.
    scene.forget_auditors().await;
    assert_eq!(take().await, None);
    for one in &taken {
        assert!(finish(&auditor, one).await);
    }
    let left = [take().await.unwrap().id, take().await.unwrap().id];
    assert_eq!(BTreeSet::from(left), BTreeSet::from([of_account, of_club]));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_audit_whose_auditor_is_gone_is_taken_up_again() {
    let scene = Scene::new().await;
    let id = scene.ask("a").await.unwrap().value.id;
    let (first, second) = (scene.auditor().await, scene.auditor().await);
    let taken = first.take().await.unwrap().unwrap();
    assert_eq!(taken.id, id);
    assert!(first.go_on(&taken, 3, 5).await.unwrap());
    let running = scene.audited(id).await;
    assert_eq!(
        (running.state, running.done, running.of),
        (AuditState::Running, 3, 5)
    );
    assert!(second.take().await.unwrap().is_none(), "somebody is at it");

    scene.forget_auditors().await;
    let again = second.take().await.unwrap().unwrap();
    assert_eq!(again.id, id);
    assert!(!first.go_on(&taken, 4, 5).await.unwrap());
    assert!(!finish(&first, &taken).await);
    first.give_back(&taken).await.unwrap();
    assert_eq!(scene.audited(id).await.state, AuditState::Running);
    assert!(finish(&second, &again).await);
    let finished = scene.audited(id).await;
    assert_eq!(finished.state, AuditState::Finished);
    assert_eq!(finished.verdict, Some(AuditVerdict::Sound));
    assert!(finished.version > running.version);
    scene.forget_auditors().await;
    assert!(first.take().await.unwrap().is_none(), "it is finished");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_given_back_is_there_at_once() {
    let scene = Scene::new().await;
    scene.ask("a").await.unwrap();
    let auditor = scene.auditor().await;
    let taken = auditor.take().await.unwrap().unwrap();
    auditor.give_back(&taken).await.unwrap();
    assert_eq!(auditor.take().await.unwrap(), Some(taken));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_came_to_nothing_was_tried_and_what_is_given_back_was_not() {
    let scene = Scene::new().await;
    scene.ask("a").await.unwrap();
    let auditor = scene.auditor().await;
    let take = async || auditor.take().await.unwrap().unwrap();
    let first = take().await;
    assert_eq!(first.attempt, 1);
    auditor.give_back(&first).await.unwrap();
    assert_eq!(take().await.attempt, 1);
    scene.forget_auditors().await;
    let auditor = scene.auditor().await;
    let take = async || auditor.take().await.unwrap().unwrap();
    let second = take().await;
    assert_eq!(second.attempt, 2);
    auditor.fail(&second).await.unwrap();
    let third = take().await;
    assert_eq!(third.attempt, 3);
    // What another has taken up meanwhile is not this one's to give back.
    let other = scene.auditor().await;
    scene.forget_auditors().await;
    let fourth = other.take().await.unwrap().unwrap();
    auditor.give_back(&third).await.unwrap();
    assert_eq!(fourth.attempt, 4);
    assert!(finish(&other, &fourth).await);
}

/// Whoever adds a column has an auditor compare it, or says why it is not.
#[tokio::test(flavor = "multi_thread")]
async fn every_column_is_compared_or_it_is_said_why_not() {
    let scene = Scene::new().await;
    let columns = "SELECT table_name::text, column_name::text FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name <> '__diesel_schema_migrations'";
    let rows = scene.admin().await.query(columns, &[]).await.unwrap();
    let kept: BTreeSet<(String, String)> =
        rows.iter().map(|row| (row.get(0), row.get(1))).collect();
    let compared = Projection::compared().map(|(table, column)| (table, column, None));
    let not_compared = NotCompared::ALL.iter().flat_map(|one| {
        let columns = one.fields.iter();
        columns.map(|column| (one.table, *column, Some(one.why)))
    });
    let mut spoken_of = BTreeSet::new();
    for (table, column, why) in compared.chain(not_compared) {
        assert!(why.is_none_or(|why| why.len() > 20), "{table}.{column}");
        let new = spoken_of.insert((table.to_owned(), column.to_owned()));
        assert!(new, "{table}.{column} is spoken of twice");
    }
    assert_eq!(kept, spoken_of);
}

/// What a club says of its own head is what an audit finds out about.
#[tokio::test(flavor = "multi_thread")]
async fn a_broken_head_keeps_nobody_from_asking() {
    let scene = Scene::new().await;
    let admin = scene.admin().await;
    for (key, edit) in [
        ("a", "DROP CONSTRAINT clubs_tree_is_of_last_seq"),
        ("b", "ALTER COLUMN last_seq TYPE bigint"),
    ] {
        let head = if key == "a" { "1048575" } else { "-1" };
        let edit = format!("ALTER TABLE clubs {edit}; UPDATE clubs SET last_seq = {head}");
        admin.batch_execute(&edit).await.unwrap();
        scene.ask(key).await.unwrap();
    }
    let empty = "ALTER TABLE entries DISABLE TRIGGER ALL; DELETE FROM entries";
    admin.batch_execute(empty).await.unwrap();
    scene.ask("c").await.unwrap();
    let stranger = sign_up(&scene.ledger, "stranger@club.example").await;
    let theirs = write(scene.club, stranger, "ask_for_audit", "d");
    let refused = scene.ask_for_audit(theirs, EVERYTHING).await;
    assert_refused(refused, "RoleChanged");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_application_finishes_no_audit_and_the_auditor_asks_for_none() {
    let scene = Scene::new().await;
    scene.ask("a").await.unwrap();
    let app = connect(&scene.database.url()).await;
    let auditor = connect(&scene.database.auditor_url()).await;
    let name = format!("SET faan.club = '{}'", scene.club);
    for (role, change) in [
        (&app, "UPDATE audits SET verdict = 'sound'"),
        (&app, "DELETE FROM audits"),
        (&auditor, "INSERT INTO audits SELECT * FROM audits"),
        (&auditor, "UPDATE audits SET asked_by = asked_by"),
        (&auditor, "SELECT key FROM audits"),
        (&auditor, "UPDATE members SET role = 'owner'"),
        (&auditor, "SELECT name FROM players"),
        (&auditor, "SELECT text FROM texts"),
        (&auditor, "SELECT token_hash FROM invitations"),
    ] {
        role.batch_execute(&name).await.unwrap();
        let refused = role.batch_execute(change).await.unwrap_err();
        let code = refused.code().unwrap().code();
        assert_eq!(code, "42501", "{change}: {refused}");
    }
}
