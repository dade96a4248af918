//! A club with four players, and what happens at their table.

pub(crate) use crate::answers::{asked_again, assert_refused, on_one_connection, until, until_so};
use crate::table::{correction, next, next_hand};
use ledger::evidence::{Change, MatchHistory, MatchState, Outcome};
use ledger::test_database::{TestDatabase, all_entries};
use ledger::{
    AcceptInvitation, ApiKey, ApiKeyScope, ApiKeysPage, AsOf, ClubId, CorrectMatchResult,
    CorrectionsPage, Entry, Error, FoundClub, Hash, Invitation, Invite, Ledger, MakeApiKey,
    MatchHistorySnapshot, MatchId, MatchView, MatchWithHistory, NewSession, OpenMatch, Page, Party,
    PlayerId, RecordOutcomes, RecordedOutcome, Recording, Role, Settle, SettlementScope,
    SettlementView, ShownCorrection, SignUp, SignedIn, SnapshotRequest, UserId, Write, Written,
};
use std::collections::BTreeMap;
use std::ops::Deref;
use time::macros::{date, datetime};
use tokio_postgres::Row;

pub(crate) const DOCUMENT: &[u8] = br#"{"id":"old-hong-kong","minimum_fan":3}"#;

pub(crate) struct Scene {
    pub(crate) database: TestDatabase,
    pub(crate) ledger: Ledger,
    pub(crate) owner: UserId,
    pub(crate) club: ClubId,
    pub(crate) players: [PlayerId; 4],
}

/// Whatever the ledger does, it does here.
impl Deref for Scene {
    type Target = Ledger;

    fn deref(&self) -> &Ledger {
        &self.ledger
    }
}

impl Scene {
    /// A club of one member and four players; five entries.
    pub(crate) async fn new() -> Self {
        let database = TestDatabase::create().await;
        let ledger = database.ledger().await;
        let owner = sign_up(&ledger, "east@club.example").await;
        let club = found_club(&ledger, owner, "founding").await;
        let mut players = Vec::new();
        for name in ["Ah Yee", "Bing", "Cheung", "Dai Man"] {
            players.push(enrol(&ledger, write(club, owner, "players", name)).await);
        }
        Self {
            database,
            ledger,
            owner,
            club,
            players: players.try_into().unwrap(),
        }
    }

    /// A write of the owner's under this key, and with a fingerprint that follows from it.
    pub(crate) fn write(&self, route: &'static str, key: &str) -> Write {
        write(self.club, self.owner, route, key)
    }

    /// A session of the owner.
    pub(crate) async fn sign_in(&self) -> SignedIn {
        let session = NewSession {
            token_hash: [1; 32],
            expires_at: datetime!(2126-11-21 09:30 UTC),
        };
        let checked = self.ledger.credentials_of(self.owner).await.unwrap();
        let opened = self.ledger.open_session(checked, session).await;
        opened.unwrap().unwrap()
    }

    /// Enrols one more player.
    pub(crate) async fn enrol(&self, name: &str) -> PlayerId {
        enrol(&self.ledger, self.write("players", name)).await
    }

    /// So many players, the first four those of the scene.
    pub(crate) async fn enrolled(&self, count: usize) -> Vec<PlayerId> {
        let mut players = Vec::from(self.players);
        for number in players.len()..count {
            players.push(self.enrol(&format!("player {number}")).await);
        }
        players
    }

    pub(crate) async fn open_match(&self, key: &str) -> MatchView {
        let new = open_match(self.players);
        self.ledger
            .open_match(self.write("matches", key), new)
            .await
            .unwrap()
            .value
    }

    /// An invitation for single use for a week, whose token is the key.
    pub(crate) async fn invite(&self, key: &str, role: Role) -> Invitation {
        let made = self
            .ledger
            .make_invitation(self.write("invite", key), invite(key, role));
        made.await.unwrap().value
    }

    /// An API key that keeps score, whose secret is the key of the request.
    pub(crate) async fn make_key(&self, secret: &str) -> ApiKey {
        let write = self.write("make_api_key", secret);
        let made = self.ledger.make_api_key(write, key(secret)).await;
        made.unwrap().value
    }

    /// Somebody new, with a role in the club.
    pub(crate) async fn member(&self, name: &str, role: Role) -> UserId {
        let user = sign_up(&self.ledger, &format!("{name}@club.example")).await;
        self.join(user, name, role).await;
        user
    }

    /// Somebody accepts an invitation of the owner's.
    pub(crate) async fn join(&self, user: UserId, key: &str, role: Role) {
        join(&self.ledger, (self.club, self.owner), (user, key), role).await;
    }

    /// The kinds of the club's entries after the five of every scene.
    pub(crate) async fn kinds(&self) -> Vec<&'static str> {
        let entries = all_entries(&self.ledger, self.club, 5).await;
        entries
            .iter()
            .map(|entry| Entry::parse(&entry.leaf).unwrap().body.kind())
            .collect()
    }

    pub(crate) async fn view(&self, id: MatchId) -> MatchView {
        self.ledger.match_view(self.club, id).await.unwrap()
    }

    /// Records a hand that must be recorded.
    pub(crate) async fn play(&self, view: &MatchView, half_points: [i64; 4]) -> RecordedOutcome {
        let key = format!("{} {}", view.id, view.state.next_number);
        let hand = next_hand(view, half_points);
        self.must_record("hands", &key, hand).await.remove(0)
    }

    /// Records what must be recorded, under a key of its own.
    pub(crate) async fn happens(&self, id: MatchId, happens: &[Outcome]) -> Vec<RecordedOutcome> {
        let view = self.view(id).await;
        let key = format!("{id} after {}", view.version);
        self.must_record("hands", &key, next(&view, happens)).await
    }

    async fn must_record(
        &self,
        route: &'static str,
        key: &str,
        new: RecordOutcomes,
    ) -> Vec<RecordedOutcome> {
        let write = self.write(route, key);
        match self.ledger.record_outcomes(write, new).await.unwrap() {
            Recording::Recorded(written) => written.value,
            other @ (Recording::NumberTaken
            | Recording::MatchOver
            | Recording::NumberAhead { .. }
            | Recording::MatchChanged) => panic!("{other:?}"),
        }
    }

    /// Settles what must be open of a match, under this key.
    pub(crate) async fn settle_match(&self, key: &str, id: MatchId) -> SettlementView {
        let settled = self.settle(key, SettlementScope::Match(id)).await;
        settled.unwrap().value
    }

    /// Settles whatever is open, under this key.
    pub(crate) async fn settle(
        &self,
        key: &str,
        what: SettlementScope,
    ) -> Result<Written<SettlementView>, Error> {
        let new = Settle {
            what,
            versions: None,
        };
        self.ledger.settle(self.write("settle", key), new).await
    }

    /// A match with everything that happened in it.
    pub(crate) async fn match_history(&self, id: MatchId) -> MatchWithHistory {
        self.ledger
            .match_history(self.club, id, AsOf::Now)
            .await
            .unwrap()
    }

    /// A match before and after each of its corrections.
    pub(crate) async fn corrections(&self, id: MatchId) -> Vec<(MatchHistory, MatchHistory)> {
        let page = CorrectionsPage {
            after: 0,
            limit: 100,
            weight: usize::MAX,
        };
        let copy = |shown: ShownCorrection<'_>| ((shown.before.clone(), shown.after.clone()), 1);
        let found = self.ledger.corrections(self.club, id, page, copy).await;
        found.unwrap().shown
    }

    /// The same, as a writer looks at it.
    pub(crate) async fn seen(&self, id: MatchId) -> MatchHistorySnapshot {
        let at = SnapshotRequest {
            club: self.club,
            match_id: id,
            key: None,
        };
        self.ledger.match_history_snapshot(at).await.unwrap()
    }

    /// Makes a correction that must be made, under a key of its own.
    pub(crate) async fn correct(&self, id: MatchId, changes: Vec<Change>) -> Entry {
        let seen = self.seen(id).await;
        let key = format!("{id} after {}", seen.history.view.version);
        let write = self.write("corrections", &key);
        let new = correction(&seen, changes);
        match self.ledger.correct_match(write, new).await.unwrap() {
            CorrectMatchResult::Corrected(corrected) => corrected.entry.entry,
            CorrectMatchResult::Replayed(_) | CorrectMatchResult::MatchChanged => {
                panic!("the match changed")
            }
        }
    }

    /// What everybody gained or lost in a match, as the database has it.
    pub(crate) async fn balances(&self, id: MatchId) -> BTreeMap<Party, i64> {
        let query = "SELECT party::text, half_points FROM balances WHERE match_id = $1::text::uuid";
        let rows = self.admin().await.query(query, &[&id.to_string()]).await;
        let party = |text: &str| match text.parse().unwrap() {
            PlayerId(nil) if nil.is_nil() => Party::House,
            player => Party::Player(player),
        };
        let row = |row: &Row| (party(row.get(0)), row.get(1));
        rows.unwrap().iter().map(row).collect()
    }

    /// Brings the standings up to the ledger.
    pub(crate) async fn catch_up(&self) {
        while self.ledger.catch_up(self.club).await.unwrap() == ledger::StandingsStep::More {}
    }

    /// Has the standings made anew when somebody catches up.
    pub(crate) async fn forget_standings(&self) {
        let admin_url = self.database.admin_url();
        let rebuild = asked_again(|| ledger::rebuild_standings(&admin_url));
        rebuild.await.unwrap();
    }

    /// An administrator's connection to the database, past every wall.
    pub(crate) async fn admin(&self) -> tokio_postgres::Client {
        connect(&self.database.admin_url()).await
    }
}

/// Enrols a player who is called what the key says.
pub(crate) async fn enrol(ledger: &Ledger, write: Write) -> PlayerId {
    let name = write.key.clone();
    ledger.enrol_player(write, name).await.unwrap().value.id
}

pub(crate) async fn connect(url: &str) -> tokio_postgres::Client {
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls)
        .await
        .unwrap();
    tokio::spawn(connection);
    client
}

/// Every club table, by the column that makes it one.
pub(crate) async fn club_tables(sql: &tokio_postgres::Client) -> Vec<String> {
    let columns = "SELECT attrelid::regclass::text FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
        WHERE attname = 'club_id' AND relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace";
    let rows = sql.query(columns, &[]).await.unwrap();
    assert!(rows.len() >= 10);
    rows.iter().map(|row| row.get(0)).collect()
}

pub(crate) async fn sign_up(ledger: &Ledger, email: &str) -> UserId {
    let new = SignUp {
        email: email.to_owned(),
        password_hash: "$argon2id$".to_owned(),
        display_name: email.split('@').next().unwrap().to_owned(),
    };
    ledger.sign_up(new).await.unwrap().id
}

pub(crate) fn founding(actor: UserId, key: &str) -> FoundClub {
    FoundClub {
        actor,
        route: "clubs",
        key: key.to_owned(),
        fingerprint: Hash::of(key.as_bytes()).0,
        name: "西營盤".to_owned(),
        time_zone: "Asia/Hong_Kong".to_owned(),
    }
}

pub(crate) async fn found_club(ledger: &Ledger, actor: UserId, key: &str) -> ClubId {
    ledger
        .found_club(founding(actor, key))
        .await
        .unwrap()
        .value
        .id
}

pub(crate) fn write(club: ClubId, actor: UserId, route: &'static str, key: &str) -> Write {
    Write {
        club,
        actor,
        role: Role::Owner,
        api_key: None,
        session: None,
        route,
        key: key.to_owned(),
        fingerprint: Hash::of(key.as_bytes()).0,
    }
}

/// Somebody accepts an invitation of an owner of the club.
pub(crate) async fn join(
    ledger: &Ledger,
    (club, owner): (ClubId, UserId),
    (user, key): (UserId, &str),
    role: Role,
) {
    let token = format!("{club} {key}");
    let made = ledger.make_invitation(write(club, owner, "join", key), invite(&token, role));
    made.await.unwrap();
    let accept = AcceptInvitation {
        actor: user,
        route: "join",
        key: format!("{user} {role}"),
        fingerprint: [0; 32],
        token_hash: Hash::of(token.as_bytes()).0,
    };
    ledger.accept_invitation(accept).await.unwrap();
}

/// The first page of a list.
pub(crate) const FIRST: Page = Page {
    before: None,
    limit: 100,
};

/// The first page of API keys.
pub(crate) const FIRST_KEYS: ApiKeysPage = ApiKeysPage {
    before: None,
    limit: 40,
};

pub(crate) fn key(secret: &str) -> MakeApiKey {
    MakeApiKey {
        name: secret.to_owned(),
        role: Role::Scorer,
        scope: ApiKeyScope::Club,
        lifetime: None,
        secret_hash: Hash::of(secret.as_bytes()).0,
    }
}

pub(crate) fn invite(token: &str, role: Role) -> Invite {
    Invite {
        role,
        player: None,
        single_use: true,
        lifetime: time::Duration::days(7),
        token_hash: Hash::of(token.as_bytes()).0,
    }
}

pub(crate) fn open_match(players: [PlayerId; 4]) -> OpenMatch {
    OpenMatch {
        variant_id: "old-hong-kong".to_owned(),
        variant_hash: Hash::of(DOCUMENT),
        variant_document: DOCUMENT.to_vec(),
        players,
        minimum_fan: Some(3),
        stake_cents: 50,
        currency: "HKD".to_owned(),
        starting_points: 500,
        played_on: date!(2026 - 11 - 21),
        state: MatchState::START,
    }
}

#[expect(clippy::disallowed_methods, reason = "settings of one run of a test")]
pub(crate) fn setting<T: std::str::FromStr>(name: &str) -> Option<T> {
    std::env::var(name).ok()?.parse().ok()
}

#[expect(clippy::disallowed_methods, reason = "every run is another one")]
pub(crate) fn chance() -> u64 {
    rand::random()
}
