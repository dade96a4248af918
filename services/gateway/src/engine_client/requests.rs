//! What the engine is asked, from the bodies of requests. What bodies and messages have words for in common, `wire::convert` writes.

use mahjong::MatchState;
use wire::convert::{write, write_optional};
use wire::v1;

use crate::bodies::score::{ScoreRequest, SeatLiability, StatedWin, Win};
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
        state: Some(stands.into()),
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

pub(super) fn seated_win(stated: &StatedWin) -> v1::Win {
    match stated {
        StatedWin::Fields(win) => win_by_fields(win),
        StatedWin::Notation(line) => v1::Win {
            notation: line.clone(),
            ..v1::Win::default()
        },
    }
}

fn win_by_fields(win: &Win) -> v1::Win {
    let liability = win.liability.as_ref();
    v1::Win {
        hand: Some((&win.hand).into()),
        circumstances: Some(win.circumstances().into()),
        seat_wind: write(win.seat_wind),
        round_wind: write(win.round_wind),
        from_seat: write_optional(win.from_seat),
        liability: liability.map(seat_liability),
        liable_seat: write_optional(liability.map(|liability| liability.seat_wind)),
        notation: String::new(),
    }
}

fn seat_liability(liability: &SeatLiability) -> v1::Liability {
    v1::Liability {
        rule: write(liability.rule),
        tiles_left: liability.tiles_left.map(|tiles| tiles.unsigned()),
        live_tile: liability.live_tile,
    }
}
