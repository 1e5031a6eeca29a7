//! Objects and lists as text, in an order of one's own.

/// The members of an object: names, and the JSON text of their values.
#[derive(Debug)]
pub(super) struct Members(Vec<(String, String)>);

impl Members {
    /// These members.
    pub(super) fn new<N: Into<String>, V: Into<String>>(members: impl IntoIterator<Item = (N, V)>) -> Self {
        Self(members.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }

    /// Replaces the value of a member.
    pub(super) fn set(&mut self, name: &str, value: &str) {
        for (_, old) in self.0.iter_mut().filter(|(known, _)| known == name) {
            value.clone_into(old);
        }
    }

    /// Takes a member away.
    pub(super) fn remove(&mut self, name: &str) {
        self.0.retain(|(known, _)| known != name);
    }

    /// Puts the last member first.
    pub(super) fn turn(&mut self) {
        self.0.rotate_right(1);
    }
}

/// An object with these members.
pub(super) fn object(members: &Members) -> String {
    let members: Vec<String> = members.0.iter().map(|(name, value)| format!("\"{name}\": {value}")).collect();
    format!("{{{}}}", members.join(", "))
}

/// A list of so many items.
pub(super) fn list(count: u32, item: impl Fn(u32) -> String) -> String {
    let items: Vec<String> = (0..count).map(item).collect();
    format!("[{}]", items.join(", "))
}

/// A string, of a text that needs no escapes.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}
