use hpd_runtime::scope;

struct Ledger;

#[scope("  ")]
impl Ledger {}

fn main() {}
