//! The text of a pending call, for stores alone.

/// Declares [`PendingCall`](super::PendingCall), and with the same fields the private form that serde reads and writes.
macro_rules! with_stored_form {
    (
        $(#[$attribute:meta])*
        pub struct PendingCall {
            $(
                $(#[doc = $doc:literal])+
                $(#[serde($($serde:tt)+)])?
                pub $field:ident: $type:ty,
            )+
        }
    ) => {
        $(#[$attribute])*
        pub struct PendingCall {
            $($(#[doc = $doc])+ pub $field: $type,)+
        }

        #[derive(Serialize, Deserialize)]
        #[serde(remote = "PendingCall")]
        struct StoredForm {
            $($(#[serde($($serde)+)])? $field: $type,)+
        }
    };
}

pub(super) use with_stored_form;
