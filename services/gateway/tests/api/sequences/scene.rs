//! What every chain of calls starts from: a club with one of everything, and somebody who calls.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use super::effects::Start;
use super::state::Keeper;
use crate::app::{Club, Person, TestApp};

/// A club whose players are one without an account, one who is the friend, one who is invited, and one more.
pub(super) struct Scene<'a> {
    pub(super) club: Club<'a>,
    /// Whose account the calls come from.
    pub(super) actor: Person<'a>,
    /// A machine with the actor's role, if there is one: the actor may hold its key.
    pub(super) machine: Option<Person<'a>>,
    /// A member with the role `player`, who came by an invitation that named a player.
    pub(super) friend: Person<'a>,
    /// An account in no club.
    pub(super) stranger: Person<'a>,
    /// An invitation that is open.
    pub(super) invitation: String,
    /// Its token, as far as the actor has it.
    pub(super) token: String,
    pub(super) api_key: String,
    pub(super) webhook: String,
    pub(super) variant: String,
    /// A document of a variant that the club does not have.
    pub(super) document: Value,
    /// A player who plays nowhere.
    pub(super) newcomer: String,
    /// The entry with a reason.
    pub(super) text: String,
}

impl<'a> Scene<'a> {
    /// The scene for a role; `stranger` is somebody who has an invitation and is in no club.
    pub(super) async fn of(app: &'a TestApp, role: &str) -> Self {
        let club = app.club().await;
        let friend = app.sign_up("siu").await;
        join(
            &club,
            &friend,
            json!({"role": "player", "player": club.players[1]}),
        )
        .await;
        let actor = match role {
            "owner" => club.owner.clone(),
            _ => app.sign_up("actor").await,
        };
        if !["owner", "stranger"].contains(&role) {
            join(&club, &actor, json!({"role": role})).await;
        }
        let machine = match role {
            "owner" | "stranger" => None,
            _ => Some(club.machine(role).await.0),
        };
        let (_, made) = club.machine("player").await;
        let new = json!({"role": "player", "player": club.players[2]});
        let invitation = post(&club, "/invitations", new).await;
        let token = match role {
            "stranger" => text(&invitation["token"]),
            _ => "somebody else's".to_owned(),
        };
        let (webhook, _) = club.webhook().await;
        let stranger = app.sign_up("ho").await;
        let (variant, entry) = played(&club).await;
        let name =
            json!({"english": "Kowloon Club", "traditional_chinese": null, "jyutping": null});
        let changes = json!({"id": "kowloon", "name": name, "minimum_fan": 1});
        let document = json!({"base": {"id": "old-hong-kong"}, "changes": changes});
        let newcomer = post(&club, "/players", json!({"name": "Newcomer"})).await;
        Self {
            newcomer: text(&newcomer["id"]),
            actor,
            machine,
            friend,
            stranger,
            invitation: text(&invitation["id"]),
            token,
            api_key: text(&made["id"]),
            webhook: text(&webhook["id"]),
            variant,
            document,
            text: entry,
            club,
        }
    }

    pub(super) fn players(&self) -> [&str; 4] {
        [0, 1, 2, 3].map(|at| self.club.players[at].as_str())
    }

    /// What the calls start from, in the database.
    pub(super) async fn start(&self, keeper: &Keeper) -> Start {
        let [_, linked, invited, _] = self.players();
        let has_token = self.token != "somebody else's";
        Start {
            state: keeper.keep().await,
            actor: self.actor.id.clone(),
            invited: has_token.then(|| ("player".to_owned(), invited.to_owned())),
            confirmed: BTreeSet::from([linked.to_owned()]),
        }
    }

    /// A text with names in the place of ids.
    pub(super) fn named(&self, text: &str) -> String {
        let [free, linked, invited, other] = self.players();
        let names = [
            (self.club.path.as_str(), "…"),
            (&self.actor.id, "{actor}"),
            (&self.friend.id, "{friend}"),
            (&self.stranger.id, "{stranger}"),
            (&self.club.owner.id, "{owner}"),
            (free, "{free player}"),
            (linked, "{friend's player}"),
            (invited, "{invited player}"),
            (other, "{other player}"),
        ];
        let name = |text: String, (id, name): &(&str, &str)| text.replace(id, name);
        names.iter().fold(text.to_owned(), name)
    }
}

/// Joins by an invitation of the owner's.
async fn join(club: &Club<'_>, person: &Person<'_>, invitation: Value) {
    let made = post(club, "/invitations", invitation).await;
    let accept = json!({"token": made["token"]});
    person
        .post("/v1/invitations:accept", accept)
        .await
        .expect(201);
}

/// A hand that was taken back for a reason: the hash of its variant, and the entry with the reason.
async fn played(club: &Club<'_>) -> (String, String) {
    let at = club.open_match("old-hong-kong").await;
    let hand = club
        .record(&at, 1, json!({"kind": "goulash"}))
        .await
        .expect(201);
    let changes = json!([{"kind": "void", "outcome_id": hand["id"]}]);
    let correction = json!({"changes": changes, "reason": "Chun had hidden a tile"});
    let corrected = club
        .post_any(&format!("{at}/corrections"), correction)
        .await;
    let seq = corrected.expect(201)["seq"].to_string();
    (text(&hand["variant_hash"]), seq)
}

async fn post(club: &Club<'_>, path: &str, body: Value) -> Value {
    let request = club
        .owner
        .request(Method::POST, &format!("{}{path}", club.path));
    let request = request.key(&crate::app::fresh_key()).json(&body);
    request.send().await.expect(201)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}
