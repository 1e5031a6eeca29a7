//! Names of the user's that are also the language's, the standard library's, or ours.

/// Not the prelude's.
pub struct Result;
/// Not the prelude's.
pub struct Option;
/// Not the prelude's.
pub struct String;
/// Not the prelude's.
pub struct Vec;
/// Not the prelude's.
pub struct Box;
/// Not the prelude's.
pub trait Send {}
/// Not the prelude's.
pub trait Default {}
/// Not the language's.
#[allow(non_camel_case_types)]
pub struct str;
/// Not the language's.
#[allow(non_camel_case_types)]
pub struct u32;
/// Not the library's.
pub mod core {}
/// Not the library's.
pub mod std {}
/// Not ours.
pub mod hpd_runtime {}
/// Not ours.
pub mod agent {}
/// Not ours.
pub const __HPD_SCOPE: bool = true;

/// A plugin whose every name collides with something.
pub struct Collisions;

#[::agent::plugin(crate = ::agent)]
impl Collisions {
    /// A raw identifier.
    #[ai_function]
    #[must_use]
    pub fn r#type(
        &self,
        /// Not the shim's.
        args: ::std::string::String,
        /// Not the context.
        ctx: ::std::option::Option<bool>,
        /// Raw.
        r#match: ::core::primitive::u8,
        /// Not the reader.
        reader: bool,
        /// Not the first slot.
        p0: bool,
        /// Not the instance.
        this: bool,
        /// Not a value.
        value: bool,
    ) -> ::std::string::String {
        let _ = (ctx, r#match, reader, p0, this, value);
        args
    }

    /// Asynchronous, with a failure.
    ///
    /// # Errors
    ///
    /// Never.
    #[ai_function]
    pub async fn later(
        &self,
        /// Some text.
        mut text: ::std::string::String,
        #[context] context: &::agent::CallContext<'_>,
    ) -> ::core::result::Result<::std::string::String, ::std::string::String> {
        ::core::future::ready(()).await;
        text.push_str(&context.call().id);
        ::core::result::Result::Ok(text)
    }

    /// Without an instance.
    #[ai_function]
    #[must_use]
    pub fn count(
        /// What is counted.
        bytes: ::std::vec::Vec<::core::primitive::u8>,
    ) -> ::core::primitive::usize {
        bytes.len()
    }

    /// Nothing in, nothing out.
    #[ai_function]
    pub fn nothing(&self) {}

    /// How it is done.
    #[skill(functions(Collisions::r#type, Self::later, Collisions::count, fn r#fn), skills(Self::text))]
    pub fn skill() {}

    /// In words.
    #[skill]
    #[must_use]
    pub fn text(&self) -> &'static ::core::primitive::str {
        "words"
    }
}

/// A free function with a raw name.
#[::agent::ai_function(crate = ::agent)]
#[must_use]
pub fn r#fn(
    /// Not the shim's.
    this: bool,
) -> bool {
    !this
}

mod hidden {
    pub(crate) struct Private;

    #[::agent::scope("Private.", crate = ::agent)]
    impl Private {
        /// Private too.
        #[ai_function]
        fn secret(&self) -> bool {
            let _ = self;
            true
        }

        /// A private skill that nobody calls.
        #[skill(functions(Self::secret))]
        fn unused(&self) {}
    }
}

/// Uses a private type.
#[must_use]
pub fn private_is_a_plugin() -> ::core::primitive::bool {
    <hidden::Private as ::agent::Plugin>::SPEC.functions.len() == 1
}
