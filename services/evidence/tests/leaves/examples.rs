//! One entry of every kind, and of every sort of hand.

use evidence::{
    Body, CappedPatterns, Chair, ClubChanged, ClubFounded, ClubHandedOver, ClubId, CountedPattern,
    Deal, Declared, Ending, Entry, Facts, FalseMahjong, Hand, HandId, HandRecorded, HandResult,
    Hash, InvitationAccepted, InvitationId, InvitationMade, InvitationRevoked, LeftOutPattern,
    LeftOutReason, Legs, MatchEnded, MatchId, MatchOpened, MatchState, Meld, MeldKind,
    MemberRemoved, MemberSet, PlayerEnrolled, PlayerId, PlayerLinked, PlayerMerged, PlayerRenamed,
    PlayerUnlinked, ReadSet, Reading, Role, Score, SetKind, Shape, Shown, UserId, VariantAdded,
    VariantReinstated, VariantRetired, Win, Wind, Winner, WinnerScore, WonBy, commit,
};
use time::macros::date;
use uuid::Uuid;

pub(crate) fn all() -> Vec<(&'static str, Entry)> {
    let bodies = [
        ("club_founded", founded()),
        (
            "member_set",
            Body::MemberSet(MemberSet {
                user: UserId(id(2)),
                role: Role::Scorer,
            }),
        ),
        ("player_enrolled", enrolled()),
        (
            "variant_added",
            Body::VariantAdded(VariantAdded::from_document(DOCUMENT).unwrap()),
        ),
        ("match_opened", opened()),
        (
            "hand_recorded, a win",
            recorded(1, win(), vec![score()], [-8, -8, -4, 20]),
        ),
        (
            "hand_recorded, a declared win",
            recorded(2, declared_win(), vec![declared_score()], [16, -4, -8, -4]),
        ),
        (
            "hand_recorded, a goulash",
            recorded(3, Facts::Goulash {}, vec![], [0; 4]),
        ),
        (
            "hand_recorded, a false mahjong",
            recorded(4, false_mahjong(), vec![], [20, -60, 20, 20]),
        ),
        (
            "hand_recorded, a win under a cap",
            recorded(5, win(), vec![capped_score()], [-8, -8, -4, 20]),
        ),
        ("match_ended", ended()),
    ];
    let numbered = bodies.into_iter().chain(governed()).zip(1..);
    numbered
        .map(|((name, body), seq)| (name, entry(seq, body)))
        .collect()
}

/// What a club says of itself after it was founded.
fn governed() -> impl Iterator<Item = (&'static str, Body)> {
    let user = UserId(id(3));
    let of_the_club = [
        (
            "club_changed",
            Body::ClubChanged(ClubChanged {
                time_zone: "Asia/Macau".to_owned(),
                name_commitment: commit(&[4; 16], "路環麻雀會"),
            }),
        ),
        (
            "member_removed",
            Body::MemberRemoved(MemberRemoved { user }),
        ),
        (
            "club_handed_over",
            Body::ClubHandedOver(ClubHandedOver {
                user,
                role: Role::Scorer,
            }),
        ),
    ];
    of_the_club
        .into_iter()
        .chain(invitations())
        .chain(people_and_rules(user))
}

fn invitations() -> [(&'static str, Body); 4] {
    let [player, ..] = players();
    let invitation = InvitationId(id(6));
    let made = InvitationMade {
        invitation,
        role: Role::Player,
        expires_at: "2026-11-28T09:30:00.000013Z".parse().unwrap(),
        single_use: true,
        player: Some(player),
    };
    let for_many = InvitationMade {
        invitation: InvitationId(id(7)),
        role: Role::Auditor,
        single_use: false,
        player: None,
        ..made.clone()
    };
    let accepted = InvitationAccepted {
        invitation,
        role: made.role,
        player: made.player,
    };
    [
        ("invitation_made", Body::InvitationMade(made)),
        ("invitation_made, for many", Body::InvitationMade(for_many)),
        (
            "invitation_revoked",
            Body::InvitationRevoked(InvitationRevoked { invitation }),
        ),
        ("invitation_accepted", Body::InvitationAccepted(accepted)),
    ]
}

fn people_and_rules(user: UserId) -> [(&'static str, Body); 6] {
    let [player, into, ..] = players();
    let variant_hash = Hash::of(DOCUMENT);
    [
        (
            "player_linked",
            Body::PlayerLinked(PlayerLinked { player, user }),
        ),
        (
            "player_unlinked",
            Body::PlayerUnlinked(PlayerUnlinked { player }),
        ),
        (
            "player_renamed",
            Body::PlayerRenamed(PlayerRenamed {
                player,
                name_commitment: commit(&[5; 16], "陳大文"),
            }),
        ),
        (
            "player_merged",
            Body::PlayerMerged(PlayerMerged { player, into }),
        ),
        (
            "variant_retired",
            Body::VariantRetired(VariantRetired { variant_hash }),
        ),
        (
            "variant_reinstated",
            Body::VariantReinstated(VariantReinstated { variant_hash }),
        ),
    ]
}

fn entry(seq: u64, body: Body) -> Entry {
    let time = format!("2026-11-21T09:30:00.{seq:06}Z").parse().unwrap();
    Entry {
        club: ClubId(id(1)),
        seq,
        time,
        actor: UserId(id(2)),
        body,
    }
}

const DOCUMENT: &[u8] = r#"{"id":"old-hong-kong","minimum_fan":3,"name":"舊章"}"#.as_bytes();

fn id(n: u128) -> Uuid {
    Uuid::from_u128(n)
}

fn chair(number: u8) -> Chair {
    Chair::try_from(number).unwrap()
}

fn players() -> [PlayerId; 4] {
    [11, 12, 13, 14].map(|n| PlayerId(id(n)))
}

fn state(next_number: u32, total_half_points: [i64; 4]) -> MatchState {
    MatchState {
        next_number,
        deal: Deal {
            extra: next_number - 1,
            ..Deal::FIRST
        },
        total_half_points,
        ending: None,
    }
}

fn founded() -> Body {
    let name_commitment = commit(&[1; 16], "西營盤麻雀會");
    Body::ClubFounded(ClubFounded {
        time_zone: "Asia/Hong_Kong".to_owned(),
        name_commitment,
    })
}

fn enrolled() -> Body {
    Body::PlayerEnrolled(PlayerEnrolled {
        player: players()[0],
        name_commitment: commit(&[2; 16], "陳大文"),
    })
}

fn opened() -> Body {
    Body::MatchOpened(MatchOpened {
        match_id: MatchId(id(5)),
        variant_hash: Hash::of(DOCUMENT),
        players: players(),
        minimum_fan: Some(3),
        stake_cents: 50,
        currency: "HKD".to_owned(),
        starting_points: 500,
        played_on: date!(2026 - 11 - 21),
        state: state(1, [0; 4]),
    })
}

fn ended() -> Body {
    let reason_commitment = Some(commit(&[3; 16], "last train"));
    Body::MatchEnded(MatchEnded {
        match_id: MatchId(id(5)),
        ending: Ending::Early,
        reason_commitment,
    })
}

fn recorded(number: u32, facts: Facts, scores: Vec<WinnerScore>, half_points: [i64; 4]) -> Body {
    let deal = state(number, [0; 4]).deal;
    Body::HandRecorded(Box::new(HandRecorded {
        match_id: MatchId(id(5)),
        hand: HandId(id(100 + u128::from(number))),
        number,
        variant_hash: Hash::of(DOCUMENT),
        semantics: 1,
        deal,
        facts,
        result: HandResult { scores },
        legs: Legs::new(&deal, players(), half_points, 0).unwrap(),
        state_after: state(number + 1, half_points),
    }))
}

/// North takes South's 8s: half flush and all pungs.
fn win() -> Facts {
    let meld = |tiles: &str| Meld {
        kind: MeldKind::Pung,
        tiles: tiles.to_owned(),
    };
    let hand = Hand {
        concealed: "88s WW".to_owned(),
        winning_tile: "8s".to_owned(),
        melds: ["222s", "444s", "666s"].map(meld).to_vec(),
        bonus_tiles: "1f".to_owned(),
    };
    Facts::Win(Win {
        won_by: WonBy::Discard,
        from_chair: Some(chair(2)),
        robbed_kong: None,
        last_tile: false,
        replacement: None,
        first_turn: None,
        winners: vec![Winner {
            chair: chair(4),
            shown: Shown::Hand(hand),
        }],
    })
}

fn score() -> WinnerScore {
    let set = |kind, tiles: &str, completed| ReadSet {
        kind,
        tiles: tiles.to_owned(),
        concealed: false,
        completed,
    };
    let pung = |tiles| set(SetKind::Pung, tiles, tiles == "888s");
    let mut sets: Vec<_> = ["222s", "444s", "666s", "888s"].map(pung).to_vec();
    sets.push(ReadSet {
        concealed: true,
        ..set(SetKind::Pair, "WW", false)
    });
    let counted = |pattern: &str| CountedPattern {
        pattern: pattern.to_owned(),
        count: 1,
        fan: 3,
        limit: false,
        counts_toward_minimum: true,
    };
    let left_out = LeftOutPattern {
        pattern: "concealed_hand".to_owned(),
        reason: LeftOutReason::NoValue,
        by: None,
    };
    WinnerScore {
        chair: chair(4),
        score: Score {
            reading: Some(Reading {
                shape: Shape::Standard,
                sets,
            }),
            counted: ["half_flush", "all_pungs"].map(counted).to_vec(),
            capped: vec![],
            left_out: vec![left_out],
            fan: 6,
            fan_toward_minimum: 6,
            minimum_fan: 3,
            limit: false,
            points: 2,
            declared: false,
        },
    }
}

/// The same under a variant whose caps leave four fan to the two patterns.
fn capped_score() -> WinnerScore {
    let WinnerScore { chair, score } = score();
    let capped = CappedPatterns {
        patterns: ["half_flush", "all_pungs"].map(str::to_owned).to_vec(),
        fan_before: 6,
        fan: 4,
    };
    WinnerScore {
        chair,
        score: Score {
            capped: vec![capped],
            fan: 4,
            fan_toward_minimum: 4,
            points: 1,
            ..score
        },
    }
}

fn declared_win() -> Facts {
    let declared = Declared {
        fan: 4,
        limit: false,
        fan_toward_minimum: Some(3),
    };
    Facts::Win(Win {
        won_by: WonBy::SelfDraw,
        from_chair: None,
        robbed_kong: None,
        last_tile: true,
        replacement: None,
        first_turn: None,
        winners: vec![Winner {
            chair: chair(1),
            shown: Shown::Declared(declared),
        }],
    })
}

fn declared_score() -> WinnerScore {
    let score = Score {
        reading: None,
        counted: vec![],
        left_out: vec![],
        fan: 4,
        fan_toward_minimum: 3,
        declared: true,
        ..score().score
    };
    WinnerScore {
        chair: chair(1),
        score,
    }
}

fn false_mahjong() -> Facts {
    Facts::FalseMahjong(FalseMahjong {
        chair: chair(2),
        points: Some(10),
    })
}

#[test]
fn the_examples_leave_out_no_kind() {
    assert_eq!(Wind::ALL.len(), 4);
    let mut kinds: Vec<_> = all().iter().map(|(_, entry)| entry.body.kind()).collect();
    kinds.dedup();
    assert_eq!(kinds.len(), 19);
}
