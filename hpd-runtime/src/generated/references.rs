//! References from skills and parameters to functions, checked by the compiler. A reference is a call of a `const fn`
//! with the method itself as its argument. rustc reports one error, at the path that the user wrote.

use crate::plugins::Plugin;
use crate::table::{AiFunction, FnRef, PluginRef, SkillInfo};

macro_rules! name {
    ($($place:ident)*) => {
        /// The Rust name of a method, letter by letter, so that rustc can say it. Of a longer name, the last letter stands
        /// for the rest.
        pub struct Name<$(const $place: char = '\0'),*>;
    };
}

name! {
    C00 C01 C02 C03 C04 C05 C06 C07 C08 C09 C10 C11 C12 C13 C14 C15 C16 C17 C18 C19 C20 C21 C22 C23
    C24 C25 C26 C27 C28 C29 C30 C31 C32 C33 C34 C35 C36 C37 C38 C39 C40 C41 C42 C43 C44 C45 C46 C47
}

/// `Self` has an `#[ai_function]` of this Rust name.
#[diagnostic::on_unimplemented(
    message = "this refers to a method of `{Self}` that is not an `#[ai_function]`",
    label = "not an `#[ai_function]`",
    note = "write `#[ai_function]` above the method, or take the reference out"
)]
pub trait HasFunction<NAME> {
    /// The reference.
    #[doc(hidden)]
    const __HPD_FUNCTION: &'static FnRef;
}

/// `Self` is the type of the method itself. While the method is an error, this bound is ambiguous, and rustc does not
/// report it.
pub trait MethodOf<P, NAME> {
    /// The reference.
    #[doc(hidden)]
    const __HPD_FUNCTION: &'static FnRef;
}

impl<F, P: HasFunction<NAME>, NAME> MethodOf<P, NAME> for F {
    const __HPD_FUNCTION: &'static FnRef = P::__HPD_FUNCTION;
}

/// The reference to a method of `P`.
pub const fn function_ref<P, NAME, F: MethodOf<P, NAME> + Copy>(_: F) -> &'static FnRef {
    F::__HPD_FUNCTION
}

/// `Self` has a `#[skill]` of this Rust name.
#[diagnostic::on_unimplemented(
    message = "this refers to a method of `{Self}` that is not a `#[skill]`",
    label = "not a `#[skill]`",
    note = "write `#[skill(..)]` above the method, or take the reference out"
)]
pub trait HasSkill<NAME> {
    /// The skill.
    #[doc(hidden)]
    const __HPD_SKILL: &'static SkillInfo;
}

/// As [`MethodOf`], for skills.
pub trait SkillOf<P, NAME> {
    /// The skill.
    #[doc(hidden)]
    const __HPD_SKILL: &'static SkillInfo;
}

impl<F, P: HasSkill<NAME>, NAME> SkillOf<P, NAME> for F {
    const __HPD_SKILL: &'static SkillInfo = P::__HPD_SKILL;
}

/// The skill that is a method of `P`.
pub const fn skill_ref<P, NAME, F: SkillOf<P, NAME> + Copy>(_: F) -> &'static SkillInfo {
    F::__HPD_SKILL
}

/// The reference to a free function, by the type of the same name that `#[ai_function]` leaves beside it.
pub const fn free_function_ref<F: AiFunction>() -> &'static FnRef {
    const { &FnRef { name: F::SPEC.info.name, plugin: None, free: Some(|| F::SPEC) } }
}

/// The plugin that a row belongs to. A function, so that a table can name its own plugin without a cycle.
pub fn plugin_ref<P: Plugin>() -> PluginRef {
    PluginRef::of::<P>()
}
