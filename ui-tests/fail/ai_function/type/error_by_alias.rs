use hpd_runtime::plugin;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

struct Ledger;

#[plugin]
impl Ledger {
    /// The balance of all accounts.
    #[ai_function]
    fn balance(&self) -> Outcome<i64> {
        Ok(0)
    }

    /// The year.
    #[ai_function]
    fn year(&self) -> Outcome<u16> {
        Ok(2026)
    }
}

fn main() {}
