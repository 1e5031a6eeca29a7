//! Addresses of schemas: a reference relative to the address around it (RFC 3986, section 5.2).

/// The parts of an address without its fragment.
struct Parts<'a> {
    /// With the colon.
    scheme: &'a str,
    /// With the slashes.
    authority: &'a str,
    path: &'a str,
    /// With the question mark.
    query: &'a str,
}

impl<'a> Parts<'a> {
    fn of(address: &'a str) -> Self {
        let is_scheme = |scheme: &str| {
            scheme.starts_with(|c: char| c.is_ascii_alphabetic())
                && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
        };
        let colon = address.find(':').filter(|colon| is_scheme(&address[..*colon]));
        let (scheme, rest) = address.split_at(colon.map_or(0, |colon| colon + 1));
        let has_authority = rest.starts_with("//");
        let end = rest
            .get(2..)
            .filter(|_| has_authority)
            .map_or(0, |after| 2 + after.find(['/', '?']).unwrap_or(after.len()));
        let (authority, rest) = rest.split_at(end);
        let (path, query) = rest.split_at(rest.find('?').unwrap_or(rest.len()));
        Self { scheme, authority, path, query }
    }
}

/// A reference without a fragment as an address of its own. `base` is the address of the schema around it, and may be
/// empty.
pub fn join(base: &str, reference: &str) -> String {
    let (of_base, own) = (Parts::of(base), Parts::of(reference));
    if !own.scheme.is_empty() {
        return format!("{}{}{}{}", own.scheme, own.authority, without_dots(own.path), own.query);
    }
    if !own.authority.is_empty() {
        return format!("{}{}{}{}", of_base.scheme, own.authority, without_dots(own.path), own.query);
    }
    let (path, query) = match own.path {
        "" if own.query.is_empty() => (of_base.path.to_owned(), of_base.query),
        "" => (of_base.path.to_owned(), own.query),
        path if path.starts_with('/') => (without_dots(path), own.query),
        path => {
            let folder = of_base.path.rfind('/').map_or("", |slash| &of_base.path[..=slash]);
            let folder = if folder.is_empty() && !of_base.authority.is_empty() { "/" } else { folder };
            (without_dots(&format!("{folder}{path}")), own.query)
        }
    };
    format!("{}{}{path}{query}", of_base.scheme, of_base.authority)
}

/// A path without the segments `.` and `..`.
fn without_dots(path: &str) -> String {
    if !path.split('/').any(|segment| matches!(segment, "." | "..")) {
        return path.to_owned();
    }
    let mut kept: Vec<&str> = Vec::new();
    let mut segments = path.split('/').peekable();
    while let Some(segment) = segments.next() {
        let is_last = segments.peek().is_none();
        match segment {
            ".." if kept.len() > 1 || kept.first().is_some_and(|first| !first.is_empty()) => {
                kept.pop();
            }
            "." | ".." => {}
            segment => kept.push(segment),
        }
        if is_last && matches!(segment, "." | "..") {
            kept.push("");
        }
    }
    kept.join("/")
}

#[cfg(test)]
mod tests {
    use super::join;

    #[test]
    fn references_are_joined_as_the_rfc_lists_them() {
        let base = "http://a/b/c/d?q";
        for (reference, address) in [
            ("g:h", "g:h"),
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("?y", "http://a/b/c/d?y"),
            ("g?y", "http://a/b/c/g?y"),
            ("", "http://a/b/c/d?q"),
            (".", "http://a/b/c/"),
            ("..", "http://a/b/"),
            ("../g", "http://a/b/g"),
            ("../../g", "http://a/g"),
            ("../../../g", "http://a/g"),
            ("g;x=1/../y", "http://a/b/c/y"),
        ] {
            assert_eq!(join(base, reference), address, "{reference}");
        }
    }

    #[test]
    fn an_address_needs_no_host() {
        for (base, reference, address) in [
            ("", "item.json", "item.json"),
            ("schemas/root.json", "item.json", "schemas/item.json"),
            ("http://a", "g", "http://a/g"),
            ("urn:uuid:1", "", "urn:uuid:1"),
            ("urn:uuid:1", "urn:uuid:2", "urn:uuid:2"),
            ("file:///c:/folder/file.json", "other.json", "file:///c:/folder/other.json"),
        ] {
            assert_eq!(join(base, reference), address, "{base} {reference}");
        }
    }
}
