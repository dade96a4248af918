//! A club that does not come leaves nothing behind.

use super::{account, taken_along, without_openings};
use crate::scene::{Scene, club_tables, connect, sign_up};
use ledger::test_database::TestDatabase;
use ledger::{
    Access, Error, Hash, ImportError, ImportLedger, ImportedOwner, Ledger, Role, TreeHead, UserId,
};

/// A service, to which a club of two owners may come.
struct Service {
    scene: Scene,
    other: UserId,
    database: TestDatabase,
    ledger: Ledger,
    same_people: bool,
}

impl Service {
    async fn new() -> Self {
        let scene = Scene::new().await;
        let other = scene.member("other", Role::Owner).await;
        scene.open_match("m").await;
        let database = TestDatabase::create().await;
        let ledger = database.ledger().await;
        Self {
            scene,
            other,
            database,
            ledger,
            same_people: false,
        }
    }

    async fn along(&self) -> ImportLedger {
        ImportLedger {
            same_people: self.same_people,
            ..taken_along(&self.scene.ledger, self.scene.club).await
        }
    }

    async fn with(
        &self,
        accounts: Vec<ledger::OwnersAccount>,
    ) -> Result<Vec<ImportedOwner>, Error> {
        let along = ImportLedger {
            accounts,
            ..self.along().await
        };
        self.ledger.import_ledger(along).await
    }

    /// How many rows there are of clubs, and how many accounts.
    async fn rows(&self) -> (i64, i64) {
        let admin = connect(&self.database.admin_url()).await;
        let mut rows = 0;
        for table in club_tables(&admin).await {
            let count = format!("SELECT count(*) FROM {table}");
            rows += admin.query_one(&count, &[]).await.unwrap().get::<_, i64>(0);
        }
        let users = admin.query_one("SELECT count(*) FROM users", &[]).await;
        (rows, users.unwrap().get(0))
    }

    async fn refuses(&self, along: ImportLedger, expected: &str) {
        let before = self.rows().await;
        let refused = self.ledger.import_ledger(along).await.unwrap_err();
        assert!(refused.to_string().contains(expected), "{refused}");
        assert_eq!(self.rows().await, before);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_stored_of_what_is_not_what_was_verified() {
    let service = Service::new().await;
    let along = service.along().await;
    let head = TreeHead {
        root: Hash::of(b"another"),
        ..along.head
    };
    let other_root = ImportLedger { head, ..along };
    service
        .refuses(other_root, "changed after it was verified")
        .await;
    let along = service.along().await;
    let size = along.head.size - 1;
    let cut = ImportLedger {
        leaves: Box::new(along.leaves.take(size as usize)),
        ..along
    };
    service.refuses(cut, "changed after it was verified").await;
    let along = service.along().await;
    let holed = ImportLedger {
        leaves: Box::new(along.leaves.skip(1)),
        ..along
    };
    service.refuses(holed, "it says that it is entry 2").await;
    let nameless = ImportLedger {
        name: None,
        ..without_openings(&service.scene.ledger, service.scene.club).await
    };
    service.refuses(nameless, "its name has to be given").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_for_an_owner_who_has_none() {
    let service = Service::new().await;
    let (owner, other) = (service.scene.owner, service.other);
    sign_up(&service.ledger, "taken@club.example").await;
    for (user, email, expected) in [
        (None, "a@club.example", "the club has 2 owners"),
        (
            Some(UserId(uuid::Uuid::from_u128(7))),
            "a@club.example",
            "is no owner of the club",
        ),
        (
            Some(owner),
            "TAKEN@club.example",
            "there is an account with this e-mail address",
        ),
    ] {
        let along = ImportLedger {
            accounts: vec![account(user, email)],
            ..service.along().await
        };
        service.refuses(along, expected).await;
    }
    let owners = service.with(vec![account(Some(owner), "a@club.example")]);
    let owners = owners.await.unwrap();
    let access = |user| owners.iter().find(|one| one.user == user).unwrap().access;
    assert_eq!((access(owner), access(other)), (Access::New, Access::None));
}

/// The owners of another club of theirs, which comes later, have their accounts already, or had them.
#[tokio::test(flavor = "multi_thread")]
async fn accounts_that_are_here_stay_what_they_are() {
    let mut service = Service::new().await;
    let owner = service.scene.owner;
    let both = [owner, service.other].map(Some);
    let accounts = both.iter().zip(["a@club.example", "b@club.example"]);
    let accounts = accounts.map(|(user, email)| account(*user, email));
    service.with(accounts.collect()).await.unwrap();
    let second = crate::scene::found_club(&service.scene.ledger, owner, "second").await;
    service.scene.club = second;
    // An export can name anybody: nobody gets an account, or comes into a club, by an id alone.
    let anybody = service.along().await;
    service
        .refuses(anybody, "does not show that they are the same people's")
        .await;
    service.same_people = true;
    let other_address = ImportLedger {
        accounts: vec![account(None, "c@club.example")],
        ..service.along().await
    };
    service
        .refuses(other_address, "with another e-mail address")
        .await;
    let owners = service.with(vec![account(None, "A@club.example")]).await;
    let known = ImportedOwner {
        user: owner,
        email: Some("a@club.example".to_owned()),
        access: Access::Before,
    };
    assert_eq!(owners.unwrap(), [known]);

    let third = crate::scene::found_club(&service.scene.ledger, service.other, "third").await;
    service.scene.club = third;
    service.ledger.erase_account(service.other).await.unwrap();
    let erased = ImportLedger {
        accounts: vec![account(None, "b@club.example")],
        ..service.along().await
    };
    service.refuses(erased, "erased their account here").await;
    let owners = service.with(Vec::new()).await.unwrap();
    assert_eq!(owners[0].access, Access::None);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_imports_at_once_one_is_done() {
    let service = Service::new().await;
    let (one, other) = tokio::join!(
        service.ledger.import_ledger(service.along().await),
        service.ledger.import_ledger(service.along().await)
    );
    let refused = match (one, other) {
        (Ok(_), Err(refused)) | (Err(refused), Ok(_)) => refused,
        both @ ((Ok(_), Ok(_)) | (Err(_), Err(_))) => panic!("{both:?}"),
    };
    let there = ImportError::ClubExists(service.scene.club);
    assert!(matches!(&refused, Error::Import(why) if *why == there));
    let again = service.along().await;
    service.refuses(again, "is in this service already").await;
}
