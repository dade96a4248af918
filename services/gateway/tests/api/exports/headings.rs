//! The names of columns, for spreadsheets in Chinese.

use super::{export, played};
use crate::app::{Answer, TestApp};

#[tokio::test(flavor = "multi_thread")]
async fn a_table_names_its_columns_in_chinese_where_that_is_asked_for() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = played(&club).await;
    let first = |answer: &Answer| answer.text.lines().next().unwrap().to_owned();
    for (what, begins) in [
        (
            "hands",
            "\u{feff}牌局,日期,規則,記錄編號,圈風,局,第幾鋪,結果,食糊方式,",
        ),
        ("payments", "\u{feff}結算,貨幣,記錄編號,編號,付款人,"),
        ("standings", "\u{feff}名次,玩家,姓名,牌局數,分,"),
    ] {
        let chinese = export(&club, &format!("{what}?headings=zh-Hant")).await;
        assert!(first(&chinese).starts_with(begins), "{}", chinese.text);
        let english = export(&club, &format!("{what}?headings=en")).await;
        assert_eq!(english.text, export(&club, what).await.text);
        let below = |answer: &Answer| answer.text.split_once('\n').unwrap().1.to_owned();
        assert_eq!(below(&chinese), below(&english));
    }
    let sheet = format!("{at}/rounds.csv?headings=zh-Hant");
    let sheet = club.owner.get(&sheet).await;
    assert!(first(&sheet).contains(",座位1玩家,座位1門風,座位1分,座位1累計分,"));
    let refused = export(&club, "hands?headings=zh").await;
    refused.refused(400, "invalid_parameter");
}
