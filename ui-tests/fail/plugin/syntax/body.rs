use hpd_runtime::plugin;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of an account.
    #[ai_function]
    fn balance(&self) -> i64 {
        let _ = self. ;
        0
    }
}

fn main() {}
