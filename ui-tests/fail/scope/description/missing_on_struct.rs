use hpd_runtime::{plugin, scope};

#[scope(title = "Books")]
struct Ledger;

#[plugin]
impl Ledger {}

fn main() {}
