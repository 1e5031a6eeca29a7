use hpd_runtime::plugin;

trait Books: Send + Sync {}

#[plugin]
impl dyn Books {
    /// The balance of all accounts.
    #[ai_function]
    fn balance(&self) -> i64 {
        0
    }
}

fn main() {}
