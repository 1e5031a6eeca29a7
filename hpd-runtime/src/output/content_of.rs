//! Return types with a form of their own: text, content parts, and values that say how they are shown. All others are
//! JSON.

use std::any::TypeId;
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
    StructuredOutput: output => output.into();
    Output: output => output;
}

impl<P: Parts> OwnForm for P {}

impl<P: Parts> IntoContent for P {
    #[inline]
    fn content(self) -> Output {
        Output::Content(self.into_parts())
    }
}

/// Types with an own form that can't be serialised: no type is both. One trait, so that rustc does not list the types.
pub trait InParts: IntoContent {}

impl<P: Parts> InParts for P {}
impl InParts for StructuredOutput {}
impl InParts for Output {}

/// Bytes have a form that nobody knows: they are refused.
macro_rules! bytes {
    ($($type:ty),*) => {
        $(
            impl OwnForm for $type {}
            impl OwnForm for Option<$type> {}
        )*

        /// Whether a type is one of bytes.
        pub(crate) fn is_bytes<T: 'static>() -> bool {
            let of = TypeId::of::<T>();
            [$(TypeId::of::<$type>(), TypeId::of::<Option<$type>>()),*].contains(&of)
        }
    };
}

bytes! { Vec<u8>, Box<[u8]>, &[u8], Cow<'_, [u8]> }

/// What has parts: one, or several in order.
pub trait Parts: Sized {
    /// Adds them to those of others.
    fn add_to(self, parts: &mut Vec<Part>);

    /// These parts alone.
    fn into_parts(self) -> Vec<Part> {
        let mut parts = Vec::new();
        self.add_to(&mut parts);
        parts
    }
}

impl Parts for Part {
    fn add_to(self, parts: &mut Vec<Part>) {
        parts.push(self);
    }
}

impl<P: Parts> Parts for Option<P> {
    fn add_to(self, parts: &mut Vec<Part>) {
        if let Some(part) = self {
            part.add_to(parts);
        }
    }
}

impl<P: Parts> Parts for Vec<P> {
    fn add_to(self, parts: &mut Vec<Part>) {
        parts.reserve(self.len());
        for part in self {
            part.add_to(parts);
        }
    }
}

impl<P: Parts, const N: usize> Parts for [P; N] {
    fn add_to(self, parts: &mut Vec<Part>) {
        parts.reserve(N);
        for part in self {
            part.add_to(parts);
        }
    }
}

macro_rules! tuples {
    ($(($($item:ident)+))*) => {$(
        impl<$($item: Parts),+> Parts for ($($item,)+) {
            fn add_to(self, parts: &mut Vec<Part>) {
                #[expect(non_snake_case, reason = "each type's value has its name")]
                let ($($item,)+) = self;
                $($item.add_to(parts);)+
            }
        }

        /// A text before the parts. A tuple of texts alone is a list, as JSON.
        impl<$($item: Parts),+> Parts for (String, $($item),+) {
            fn add_to(self, parts: &mut Vec<Part>) {
                #[expect(non_snake_case, reason = "each type's value has its name")]
                let (caption, $($item),+) = self;
                parts.push(Part::Text { text: caption });
                $($item.add_to(parts);)+
            }
        }
    )*};
}

tuples! { (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) }
