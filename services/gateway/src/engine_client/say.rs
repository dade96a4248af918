//! JSON to protobuf: what the engine is asked.

use ledger::evidence::{
    Chair, Declared, Ending, Facts, FirstTurn, Hand, Liability, LiabilityRule, MatchState, Meld,
    MeldKind, Payee, Replacement, RobbedKong, Shown, Win, Wind, Winner, WonBy,
};
use wire::v1;

use crate::bodies::score::{self, ScoreRequest};
use crate::bodies::variant::Variant;
use crate::problem::Problem;

pub(super) fn score_request(asked: ScoreRequest) -> Result<v1::ScoreHandRequest, Problem> {
    let minimum_fan = asked.options.minimum_fan.map(|minimum| minimum.unsigned());
    Ok(v1::ScoreHandRequest {
        variant: Some(variant(asked.variant.chosen()?)),
        options: Some(v1::TableOptions { minimum_fan }),
        win: Some(seated_win(&asked.win)),
        explain: asked.explain,
    })
}

pub(super) fn play_request(
    (minimum_fan, stands): (Option<u32>, &MatchState),
    pinned: Variant,
    outcomes: Vec<v1::Outcome>,
) -> v1::PlayHandsRequest {
    v1::PlayHandsRequest {
        variant: Some(variant(pinned)),
        options: Some(v1::TableOptions { minimum_fan }),
        state: Some(state(stands)),
        outcomes,
    }
}

pub(super) fn variant(variant: Variant) -> v1::VariantRef {
    use v1::variant_ref::Variant as Named;
    let named = match variant {
        Variant::Id(id) => Named::Id(id),
        Variant::Hash(hash) => Named::Hash(hash),
        Variant::Document(document) => Named::Document(document),
    };
    v1::VariantRef {
        variant: Some(named),
    }
}

pub(super) fn outcome(facts: &Facts) -> v1::Outcome {
    use v1::outcome::Outcome;
    let outcome = match facts {
        Facts::Win(win) => Outcome::Win(chaired_win(win)),
        Facts::Goulash {} => Outcome::Goulash(v1::GoulashOutcome {}),
        Facts::Agreed(agreed) => Outcome::Agreed(v1::AgreedOutcome {
            winner_chair: agreed.winner.map(number).unwrap_or_default(),
            half_points: agreed.half_points.to_vec(),
        }),
        Facts::FalseMahjong(call) => Outcome::FalseMahjong(v1::FalseMahjongOutcome {
            chair: number(call.chair),
            points: call.points,
        }),
        Facts::Penalty(penalty) => Outcome::Penalty(v1::PenaltyOutcome {
            chair: number(penalty.chair),
            penalty: penalty.penalty.clone().unwrap_or_default(),
            points: penalty.points,
            payee: match penalty.payee {
                Payee::Players => v1::Payee::Players,
                Payee::House => v1::Payee::House,
            }
            .into(),
        }),
        Facts::Substitution(substitution) => Outcome::Substitution(v1::SubstitutionOutcome {
            chair: number(substitution.chair),
        }),
        Facts::EarlyEnd {} => Outcome::EarlyEnd(v1::EarlyEndOutcome {}),
    };
    v1::Outcome {
        outcome: Some(outcome),
    }
}

fn state(state: &MatchState) -> v1::MatchState {
    let ending = match state.ending {
        None => v1::Ending::Unspecified,
        Some(Ending::Complete) => v1::Ending::Complete,
        Some(Ending::Early) => v1::Ending::Early,
    };
    v1::MatchState {
        next_number: state.next_number,
        deal: Some(v1::Deal {
            round_wind: wind(Some(state.deal.round_wind)),
            dealer: number(state.deal.dealer),
            extra: state.deal.extra,
        }),
        total_half_points: state.total_half_points.to_vec(),
        house_half_points: state.house_half_points,
        ending: ending.into(),
    }
}

pub(super) fn seated_win(win: &score::Win) -> v1::Win {
    v1::Win {
        hand: Some(hand(&win.hand)),
        circumstances: Some(circumstances(
            win.won_by,
            win.robbed_kong,
            win.last_tile,
            win.replacement,
            win.first_turn,
        )),
        seat_wind: wind(Some(win.seat_wind)),
        round_wind: wind(Some(win.round_wind)),
        from_seat: wind(win.from_seat),
        liability: None,
        liable_seat: v1::Wind::Unspecified.into(),
    }
}

fn chaired_win(win: &Win) -> v1::WinOutcome {
    v1::WinOutcome {
        winners: win.winners.iter().map(winner).collect(),
        circumstances: Some(circumstances(
            win.won_by,
            win.robbed_kong,
            win.last_tile,
            win.replacement,
            win.first_turn,
        )),
        from_chair: win.from_chair.map(number).unwrap_or_default(),
    }
}

pub(super) fn circumstances(
    by: WonBy,
    kong: Option<RobbedKong>,
    last_tile: bool,
    replaced: Option<Replacement>,
    turn: Option<FirstTurn>,
) -> v1::Circumstances {
    v1::Circumstances {
        won_by: won_by(by),
        robbed_kong: robbed_kong(kong),
        last_tile,
        replacement: replacement(replaced),
        first_turn: first_turn(turn),
    }
}

fn winner(winner: &Winner) -> v1::Winner {
    use v1::winner::Result;
    let result = match &winner.shown {
        Shown::Hand(shown) => Result::Hand(hand(shown)),
        Shown::Declared(result) => Result::Declared(declared(*result)),
    };
    v1::Winner {
        chair: number(winner.chair),
        result: Some(result),
        liability: winner.liability.as_ref().map(liability),
        liable_chair: winner
            .liability
            .map(|liability| number(liability.chair))
            .unwrap_or_default(),
    }
}

fn liability(liability: &Liability) -> v1::Liability {
    let rule = match liability.rule {
        LiabilityRule::NineTiles => v1::LiabilityRule::NineTiles,
        LiabilityRule::TwelveTiles => v1::LiabilityRule::TwelveTiles,
        LiabilityRule::FiveTiles => v1::LiabilityRule::FiveTiles,
        LiabilityRule::BigThreeDragons => v1::LiabilityRule::BigThreeDragons,
        LiabilityRule::BigFourWinds => v1::LiabilityRule::BigFourWinds,
        LiabilityRule::KongReplacement => v1::LiabilityRule::KongReplacement,
    };
    v1::Liability {
        rule: rule.into(),
        tiles_left: liability.tiles_left,
        live_tile: liability.live_tile,
    }
}

fn declared(result: Declared) -> v1::DeclaredResult {
    v1::DeclaredResult {
        fan: result.fan,
        limit: result.limit,
        fan_toward_minimum: result.fan_toward_minimum,
    }
}

pub(super) fn hand(hand: &Hand) -> v1::Hand {
    v1::Hand {
        concealed: Some(tiles(&hand.concealed)),
        winning_tile: Some(tiles(&hand.winning_tile)),
        melds: hand.melds.iter().map(meld).collect(),
        bonus_tiles: Some(tiles(&hand.bonus_tiles)),
    }
}

fn meld(meld: &Meld) -> v1::Meld {
    let kind = match meld.kind {
        MeldKind::Chow => v1::MeldKind::Chow,
        MeldKind::Pung => v1::MeldKind::Pung,
        MeldKind::ExposedKong => v1::MeldKind::ExposedKong,
        MeldKind::AddedKong => v1::MeldKind::AddedKong,
        MeldKind::ConcealedKong => v1::MeldKind::ConcealedKong,
    };
    v1::Meld {
        kind: kind.into(),
        tiles: Some(tiles(&meld.tiles)),
    }
}

pub(super) fn tiles(notation: &str) -> v1::Tiles {
    v1::Tiles {
        tiles: Vec::new(),
        notation: notation.to_owned(),
    }
}

pub(super) fn number(chair: Chair) -> u32 {
    chair.number().into()
}

pub(super) fn wind(wind: Option<Wind>) -> i32 {
    let wind = match wind {
        None => v1::Wind::Unspecified,
        Some(Wind::East) => v1::Wind::East,
        Some(Wind::South) => v1::Wind::South,
        Some(Wind::West) => v1::Wind::West,
        Some(Wind::North) => v1::Wind::North,
    };
    wind.into()
}

fn won_by(won_by: WonBy) -> i32 {
    let won_by = match won_by {
        WonBy::SelfDraw => v1::WonBy::SelfDraw,
        WonBy::Discard => v1::WonBy::Discard,
        WonBy::RobbedKong => v1::WonBy::RobbedKong,
        WonBy::BonusTiles => v1::WonBy::BonusTiles,
    };
    won_by.into()
}

fn robbed_kong(kong: Option<RobbedKong>) -> i32 {
    let kong = match kong {
        None => v1::MeldKind::Unspecified,
        Some(RobbedKong::ExposedKong) => v1::MeldKind::ExposedKong,
        Some(RobbedKong::AddedKong) => v1::MeldKind::AddedKong,
        Some(RobbedKong::ConcealedKong) => v1::MeldKind::ConcealedKong,
    };
    kong.into()
}

fn replacement(replacement: Option<Replacement>) -> i32 {
    let replacement = match replacement {
        None => v1::Replacement::Unspecified,
        Some(Replacement::BonusTile) => v1::Replacement::BonusTile,
        Some(Replacement::Kong) => v1::Replacement::Kong,
        Some(Replacement::SecondKong) => v1::Replacement::SecondKong,
    };
    replacement.into()
}

fn first_turn(first_turn: Option<FirstTurn>) -> i32 {
    let first_turn = match first_turn {
        None => v1::FirstTurn::Unspecified,
        Some(FirstTurn::Heaven) => v1::FirstTurn::Heaven,
        Some(FirstTurn::Earth) => v1::FirstTurn::Earth,
        Some(FirstTurn::Man) => v1::FirstTurn::Man,
    };
    first_turn.into()
}
