//! Lists are read to their end, page by page.

use serde_json::Value;

use crate::owner::Owner;

impl Owner {
    /// Everything in a list, from page to page.
    pub(crate) async fn list(&self, path: &str, name: &str) -> Vec<Value> {
        let (mut listed, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = self.read(&format!("{path}{cursor}")).await;
            let mut page: Value = serde_json::from_str(&page).unwrap();
            listed.append(page[name].as_array_mut().unwrap());
            match page["next_cursor"].as_str() {
                Some(next) => cursor = format!("?cursor={next}"),
                None => return listed,
            }
        }
    }
}
