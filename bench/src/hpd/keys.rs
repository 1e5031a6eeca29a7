//! A function whose parameters have keys of a profile and of a configuration. The model gives all values.

use std::hint::black_box;

use hpd_bench_cases::types::{self, Counted};
use hpd_bench_cases::{Checks, Contender, Group, ready};
use hpd_host::values::{MapConfig, MapProfile, PluginConfig};
use hpd_host::{RawCall, Session, Values, plugin};

use crate::books::among_a_thousand;
use crate::calls::answer;

struct Shop;

/// Sends goods
#[expect(clippy::unused_self, reason = "the tools of a plugin are methods")]
#[plugin(name = "shop")]
impl Shop {
    /// Ships an item
    #[ai_function(read_only)]
    fn ship(
        &self,
        /// What is sent
        item: String,
        /// How many
        quantity: u32,
        /// Where to
        #[param(profile_key = "address")]
        address: String,
        /// What it is paid in
        #[param(config_key = "currency")]
        currency: String,
    ) -> Counted {
        types::ship(&item, quantity, &address, &currency)
    }

    /// Ships an item, by arguments alone
    #[ai_function(read_only)]
    fn ship_plainly(
        &self,
        /// What is sent
        item: String,
        /// How many
        quantity: u32,
        /// Where to
        address: String,
        /// What it is paid in
        currency: String,
    ) -> Counted {
        types::ship(&item, quantity, &address, &currency)
    }
}

pub(super) fn contenders() -> Vec<Contender> {
    let shipped = |name, tool: &'static str| {
        Contender::new(name, Checks::All).on([Group::Keys], move |_, arguments| {
            let profile = MapProfile::new().for_all("address", "123 Main St");
            let config = MapConfig::new().with("shop", PluginConfig::new().setting("currency", "USD"));
            let values = Values::new().profile(profile).config(config);
            let toolbox = among_a_thousand(|builder| builder.plugin(Shop).values(values));
            let (session, call) = (Session::new(), RawCall::new("call_1", tool, arguments));
            move || answer(ready(toolbox.call(&session, black_box(&call))))
        })
    };
    vec![shipped("hpd, no keys", "ship_plainly"), shipped("hpd", "ship")]
}
