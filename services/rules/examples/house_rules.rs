//! Rules of a table: a built-in variant with a patch (RFC 7396), what differs, and what is wrong with a document.

use std::error::Error;

use rules::Variant;

const PATCH: &str = r#"{
    "id": "our-table",
    "name": {"english": "Our table", "traditional_chinese": "我哋張枱"},
    "minimum_fan": 1,
    "shapes": ["standard", "thirteen_orphans"],
    "patterns": {"seven_pairs": null}
}"#;

fn main() -> Result<(), Box<dyn Error>> {
    let base = Variant::built_in("old-hong-kong").ok_or("there is no such variant")?;
    let ours = match base.derive(PATCH.as_bytes()) {
        Ok(ours) => ours,
        Err(faults) => {
            for fault in faults {
                println!("{}: {}", fault.path, fault.text);
            }
            return Err("the patch has faults".into());
        }
    };
    println!("{}: {}", ours.id(), rules::variant::write_hash(ours.hash()));
    for difference in base.differences(&ours) {
        println!("{}", difference.text);
    }
    Ok(())
}
