use hpd_runtime::scope;

struct Ledger;

#[scope("Books and invoices.", name = "the_ledger_of_the_company_and_its_daughters")]
impl Ledger {
    /// The balance of all accounts.
    #[ai_function]
    fn balance_of_all_accounts(&self) -> i64 {
        0
    }
}

fn main() {}
