//! Plugins that a macro writes.

macro_rules! plugin {
    ($(#[doc = $doc:literal])* $name:ident, $crate_path:path, $($function:ident($parameter:ident: $ty:ty = $default:expr)),* $(,)?) => {
        $(#[doc = $doc])*
        pub struct $name;

        #[::agent::plugin(crate = ::agent, description = $($doc)*)]
        impl $name {
            $(
                /// Gives back what it gets.
                #[ai_function]
                #[must_use]
                pub fn $function(
                    &self,
                    /// Anything.
                    #[param(default = $default)]
                    $parameter: $ty,
                ) -> $ty {
                    $parameter
                }
            )*

            /// Both.
            #[skill(functions($(Self::$function),*))]
            pub fn both(&self) {}
        }
    };
}

plugin!(
    /// Made by a macro.
    Made, ::agent, one(this: ::core::primitive::u8 = 1), two(p0: ::std::string::String = "x")
);

macro_rules! plugin_of_type {
    ($ty:ty) => {
        #[::agent::scope("Of a type.", crate = ::agent)]
        impl $ty {
            /// Nothing.
            #[ai_function]
            pub fn nothing(&self) {}
        }
    };
}

/// A plugin whose type is a macro's argument.
pub struct OfType;

plugin_of_type!(OfType);
