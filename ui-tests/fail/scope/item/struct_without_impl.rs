use hpd_runtime::scope;

#[scope("Books and invoices.")]
struct Ledger;

impl Ledger {
    fn balance(&self) -> i64 {
        0
    }
}

fn main() {
    Ledger.balance();
}
