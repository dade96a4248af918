//! The migrations are embedded; a new folder among them must rebuild the crate that embeds them.

fn main() {
    println!("cargo::rerun-if-changed=../../migrations");
}
