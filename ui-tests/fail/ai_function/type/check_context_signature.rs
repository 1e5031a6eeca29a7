use hpd_runtime::{CallContext, plugin};

struct Bank;

impl Bank {
    fn check(&self, _amount: &u32) -> Result<(), &'static str> {
        Ok(())
    }

    fn check_oddly(&self, _amount: &u32, _ctx: &CallContext<'_>) -> Result<(), u8> {
        Ok(())
    }
}

#[plugin]
impl Bank {
    /// Pays.
    #[ai_function(write, risk = low, check = self.check(ctx))]
    fn pay(&self, /** How much. */ amount: u32) -> u32 { amount }

    /// Pays oddly.
    #[ai_function(write, risk = low, check = self.check_oddly(ctx))]
    fn pay_oddly(&self, /** How much. */ amount: u32) -> u32 { amount }
}

fn main() {}
