use hpd_runtime::{CallContext, plugin};

struct Ledger;

#[plugin]
impl Ledger {
    /// Books.
    #[ai_function]
    fn book(
        &self,
        /// How many.
        #[param(rnage(min = 1))]
        count: u32,
    ) -> u32 {
        count
    }

    /// The time of a booking.
    #[ai_function]
    fn time(
        &self,
        /// The time.
        time: std::time::Instant,
    ) -> String {
        format!("{time:?}")
    }

    /// The balance.
    #[ai_function(check = check_account)]
    fn balance(
        &self,
        /// The account.
        account: u32,
        #[context] ctx: &CallContext<'_>,
    ) -> std::sync::MutexGuard<'static, u32> {
        unreachable!("{account} {}", ctx.attempt())
    }

    /// The journal.
    #[ai_function]
    fn journal(&self, /** Its number. */ number: u32) -> u32 {
        number
    }
}

fn check_account(account: &String) -> Result<(), String> {
    Err(account.clone())
}

fn main() {}
