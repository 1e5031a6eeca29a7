use hpd_runtime::{plugin, scope};

#[scope("Books and invoices.", name = "the_ledger_of_the_company_and_its_daughters")]
struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of an account.
    #[ai_function]
    fn balance(&self) -> i64 {
        0
    }

    /// The balance of all accounts.
    #[ai_function]
    fn balance_of_all_accounts(&self) -> i64 {
        0
    }
}

fn main() {}
