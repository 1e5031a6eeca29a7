use hpd_runtime::plugin;

struct Zoned;

struct Ledger;

#[plugin]
impl Ledger {
    /// Books.
    #[ai_function]
    fn book(
        &self,
        /// The value.
        value: Option<Zoned>,
    ) {
    }
}

fn main() {}
