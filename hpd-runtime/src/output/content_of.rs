//! Return types with a form of their own: text, content parts, and values that say how they are shown. All others are
//! JSON.

use std::borrow::Cow;

use super::{Output, Part, StructuredOutput};

/// A return type that is not written as JSON.
pub trait OwnForm {}

/// A return type that is shown in its own form.
#[diagnostic::on_unimplemented(
    message = "bytes can't be the result of an `#[ai_function]`: the model would read a list of numbers",
    label = "`{Self}` does not say what its bytes are",
    note = "return a `Part`: `Part::image(bytes, \"image/png\")`, `Part::audio(bytes, \"audio/wav\")` or `Part::file(\"file:///report.pdf\", \"application/pdf\", bytes)`",
    note = "numbers that happen to be bytes are a field of a struct with `#[derive(serde::Serialize)]`"
)]
pub trait Content {
    /// The output.
    fn into_content(self) -> Output;
}

#[diagnostic::do_not_recommend]
impl<T: IntoContent> Content for T {
    #[inline]
    fn into_content(self) -> Output {
        self.content()
    }
}

/// How a type is shown. Apart from [`Content`], so that rustc does not list the types.
pub trait IntoContent {
    /// The output.
    fn content(self) -> Output;
}

macro_rules! content {
    ($($type:ty: $value:ident => $output:expr;)*) => {$(
        impl OwnForm for $type {}

        impl IntoContent for $type {
            #[inline]
            fn content(self) -> Output {
                let $value = self;
                $output
            }
        }
    )*};
}

content! {
    (): _nothing => Output::Nothing;
    String: text => Output::Text(text);
    Part: part => Output::Content(vec![part]);
    Option<Part>: part => Output::Content(part.into_iter().collect());
    Vec<Part>: parts => Output::Content(parts);
    Option<Vec<Part>>: parts => Output::Content(parts.unwrap_or_default());
    StructuredOutput: output => output.into();
    Output: output => output;
}

/// Bytes have a form that nobody knows: they are refused.
impl OwnForm for Vec<u8> {}
impl OwnForm for Option<Vec<u8>> {}
impl OwnForm for Box<[u8]> {}
impl OwnForm for &[u8] {}
impl OwnForm for Cow<'_, [u8]> {}

/// What adds its parts to those of others.
pub trait Parts {
    /// Adds them.
    fn add_to(self, parts: &mut Vec<Part>);
}

impl Parts for Part {
    fn add_to(self, parts: &mut Vec<Part>) {
        parts.push(self);
    }
}

impl Parts for Option<Part> {
    fn add_to(self, parts: &mut Vec<Part>) {
        parts.extend(self);
    }
}

impl Parts for Vec<Part> {
    fn add_to(self, parts: &mut Vec<Part>) {
        parts.extend(self);
    }
}

impl<const N: usize> OwnForm for [Part; N] {}

impl<const N: usize> IntoContent for [Part; N] {
    fn content(self) -> Output {
        Output::Content(self.into())
    }
}

macro_rules! tuples {
    ($(($($item:ident)+))*) => {$(
        impl<$($item: Parts),+> OwnForm for ($($item,)+) {}

        impl<$($item: Parts),+> IntoContent for ($($item,)+) {
            fn content(self) -> Output {
                #[expect(non_snake_case, reason = "each type's value has its name")]
                let ($($item,)+) = self;
                let mut parts = Vec::new();
                $($item.add_to(&mut parts);)+
                Output::Content(parts)
            }
        }
    )*};
}

/// A text before the parts. A tuple of texts alone is a list, as JSON.
macro_rules! captions {
    ($(($($item:ident)+))*) => {$(
        impl<$($item: Parts),+> OwnForm for (String, $($item),+) {}

        impl<$($item: Parts),+> IntoContent for (String, $($item),+) {
            fn content(self) -> Output {
                #[expect(non_snake_case, reason = "each type's value has its name")]
                let (caption, $($item),+) = self;
                let mut parts = vec![Part::Text { text: caption }];
                $($item.add_to(&mut parts);)+
                Output::Content(parts)
            }
        }
    )*};
}

captions! { (A) (A B) (A B C) (A B C D) }
tuples! { (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) }
