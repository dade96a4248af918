//! What was recorded by chair, with its people on other chairs. `seat` says where who sat on a chair belongs.

use crate::{Agreed, Chair, Facts, FalseMahjong, Liability, Penalty, Substitution, Win, Winner};

/// The same outcome with its people on other chairs.
pub(crate) fn reseated(outcome: &Facts, seat: &impl Fn(Chair) -> Chair) -> Facts {
    match outcome {
        Facts::Win(win) => Facts::Win(reseated_win(win, seat)),
        Facts::Agreed(agreed) => Facts::Agreed(reseated_agreement(agreed, seat)),
        Facts::FalseMahjong(call) => Facts::FalseMahjong(FalseMahjong {
            chair: seat(call.chair),
            ..*call
        }),
        Facts::Penalty(penalty) => Facts::Penalty(Penalty {
            chair: seat(penalty.chair),
            ..penalty.clone()
        }),
        Facts::Substitution(substitution) => Facts::Substitution(Substitution {
            chair: seat(substitution.chair),
            ..*substitution
        }),
        Facts::Goulash {} => Facts::Goulash {},
        Facts::EarlyEnd {} => Facts::EarlyEnd {},
    }
}

fn reseated_win(win: &Win, seat: &impl Fn(Chair) -> Chair) -> Win {
    let winner = |winner: &Winner| Winner {
        chair: seat(winner.chair),
        shown: winner.shown.clone(),
        liability: winner.liability.map(|liability| Liability {
            chair: seat(liability.chair),
            ..liability
        }),
    };
    Win {
        from_chair: win.from_chair.map(seat),
        winners: win.winners.iter().map(winner).collect(),
        ..win.clone()
    }
}

fn reseated_agreement(agreed: &Agreed, seat: &impl Fn(Chair) -> Chair) -> Agreed {
    let mut half_points = [0; 4];
    for chair in Chair::ALL {
        if let Some(place) = half_points.get_mut(seat(chair).index()) {
            *place = *chair.of(&agreed.half_points);
        }
    }
    Agreed {
        winner: agreed.winner.map(seat),
        half_points,
    }
}
