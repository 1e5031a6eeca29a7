//! The gate of plugins: their types are shared among threads.

/// The bounds of a plugin's type, as one. rustc reports each value in it that can't be shared, by its own type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be a plugin: calls run on several threads at once, and it can't be shared among them",
    label = "not `Send + Sync + 'static`",
    note = "keep what changes in a `Mutex` or an atomic in place of `Cell` and `RefCell`, and what is shared in an `Arc` in place of `Rc`",
    note = "a value that stays on its thread, such as a connection without `Send`, is made inside a function marked `#[ai_function(local)]`"
)]
pub trait Shared: Send + Sync + 'static {}

#[diagnostic::do_not_recommend]
impl<T: Send + Sync + 'static> Shared for T {}
