use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    fn accounts(&self) -> Vec<u32> {
        Vec::new()
    }

    /// The balance of an account.
    #[ai_function]
    fn balance(
        &self,
        /// The account.
        #[param(obtain = Ledger::accounts)]
        account: u32,
    ) -> usize {
        self.accounts().len() + account as usize
    }
}

fn main() {}
