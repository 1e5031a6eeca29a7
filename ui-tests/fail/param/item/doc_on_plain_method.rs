use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    fn balance(
        &self,
        /// The account.
        account: u32,
    ) -> u32 {
        account
    }
}

fn main() {
    Ledger.balance(1);
}
