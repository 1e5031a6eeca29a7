//! Plugins that a macro writes: `self`, names, types, texts and numbers come from wherever they come from.

use hpd_runtime::{Output, Plugin, ai_function, plugin, scope};

macro_rules! counters {
    ($($(#[doc = $doc:expr])* $name:ident($field:ident: $ty:ty) { $($function:ident => $by:literal),* })*) => {$(
        #[derive(Default)]
        struct $name {
            $field: $ty,
        }

        #[scope($($doc)*)]
        impl $name {
            $(
                #[doc = concat!("Not read: ", stringify!($function))]
                #[ai_function(description = "Counts.")]
                fn $function(
                    &self,
                    /// By how much.
                    #[param(default = $by, range(min = 1, max = 100))]
                    by: $ty,
                ) -> $ty {
                    let this = &self.$field;
                    this + by
                }
            )*

            /// How to count.
            #[skill(functions($(Self::$function),*))]
            fn counting(&self) {}
        }
    )*};
}

counters! {
    /// Counts small things.
    Small(count: u8) { up => 1, far => 10 }
    /// Counts large things.
    Large(this: u64) { up => 1 }
}

macro_rules! tool {
    ($vis:vis fn $name:ident($($parameter:ident: $ty:ty = $doc:literal),*) -> $result:ty $body:block) => {
        /// A tool.
        #[ai_function]
        $vis fn $name($(#[param(description = $doc)] $parameter: $ty),*) -> $result $body
    };
}

tool!(pub fn double(number: u32 = "The number.") -> u32 { number * 2 });

macro_rules! block {
    ($ty:ty, $method:item) => {
        #[plugin]
        impl $ty {
            $method
        }
    };
}

struct Boxed;

block!(
    Boxed,
    fn plain(&self) -> u8 {
        1
    }
);

fn main() {
    assert_eq!(Small::SPEC.scope.map(|scope| scope.description.trim()), Some("Counts small things."));
    assert_eq!(ui_tests::call(&Small { count: 3 }, "far", "{}"), Ok(Output::Json("13".to_owned())));
    assert_eq!(ui_tests::call(&Large { this: 3 }, "up", r#"{"by": 2}"#), Ok(Output::Json("5".to_owned())));
    let doubled = ui_tests::call_free::<double>(r#"{"number": 4}"#);
    assert_eq!(doubled, Ok(Output::Json("8".to_owned())));
    assert_eq!(Boxed.plain(), 1);
    assert!(Boxed::SPEC.functions.is_empty());
}
