use hpd_runtime::plugin;

struct Accounts<T>(T);

#[plugin]
impl<T: Send + Sync + 'static> Accounts<T> {
    /// The balance of all accounts.
    #[ai_function]
    fn balance(&self) -> i64 {
        0
    }
}

struct Ledger;

#[plugin]
impl Ledger {
    /// How a month is closed.
    #[skill(functions(Accounts::balance))]
    fn closing(&self) {}
}

fn main() {}
