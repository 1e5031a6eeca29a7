use hpd_runtime::ai_function;

trait Books {
    /// The balance of all accounts.
    #[ai_function]
    fn balance(&self) -> i64;
}

fn main() {}
