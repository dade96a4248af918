//! What a client says happened: as JSON, and for the rules.

use super::chance::{Chance, chair, one_of};
use ledger::PlayerId;
use rand::RngExt;
use rules::{
    Agreed, Chair, Circumstances, DeclaredResult, FalseMahjong, Hand, Meld, MeldKind, Outcome,
    Payee, Penalty, Shown, SidePayment, Substitution, Totals, WinOutcome, Winner, WonBy, notation,
};
use serde_json::{Value, json};

/// What happened; chairs are numbered from 1.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Fact {
    Win(Win),
    Goulash,
    Agreed {
        winner: Option<u8>,
        points: [i64; 4],
    },
    FalseMahjong {
        chair: u8,
        points: Option<u32>,
    },
    Penalty {
        chair: u8,
        points: u32,
        to_house: bool,
    },
    SidePayment {
        chair: u8,
        /// Who pays; none if each of the others does.
        from: Option<u8>,
        points: u32,
    },
    Totals {
        points: [i64; 4],
        house: i64,
    },
    Substitution {
        chair: u8,
        player: PlayerId,
    },
    EarlyEnd,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Win {
    chair: u8,
    /// Who discarded; none if it was drawn.
    from: Option<u8>,
    shown: Told,
}

/// What the winner tells of the hand.
#[derive(Clone, Debug, PartialEq)]
enum Told {
    Fan(u32),
    Tiles(&'static Tiles),
}

#[derive(Debug, PartialEq)]
struct Tiles {
    concealed: &'static str,
    winning_tile: &'static str,
    pungs: &'static [&'static str],
    bonus_tiles: &'static str,
}

/// Hands that are legal for everybody, for some winds only, under some variants only.
const HANDS: [Tiles; 5] = [
    tiles("88s WW", "8s", &["222s", "444s", "666s"], "1f"),
    tiles("234m56p99s", "7p", &["EEE", "CCC"], "2f"),
    tiles("1112345678999m", "5m", &[], "3q"),
    tiles("234m567p34578s99p", "6s", &[], "4f"),
    tiles("111p222s55m99m", "9m", &["PPP"], "1q2q"),
];

const fn tiles(
    concealed: &'static str,
    winning_tile: &'static str,
    pungs: &'static [&'static str],
    bonus_tiles: &'static str,
) -> Tiles {
    Tiles {
        concealed,
        winning_tile,
        pungs,
        bonus_tiles,
    }
}

impl Fact {
    /// A hand.
    pub(super) fn hand(chance: &mut Chance) -> Self {
        let (one, other) = (chair(chance), chair(chance));
        match chance.random_range(0..20) {
            0..13 => Self::Win(Win {
                chair: one,
                from: (one != other).then_some(other),
                shown: match chance.random_range(0..10) {
                    0 => Told::Fan(chance.random_range(0..3)),
                    1..7 => Told::Fan(chance.random_range(3..11)),
                    _ => Told::Tiles(one_of(chance, &HANDS)),
                },
            }),
            13..16 => Self::Goulash,
            16..18 => {
                let mut points = [-2; 4];
                points[usize::from(one) - 1] = 6;
                Self::Agreed {
                    winner: chance.random_bool(0.7).then_some(one),
                    points,
                }
            }
            _ => Self::FalseMahjong {
                chair: one,
                points: chance.random_bool(0.7).then_some(10),
            },
        }
    }

    pub(super) fn penalty(chance: &mut Chance) -> Self {
        Self::Penalty {
            chair: chair(chance),
            points: chance.random_range(1..9),
            to_house: chance.random_bool(0.5),
        }
    }

    pub(super) fn side_payment(chance: &mut Chance) -> Self {
        let from = chair(chance);
        Self::SidePayment {
            chair: chair(chance),
            from: chance.random_bool(0.6).then_some(from),
            points: chance.random_range(0..9),
        }
    }

    /// Some that do not sum to zero among them.
    pub(super) fn totals(chance: &mut Chance) -> Self {
        let mut points = [0, 0, 0, 0].map(|_: i64| chance.random_range(-20..20));
        let house = chance.random_range(0..3);
        if chance.random_bool(0.8) {
            points[3] = -points[0] - points[1] - points[2] - house;
        }
        Self::Totals { points, house }
    }

    pub(super) fn substitution(chance: &mut Chance, players: &[PlayerId]) -> Self {
        Self::Substitution {
            chair: chair(chance),
            player: *one_of(chance, players),
        }
    }

    /// Anything that can stand in a batch or a correction.
    pub(super) fn any(chance: &mut Chance, players: &[PlayerId]) -> Self {
        match chance.random_range(0..30) {
            0 => Self::EarlyEnd,
            1..4 => Self::penalty(chance),
            4..6 => Self::substitution(chance, players),
            6..8 => Self::side_payment(chance),
            8 => Self::totals(chance),
            _ => Self::hand(chance),
        }
    }

    /// Whether an entry can state it, whatever becomes of the match.
    pub(super) fn can_be_stated(&self) -> bool {
        match self {
            Self::Totals { points, house } => points.iter().sum::<i64>() + house == 0,
            Self::SidePayment { chair, from, .. } => *from != Some(*chair),
            Self::Win(_)
            | Self::Goulash
            | Self::Agreed { .. }
            | Self::FalseMahjong { .. }
            | Self::Penalty { .. }
            | Self::Substitution { .. }
            | Self::EarlyEnd => true,
        }
    }

    /// The same with everybody on another chair: `seats[n - 1]` is the new chair of whoever sat on chair n.
    pub(super) fn reseated(&self, seats: [u8; 4]) -> Self {
        let new = |chair: u8| seats[usize::from(chair) - 1];
        let mut same = self.clone();
        match &mut same {
            Self::Win(win) => {
                win.chair = new(win.chair);
                win.from = win.from.map(new);
            }
            Self::Agreed { winner, points } => {
                *winner = winner.map(new);
                let before = *points;
                for (gained, seat) in before.into_iter().zip(seats) {
                    points[usize::from(seat) - 1] = gained;
                }
            }
            Self::Totals { points, .. } => {
                let before = *points;
                for (gained, seat) in before.into_iter().zip(seats) {
                    points[usize::from(seat) - 1] = gained;
                }
            }
            Self::SidePayment { chair, from, .. } => {
                *chair = new(*chair);
                *from = from.map(new);
            }
            Self::FalseMahjong { chair, .. }
            | Self::Penalty { chair, .. }
            | Self::Substitution { chair, .. } => *chair = new(*chair),
            Self::Goulash | Self::EarlyEnd => {}
        }
        same
    }

    /// As an outcome is sent, and told again.
    pub(super) fn json(&self) -> Value {
        let json = match self {
            Self::Win(win) => win.json(),
            Self::Goulash => json!({"kind": "goulash"}),
            Self::Agreed { winner, points } => {
                json!({"kind": "agreed", "winner": winner, "chair_points": points})
            }
            Self::FalseMahjong { chair, points } => {
                json!({"kind": "false_mahjong", "chair": chair, "points": points})
            }
            Self::Penalty {
                chair,
                points,
                to_house,
            } => {
                let payee = if *to_house { "house" } else { "players" };
                json!({"kind": "penalty", "chair": chair, "points": points, "payee": payee})
            }
            Self::SidePayment {
                chair,
                from,
                points,
            } => {
                json!({"kind": "side_payment", "chair": chair, "from_chair": from, "points": points})
            }
            Self::Totals { points, house } => {
                let house = (*house != 0).then_some(house);
                json!({"kind": "totals", "chair_points": points, "house_points": house})
            }
            Self::Substitution { chair, player } => {
                json!({"kind": "substitution", "chair": chair, "player": player})
            }
            Self::EarlyEnd => json!({"kind": "early_end"}),
        };
        without_nulls(json)
    }

    /// For the rules.
    pub(super) fn outcome(&self) -> Outcome {
        match self {
            Self::Win(win) => win.outcome(),
            Self::Goulash => Outcome::Goulash {},
            Self::Agreed { winner, points } => Outcome::Agreed(Agreed {
                winner: winner.map(seat),
                half_points: points.map(|points| 2 * points),
            }),
            Self::FalseMahjong { chair, points } => Outcome::FalseMahjong(FalseMahjong {
                chair: seat(*chair),
                points: *points,
            }),
            Self::Penalty {
                chair,
                points,
                to_house,
            } => Outcome::Penalty(Penalty {
                chair: seat(*chair),
                penalty: None,
                points: Some(*points),
                payee: if *to_house {
                    Payee::House
                } else {
                    Payee::Players
                },
            }),
            Self::SidePayment {
                chair,
                from,
                points,
            } => Outcome::SidePayment(SidePayment {
                chair: seat(*chair),
                from_chair: from.map(seat),
                side_payment: None,
                points: Some(*points),
            }),
            Self::Totals { points, house } => Outcome::Totals(Totals {
                half_points: points.map(|points| 2 * points),
                house_half_points: (*house != 0).then_some(2 * house),
            }),
            Self::Substitution { chair, .. } => Outcome::Substitution(Substitution {
                chair: seat(*chair),
                player: (),
            }),
            Self::EarlyEnd => Outcome::EarlyEnd {},
        }
    }
}

impl Win {
    fn json(&self) -> Value {
        let mut winner = json!({"chair": self.chair});
        match &self.shown {
            Told::Fan(fan) => winner["declared"] = json!({"fan": fan}),
            Told::Tiles(tiles) => winner["hand"] = tiles.json(),
        }
        let won_by = if self.from.is_some() {
            "discard"
        } else {
            "self_draw"
        };
        json!({"kind": "win", "won_by": won_by, "from_chair": self.from, "winners": [winner]})
    }

    fn outcome(&self) -> Outcome {
        let shown = match &self.shown {
            Told::Fan(fan) => Shown::Declared(DeclaredResult {
                fan: *fan,
                limit: false,
                fan_toward_minimum: None,
            }),
            Told::Tiles(tiles) => Shown::Tiles(tiles.hand()),
        };
        let won_by = match self.from {
            Some(from) => WonBy::Discard { from: seat(from) },
            None => WonBy::SelfDraw,
        };
        Outcome::Win(WinOutcome {
            winners: vec![Winner {
                chair: seat(self.chair),
                shown,
                liability: None,
            }],
            circumstances: Circumstances {
                won_by,
                last_tile: false,
                replacement: None,
                first_turn: None,
            },
        })
    }
}

impl Tiles {
    fn json(&self) -> Value {
        let pungs = self.pungs.iter();
        let melds = pungs.map(|tiles| json!({"kind": "pung", "tiles": tiles}));
        let melds: Vec<Value> = melds.collect();
        let mut hand = json!({
            "concealed": self.concealed, "winning_tile": self.winning_tile, "bonus_tiles": self.bonus_tiles
        });
        if !melds.is_empty() {
            hand["melds"] = json!(melds);
        }
        hand
    }

    fn hand(&self) -> Hand {
        let parse = |text: &str| notation::parse(text).unwrap();
        let pung = |tiles: &&str| Meld {
            kind: MeldKind::Pung,
            tiles: parse(tiles).playing,
        };
        Hand {
            concealed: parse(self.concealed).playing,
            winning_tile: parse(self.winning_tile).playing.first().copied(),
            melds: self.pungs.iter().map(pung).collect(),
            bonus_tiles: parse(self.bonus_tiles).bonus,
        }
    }
}

/// A chair for the rules.
fn seat(number: u8) -> Chair {
    Chair::new(number.into()).unwrap()
}

fn without_nulls(mut json: Value) -> Value {
    json.as_object_mut()
        .unwrap()
        .retain(|_, value| !value.is_null());
    json
}
