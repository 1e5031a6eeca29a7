//! Doc comments as descriptions.

use proc_macro2::Span;
use syn::spanned::Spanned as _;
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// The doc comments of an item.
#[derive(Clone)]
pub(crate) struct Docs {
    /// The text, if there is one.
    pub text: Option<String>,
    /// A part of the comment that the macro can't read.
    pub unreadable: Option<Span>,
    /// The comment, if it is there but says nothing.
    pub empty: Option<Span>,
}

/// Sections that rustdoc's readers need, and models don't.
const SECTIONS: &[&str] = &["Errors", "Panics", "Safety", "Examples", "Example"];

impl Docs {
    /// The doc comments among the attributes.
    pub(crate) fn of(attrs: &[Attribute]) -> Self {
        let mut docs = Self { text: None, unreadable: None, empty: None };
        let mut lines = Vec::new();
        let mut first = None;
        for attr in attrs.iter().filter(|attr| attr.path().is_ident("doc")) {
            let Meta::NameValue(pair) = &attr.meta else { continue };
            first.get_or_insert_with(|| pair.value.span());
            match text_of(&pair.value) {
                Some(text) => lines.extend(text.split('\n').map(str::to_owned)),
                None => docs.unreadable = docs.unreadable.or(Some(pair.value.span())),
            }
        }
        let text = tidy(&lines);
        if !text.is_empty() {
            docs.text = Some(text);
        } else if docs.unreadable.is_none() {
            docs.empty = first;
        }
        docs
    }
}

fn text_of(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Group(group) => text_of(&group.expr),
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    }
}

/// The lines of a doc comment. Without the space after `///`, the stars of a block comment, and the sections for Rust
/// callers.
fn tidy(lines: &[String]) -> String {
    let starred = lines.len() > 1
        && lines[1..]
            .iter()
            .filter(|line| !line.trim().is_empty())
            .all(|line| line.trim_start().starts_with('*'));
    let stripped = |line: &String| match line.trim_start().strip_prefix('*') {
        Some(rest) if starred => rest.to_owned(),
        _ => line.clone(),
    };
    let lines: Vec<String> = lines.iter().map(stripped).collect();
    let indented = |line: &&String| !line.trim().is_empty();
    let indent = lines.iter().filter(indented).map(|line| line.len() - line.trim_start().len()).min();
    let mut kept = Vec::new();
    let mut skipping = false;
    let mut fenced = false;
    for line in &lines {
        let line = line.get(indent.unwrap_or(0)..).unwrap_or("").trim_end();
        fenced ^= line.trim_start().starts_with("```");
        if let Some(heading) = line.strip_prefix('#').filter(|_| !fenced) {
            skipping = SECTIONS.contains(&heading.trim_start_matches('#').trim());
        }
        if !skipping {
            kept.push(line);
        }
    }
    kept.join("\n").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use syn::{ItemFn, parse_quote};

    use super::*;

    fn text(item: &ItemFn) -> Option<String> {
        Docs::of(&item.attrs).text
    }

    #[test]
    fn lines_are_joined_without_their_indent() {
        let item = parse_quote! {
            /// Adds two numbers.
            ///
            ///   - exactly
            fn add() {}
        };
        assert_eq!(text(&item).as_deref(), Some("Adds two numbers.\n\n  - exactly"));
        let item = parse_quote! {
            /** One line. */
            fn add() {}
        };
        assert_eq!(text(&item).as_deref(), Some("One line."));
    }

    #[test]
    fn block_comments_lose_their_stars() {
        let item = parse_quote! {
            #[doc = "\n     * Adds.\n     *\n     * Exactly.\n     "]
            fn add() {}
        };
        assert_eq!(text(&item).as_deref(), Some("Adds.\n\nExactly."));
    }

    #[test]
    fn sections_for_rust_are_left_out() {
        let item = parse_quote! {
            /// Pays an invoice.
            ///
            /// # Errors
            ///
            /// The ledger is closed.
            ///
            /// # Rounding
            ///
            /// Half to even.
            /// ```text
            /// # Errors
            /// ```
            fn pay() {}
        };
        let expected = "Pays an invoice.\n\n# Rounding\n\nHalf to even.\n```text\n# Errors\n```";
        assert_eq!(text(&item).as_deref(), Some(expected));
    }

    #[test]
    fn what_is_not_text_is_told_apart() {
        let item: ItemFn = parse_quote! {
            #[doc = include_str!("x.md")]
            fn f() {}
        };
        let docs = Docs::of(&item.attrs);
        assert!(docs.text.is_none() && docs.unreadable.is_some() && docs.empty.is_none());
        let item: ItemFn = parse_quote! {
            #[doc = "  "]
            #[doc(hidden)]
            fn f() {}
        };
        let docs = Docs::of(&item.attrs);
        assert!(docs.text.is_none() && docs.unreadable.is_none() && docs.empty.is_some());
        assert!(Docs::of(&[]).empty.is_none());
    }
}
