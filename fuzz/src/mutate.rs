//! Changes pairs of schema and value as trees: bytes changed at random are hardly ever JSON.

use arbitrary::{Result, Unstructured};
use serde_json::Value;

use crate::generate;
use crate::pair::{read_pair, write_pair};

/// Random bytes for a change.
const ENTROPY: usize = 1024;
/// Changes made at once, at most.
const CHANGES: usize = 3;

/// Changes the pair in the first `size` bytes of `data`, and returns the new size. An input that is no pair, or grew
/// beyond `max_size`, becomes a new small pair.
pub fn mutate_pair(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let entropy = random_bytes(seed);
    let mut bytes = Unstructured::new(&entropy);
    let changed = change(&data[..size], &mut bytes).unwrap_or_default();
    let room = data.len().min(max_size);
    let new = if (1..=room).contains(&changed.len()) { changed } else { b"{}\n{}".to_vec() };
    let length = new.len().min(room);
    data[..length].copy_from_slice(&new[..length]);
    length
}

fn change(data: &[u8], bytes: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let Some((mut schema, mut value)) = read_pair(data) else {
        return Ok(write_pair(&generate::arguments_schema(bytes)?, &generate::value(bytes, 3)?));
    };
    for _ in 0..bytes.int_in_range(1..=CHANGES)? {
        match bytes.int_in_range(0..=15)? {
            0 => schema = generate::arguments_schema(bytes)?,
            1 => value = generate::value(bytes, 3)?,
            2..=8 => change_somewhere(&mut schema, bytes, |bytes| generate::schema(bytes, 2))?,
            _ => change_somewhere(&mut value, bytes, |bytes| generate::value(bytes, 2))?,
        }
    }
    Ok(write_pair(&schema, &value))
}

/// Puts something new in some place of a tree, or takes something away.
fn change_somewhere(
    tree: &mut Value,
    bytes: &mut Unstructured<'_>,
    new: impl Fn(&mut Unstructured<'_>) -> Result<Value>,
) -> Result<()> {
    let mut at = tree;
    // Goes down as far as chance has it.
    loop {
        let deeper = match &mut *at {
            Value::Array(items) => !items.is_empty() && bytes.ratio(4, 5)?,
            Value::Object(members) => !members.is_empty() && bytes.ratio(4, 5)?,
            _ => false,
        };
        if !deeper {
            break;
        }
        at = match at {
            Value::Array(items) => {
                let index = bytes.choose_index(items.len())?;
                if bytes.ratio(1, 8)? {
                    items.remove(index);
                    return Ok(());
                }
                &mut items[index]
            }
            Value::Object(members) => {
                let index = bytes.choose_index(members.len())?;
                let key = members.keys().nth(index).cloned().unwrap_or_default();
                if bytes.ratio(1, 8)? {
                    members.remove(&key);
                    return Ok(());
                }
                members.entry(key).or_insert(Value::Null)
            }
            _ => return Ok(()),
        };
    }
    change_here(at, bytes, new)
}

fn change_here(
    at: &mut Value,
    bytes: &mut Unstructured<'_>,
    new: impl Fn(&mut Unstructured<'_>) -> Result<Value>,
) -> Result<()> {
    let made = new(bytes)?;
    match (at, made) {
        // New content is added to the existing one.
        (Value::Object(members), Value::Object(made)) if bytes.arbitrary()? => members.extend(made),
        (Value::Array(items), made) if bytes.arbitrary()? => items.push(made),
        (at @ (Value::Number(_) | Value::String(_)), _) if bytes.arbitrary()? => {
            *at = generate::value(bytes, 0)?;
        }
        (at, made) => *at = made,
    }
    Ok(())
}

/// As many bytes as a change needs, all from one seed (xorshift).
fn random_bytes(seed: u32) -> [u8; ENTROPY] {
    let mut state = u64::from(seed).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    std::array::from_fn(|_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_be_bytes()[0]
    })
}
