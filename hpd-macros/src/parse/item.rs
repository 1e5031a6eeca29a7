//! The syntax of items, with bodies left as tokens.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Generics, ImplItem, Signature, Token, Type, Visibility, braced, token};

use crate::model::{Role, UserFn, UserImpl, UserItem};

impl Parse for UserImpl {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        let mut head = TokenStream::new();
        while !input.peek(Token![impl]) && !input.is_empty() {
            head.extend([input.parse::<TokenTree>()?]);
        }
        head.extend(input.parse::<Token![impl]>()?.to_token_stream());
        let mut generics: Generics = input.parse()?;
        let mut of_trait = TokenStream::new();
        if input.peek(Token![!]) {
            of_trait.extend(input.parse::<Token![!]>()?.to_token_stream());
        }
        let mut self_ty: Type = input.parse()?;
        if input.peek(Token![for]) {
            of_trait.extend(self_ty.to_token_stream());
            of_trait.extend(input.parse::<Token![for]>()?.to_token_stream());
            self_ty = input.parse()?;
        }
        generics.where_clause = input.parse()?;
        let content;
        braced!(content in input);
        let inner_attrs = content.call(Attribute::parse_inner)?;
        let mut items = Vec::new();
        while !content.is_empty() {
            items.push(content.parse()?);
        }
        Ok(Self { attrs, inner_attrs, head, generics, of_trait, self_ty, items })
    }
}

impl Parse for UserItem {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let ahead = input.fork();
        ahead.call(Attribute::parse_outer)?;
        ahead.parse::<Visibility>()?;
        if starts_signature(&ahead) {
            return input.parse().map(|method| Self::Fn(Box::new(method)));
        }
        let item: ImplItem = input.parse()?;
        Ok(Self::Other(item.to_token_stream()))
    }
}

impl Parse for UserFn {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        let vis = input.parse()?;
        let sig: Signature = input.parse()?;
        let body: TokenTree = input.parse()?;
        Ok(Self { attrs, vis, sig, body, role: Role::Plain })
    }
}

/// The kind of an annotated item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ItemKind {
    Impl,
    /// A struct or an enum.
    Type,
    Other,
}

/// The kind of an item, by its first tokens.
pub(crate) fn item_kind(item: &TokenStream) -> ItemKind {
    for token in item.clone() {
        let TokenTree::Ident(word) = token else { continue };
        match word.to_string().as_str() {
            "impl" => return ItemKind::Impl,
            "struct" | "enum" => return ItemKind::Type,
            "fn" | "mod" | "trait" | "use" | "static" | "type" | "macro_rules" | "union" | "extern" => {
                return ItemKind::Other;
            }
            _ => {}
        }
    }
    ItemKind::Other
}

/// Whether a function starts here, by the first tokens.
pub(crate) fn starts_signature(input: ParseStream<'_>) -> bool {
    if input.peek(Token![const]) {
        return input.peek2(Token![fn])
            || input.peek2(Token![async])
            || input.peek2(Token![unsafe])
            || input.peek2(Token![extern]);
    }
    input.peek(Token![fn])
        || input.peek(Token![async])
        || input.peek(Token![extern])
        || input.peek(Token![unsafe]) && !input.peek2(token::Brace) && !input.peek2(Token![impl])
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[test]
    fn bodies_are_not_parsed() {
        let item: UserImpl = parse_quote! {
            impl<T: Clone> Docs<T> where T: Send {
                #![allow(unused)]
                const N: usize = 1;
                pub(crate) const fn f(&self) -> usize { let x = self. ; x }
                make!();
                unsafe fn g() {}
            }
        };
        let fns = item.items.iter().filter(|item| matches!(item, UserItem::Fn(_))).count();
        assert_eq!((item.items.len(), fns, item.inner_attrs.len()), (4, 2, 1));
        assert!(item.generics.where_clause.is_some() && item.of_trait.is_empty());
    }

    #[test]
    fn trait_impls_are_told_apart() {
        let item: UserImpl = parse_quote!(
            unsafe impl<'a> Send for P<'a> {}
        );
        assert_eq!(item.of_trait.to_string(), "Send for");
        assert_eq!(item.head.to_string(), "unsafe impl");
    }
}
