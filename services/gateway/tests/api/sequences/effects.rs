//! What became of a club and of the accounts of its people, compared with how they were: the effects of a chain of calls, and the calls
//! that have each of them directly.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::state::State;

/// Every effect that is looked for, and the operations that have it directly. Where there is none, no role has it.
pub(super) const DIRECT: &[(&str, &[&str])] = &[
    (
        "somebody else's role is another",
        &["set_member", "hand_over_club"],
    ),
    ("somebody else becomes an owner without accepting it", &[]),
    (
        "one's own role is another",
        &["set_member", "hand_over_club"],
    ),
    ("somebody else joins without accepting it", &[]),
    (
        "one joins with the role one was invited to",
        &["accept_invitation"],
    ),
    ("one joins with another role", &[]),
    ("somebody else is a member no more", &["remove_member"]),
    ("one leaves", &["leave_club", "erase_account"]),
    (
        "the player is erased whom an owner said one is",
        &["erase_own_player"],
    ),
    ("another player is erased", &["erase_player"]),
    ("a player is merged", &["merge_player"]),
    ("a player is unmerged", &["unmerge_player"]),
    ("a player is renamed", &["rename_player"]),
    ("a player is enrolled", &["enrol_player"]),
    ("a player who had no account is linked", &["link_player"]),
    (
        "one is linked to the player one was invited as",
        &["accept_invitation"],
    ),
    // What an owner or an invitation said of a player, only owners say otherwise.
    ("the player of somebody is linked to somebody else", &[]),
    (
        "a link that an owner or an invitation made is ended",
        &["remove_member"],
    ),
    ("another link is ended", &["unlink_player"]),
    ("an account of somebody else is changed", &[]),
    ("an account of somebody else can be given up no more", &[]),
    ("one's own account is erased", &["erase_account"]),
    ("an invitation is made", &["make_invitation"]),
    ("an invitation is revoked", &["revoke_invitation"]),
    ("an API key is made", &["make_api_key"]),
    ("an API key is revoked", &["revoke_api_key"]),
    ("a webhook is made", &["make_webhook"]),
    (
        "a webhook is changed",
        &["change_webhook", "disable_webhook", "enable_webhook"],
    ),
    ("a webhook is deleted", &["delete_webhook"]),
    ("a text is erased", &["erase_text"]),
    ("the club is changed", &["change_club"]),
    ("a variant is added", &["add_variant"]),
    (
        "a variant is retired or reinstated",
        &["retire_variant", "reinstate_variant"],
    ),
];

/// What the calls start from.
pub(super) struct Start {
    pub(super) state: State,
    /// The account that the calls come from.
    pub(super) actor: String,
    /// The role and the player of the invitation whose token the actor has.
    pub(super) invited: Option<(String, String)>,
    /// The players whom an owner or an invitation linked, by id.
    pub(super) confirmed: BTreeSet<String>,
}

type Rows = BTreeMap<String, Value>;

/// What is different from the start.
pub(super) fn effects(start: &Start, now: &State) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    of_members(start, now, &mut found);
    of_players(start, now, &mut found);
    of_accounts(start, now, &mut found);
    of_the_rest(start, now, &mut found);
    found
}

/// What further calls depend on: two states that are the same in this have the same future, as far as people are concerned.
pub(super) fn key(start: &Start, now: &State) -> String {
    let mut key = String::new();
    for member in keyed(now, "members", "user_id").values() {
        key += &format!("{} {};", member["user_id"], member["role"]);
    }
    for (id, known) in keyed(&start.state, "players", "player_id") {
        let player = &keyed(now, "players", "player_id")[&id];
        let fields = known.as_object().unwrap().keys();
        let facts = fields.map(|field| match field.as_str() {
            "user_id" | "merged_into" | "merged_directly_into" => player[field].to_string(),
            "name" | "name_salt" | "name_hash" => String::new(),
            _ => player[field].is_null().to_string(),
        });
        key += &facts.collect::<Vec<_>>().join(" ");
        key.push(';');
    }
    for user in keyed(now, "users", "user_id").values() {
        key += &format!("{} {};", user["user_id"], user["erased_at"].is_null());
    }
    for invitation in keyed(now, "invitations", "invitation_id").values() {
        let revoked = invitation["revoked_seq"].is_null();
        key += &format!("{} {} {revoked};", invitation["role"], invitation["uses"]);
    }
    for api_key in keyed(now, "api_keys", "api_key_id").values() {
        key += &format!("{} {};", api_key["role"], api_key["revoked_at"].is_null());
    }
    key
}

fn of_members(start: &Start, now: &State, found: &mut BTreeSet<&'static str>) {
    let before = keyed(&start.state, "members", "user_id");
    let after = keyed(now, "members", "user_id");
    for (user, member) in &after {
        let own = *user == start.actor;
        let owns = member["role"] == "owner";
        match before.get(user) {
            Some(known) if known["role"] == member["role"] => {}
            Some(_) if own => drop(found.insert("one's own role is another")),
            Some(_) if owns => {
                found.insert("somebody else becomes an owner without accepting it");
            }
            Some(_) => drop(found.insert("somebody else's role is another")),
            None if own => {
                let role = start.invited.as_ref().map(|(role, _)| role.as_str());
                found.insert(match member["role"].as_str() == role {
                    true => "one joins with the role one was invited to",
                    false => "one joins with another role",
                });
            }
            None => drop(found.insert("somebody else joins without accepting it")),
        }
    }
    for user in before.keys().filter(|user| !after.contains_key(*user)) {
        found.insert(match *user == start.actor {
            true => "one leaves",
            false => "somebody else is a member no more",
        });
    }
}

fn of_players(start: &Start, now: &State, found: &mut BTreeSet<&'static str>) {
    let before = keyed(&start.state, "players", "player_id");
    let after = keyed(now, "players", "player_id");
    if after.len() > before.len() {
        found.insert("a player is enrolled");
    }
    for (id, known) in &before {
        let player = &after[id];
        let confirmed = start.confirmed.contains(id);
        let invited = start
            .invited
            .as_ref()
            .is_some_and(|(_, player)| player == id);
        let own = (confirmed && known["user_id"] == start.actor.as_str()) || invited;
        if known["erased_seq"] != player["erased_seq"] {
            found.insert(match own {
                true => "the player is erased whom an owner said one is",
                false => "another player is erased",
            });
            continue;
        }
        if known["merged_into"] != player["merged_into"] {
            found.insert(match player["merged_into"].is_null() {
                true => "a player is unmerged",
                false => "a player is merged",
            });
        }
        if known["name"] != player["name"] {
            found.insert("a player is renamed");
        }
        if known["user_id"] == player["user_id"] {
            continue;
        }
        let leaves = known["user_id"] == start.actor.as_str();
        if !known["user_id"].is_null() && !leaves {
            found.insert(match confirmed {
                true => "a link that an owner or an invitation made is ended",
                false => "another link is ended",
            });
        }
        match player["user_id"].as_str() {
            None => {}
            Some(user) if user == start.actor && invited => {
                found.insert("one is linked to the player one was invited as");
            }
            Some(_) if confirmed => {
                found.insert("the player of somebody is linked to somebody else");
            }
            Some(_) => {
                found.insert("a player who had no account is linked");
            }
        }
    }
}

fn of_accounts(start: &Start, now: &State, found: &mut BTreeSet<&'static str>) {
    let after = keyed(now, "users", "user_id");
    for (user, known) in keyed(&start.state, "users", "user_id") {
        let account = &after[&user];
        if known != *account {
            found.insert(match user == start.actor {
                true => "one's own account is erased",
                false => "an account of somebody else is changed",
            });
        }
        let others = user != start.actor;
        if others && alone(now) == Some(user.clone()) && alone(&start.state) != Some(user) {
            found.insert("an account of somebody else can be given up no more");
        }
    }
}

/// The only owner of the club.
fn alone(state: &State) -> Option<String> {
    let members = state.rows("members").into_iter();
    let mut owners = members.filter(|member| member["role"] == "owner");
    let owner = owners.next()?;
    let only = owners.next().is_none();
    only.then(|| owner["user_id"].as_str().unwrap().to_owned())
}

fn of_the_rest(start: &Start, now: &State, found: &mut BTreeSet<&'static str>) {
    let tables = [
        (
            "invitations",
            "invitation_id",
            "an invitation is made",
            "revoked_seq",
            "an invitation is revoked",
        ),
        (
            "api_keys",
            "api_key_id",
            "an API key is made",
            "revoked_at",
            "an API key is revoked",
        ),
        (
            "webhooks",
            "webhook_id",
            "a webhook is made",
            "url",
            "a webhook is changed",
        ),
        (
            "variants",
            "variant_hash",
            "a variant is added",
            "retired_seq",
            "a variant is retired or reinstated",
        ),
        ("texts", "seq", "a text is made", "text", "a text is erased"),
        (
            "clubs",
            "club_id",
            "a club is founded",
            "name",
            "the club is changed",
        ),
    ];
    for (table, id, made, field, changed) in tables {
        let before = keyed(&start.state, table, id);
        let after = keyed(now, table, id);
        if after.keys().any(|id| !before.contains_key(id)) {
            found.insert(made);
        }
        for (id, known) in before {
            match after.get(&id) {
                None if table == "webhooks" => drop(found.insert("a webhook is deleted")),
                None => panic!("a row of {table} is gone"),
                Some(row) if row[field] != known[field] => drop(found.insert(changed)),
                Some(_) => {}
            }
        }
    }
}

fn keyed(state: &State, table: &str, id: &str) -> Rows {
    let rows = state.rows(table).into_iter();
    rows.map(|row| {
        let id = row[id]
            .as_str()
            .map_or_else(|| row[id].to_string(), str::to_owned);
        (id, row)
    })
    .collect()
}
