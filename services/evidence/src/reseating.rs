//! What was recorded by chair, with its people on other chairs. `seat` says where who sat on a chair belongs.

use crate::{
    Agreed, Chair, FalseMahjong, Liability, Outcome, Penalty, SidePayment, Substitution, Totals,
    Win, Winner,
};

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
        Outcome::SidePayment(payment) => Outcome::SidePayment(SidePayment {
            chair: seat(payment.chair),
            from_chair: payment.from_chair.map(seat),
            ..payment.clone()
        }),
        Outcome::Totals(totals) => Outcome::Totals(Totals {
            half_points: reseated_amounts(totals.half_points, seat),
            ..*totals
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
    Agreed {
        winner: agreed.winner.map(seat),
        half_points: reseated_amounts(agreed.half_points, seat),
    }
}

fn reseated_amounts(amounts: [i64; 4], seat: &impl Fn(Chair) -> Chair) -> [i64; 4] {
    let mut reseated = [0; 4];
    for chair in Chair::ALL {
        if let Some(place) = reseated.get_mut(seat(chair).index()) {
            *place = *chair.of(&amounts);
        }
    }
    reseated
}
