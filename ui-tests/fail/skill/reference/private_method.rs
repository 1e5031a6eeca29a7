use hpd_runtime::plugin;

mod accounts {
    use hpd_runtime::plugin;

    pub struct Accounts;

    #[plugin]
    impl Accounts {
        /// The balance of all accounts.
        #[ai_function]
        fn balance(&self) -> i64 {
            0
        }
    }
}

struct Ledger;

#[plugin]
impl Ledger {
    /// How a month is closed.
    #[skill(functions(accounts::Accounts::balance))]
    fn closing(&self) {}
}

fn main() {}
