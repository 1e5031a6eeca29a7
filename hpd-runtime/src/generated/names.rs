//! Assertions about names that only the compiler can check. The macro does not see the scope of a struct. Methods under
//! `#[cfg]` may be absent.

use crate::table::ScopeSpec;

/// The longest name that every provider accepts.
const MAX_TOOL_NAME: usize = 64;

/// The name of the container that `scope` makes of the plugin `plugin`.
pub const fn container_name(scope: Option<&'static ScopeSpec>, plugin: &'static str) -> &'static str {
    match scope {
        Some(ScopeSpec { name: Some(name), .. }) => name,
        _ => plugin,
    }
}

/// `container__function` must be a legal tool name too, since a host may prefix names to tell them apart.
///
/// # Panics
///
/// It is too long: while compiling, since a constant calls this.
#[track_caller]
pub const fn assert_tool_name(container: &str, function: &str) {
    if container.len() + 2 + function.len() > MAX_TOOL_NAME {
        let text = Text::new().add("the tool name `").add(container).add("__").add(function);
        let text = text.add("` is longer than 64 bytes: shorten the function's name or the scope's");
        panic!("{}", text.as_str())
    }
}

/// None of the names that come before, and are there in this build, is the same.
///
/// # Panics
///
/// One is: while compiling, since a constant calls this.
#[track_caller]
pub const fn assert_unique(plugin: &str, name: &str, earlier: &[&str]) {
    let mut i = 0;
    while i < earlier.len() {
        if same(earlier[i], name) {
            let text = Text::new().add("two tools of `").add(plugin).add("` are called `").add(name);
            let text = text.add("`: rename one, or write `name = \"..\"`");
            panic!("{}", text.as_str())
        }
        i += 1;
    }
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// Text assembled at compile time; the excess is cut.
struct Text {
    bytes: [u8; 512],
    len: usize,
}

impl Text {
    const fn new() -> Self {
        Self { bytes: [0; 512], len: 0 }
    }

    const fn add(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        let mut i = 0;
        while i < text.len() && self.len < self.bytes.len() {
            self.bytes[self.len] = text[i];
            self.len += 1;
            i += 1;
        }
        self
    }

    const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}
