//! The one file that knows a leaf and the rules at once: facts go from the leaf to the rules, results come back.

use evidence::{Facts, MeldKind as LeafMeld, RobbedKong, SetKind as LeafSet};
use rules::{
    Capped, Chair, Circumstances, Counted, DeclaredResult, FirstTurn, Hand, KongKind, LeftOut,
    LeftOutReason, LiabilityRule, Meld, MeldKind, Outcome, Payee, Reading, Replacement, Score, Set,
    SetKind, Shape, Shown, StatedLiability, Tile, Variant, Winner, WonBy, notation,
};

/// What happened, for the rules.
pub(crate) fn outcome(facts: &Facts) -> Result<Outcome, String> {
    match facts {
        Facts::Win(win) => {
            let winners: Result<_, _> = win.winners.iter().map(winner).collect();
            Ok(Outcome::Win {
                winners: winners?,
                circumstances: circumstances(win)?,
            })
        }
        Facts::Goulash {} => Ok(Outcome::Goulash),
        Facts::Agreed(agreed) => Ok(Outcome::Agreed {
            winner: agreed.winner.map(chair).transpose()?,
            half_points: agreed.half_points,
        }),
        Facts::FalseMahjong(call) => Ok(Outcome::FalseMahjong {
            chair: chair(call.chair)?,
            points: call.points,
        }),
        Facts::Penalty(penalty) => Ok(Outcome::Penalty {
            chair: chair(penalty.chair)?,
            penalty: penalty.penalty.clone(),
            points: penalty.points,
            payee: match penalty.payee {
                evidence::Payee::Players => Payee::Players,
                evidence::Payee::House => Payee::House,
            },
        }),
        Facts::Substitution(substitution) => Ok(Outcome::Substitution {
            chair: chair(substitution.chair)?,
        }),
        Facts::EarlyEnd {} => Ok(Outcome::EarlyEnd),
    }
}

fn chair(chair: evidence::Chair) -> Result<Chair, String> {
    Chair::new(chair.number().into()).ok_or_else(|| "no such chair".to_owned())
}

fn winner(winner: &evidence::Winner) -> Result<Winner, String> {
    let shown = match &winner.shown {
        evidence::Shown::Hand(hand) => Shown::Tiles(tiles(hand)?),
        evidence::Shown::Declared(declared) => Shown::Declared(DeclaredResult {
            fan: declared.fan,
            limit: declared.limit,
            fan_toward_minimum: declared.fan_toward_minimum,
        }),
    };
    Ok(Winner {
        chair: chair(winner.chair)?,
        shown,
        liability: winner.liability.as_ref().map(liability).transpose()?,
    })
}

fn liability(stated: &evidence::Liability) -> Result<StatedLiability<Chair>, String> {
    let rule = match stated.rule {
        evidence::LiabilityRule::NineTiles => LiabilityRule::NineTiles,
        evidence::LiabilityRule::TwelveTiles => LiabilityRule::TwelveTiles,
        evidence::LiabilityRule::FiveTiles => LiabilityRule::FiveTiles,
        evidence::LiabilityRule::BigThreeDragons => LiabilityRule::BigThreeDragons,
        evidence::LiabilityRule::BigFourWinds => LiabilityRule::BigFourWinds,
        evidence::LiabilityRule::KongReplacement => LiabilityRule::KongReplacement,
    };
    let tiles_left = stated.tiles_left.map(u8::try_from).transpose();
    Ok(StatedLiability {
        rule,
        liable: chair(stated.chair)?,
        tiles_left: tiles_left.map_err(|_| "more tiles left than there are".to_owned())?,
        live_tile: stated.live_tile,
    })
}

fn tiles(hand: &evidence::Hand) -> Result<Hand, String> {
    let melds: Result<_, _> = hand.melds.iter().map(meld).collect();
    let winning_tile = match playing(&hand.winning_tile)?.as_slice() {
        [] => None,
        &[tile] => Some(tile),
        _ => return Err("more than one winning tile".to_owned()),
    };
    let bonus = notation::parse(&hand.bonus_tiles).map_err(|error| error.to_string())?;
    if !bonus.playing.is_empty() {
        return Err("playing tiles among the bonus tiles".to_owned());
    }
    Ok(Hand {
        concealed: playing(&hand.concealed)?,
        winning_tile,
        melds: melds?,
        bonus_tiles: bonus.bonus,
    })
}

fn playing(text: &str) -> Result<Vec<Tile>, String> {
    let tiles = notation::parse(text).map_err(|error| error.to_string())?;
    if tiles.bonus.is_empty() {
        Ok(tiles.playing)
    } else {
        Err("bonus tiles among the playing tiles".to_owned())
    }
}

fn meld(meld: &evidence::Meld) -> Result<Meld, String> {
    let kind = match meld.kind {
        LeafMeld::Chow => MeldKind::Chow,
        LeafMeld::Pung => MeldKind::Pung,
        LeafMeld::ExposedKong => MeldKind::Kong(KongKind::Exposed),
        LeafMeld::AddedKong => MeldKind::Kong(KongKind::Added),
        LeafMeld::ConcealedKong => MeldKind::Kong(KongKind::Concealed),
    };
    Ok(Meld {
        kind,
        tiles: playing(&meld.tiles)?,
    })
}

fn circumstances(win: &evidence::Win) -> Result<Circumstances<Chair>, String> {
    Ok(Circumstances {
        won_by: won_by(win)?,
        last_tile: win.last_tile,
        replacement: win.replacement.map(|replacement| match replacement {
            evidence::Replacement::BonusTile => Replacement::BonusTile,
            evidence::Replacement::Kong => Replacement::Kong,
            evidence::Replacement::SecondKong => Replacement::SecondKong,
        }),
        first_turn: win.first_turn.map(|first_turn| match first_turn {
            evidence::FirstTurn::Heaven => FirstTurn::Heaven,
            evidence::FirstTurn::Earth => FirstTurn::Earth,
            evidence::FirstTurn::Man => FirstTurn::Man,
        }),
    })
}

/// What goes with a way of winning must be stated, and nothing else may be.
fn won_by(win: &evidence::Win) -> Result<WonBy<Chair>, String> {
    let from = win.from_chair.map(chair).transpose()?;
    match (win.won_by, from, win.robbed_kong) {
        (evidence::WonBy::SelfDraw, None, None) => Ok(WonBy::SelfDraw),
        (evidence::WonBy::BonusTiles, None, None) => Ok(WonBy::BonusTiles),
        (evidence::WonBy::Discard, Some(from), None) => Ok(WonBy::Discard { from }),
        (evidence::WonBy::RobbedKong, Some(from), Some(kong)) => {
            let kong = match kong {
                RobbedKong::ExposedKong => KongKind::Exposed,
                RobbedKong::AddedKong => KongKind::Added,
                RobbedKong::ConcealedKong => KongKind::Concealed,
            };
            Ok(WonBy::RobbedKong { from, kong })
        }
        _ => Err("who gave the tile does not go with how it was won".to_owned()),
    }
}

/// A deal, as a leaf states it.
pub(crate) fn deal(deal: &rules::Deal) -> evidence::Deal {
    evidence::Deal {
        round_wind: wind(deal.round_wind),
        dealer: leaf_chair(deal.dealer),
        extra: deal.extra,
    }
}

/// A state, as a leaf states it.
pub(crate) fn state(state: &rules::MatchState) -> evidence::MatchState {
    evidence::MatchState {
        next_number: state.next_number,
        deal: deal(&state.deal),
        total_half_points: state.totals.half_points(),
        house_half_points: state.totals.house(),
        ending: state.ending.map(|ending| match ending {
            rules::Ending::Complete => evidence::Ending::Complete,
            rules::Ending::Early => evidence::Ending::Early,
        }),
    }
}

/// A state that a leaf states, for the rules to go on from.
pub(crate) fn played(state: &evidence::MatchState) -> Result<rules::MatchState, String> {
    let (chairs, house) = (state.total_half_points, state.house_half_points);
    let totals = rules::Amounts::with_house(chairs, house);
    let [east, south, west, north] = rules::Wind::ALL;
    Ok(rules::MatchState {
        next_number: state.next_number,
        deal: rules::Deal {
            round_wind: match state.deal.round_wind {
                evidence::Wind::East => east,
                evidence::Wind::South => south,
                evidence::Wind::West => west,
                evidence::Wind::North => north,
            },
            dealer: chair(state.deal.dealer)?,
            extra: state.deal.extra,
        },
        totals: totals.ok_or("the totals before it do not sum to zero")?,
        ending: state.ending.map(|ending| match ending {
            evidence::Ending::Complete => rules::Ending::Complete,
            evidence::Ending::Early => rules::Ending::Early,
        }),
    })
}

fn wind(wind: rules::Wind) -> evidence::Wind {
    match wind {
        rules::Wind::East => evidence::Wind::East,
        rules::Wind::South => evidence::Wind::South,
        rules::Wind::West => evidence::Wind::West,
        rules::Wind::North => evidence::Wind::North,
    }
}

fn leaf_chair(chair: Chair) -> evidence::Chair {
    let [first, second, third, fourth] = evidence::Chair::ALL;
    match chair.number() {
        1 => first,
        2 => second,
        3 => third,
        _ => fourth,
    }
}

/// The score of one winner, as a leaf states it.
pub(crate) fn winner_score(
    variant: &Variant,
    (chair, winner): &(Chair, Score),
) -> evidence::WinnerScore {
    evidence::WinnerScore {
        chair: leaf_chair(*chair),
        score: score(variant, winner),
    }
}

/// A score under a variant, as a leaf states it.
#[must_use]
pub fn score(variant: &Variant, score: &Score) -> evidence::Score {
    evidence::Score {
        reading: score.reading().as_ref().map(reading),
        counted: score
            .counted(variant)
            .map(|one| counted(variant, &one))
            .collect(),
        capped: score
            .capped(variant)
            .map(|one| capped(variant, &one))
            .collect(),
        left_out: score
            .left_out(variant)
            .map(|one| left_out(variant, &one))
            .collect(),
        fan: score.fan,
        fan_toward_minimum: score.fan_toward_minimum,
        minimum_fan: score.minimum_fan,
        limit: score.limit,
        points: score.points,
        declared: score.is_declared(),
    }
}

fn counted(variant: &Variant, counted: &Counted) -> evidence::CountedPattern {
    evidence::CountedPattern {
        pattern: variant.pattern_id(counted.pattern).to_owned(),
        count: counted.count,
        fan: counted.fan,
        limit: counted.limit,
        counts_toward_minimum: counted.counts_toward_minimum,
    }
}

fn capped(variant: &Variant, capped: &Capped) -> evidence::CappedPatterns {
    let patterns = capped.patterns.into_iter();
    evidence::CappedPatterns {
        patterns: patterns
            .map(|pattern| variant.pattern_id(pattern).to_owned())
            .collect(),
        fan_before: capped.fan_before,
        fan: capped.fan,
    }
}

fn left_out(variant: &Variant, left_out: &LeftOut) -> evidence::LeftOutPattern {
    let reason = match left_out.reason {
        LeftOutReason::Included { .. } => evidence::LeftOutReason::Included,
        LeftOutReason::Limit { .. } => evidence::LeftOutReason::Limit,
        LeftOutReason::Group { .. } => evidence::LeftOutReason::Group,
        LeftOutReason::Condition(_) => evidence::LeftOutReason::Condition,
        LeftOutReason::NoValue => evidence::LeftOutReason::NoValue,
    };
    evidence::LeftOutPattern {
        pattern: variant.pattern_id(left_out.pattern).to_owned(),
        reason,
        by: left_out.reason.by(variant).map(str::to_owned),
    }
}

fn reading(reading: &Reading) -> evidence::Reading {
    let shape = match reading.shape {
        Shape::Standard => evidence::Shape::Standard,
        Shape::SevenPairs => evidence::Shape::SevenPairs,
        Shape::ThirteenOrphans => evidence::Shape::ThirteenOrphans,
        Shape::BonusTiles => evidence::Shape::BonusTiles,
    };
    let set = |(place, set): (usize, &Set)| evidence::ReadSet {
        kind: set_kind(set.kind),
        tiles: notation::playing(&set.tiles()),
        concealed: set.concealed,
        completed: reading.completed == Some(place),
    };
    evidence::Reading {
        shape,
        sets: reading.sets.iter().enumerate().map(set).collect(),
    }
}

fn set_kind(kind: SetKind) -> LeafSet {
    match kind {
        SetKind::Chow => LeafSet::Chow,
        SetKind::Pung => LeafSet::Pung,
        SetKind::Kong => LeafSet::Kong,
        SetKind::Pair => LeafSet::Pair,
    }
}
