use hpd_runtime::scope;

struct Ledger;

#[scope("Books and invoices.")]
impl Clone for Ledger {
    fn clone(&self) -> Self {
        Self
    }
}

fn main() {
    let _ = Ledger.clone();
}
