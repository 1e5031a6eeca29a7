use hpd_runtime::scope;

struct Ledger;

#[scope(7)]
impl Ledger {}

fn main() {}
