use hpd_runtime::plugin;

struct Balance(i64);

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of all accounts.
    #[ai_function]
    fn balance(&self) -> Balance {
        Balance(0)
    }
}

fn main() {
    assert_eq!(Ledger.balance().0, 0);
}
