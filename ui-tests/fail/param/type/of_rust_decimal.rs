use hpd_runtime::plugin;

struct Decimal;

struct Ledger;

#[plugin]
impl Ledger {
    /// Books.
    #[ai_function]
    fn book(
        &self,
        /// The value.
        value: Option<Decimal>,
    ) {
    }
}

fn main() {}
