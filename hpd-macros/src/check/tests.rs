//! Rules about a whole block: combined reports, their wording, and silent cases.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse_quote;

use super::{check_free_function, check_plugin};
use crate::errors::Errors;
use crate::model::{Plugin, Target};
use crate::parse::{parse_free_function, parse_plugin, parse_scope};

fn plugin(keys: TokenStream, item: TokenStream) -> Result<Plugin, (Vec<String>, bool)> {
    let mut errors = Errors::default();
    let raw = parse_plugin(keys, item, &mut errors).expect("the block is Rust");
    check_plugin(raw, &parse_quote!(::hpd), &mut errors)
        .map_err(|rejected| (errors.messages(), rejected.promise.is_some()))
}

fn messages(item: TokenStream) -> Vec<String> {
    match plugin(TokenStream::new(), item) {
        Ok(_) => Vec::new(),
        Err((messages, _)) => messages,
    }
}

#[test]
fn mistakes_of_all_rooms_are_reported_together() {
    let found = messages(quote! {
        impl P {
            /// A.
            #[ai_function(nam = "x")]
            fn a(&self) {}

            #[ai_function]
            fn b(&mut self, #[doc = "X."] x: &str) {}

            /// C.
            #[skill]
            fn c() {}
        }
    });
    assert_eq!(found.len(), 5, "{found:#?}");
    assert_eq!(found[0], "unknown key `nam`: did you mean `name`?");
}

#[test]
fn what_is_broken_is_not_reported_again() {
    let found = messages(quote! {
        impl P {
            #[ai_function(description = "", write, risk = hihg)]
            fn a(&self, #[param(descripton = "x")] x: u8) {}
        }
    });
    let expected =
        ["`description` is empty", "`risk` takes `low`, `medium` or `high`", "unknown key `descripton`"];
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.starts_with(expected), "{found}");
    }
}

/// Another error has the words to write already.
#[test]
fn a_name_of_a_write_is_not_reported_beside_a_broken_effect() {
    let first_word = |keys: TokenStream| {
        let found = messages(quote! {
            impl P {
                /// A.
                #[ai_function(#keys)]
                fn delete_user(&self) {}
            }
        });
        assert_eq!(found.len(), 1, "{found:#?}");
        found[0].split_whitespace().next().map(str::to_owned)
    };
    assert_eq!(first_word(quote!()).as_deref(), Some("`delete_user`"));
    assert_eq!(first_word(quote!(read_only = false)).as_deref(), Some("`delete_user`"));
    assert_eq!(first_word(quote!(read_only = 1)).as_deref(), Some("`read_only`"));
    assert_eq!(first_word(quote!(write = 1, risk = low)).as_deref(), Some("`write`"));
    assert_eq!(first_word(quote!(risk = low)).as_deref(), Some("`risk`"));
    assert_eq!(first_word(quote!(allow_empty)).as_deref(), Some("`allow_empty`"));
    assert_eq!(first_word(quote!(confirm_phrase = "YES")).as_deref(), Some("`confirm_phrase`"));
    assert_eq!(first_word(quote!(question = "Sure?")).as_deref(), Some("`question`"));
}

#[test]
fn names_are_judged_even_where_a_function_has_other_mistakes() {
    let found = messages(quote! {
        impl P {
            /// A.
            #[ai_function(name = "same")]
            fn a(self) {}

            /// B.
            #[skill(name = "same", instructions = "x")]
            fn b() {}
        }
    });
    assert!(
        found.iter().any(|message| message.starts_with("two tools of this plugin are called `same`")),
        "{found:#?}"
    );
}

#[test]
fn names_under_conditions_may_be_the_same() {
    let block = quote! {
        impl P {
            /// A.
            #[cfg(unix)]
            #[ai_function]
            fn a(&self) {}

            /// The other A.
            #[cfg(not(unix))]
            #[ai_function]
            fn a(&self) {}
        }
    };
    assert_eq!(messages(block), Vec::<String>::new());
}

#[test]
fn prefixed_names_are_short_enough() {
    let mut errors = Errors::default();
    let block = quote! {
        impl APluginWithALongName {
            /// A.
            #[ai_function]
            fn a_function_whose_name_is_just_short_enough(&self) {}

            /// B.
            #[ai_function]
            fn a_function_whose_name_is_one_byte_over_that(&self) {}
        }
    };
    let raw = parse_scope(quote!("Scope."), block, &mut errors).expect("the block is Rust");
    assert!(check_plugin(raw, &parse_quote!(::hpd), &mut errors).is_err());
    let found = errors.messages();
    let too_long = "the tool name `APluginWithALongName__a_function_whose_name_is_one_byte_over_that`";
    assert!(found.len() == 1 && found[0].starts_with(too_long), "{found:#?}");
}

#[test]
fn circles_are_found_from_every_start() {
    let found = messages(quote! {
        impl P {
            /// In.
            #[skill(skills(Self::a))]
            fn into(&self) {}

            /// A.
            #[skill(skills(Self::b))]
            fn a(&self) {}

            /// B.
            #[skill(skills(P::a))]
            fn b(&self) {}

            /// Its own.
            #[skill(skills(Self::own))]
            fn own(&self) {}

            /// Fine: reaches the same skill twice.
            #[skill(skills(Self::leaf, Self::middle))]
            fn root(&self) {}

            /// Middle.
            #[skill(skills(Self::leaf, Other::root))]
            fn middle(&self) {}

            /// Leaf.
            #[skill(instructions = "x")]
            fn leaf(&self) {}
        }
    });
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(found[0].contains("`a` -> `b` -> `a`"), "{}", found[0]);
    assert!(found[1].contains("`own` -> `own`"), "{}", found[1]);
}

#[test]
fn mistakes_leave_the_promise_standing() {
    let block = quote! {
        impl P {
            #[ai_function]
            fn a(&self) {}
        }
    };
    assert!(matches!(plugin(TokenStream::new(), block.clone()), Err((_, true))));
    // Where the runtime is unknown, or there is no plugin, nothing can be promised.
    assert!(matches!(plugin(quote!(crate = relative), block), Err((_, false))));
    let of_trait = quote!(impl Clone for P {});
    assert!(matches!(plugin(TokenStream::new(), of_trait), Err((_, false))));
}

#[test]
fn free_functions_keep_their_name() {
    let mut errors = Errors::default();
    let raw = parse_free_function(
        TokenStream::new(),
        quote!(
            pub(crate) fn search() {}
        ),
        &mut errors,
    )
    .expect("the function is Rust");
    let rejected =
        check_free_function(raw, &parse_quote!(::hpd), &mut errors).err().expect("it has no description");
    let promised = rejected.promise.map(|promise| promise.target);
    assert!(matches!(promised, Some(Target::FreeFunction { ident, .. }) if ident == "search"));
}
