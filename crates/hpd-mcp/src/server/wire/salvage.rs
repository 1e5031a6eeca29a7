//! Calls in text that is no JSON. The members around the arguments are found by a scan that only knows texts and
//! brackets; what is in the arguments is for hpd's reader.

use std::fmt::Write;

/// What was found in a malformed message.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Salvaged<'t> {
    /// The id, as JSON.
    pub(super) id: &'t str,
    /// A call of a tool.
    pub(super) call: Option<SalvagedCall<'t>>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct SalvagedCall<'t> {
    /// The parameters of the call with an empty object as arguments, as JSON, unless a member is malformed too.
    pub(super) params: String,
    /// The arguments as they were written, to the end of the text if nothing ends them.
    pub(super) arguments: &'t str,
}

/// The members of a call beside its arguments.
const KEPT: [&str; 4] = [r#""name""#, r#""_meta""#, r#""inputResponses""#, r#""requestState""#];

/// Finds a message with an id. `None` if there is none, or if a member is there twice: nobody knows which one counts.
pub(super) fn salvage(text: &str) -> Option<Salvaged<'_>> {
    let message = Members::of(text)?.collect::<Vec<_>>();
    let id = only(&message, r#""id""#).ok()?.filter(|id| id.is_complete)?.text;
    let is_call = only(&message, r#""method""#).ok()?.is_some_and(|method| method.text == r#""tools/call""#);
    let params = only(&message, r#""params""#).ok()?.filter(|_| is_call);
    let call = params.and_then(|params| salvage_call(params.text));
    Some(Salvaged { id, call })
}

fn salvage_call(params: &str) -> Option<SalvagedCall<'_>> {
    let members = Members::of(params)?.collect::<Vec<_>>();
    let arguments = only(&members, r#""arguments""#).ok()??;
    let mut kept = r#"{"arguments":{}"#.to_owned();
    for key in KEPT {
        if let Some(value) = only(&members, key).ok()?.filter(|value| value.is_complete) {
            // Writing to a `String` never fails.
            let _ = write!(kept, ",{key}:{}", value.text);
        }
    }
    kept.push('}');
    Some(SalvagedCall { params: kept, arguments: arguments.text })
}

/// A member is there twice.
struct Twice;

/// The member of a key.
fn only<'m, 't>(members: &'m [Member<'t>], key: &str) -> Result<Option<&'m Member<'t>>, Twice> {
    let mut found = members.iter().filter(|member| member.key == key);
    let first = found.next();
    match found.next() {
        None => Ok(first),
        Some(_) => Err(Twice),
    }
}

/// A member of an object.
#[derive(Debug)]
struct Member<'t> {
    /// With its quotes.
    key: &'t str,
    /// The value's text.
    text: &'t str,
    /// Whether something ends the value.
    is_complete: bool,
}

/// The members of an object, as far as they are readable.
struct Members<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Members<'t> {
    fn of(text: &'t str) -> Option<Self> {
        let at = text.find(|c: char| !c.is_ascii_whitespace())?;
        text[at..].starts_with('{').then_some(Self { text, at: at + 1 })
    }

    fn skip(&mut self, skipped: impl Fn(u8) -> bool) {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().take_while(|&&byte| skipped(byte)).count();
    }
}

impl<'t> Iterator for Members<'t> {
    type Item = Member<'t>;

    fn next(&mut self) -> Option<Member<'t>> {
        self.skip(|byte| byte.is_ascii_whitespace() || byte == b',');
        let bytes = self.text.as_bytes();
        let start = self.at;
        if bytes.get(start) != Some(&b'"') {
            return None;
        }
        self.at = text_end(bytes, start)?;
        let key = &self.text[start..self.at];
        self.skip(|byte| byte.is_ascii_whitespace() || byte == b':');
        let start = self.at;
        let end = value_end(bytes, start);
        self.at = end.unwrap_or(bytes.len());
        Some(Member { key, text: self.text[start..self.at].trim_end(), is_complete: end.is_some() })
    }
}

/// The place behind a text in double quotes.
fn text_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// The place behind a value.
fn value_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = start;
    loop {
        match bytes.get(at)? {
            b'"' => at = text_end(bytes, at)?,
            b'{' | b'[' => {
                depth += 1;
                at += 1;
            }
            b'}' | b']' | b',' if depth == 0 => return Some(at),
            b'}' | b']' => {
                depth -= 1;
                at += 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => at += 1,
        }
        if depth == 0 && bytes.get(start) == Some(&b'"') {
            return Some(at);
        }
    }
}

#[cfg(test)]
mod tests;
