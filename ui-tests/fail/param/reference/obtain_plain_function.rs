use hpd_runtime::plugin;

mod accounts {
    pub fn all() -> Vec<u32> {
        Vec::new()
    }
}

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of an account.
    #[ai_function]
    fn balance(
        &self,
        /// The account.
        #[param(obtain = fn accounts::all)]
        account: u32,
    ) -> usize {
        accounts::all().len() + account as usize
    }
}

fn main() {}
