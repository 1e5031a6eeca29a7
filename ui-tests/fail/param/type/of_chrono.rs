use hpd_runtime::plugin;

mod chrono {
    pub(crate) struct NaiveDate;
}

struct Ledger;

#[plugin]
impl Ledger {
    /// Books.
    #[ai_function]
    fn book(
        &self,
        /// The day.
        day: chrono::NaiveDate,
    ) {
    }
}

fn main() {}
