//! Wins that are stated as one line of notation.

use tonic::Status;
use wire::v1;

use crate::batches::{ALL_PUNGS, Batches, batch};
use crate::server::{Caller, OLD_HONG_KONG, built_in, error_text};
use crate::text;

const LINE: &str = "88m NN (222m) (444p) (666s) + 8m self_draw";

fn win(notation: &str) -> v1::Win {
    v1::Win {
        notation: notation.to_owned(),
        ..v1::Win::default()
    }
}

fn asked(win: v1::Win) -> v1::ScoreHandRequest {
    v1::ScoreHandRequest {
        variant: built_in(OLD_HONG_KONG),
        win: Some(win),
        explain: true,
        ..Default::default()
    }
}

#[tokio::test(start_paused = true)]
async fn a_line_is_worth_what_its_fields_are() {
    let caller = Caller::of_new_engine().await;
    for (line, fields) in [
        (LINE, ALL_PUNGS),
        (
            "88m 北北 (二萬二萬二萬) (四四四筒) [6666s] 梅 + 八萬 seat=west round=south from=north last_tile",
            "88m NN pung:222m pung:444p concealed_kong:6666s 1f +8m seat=west round=south from=north last_tile",
        ),
        (
            "123m 456m 78m 55p (999s) + 9m",
            "123m 456m 78m 55p pung:999s +9m from=south",
        ),
        (
            "123m 55p 78p (2222s) [3333s] added + 9p robbed=added seat=north from=east",
            "123m 55p 78p added_kong:2222s concealed_kong:3333s +9p robbed=added_kong seat=north from=east",
        ),
        (
            "123m 456m 78m 55p [9999s] + 9m self_draw replacement=kong",
            "123m 456m 78m 55p concealed_kong:9999s +9m self_draw replacement=kong",
        ),
        (
            "8s 8s 8s C (123s) (456s) (777s) 2f + C from=west liable=west rule=nine_tiles",
            "888s C chow:123s chow:456s pung:777s 2f +C from=west liable=west rule=nine_tiles",
        ),
    ] {
        let expected = caller.score(asked(text::win(fields))).await;
        let expected = expected.map_err(|status| text_without_place(&status));
        let found = caller.score(asked(win(line))).await;
        assert_eq!(
            found.map_err(|status| text_without_place(&status)),
            expected,
            "{line}"
        );
    }
}

/// A refusal but for the field that it is about.
fn text_without_place(status: &Status) -> String {
    let text = error_text(status);
    let (said, _field) = text.rsplit_once(' ').unwrap();
    said.to_owned()
}

#[tokio::test(start_paused = true)]
async fn what_is_wrong_with_a_line_is_said_of_the_line() {
    let caller = Caller::of_new_engine().await;
    let both = v1::Win {
        notation: LINE.to_owned(),
        ..text::win(ALL_PUNGS)
    };
    let long = format!("{LINE}{}", " ".repeat(1024));
    for (stated, expected) in [
        (
            win("88m (22x) + 8m"),
            "InvalidArgument NOTATION_INVALID win.notation",
        ),
        (win(&long), "InvalidArgument TOO_LARGE win.notation"),
        (both, "InvalidArgument FIELD_UNEXPECTED win.notation"),
        (
            win("22m NN (222m) (444p) (666s) + 2m self_draw"),
            "InvalidArgument FIFTH_COPY win.notation",
        ),
        (v1::Win::default(), "InvalidArgument FIELD_MISSING win.hand"),
    ] {
        let refused = caller.score(asked(stated)).await.unwrap_err();
        assert_eq!(error_text(&refused), expected);
    }
    let refused = caller.score(asked(win("88m (22x) + 8m"))).await;
    let message = refused.unwrap_err().message().to_owned();
    assert!(message.starts_with("at character 8: `x`"), "{message}");
}

#[tokio::test(start_paused = true)]
async fn an_unreadable_line_of_a_batch_refuses_itself_only() {
    let mut stream = Batches::open(&Caller::of_new_engine().await).await.unwrap();
    let mut lines = batch(Some(OLD_HONG_KONG), &[ALL_PUNGS]);
    let wins = ["88m ((", "11m NN (222m) (444p) (666s) + 8m", LINE];
    lines.wins.extend(wins.map(win));
    let worth = "all_pungs 3 + self_draw 1 + no_bonus_tiles 1 = 5 fan: +24 -8 -8 -8";
    assert_eq!(
        stream.ask(lines).await.unwrap(),
        [
            worth,
            "NOTATION_INVALID wins[1].notation",
            "NOT_WINNING_HAND wins[2].notation",
            worth,
        ]
    );
}
