//! What was recorded by chair, with its people on other chairs. `seat` says where who sat on a chair belongs.

use crate::{Agreed, Chair, FalseMahjong, Liability, Outcome, Penalty, Substitution, Win, Winner};

/// The same outcome with its people on other chairs.
pub(crate) fn reseated(outcome: &Outcome, seat: &impl Fn(Chair) -> Chair) -> Outcome {
    match outcome {
        Outcome::Win(win) => Outcome::Win(reseated_win(win, seat)),
        Outcome::Agreed(agreed) => Outcome::Agreed(reseated_agreement(agreed, seat)),
        Outcome::FalseMahjong(call) => Outcome::FalseMahjong(FalseMahjong {
            chair: seat(call.chair),
            ..*call
        }),
        Outcome::Penalty(penalty) => Outcome::Penalty(Penalty {
            chair: seat(penalty.chair),
            ..penalty.clone()
        }),
        Outcome::Substitution(substitution) => Outcome::Substitution(Substitution {
            chair: seat(substitution.chair),
            ..*substitution
        }),
        Outcome::Goulash {} => Outcome::Goulash {},
        Outcome::EarlyEnd {} => Outcome::EarlyEnd {},
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
