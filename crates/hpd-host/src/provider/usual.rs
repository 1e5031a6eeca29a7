//! Messages in their usual form, read in one pass per level, without a tree: keys are compared in place, and texts are
//! borrowed. Every function gives `None` for a message that is unusual in any way: the reading of its provider's module
//! decides then, with the errors and their places. What is read here is what that reading gives.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use hpd_runtime::__private::has_reserved_key;
use hpd_runtime::RawCall;
use hpd_runtime::args::StopReason;
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

/// A whole message that is an object.
pub(super) fn message<'a, T: Deserialize<'a>>(message: &'a str) -> Option<T> {
    if has_reserved_key(message) { None } else { object(message) }
}

/// An object, not the array that serde takes in its place.
pub(super) fn object<'a, T: Deserialize<'a>>(text: &'a str) -> Option<T> {
    serde_json::from_str(text).ok().map(|Object(object)| object)
}

/// The text of an object.
pub(super) fn object_text(raw: &RawValue) -> Option<&str> {
    raw.get().starts_with('{').then_some(raw.get())
}

/// The reason of a name, if there is one.
pub(super) fn stop_reason(name: Option<&Text<'_>>) -> StopReason {
    name.map_or(StopReason::Unknown, |Text(name)| StopReason::of_name(name))
}

/// A call of texts.
pub(super) fn call(Text(id): Text<'_>, Text(name): Text<'_>, arguments: Cow<'_, str>) -> RawCall {
    RawCall::new(id, name, arguments)
}

/// A member that has to be absent, or `null`.
#[derive(Default, Deserialize)]
pub(super) struct Absent(Option<IgnoredAny>);

impl Absent {
    /// `None` if it is there.
    pub(super) fn check(&self) -> Option<()> {
        self.0.is_none().then_some(())
    }
}

/// A string that is borrowed where it has no escapes.
#[derive(Deserialize)]
pub(super) struct Text<'a>(#[serde(borrow)] pub(super) Cow<'a, str>);

/// An object.
pub(super) struct Object<T>(pub(super) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Members<T> {
            type Value = Object<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Object)
            }
        }

        deserializer.deserialize_map(Members(PhantomData))
    }
}
