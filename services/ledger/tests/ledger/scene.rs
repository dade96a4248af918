//! A club with four players, and the plain hands they play.

use ledger::evidence::{Deal, Facts, HandResult, Legs, MatchState};
use ledger::test_database::TestDatabase;
use ledger::{
    ClubId, Entry, FoundClub, Hash, Invitation, Invite, Ledger, MatchId, MatchView, OpenMatch,
    PlayerId, RecordHand, RecordedHand, Recording, Role, SignUp, UserId, Write,
};
use time::macros::date;

pub(crate) const DOCUMENT: &[u8] = br#"{"id":"old-hong-kong","minimum_fan":3}"#;

pub(crate) struct Scene {
    pub(crate) database: TestDatabase,
    pub(crate) ledger: Ledger,
    pub(crate) owner: UserId,
    pub(crate) club: ClubId,
    pub(crate) players: [PlayerId; 4],
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
            let write = write(club, owner, "players", name);
            players.push(
                ledger
                    .enrol_player(write, name.to_owned())
                    .await
                    .unwrap()
                    .value
                    .id,
            );
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

    /// Somebody new, with a role in the club.
    pub(crate) async fn member(&self, name: &str, role: Role) -> UserId {
        let user = sign_up(&self.ledger, &format!("{name}@club.example")).await;
        let set = self
            .ledger
            .set_member(self.write("member", name), user, role);
        set.await.unwrap();
        user
    }

    /// The kinds of the club's entries after the five of every scene.
    pub(crate) async fn kinds(&self) -> Vec<&'static str> {
        let entries = self.ledger.entries(self.club, 5, 1000).await.unwrap();
        entries
            .iter()
            .map(|entry| Entry::parse(&entry.leaf).unwrap().body.kind())
            .collect()
    }

    pub(crate) async fn view(&self, id: MatchId) -> MatchView {
        self.ledger.match_view(self.club, id).await.unwrap()
    }

    /// Records a hand that must be recorded.
    pub(crate) async fn play(&self, view: &MatchView, half_points: [i64; 4]) -> RecordedHand {
        let key = format!("{} {}", view.id, view.state.next_number);
        let hand = next_hand(view, half_points);
        match self
            .ledger
            .record_hand(self.write("hands", &key), hand)
            .await
            .unwrap()
        {
            Recording::Recorded(written) => written.value,
            other @ (Recording::NumberTaken(_)
            | Recording::MatchOver
            | Recording::NumberAhead { .. }
            | Recording::MatchChanged) => panic!("{other:?}"),
        }
    }

    /// An administrator's connection to the database, past every wall.
    pub(crate) async fn admin(&self) -> tokio_postgres::Client {
        connect(&self.database.admin_url()).await
    }
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
        route,
        key: key.to_owned(),
        fingerprint: Hash::of(key.as_bytes()).0,
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

/// The next hand of a match, as an engine would decide a goulash that is paid for by somebody.
pub(crate) fn next_hand(view: &MatchView, half_points: [i64; 4]) -> RecordHand {
    let MatchState {
        next_number: number,
        deal,
        total_half_points,
        ..
    } = view.state;
    let players = view.players.each_ref().map(|player| player.id);
    let mut totals = total_half_points;
    totals
        .iter_mut()
        .zip(half_points)
        .for_each(|(total, moved)| *total += moved);
    RecordHand {
        match_id: view.id,
        expected_version: view.version,
        number,
        semantics: 1,
        deal,
        facts: Facts::Goulash {},
        result: HandResult { scores: Vec::new() },
        legs: Legs::new(&deal, players, half_points, 0).unwrap(),
        state_after: MatchState {
            next_number: number + 1,
            deal: Deal {
                extra: deal.extra + 1,
                ..deal
            },
            total_half_points: totals,
            ending: None,
        },
    }
}
