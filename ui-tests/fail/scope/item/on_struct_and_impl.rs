use hpd_runtime::scope;

#[scope("Books and invoices.")]
struct Ledger;

#[scope("Books.")]
impl Ledger {
    /// The balance of all accounts.
    #[ai_function]
    fn balance(&self) -> i64 {
        0
    }
}

fn main() {}
