use hpd_runtime::{plugin, plugin_scope};

#[plugin_scope("Books and invoices.")]
struct Ledger;

#[plugin]
impl Ledger {}

fn main() {}
