//! The calls that chains are made of: everything that writes about a club and its people, with few arguments.

use reqwest::Method;
use serde_json::{Value, json};

use super::scene::Scene;
use crate::app::{Answer, PASSWORD, Person, fresh_key};

/// Operations that write and that no chain has, each with the reason.
pub(super) const LEFT_OUT: &[(&str, &[&str])] = &[
    (
        "they are about the caller's own sessions and ways to sign in, or need no account",
        &[
            "sign_up",
            "sign_in",
            "sign_out",
            "refresh_session",
            "open_browser_session",
            "refresh_browser_session",
            "end_browser_session",
            "change_password",
            "link_identity",
            "unlink_identity",
        ],
    ),
    (
        "they store nothing",
        &[
            "score_hand",
            "score_hands",
            "play_hands",
            "find_waits",
            "resolve_claims",
            "check_variant",
            "derive_variant",
            "read_invitation",
        ],
    ),
    ("another club is no matter of this one", &["found_club"]),
    (
        "they are about evenings, seasons, tournaments, matches and money, and touch no person, role or account",
        &[
            "open_evening",
            "change_attendance",
            "draw_round",
            "open_round",
            "open_season",
            "close_season",
            "open_tournament",
            "change_entrants",
            "draw_tournament_round",
            "open_tournament_round",
            "set_tournament_clock",
            "give_penalty",
            "withdraw_penalty",
            "close_tournament",
            "settle_evening",
            "open_match",
            "import_matches",
            "end_match",
            "void_match",
            "reinstate_match",
            "replay_round",
            "replay_tournament_round",
            "record_hand",
            "record_batch",
            "correct_match",
            "record_penalty",
            "record_side_payment",
            "record_totals",
            "record_substitution",
            "make_match_api_key",
            "make_screen_api_key",
            "settle_match",
            "settle_period",
            "record_payment",
            "reverse_payment",
        ],
    ),
    (
        "they ask for work that changes nothing of the club",
        &[
            "ask_for_checkpoint",
            "ask_for_audit",
            "test_webhook",
            "replay_delivery",
            "replay_from",
        ],
    ),
    (
        "they are to owners what other calls of the same webhook are",
        &["enable_webhook", "rotate_webhook_secret"],
    ),
];

/// A call.
pub(super) struct Call {
    pub(super) operation: &'static str,
    method: Method,
    path: String,
    body: Option<Value>,
}

impl Call {
    pub(super) async fn ask(&self, by: &Person<'_>) -> Answer {
        let request = by
            .request(self.method.clone(), &self.path)
            .key(&fresh_key())
            .header("If-Match", "*");
        let request = match &self.body {
            Some(body) => request.json(body),
            None => request,
        };
        request.send_unheld().await
    }

    /// As it is printed; the ids are those of the scene.
    pub(super) fn words(&self, scene: &Scene<'_>) -> String {
        let body = self.body.as_ref().map(Value::to_string);
        let words = format!("{} {} {}", self.method, self.path, body.unwrap_or_default());
        scene.named(&words).trim_end().to_owned()
    }
}

/// Those about members: an owner has all of them.
pub(super) fn of_members(scene: &Scene<'_>) -> Vec<Call> {
    let at = Builder {
        club: &scene.club.path,
    };
    let (actor, friend) = (scene.actor.id.as_str(), scene.friend.id.as_str());
    let (owner, stranger) = (scene.club.owner.id.as_str(), scene.stranger.id.as_str());
    let mut calls = vec![
        at.act("leave_club", Method::DELETE, "/members/me"),
        at.with(
            "hand_over_club",
            Method::POST,
            &format!("/members/{friend}:hand-over"),
            json!({"role": "player"}),
        ),
        at.with(
            "make_invitation",
            Method::POST,
            "/invitations",
            json!({"role": "owner"}),
        ),
        at.act(
            "revoke_invitation",
            Method::POST,
            &format!("/invitations/{}:revoke", scene.invitation),
        ),
        Call {
            operation: "accept_invitation",
            method: Method::POST,
            path: "/v1/invitations:accept".to_owned(),
            body: Some(json!({"token": scene.token})),
        },
        Call {
            operation: "erase_account",
            method: Method::DELETE,
            path: "/v1/users/me".to_owned(),
            body: Some(json!({"password": PASSWORD})),
        },
    ];
    for user in [actor, friend, stranger] {
        for role in ["owner", "player"] {
            let path = format!("/members/{user}");
            calls.push(at.with("set_member", Method::PUT, &path, json!({"role": role})));
        }
    }
    for user in [owner, friend] {
        calls.push(at.act("remove_member", Method::DELETE, &format!("/members/{user}")));
    }
    calls
}

/// All the others.
pub(super) fn of_the_rest(scene: &Scene<'_>) -> Vec<Call> {
    let mut calls = of_players(scene);
    calls.extend(of_machines(scene));
    calls.extend(of_the_club(scene));
    calls
}

fn of_players(scene: &Scene<'_>) -> Vec<Call> {
    let at = Builder {
        club: &scene.club.path,
    };
    let [free, linked, invited, _] = scene.players();
    let mut calls = vec![
        at.with(
            "enrol_player",
            Method::POST,
            "/players",
            json!({"name": "Eng", "confirm": true}),
        ),
        at.with(
            "rename_player",
            Method::PATCH,
            &format!("/players/{linked}"),
            json!({"name": "Nobody", "confirm": true}),
        ),
        at.act("erase_own_player", Method::DELETE, "/players/me"),
        at.with(
            "merge_player",
            Method::POST,
            &format!("/players/{free}:merge"),
            json!({"into": linked}),
        ),
        at.with(
            "unmerge_player",
            Method::POST,
            &format!("/players/{free}:unmerge"),
            json!({"into": linked}),
        ),
    ];
    for player in [free, linked, invited] {
        calls.push(at.act(
            "erase_player",
            Method::DELETE,
            &format!("/players/{player}"),
        ));
        let account = format!("/players/{player}/account");
        calls.push(at.act("unlink_player", Method::DELETE, &account));
        for user in [&scene.actor.id, &scene.friend.id] {
            calls.push(at.with("link_player", Method::PUT, &account, json!({"user": user})));
        }
    }
    calls
}

/// Those about API keys and webhooks.
fn of_machines(scene: &Scene<'_>) -> Vec<Call> {
    let at = Builder {
        club: &scene.club.path,
    };
    let webhook = format!("/webhooks/{}", scene.webhook);
    vec![
        at.with(
            "make_api_key",
            Method::POST,
            "/api-keys",
            json!({"name": "hall", "role": "scorer"}),
        ),
        at.act(
            "revoke_api_key",
            Method::POST,
            &format!("/api-keys/{}:revoke", scene.api_key),
        ),
        at.with(
            "make_webhook",
            Method::POST,
            "/webhooks",
            json!({"name": "x", "url": "https://other.example/"}),
        ),
        at.with(
            "change_webhook",
            Method::PATCH,
            &webhook,
            json!({"url": "https://other.example/"}),
        ),
        at.act(
            "disable_webhook",
            Method::POST,
            &format!("{webhook}:disable"),
        ),
        at.act("delete_webhook", Method::DELETE, &webhook),
    ]
}

/// Those about the club itself, its variants and its texts.
fn of_the_club(scene: &Scene<'_>) -> Vec<Call> {
    let at = Builder {
        club: &scene.club.path,
    };
    let variant = format!("/variants/{}", scene.variant);
    vec![
        at.with("change_club", Method::PATCH, "", json!({"name": "Other"})),
        at.with(
            "add_variant",
            Method::POST,
            "/variants",
            scene.document.clone(),
        ),
        at.act("retire_variant", Method::POST, &format!("{variant}:retire")),
        at.act(
            "reinstate_variant",
            Method::POST,
            &format!("{variant}:reinstate"),
        ),
        at.act(
            "erase_text",
            Method::DELETE,
            &format!("/ledger/entries/{}/text", scene.text),
        ),
    ]
}

/// Those about a match, and about matches as a whole: whatever a link might be taken for.
pub(super) fn of_match(scene: &Scene<'_>, at: &str, [hand, substitution]: [&str; 2]) -> Vec<Call> {
    let [one, two, three, four] = scene.players();
    let newcomer = json!({"chair": 2, "player": scene.newcomer});
    let substituted = json!({"kind": "substitution", "chair": 2, "player": scene.newcomer});
    let (goulash, end) = (json!({"kind": "goulash"}), json!({"kind": "early_end"}));
    let swapped = [two, one, three, four];
    let mut calls = Vec::new();
    let mut add = |operation, path: &str, body| {
        calls.push(Call {
            operation,
            method: Method::POST,
            path: format!("{at}{path}"),
            body: Some(body),
        });
    };
    let next = json!({"number": 2, "outcome": goulash});
    add("record_hand", "/hands", next);
    for outcomes in [
        json!([goulash]),
        json!([goulash, end]),
        json!([substituted]),
        json!([end]),
    ] {
        let batch = json!({"number": 2, "outcomes": outcomes});
        add("record_batch", "/hands:batch", batch);
    }
    for change in [
        json!({"kind": "void", "outcome_id": hand}),
        json!({"kind": "void", "outcome_id": substitution}),
        json!({"kind": "insert", "before": hand, "outcome": goulash}),
        json!({"kind": "insert", "outcome": end}),
        json!({"kind": "insert", "outcome": substituted}),
        json!({"kind": "replace", "outcome_id": hand, "outcome": end}),
        json!({"kind": "replace", "outcome_id": hand, "outcome": substituted}),
        json!({"kind": "replace", "outcome_id": substitution, "outcome": goulash}),
        json!({"kind": "reseat", "players": swapped, "outcomes": "stay_with_chairs"}),
        json!({"kind": "reseat", "players": swapped, "outcomes": "follow_players"}),
    ] {
        let correction = json!({"changes": [change], "reason": "r"});
        add("correct_match", "/corrections", correction);
    }
    let penalty = json!({"chair": 1, "points": 1, "payee": "house", "reason": "r"});
    add("record_penalty", "/penalties", penalty);
    add("record_substitution", "/substitutions", newcomer);
    add("end_match", "/end", json!({}));
    let link = json!({"name": "l", "role": "scorer", "expires_in_hours": 1});
    add("make_match_api_key", "/api-keys", link);
    add("settle_match", "/settlement", json!({}));
    calls
}

struct Builder<'a> {
    club: &'a str,
}

impl Builder<'_> {
    fn act(&self, operation: &'static str, method: Method, path: &str) -> Call {
        Call {
            operation,
            method,
            path: format!("{}{path}", self.club),
            body: None,
        }
    }

    fn with(&self, operation: &'static str, method: Method, path: &str, body: Value) -> Call {
        let body = Some(body);
        Call {
            body,
            ..self.act(operation, method, path)
        }
    }
}
