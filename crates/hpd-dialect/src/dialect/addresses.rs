//! References by address (`$id`) or by name (`$anchor`), as pointers into the document.

use hpd_json::Node;
use hpd_schema::__private::shape::{join_addresses, percent_decoded};

use super::reference::{escape, find};

/// The schemas of a document that references find by address or name.
#[derive(Default)]
struct Found {
    /// Addresses with their pointers.
    addresses: Vec<(String, String)>,
    /// The address around a name, the name, and its pointer.
    names: Vec<(String, String, String)>,
}

/// Writes all references to parts of the document as pointers. Others stay as they are.
pub(super) fn resolve(document: &mut Node<'static>) {
    if !needs_more_than_pointers(document, true) {
        return;
    }
    let mut found = Found::default();
    found.addresses.push((String::new(), String::new()));
    found.collect(document, "", "");
    let mut written = document.clone();
    found.write(&mut written, document, "");
    *document = written;
}

/// Whether a schema has a reference that is no pointer, or an address from which pointers start.
fn needs_more_than_pointers(schema: &Node<'_>, is_root: bool) -> bool {
    let is_address = |id: &str| !is_root && !id.starts_with('#');
    match schema {
        Node::Object(members) => members.iter().any(|(keyword, value)| match (keyword.as_ref(), value) {
            ("$ref", Node::String(reference)) => reference != "#" && !reference.starts_with("#/"),
            ("$id", Node::String(id)) => is_address(id),
            (keyword, value) => !is_value(keyword) && needs_more_than_pointers(value, false),
        }),
        Node::Array(items) => items.iter().any(|item| needs_more_than_pointers(item, false)),
        _ => false,
    }
}

/// Whether the value of a keyword holds no schemas.
fn is_value(keyword: &str) -> bool {
    matches!(keyword, "enum" | "const" | "default" | "examples")
}

/// The address of a schema, where the schemas around it have `base`.
fn address_of(schema: &Node<'_>, base: &str) -> Option<String> {
    let id = schema.get("$id").and_then(Node::as_str)?;
    let address = id.split('#').next().filter(|address| !address.is_empty())?;
    Some(join_addresses(base, address))
}

impl Found {
    fn collect(&mut self, schema: &Node<'_>, pointer: &str, base: &str) {
        let own = address_of(schema, base);
        let base = own.as_deref().unwrap_or(base);
        if own.is_some() {
            self.addresses.push((base.to_owned(), pointer.to_owned()));
        }
        match schema {
            Node::Object(members) => {
                for (keyword, value) in members {
                    let name = match (keyword.as_ref(), value.as_str()) {
                        ("$anchor" | "$dynamicAnchor", name) => name,
                        // Draft-07 writes a name as an address.
                        ("$id", Some(id)) => id.strip_prefix('#'),
                        _ => None,
                    };
                    self.names
                        .extend(name.map(|name| (base.to_owned(), name.to_owned(), pointer.to_owned())));
                    if !is_value(keyword) {
                        self.collect(value, &format!("{pointer}/{}", escape(keyword)), base);
                    }
                }
            }
            Node::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.collect(item, &format!("{pointer}/{index}"), base);
                }
            }
            _ => {}
        }
    }

    fn write(&self, schema: &mut Node<'static>, document: &Node<'static>, base: &str) {
        let own = address_of(schema, base);
        let base = own.as_deref().unwrap_or(base);
        match schema {
            Node::Object(members) => {
                for (keyword, value) in members {
                    match (keyword.as_ref(), &*value) {
                        ("$ref", Node::String(reference)) => {
                            if let Some(pointer) = self.pointer_of(reference, document, base) {
                                *value = Node::String(format!("#{}", pointer.replace('%', "%25")).into());
                            }
                        }
                        (keyword, _) if is_value(keyword) => {}
                        _ => self.write(value, document, base),
                    }
                }
            }
            Node::Array(items) => items.iter_mut().for_each(|item| self.write(item, document, base)),
            _ => {}
        }
    }

    /// The pointer to which a reference leads.
    fn pointer_of(&self, reference: &str, document: &Node<'static>, base: &str) -> Option<String> {
        let (address, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let address = join_addresses(base, address);
        let start = self.addresses.iter().find(|(known, _)| *known == address).map(|(_, pointer)| pointer)?;
        if fragment.is_empty() || fragment.starts_with('/') {
            let pointer = format!("{start}{}", percent_decoded(fragment)?);
            return find(document, &pointer).is_some().then_some(pointer);
        }
        let is_meant = |(around, name, _): &&(String, String, String)| *around == address && name == fragment;
        self.names.iter().find(is_meant).map(|(_, _, pointer)| pointer.clone())
    }
}
