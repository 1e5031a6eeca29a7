use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// Voids all invoices.
    #[ai_function(write, risk = high, confirm_phrase = "VOID {number}")]
    fn void(&self) {}
}

fn main() {}
