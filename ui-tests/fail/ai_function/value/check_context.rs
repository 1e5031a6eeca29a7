use hpd_runtime::{CallContext, plugin};

struct Bank;

impl Bank {
    fn check(&self, _amount: &u32, _ctx: &CallContext<'_>) -> Result<(), &'static str> {
        Ok(())
    }
}

#[plugin]
impl Bank {
    /// Pays.
    #[ai_function(write, risk = low, check = self.check(amount, ctx))]
    fn pay(&self, /** How much. */ amount: u32) -> u32 { amount }

    /// Pays again.
    #[ai_function(write, risk = low, check = self.check(context))]
    fn pay_again(&self, /** How much. */ amount: u32) -> u32 { amount }

    /// Pays more.
    #[ai_function(write, risk = low, check = Self::check())]
    fn pay_more(&self, /** How much. */ amount: u32) -> u32 { amount }

    /// Pays all.
    #[ai_function(write, risk = low, check = self.check::<u32>(ctx))]
    fn pay_all(&self, /** How much. */ amount: u32) -> u32 { amount }

    /// Pays nothing.
    #[ai_function(write, risk = low, check = other.check(ctx))]
    fn pay_nothing(&self, /** How much. */ amount: u32) -> u32 { amount }
}

fn main() {}
