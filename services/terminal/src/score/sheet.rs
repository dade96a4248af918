//! A scored hand as a person would want to see it.

use std::fmt::Write as _;

use rules::{Amounts, LeftOut, LeftOutReason, Score, Shape, Variant, Win, Wind};
use rules::{explain, notation};

use super::scored::Told;
use super::{picture, wording};

/// A hand that wins.
pub(super) fn sheet(told: &Told) -> String {
    let mut sheet = Sheet::of(told.variant, told.win, &told.scored.score);
    sheet.total(&told.scored.score);
    sheet.payments(&told.scored.payments);
    sheet.liability(&told.scored.payments);
    sheet.others(told.others.as_deref());
    sheet.text.trim_end().to_owned()
}

/// A complete hand that is worth too little.
pub(super) fn too_little(variant: &Variant, win: &Win, score: &Score) -> String {
    Sheet::of(variant, win, score).text
}

struct Sheet<'a> {
    variant: &'a Variant,
    win: &'a Win,
    text: String,
}

impl<'a> Sheet<'a> {
    /// With the reading and what counts in it.
    fn of(variant: &'a Variant, win: &'a Win, score: &Score) -> Sheet<'a> {
        let mut sheet = Sheet {
            variant,
            win,
            text: String::new(),
        };
        sheet.heading();
        sheet.reading(score);
        sheet.bonus_tiles();
        sheet.counted(score);
        sheet.capped(score);
        sheet.left_out(score);
        sheet
    }

    fn line(&mut self, line: &str) {
        self.text += line.trim_end();
        self.text += "\n";
    }

    fn heading(&mut self) {
        let name = self.variant.name();
        let heading = format!("{} {}", name.english, name.traditional_chinese);
        self.line(&heading);
        self.line(&wording::how(self.win));
        self.line("");
    }

    /// The pictures come last in a line, since nobody knows how wide they are.
    fn row(&mut self, tiles: &str, words: &str, pictures: &str) {
        self.line(&format!("  {tiles:<6}{words:<38}{pictures}"));
    }

    fn reading(&mut self, score: &Score) {
        let Some(reading) = score.reading() else {
            return;
        };
        let winning = self.win.hand.winning_tile.into_iter();
        let winning: Vec<_> = winning.collect();
        let declared = self.win.hand.melds.len();
        for (place, set) in reading.sets.iter().enumerate() {
            let completed = reading.completed == Some(place);
            let mut words = wording::set(set, place < declared || !completed);
            if completed {
                let _ = write!(words, ", completed by {}", notation::playing(&winning));
            }
            let tiles = set.tiles();
            self.row(
                &notation::playing(&tiles),
                &words,
                &picture::playing(&tiles),
            );
        }
        if reading.shape == Shape::ThirteenOrphans {
            let mut tiles: Vec<_> = self.win.hand.concealed.clone();
            tiles.extend(winning);
            tiles.sort_unstable();
            self.line(&format!(
                "  {}  {}",
                notation::playing(&tiles),
                picture::playing(&tiles)
            ));
        }
    }

    fn bonus_tiles(&mut self) {
        let tiles = &self.win.hand.bonus_tiles;
        if !tiles.is_empty() {
            let pictures = picture::bonus(tiles);
            self.row(&notation::bonus(tiles), "", &pictures);
        }
        self.line("");
    }

    fn counted(&mut self, score: &Score) {
        let variant = self.variant;
        if score.counted(variant).next().is_none() {
            self.line("  0 fan   nothing counts");
        }
        for counted in score.counted(variant) {
            let mut line = format!(
                "  {:<7} {}",
                wording::worth(&counted),
                wording::pattern(variant, counted.pattern)
            );
            if counted.count > 1 {
                let _ = write!(line, " × {}", counted.count);
            }
            if !counted.counts_toward_minimum && !score.limit && score.minimum_fan > 0 {
                line += ", not toward the minimum";
            }
            let _ = write!(
                line,
                ": {}",
                explain(variant, self.win, score, counted.pattern)
            );
            self.line(&line);
        }
    }

    fn capped(&mut self, score: &Score) {
        for capped in score.capped(self.variant) {
            let taken = format!("-{} fan", capped.fan_before - capped.fan);
            let because = capped.explain(self.variant);
            self.line(&format!("  {taken:<7} a cap of this variant: {because}"));
        }
    }

    /// What the variant gives no value has no line of its own.
    fn left_out(&mut self, score: &Score) {
        let variant = self.variant;
        let mut without_value = Vec::new();
        for LeftOut { pattern, reason } in score.left_out(variant) {
            let name = wording::pattern(variant, pattern);
            if reason == LeftOutReason::NoValue {
                without_value.push(name);
            } else {
                self.line(&format!("  –       {name}: {}", reason.explain(variant)));
            }
        }
        if !without_value.is_empty() {
            self.line(&format!(
                "  –       worth nothing here: {}",
                without_value.join(", ")
            ));
        }
    }

    fn total(&mut self, score: &Score) {
        let points = match score.points {
            1 => "1 point".to_owned(),
            points => format!("{points} points"),
        };
        let total = if score.limit {
            "A limit hand".to_owned()
        } else if score.minimum_fan == 0 {
            format!("{} fan", score.fan)
        } else {
            format!(
                "{} fan, {} toward the minimum of {}",
                score.fan, score.fan_toward_minimum, score.minimum_fan
            )
        };
        self.line("");
        self.line(&format!("{total}: base {points}"));
    }

    fn payments(&mut self, payments: &Amounts) {
        let paid = Wind::ALL.into_iter().zip(payments.half_points());
        for (seat, half_points) in paid {
            let amount = match half_points {
                0 => "0".to_owned(),
                other => format!("{:+}", other as f64 / 2.0),
            };
            self.line(&format!("  {:<5} {amount:>8}", seat.english()));
        }
    }

    fn liability(&mut self, payments: &Amounts) {
        if let Some(stated) = &self.win.liability {
            self.line("");
            let won_by = self.win.circumstances.won_by;
            self.line(&wording::liability(self.variant, stated, won_by, payments));
        }
    }

    fn others(&mut self, others: Option<&[Score]>) {
        let Some(others) = others else {
            return;
        };
        self.line("");
        if others.is_empty() {
            self.line("There is no other way to read it.");
        }
        for (place, score) in others.iter().enumerate() {
            let total = match score.fan {
                _ if score.limit => "a limit hand".to_owned(),
                fan => format!("{fan} fan"),
            };
            self.line(&format!("Other reading {}: {total}", place + 1));
            self.reading(score);
            self.counted(score);
            self.capped(score);
        }
    }
}
