use hpd_runtime::plugin;

struct Ledger;

#[plugin(rename_all = "camelCase")]
impl Ledger {
    /// Closes the month.
    #[ai_function]
    fn close_month(&self) -> i64 {
        0
    }

    /// How a month is closed.
    #[skill(name = "closeMonth", functions(Self::close_month))]
    fn closing(&self) {}
}

fn main() {}
