//! Makes an unparsable item compile again. Our helper attributes are removed token by token, so that the compiler
//! reports only the syntax error.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::attributes::helper_named;

/// The tokens without our helper attributes, and without doc comments on parameters.
pub(crate) fn strip_helpers(tokens: TokenStream) -> TokenStream {
    strip(tokens, false)
}

fn strip(tokens: TokenStream, in_parentheses: bool) -> TokenStream {
    let mut stripped = Vec::new();
    let mut rest = tokens.into_iter().peekable();
    while let Some(token) = rest.next() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '#' => {
                let ours =
                    matches!(rest.peek(), Some(TokenTree::Group(group)) if is_ours(group, in_parentheses));
                if ours {
                    rest.next();
                } else {
                    stripped.push(TokenTree::Punct(punct));
                }
            }
            TokenTree::Group(group) => {
                let inside = group.delimiter() == Delimiter::Parenthesis;
                let mut inner = Group::new(group.delimiter(), strip(group.stream(), inside));
                inner.set_span(group.span());
                stripped.push(TokenTree::Group(inner));
            }
            other => stripped.push(other),
        }
    }
    stripped.into_iter().collect()
}

/// Whether `[..]` after a `#` is for the macro alone.
fn is_ours(group: &Group, in_parentheses: bool) -> bool {
    if group.delimiter() != Delimiter::Bracket {
        return false;
    }
    let mut name = String::new();
    for token in group.stream() {
        match token {
            TokenTree::Ident(ident) => name = ident.to_string(),
            TokenTree::Punct(punct) if punct.as_char() == ':' => {}
            _ => break,
        }
    }
    helper_named(&name).is_some() || in_parentheses && name == "doc"
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::*;

    #[test]
    fn helpers_go_and_the_rest_stays() {
        let item = quote! {
            #[inline] impl P {
                #[hpd_runtime::ai_function(write)] #[doc = "f"]
                fn f(&self, #[doc = "x"] #[param(default)] x: , y: [u8; 2]) { g(#[cfg(a)] 1) }
            }
        };
        let expected = quote! {
            #[inline] impl P {
                #[doc = "f"]
                fn f(&self, x: , y: [u8; 2]) { g(#[cfg(a)] 1) }
            }
        };
        assert_eq!(strip_helpers(item).to_string(), expected.to_string());
    }
}
