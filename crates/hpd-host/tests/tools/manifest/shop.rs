//! A plugin with everything that a manifest can say.

#![allow(
    clippy::unused_self,
    clippy::needless_pass_by_value,
    clippy::too_many_arguments,
    reason = "of tests"
)]

use std::collections::BTreeMap;

use hpd_host::plugin;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How fast.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Speed {
    Standard,
    Express,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Folder {
    /// The name.
    name: String,
    inside: Vec<Folder>,
}

pub(crate) struct Shop;

#[plugin(name = "buy")]
impl Shop {
    /// Place a delivery order.
    #[ai_function(title = "Place order", write, risk = low)]
    fn place_order(
        &self,
        /** Item to buy (e.g. milk, bread). */
        #[param(ask = "What should I buy?", example = "milk")]
        item: String,
        /** Delivery address. */
        #[param(profile_key = "address", config_key = "default_address", confirm_if_uncertain)]
        address: String,
        /** Contact phone number. */
        #[param(title = "phone number", profile_key = "phone", pattern = "^[0-9 +-]+$")]
        phone: String,
        /** The card's code: on its back. */
        #[param(sensitive)]
        card: Option<String>,
        /** How many. */
        #[param(default = 1, range(min = 1, max = 99))]
        quantity: u8,
        /** How fast. */
        speed: Option<Speed>,
        /** Words for the box. */
        #[param(items(max = 3))]
        labels: Vec<String>,
    ) -> String {
        format!("{item}{address}{phone}{card:?}{quantity}{speed:?}{labels:?}")
    }

    /// Voids an order: "for good".
    #[ai_function(write, risk = high, confirm_phrase = "VOID {order_id}", idempotent, leniency = strict)]
    fn void_order(
        &self,
        /** The order. */
        #[param(hint = "it stands on the bill", obtain = Shop::orders)]
        order_id: String,
    ) -> String {
        order_id
    }

    /// Lists orders.
    #[ai_function(read_only, unknown_fields = warn)]
    fn orders(
        &self,
        /** Only with this text in it. */
        text: String,
        /** Weights by name. */
        weights: BTreeMap<String, f64>,
    ) -> Vec<String> {
        vec![format!("{text}{weights:?}")]
    }

    /// Files an order.
    #[ai_function(write, risk = medium, allow_empty)]
    fn create_file(
        &self,
        /** Where. */
        folder: Folder,
        /** A remark. */
        remark: String,
    ) -> String {
        format!("{folder:?}{remark}")
    }
}
