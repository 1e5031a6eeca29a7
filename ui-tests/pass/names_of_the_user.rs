//! Names that are also the prelude's, the shim's, or ours, in a crate without a prelude.

#![no_implicit_prelude]

extern crate hpd_runtime as runtime;
extern crate std as library;

mod core {}
mod std {}
mod hpd_runtime {}

struct Result;
struct Option;
struct String;
struct Vec;
struct Box;
trait Send {}
trait Default {}

struct Names;

#[::runtime::plugin(crate = ::runtime)]
impl Names {
    /// Raw identifiers.
    #[ai_function]
    fn r#type(
        &self,
        /// Raw.
        r#match: ::library::primitive::u8,
        /// Not the arguments.
        args: ::library::primitive::u8,
        /// Not the context.
        ctx: ::library::primitive::u8,
        /// Not the text.
        raw: ::library::primitive::u8,
        /// Not a slot.
        p0: ::library::primitive::u8,
        /// Not the instance.
        this: ::library::primitive::u8,
        /// Not the reader.
        reader: ::library::primitive::u8,
        /// Not the context either.
        context: ::library::primitive::u8,
        /// Not a value.
        value: ::library::primitive::u8,
        #[context] call: &::runtime::CallContext<'_>,
    ) -> ::library::string::String {
        let sum = r#match + args + ctx + raw + p0 + this + reader + context + value;
        ::library::format!("{}: {sum}", call.call().id)
    }

    /// How it is called.
    #[skill(functions(Self::r#type, fn r#fn))]
    fn r#loop(&self) {}
}

/// A raw name.
#[::runtime::ai_function(crate = ::runtime)]
fn r#fn(
    /// Not the instance.
    this: ::library::option::Option<::library::primitive::u8>,
) -> ::library::result::Result<::library::primitive::u8, ::library::string::String> {
    ::library::result::Result::Ok(this.unwrap_or(1))
}

fn main() {
    let _ = (Result, Option, String, Vec, Box);
    let arguments = r#"{
        "match": 1, "args": 2, "ctx": 3, "raw": 4, "p0": 5, "this": 6, "reader": 7, "context": 8, "value": 9
    }"#;
    let text = ::library::string::ToString::to_string("call_1: 45");
    let output = ::ui_tests::call(&Names, "type", arguments);
    ::library::assert_eq!(output, ::library::result::Result::Ok(::runtime::Output::Text(text)));
    let output = ::ui_tests::call_free::<r#fn>("{}");
    let text = ::library::string::ToString::to_string("1");
    ::library::assert_eq!(output, ::library::result::Result::Ok(::runtime::Output::Json(text)));
}
