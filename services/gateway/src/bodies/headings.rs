//! What the columns of a table are called in its first line.

use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

/// In which language a table names its columns: `en`, the names of the interface, for programs; or `zh-Hant`, Traditional Chinese as
/// Hong Kong writes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
pub(crate) enum Headings {
    #[default]
    #[serde(rename = "en")]
    English,
    #[serde(rename = "zh-Hant")]
    TraditionalChinese,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct HeadingsQuery {
    /// In which language the first line of a CSV or a workbook names the columns. Absent: `en`.
    #[serde(default)]
    #[param(inline)]
    pub(crate) headings: Headings,
}

/// Each column of a table, and what it is called in Chinese. Those of a chair stand after its number: `chair_1_points`.
const CHINESE: [(&str, &str); 58] = [
    ("match", "牌局"),
    ("played_on", "日期"),
    ("variant", "規則"),
    ("seq", "記錄編號"),
    ("void", "作廢"),
    ("round_wind", "圈風"),
    ("label", "局"),
    ("number", "第幾鋪"),
    ("result", "結果"),
    ("won_by", "食糊方式"),
    ("from_chair", "出銃座位"),
    ("dealer", "莊家座位"),
    ("extra", "連莊"),
    ("player_id", "玩家編號"),
    ("seat_wind", "門風"),
    ("total_points", "累計分"),
    ("house_points", "會方分"),
    ("winners", "食糊者"),
    ("fan", "番"),
    ("patterns", "番種"),
    ("corrected", "更正過"),
    ("reason", "原因"),
    ("id", "編號"),
    ("rank", "名次"),
    ("player", "玩家"),
    ("name", "姓名"),
    ("matches", "牌局數"),
    ("points", "分"),
    ("hands", "鋪數"),
    ("wins", "食糊次數"),
    ("self_draws", "自摸次數"),
    ("limit_hands", "爆棚次數"),
    ("deal_ins", "出銃次數"),
    ("deal_in_points", "出銃分"),
    ("average_fan", "平均番數"),
    ("first_places", "第一名次數"),
    ("second_places", "第二名次數"),
    ("third_places", "第三名次數"),
    ("fourth_places", "第四名次數"),
    ("later_places", "其後名次次數"),
    ("current_streak", "現時連勝"),
    ("longest_streak", "最長連勝"),
    ("rating", "評分"),
    ("uncertainty", "評分誤差"),
    ("at_least", "評分至少"),
    ("settlement", "結算"),
    ("currency", "貨幣"),
    ("from", "付款人"),
    ("from_name", "付款人姓名"),
    ("to", "收款人"),
    ("to_name", "收款人姓名"),
    ("amount_cents", "金額（最小單位）"),
    ("note", "備註"),
    ("recorded_at", "記錄時間"),
    ("recorded_by", "記錄者"),
    ("reversed_at", "撤銷時間"),
    ("reversed_by", "撤銷者"),
    ("reversal_reason", "撤銷原因"),
];

impl Headings {
    /// What a column is called.
    pub(crate) fn of(self, column: &str) -> String {
        match self {
            Self::English => column.to_owned(),
            Self::TraditionalChinese => in_chinese(column),
        }
    }
}

fn in_chinese(column: &str) -> String {
    let of_chair = column.strip_prefix("chair_");
    match of_chair.and_then(|rest| rest.split_once('_')) {
        Some((chair, column)) => format!("座位{chair}{}", named(column)),
        None => named(column).to_owned(),
    }
}

fn named(column: &str) -> &str {
    let known = CHINESE.iter().find(|(english, _)| *english == column);
    known.map_or(column, |(_, chinese)| chinese)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::bodies::export::Row;
    use crate::bodies::payment::PaymentRow;
    use crate::bodies::rounds::OutcomeRow;
    use crate::bodies::standings::Standing;

    #[test]
    fn each_column_has_a_chinese_name_of_its_own_in_its_table() {
        let tables = [
            OutcomeRow::columns(),
            PaymentRow::columns(),
            Standing::columns(),
        ];
        let mut used = BTreeSet::new();
        for columns in &tables {
            let chinese = columns.iter().map(|column| in_chinese(column));
            let chinese: BTreeSet<String> = chinese.collect();
            assert_eq!(chinese.len(), columns.len(), "{chinese:?}");
            assert!(
                chinese.iter().all(|name| !name.contains('_')),
                "{chinese:?}"
            );
            used.extend(columns.iter().map(|column| {
                let of_chair = column.strip_prefix("chair_");
                let of_chair = of_chair.and_then(|rest| rest.split_once('_'));
                of_chair.map_or(column.as_str(), |(_, column)| column)
            }));
        }
        let known: BTreeSet<&str> = CHINESE.iter().map(|(english, _)| *english).collect();
        assert_eq!(used, known);
    }
}
