use hpd_runtime::plugin;

struct Url;

struct Ledger;

#[plugin]
impl Ledger {
    /// Books.
    #[ai_function]
    fn book(
        &self,
        /// The value.
        value: Option<Url>,
    ) {
    }
}

fn main() {}
