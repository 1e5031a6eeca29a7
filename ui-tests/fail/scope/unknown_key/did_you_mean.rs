use hpd_runtime::scope;

struct Ledger;

#[scope("Books and invoices.", post_expantion = "Amounts are in cents.")]
impl Ledger {}

fn main() {}
