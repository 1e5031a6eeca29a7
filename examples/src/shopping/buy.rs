//! The plugin.

use std::sync::{Arc, Mutex, PoisonError};

use hpd_host::plugin;

/// An order as it was placed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The item to deliver.
    pub item: String,
    /// Where to.
    pub address: String,
    /// The number to call.
    pub phone: String,
    /// Who receives it.
    pub contact_name: String,
    /// How it is paid.
    pub payment_method: Option<String>,
}

/// Places orders, and keeps them. Clones share them.
#[derive(Debug, Clone, Default)]
pub struct Buy {
    orders: Arc<Mutex<Vec<Order>>>,
}

impl Buy {
    /// The orders that were placed.
    pub fn orders(&self) -> Vec<Order> {
        self.orders.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Takes an order; returns the confirmation.
    pub(super) fn take(&self, order: Order) -> String {
        let answer = format!("Order placed for {}.", order.item);
        self.orders.lock().unwrap_or_else(PoisonError::into_inner).push(order);
        answer
    }
}

#[plugin(name = "buy", description = "Place orders for delivery. Use when the user wants to buy something.")]
impl Buy {
    /// Place a delivery order.
    #[ai_function(write, risk = low)]
    pub fn place_order(
        &self,
        /// Item to buy (e.g. milk, bread).
        item: String,
        /// Delivery address.
        #[param(
            profile_key = "address",
            config_key = "default_address",
            confirm_if_uncertain,
            ask = "Where should it be delivered?"
        )]
        address: String,
        /// Contact phone number.
        #[param(
            title = "phone number",
            profile_key = "phone",
            confirm_if_uncertain,
            ask = "What's your phone number for the delivery?"
        )]
        phone: String,
        /// Recipient name.
        #[param(profile_key = "name")]
        contact_name: String,
        /// Payment method (e.g. card, cash).
        #[param(profile_key = "default_payment", config_key = "payment_method")]
        payment_method: Option<String>,
    ) -> String {
        self.take(Order { item, address, phone, contact_name, payment_method })
    }
}
