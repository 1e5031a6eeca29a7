//! Orders for delivery: an address from the profile, and a phone number from the configuration or the user. Missing and
//! uncertain values are asked for.
//!
//! ```
//! use futures_executor::block_on;
//! use hpd_examples::shopping::Buy;
//! use hpd_host::approval::{Permission, UserChannel};
//! use hpd_host::outcome::Replied;
//! use hpd_host::values::MapProfile;
//! use hpd_host::{Approval, RawCall, Session, Toolbox, Values};
//!
//! let profile = MapProfile::new()
//!     .for_all("address", "123 Main St")
//!     .for_all("phone", "555-0000")
//!     .for_all("name", "John");
//! let toolbox = Toolbox::builder()
//!     .plugin(Buy::default())
//!     .values(Values::new().profile(profile))
//!     .approval(Approval::new().permission("buy.place_order", Permission::Allow))
//!     .build()?;
//! let (session, user) = (Session::new(), UserChannel::local());
//!
//! session.user_says("Buy milk");
//! let asked = block_on(toolbox.call(&session, &RawCall::new("1", "place_order", r#"{"item": "milk"}"#)));
//! assert_eq!(
//!     asked.for_user().as_deref(),
//!     Some("I have your address as 123 Main St and phone number as 555-0000. Is that correct?")
//! );
//! // The user's next message goes to the toolbox first: if it answers the question, the call continues.
//! let Replied::Answered(outcome) = block_on(toolbox.reply(&session, &user.message("Yes")))? else {
//!     panic!("a yes to the only open question is an answer");
//! };
//! assert_eq!(outcome.for_model().text, "Order placed for milk.");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod buy;
mod delivery;

pub use buy::{Buy, Order};
pub use delivery::delivery;
