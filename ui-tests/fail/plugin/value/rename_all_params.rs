use hpd_runtime::plugin;

struct Ledger;

#[plugin(rename_all_params = "camel")]
impl Ledger {
    /// Closes a month.
    #[ai_function]
    fn close_month(&self, /** Which one. */ month_of_year: u8) -> u8 {
        month_of_year
    }
}

fn main() {}
