//! The standings of a tournament as text.

use client::models::{
    NextCut, TournamentResult, TournamentStanding, TournamentStandings, TournamentTeamStanding,
};

use crate::club_players::name;
use crate::sheet::signed;
use crate::standings::ranking;

/// The standings, and what they are by now where that is something else.
pub(super) fn text(standings: &TournamentStandings) -> String {
    let TournamentStandings {
        seq,
        players,
        teams,
        since_closing,
        ..
    } = standings;
    let mut result = as_of(*seq, players, teams);
    if let Some(tie) = tie(standings) {
        result += &format!("\n\n{tie}");
    }
    match since_closing {
        None => result,
        Some(TournamentResult {
            seq,
            players,
            teams,
            ..
        }) => format!(
            "{result}\n\nEntries after the closing changed this to:\n\n{}",
            as_of(*seq, players, teams)
        ),
    }
}

/// Who shares the last place that plays on after the cut, if they are more than play on.
pub(super) fn tie(standings: &TournamentStandings) -> Option<String> {
    let cut = standings.cut.as_ref();
    let cut = cut.filter(|cut| !cut.tied.is_empty())?;
    let NextCut {
        round,
        players,
        places,
        ..
    } = cut;
    let tied: Vec<&str> = cut.tied.iter().map(name).collect();
    let tied = tied.join(", ");
    let rank = cut
        .rank
        .map_or("no rank".to_owned(), |rank| format!("rank {rank}"));
    let play = if *places == 1 { "plays" } else { "play" };
    Some(format!(
        "Round {round} is for the best {players}: {tied} share {rank}, and {places} of them {play} on. The draw decides by lot."
    ))
}

/// The standings as of an entry.
fn as_of(seq: i64, players: &[TournamentStanding], teams: &[TournamentTeamStanding]) -> String {
    let mut text = format!("Up to entry {seq}");
    if !players.is_empty() {
        let heads = [
            "rank",
            "player",
            "score",
            "points",
            "table\npoints",
            "matches",
            "first\nplaces",
            "remarks",
        ];
        text += "\n\n";
        let mut players: Vec<&TournamentStanding> = players.iter().collect();
        players.sort_by_key(|one| place(one));
        text += &ranking(&heads, players.into_iter().map(row));
    }
    if !teams.is_empty() {
        text += "\n\n";
        text += &ranking(&["rank", "team", "score"], teams.iter().map(team_row));
    }
    text
}

/// The rank, and the name for those who share one. Those without a rank come last, as they are.
fn place(one: &TournamentStanding) -> (i64, Option<&str>) {
    match one.rank {
        Some(rank) => (rank, Some(name(&one.player))),
        None => (i64::MAX, None),
    }
}

fn row(one: &TournamentStanding) -> [String; 8] {
    let rank = one.rank.map(|rank| rank.to_string());
    [
        rank.unwrap_or_else(|| "–".to_owned()),
        name(&one.player).to_owned(),
        twelfths(one.score_twelfths),
        signed(one.points),
        twelfths(one.table_point_twelfths),
        one.matches.to_string(),
        one.first_places.to_string(),
        remarks(one),
    ]
}

fn remarks(one: &TournamentStanding) -> String {
    let flags = [
        (one.finalist, "finalist"),
        (one.substitute, "substitute"),
        (one.withdrawn, "withdrawn"),
    ];
    let flags = flags.into_iter().filter(|(is_so, _)| *is_so);
    let mut words: Vec<String> = one.team.iter().cloned().collect();
    words.extend(flags.map(|(_, word)| word.to_owned()));
    if let Some(after) = one.after_cut_twelfths {
        words.push(format!("{} after the cut", twelfths(after)));
    }
    if one.penalty_points > 0.0 {
        words.push(format!("{} penalty", signed(-one.penalty_points)));
    }
    if one.penalty_table_points > 0 {
        words.push(format!(
            "-{} penalty in table points",
            one.penalty_table_points
        ));
    }
    words.join(", ")
}

fn team_row(team: &TournamentTeamStanding) -> [String; 3] {
    [
        team.rank.to_string(),
        team.label.clone(),
        twelfths(team.score_twelfths),
    ]
}

/// Twelfths of a point, to a hundredth: players with the same result share the table points of their places.
fn twelfths(count: i64) -> String {
    let hundredths = (count as f64 * 100.0 / 12.0).round();
    signed(hundredths / 100.0)
}
