use hpd_runtime::plugin;

#[plugin]
trait Books {
    /// The balance of all accounts.
    #[ai_function]
    fn balance(&self) -> i64;
}

fn main() {}
