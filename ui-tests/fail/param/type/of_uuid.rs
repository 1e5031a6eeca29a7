use hpd_runtime::plugin;

struct Uuid;

struct Ledger;

#[plugin]
impl Ledger {
    /// Books.
    #[ai_function]
    fn book(
        &self,
        /// The value.
        value: Option<Uuid>,
    ) {
    }
}

fn main() {}
