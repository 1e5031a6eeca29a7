//! The argument for a parameter with `#[context]`.

use crate::CallContext;

/// The type of a parameter with `#[context]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be a parameter with `#[context]`",
    label = "is not the context of the call",
    note = "write `&CallContext<'_>`; a database and the like are fields of the plugin"
)]
pub trait ContextArgument<'c> {
    /// The context as this type.
    #[doc(hidden)]
    fn __hpd_context(context: &'c CallContext<'c>) -> Self;
}

#[diagnostic::do_not_recommend]
impl<'c> ContextArgument<'c> for &'c CallContext<'c> {
    #[inline]
    fn __hpd_context(context: &'c CallContext<'c>) -> Self {
        context
    }
}

/// The context, for a parameter of this type.
#[inline]
pub fn context_argument<'c, T: ContextArgument<'c>>(context: &'c CallContext<'c>) -> T {
    T::__hpd_context(context)
}
