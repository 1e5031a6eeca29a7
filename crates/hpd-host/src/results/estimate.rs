//! Tokens of a text, estimated.

/// Letters of one token, on average over names and words.
const LETTERS: usize = 6;
/// Digits of one token.
const DIGITS: usize = 3;
/// Punctuation marks of one token: JSON has them in groups.
const MARKS: usize = 2;
/// Bytes of other characters in one token.
const OTHERS: usize = 3;
/// A shorter word is never taken for a random one.
const RANDOM: usize = 8;
/// Letters of a word that is longer than nearly all of any language.
const LONGEST: usize = 20;

/// The kinds of runs in a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Word,
    Mark,
    Blank,
    Other,
}

const fn kind(byte: u8) -> Kind {
    match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => Kind::Word,
        b' ' | b'\n' | b'\t' | b'\r' => Kind::Blank,
        0x80.. => Kind::Other,
        _ => Kind::Mark,
    }
}

/// The tokens of a text, estimated: the vocabularies of models differ, and none is part of this crate.
///
/// Runs of letters count one token for each 6 begun, digits for each 3, punctuation for each 2, and bytes of other scripts
/// for each 3. A single space is free, since it belongs to the next word; other blanks count one token a run. Words that
/// look random count two tokens for each 3 characters, where case and digits change often, as in Base64, or one for each 2
/// letters, where hardly any is a vowel.
///
/// ```
/// use hpd_host::results::estimated_tokens;
///
/// assert_eq!(estimated_tokens("The price of an order"), 5);
/// assert_eq!(estimated_tokens(r#"{"id":1234567,"open":true}"#), 11);
/// assert_eq!(estimated_tokens("iVBORw0KGgoAAAANSUhEUgAAAAUA"), 19);
/// ```
pub fn estimated_tokens(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut tokens, mut at) = (0_usize, 0);
    while let Some(&first) = bytes.get(at) {
        let run = kind(first);
        let length = bytes[at..].iter().take_while(|&&byte| kind(byte) == run).count();
        tokens += match run {
            Kind::Word => word(&bytes[at..at + length]),
            Kind::Mark => length.div_ceil(MARKS),
            Kind::Blank => usize::from(length > 1 || first != b' '),
            Kind::Other => length.div_ceil(OTHERS),
        };
        at += length;
    }
    tokens
}

/// The tokens of letters and digits.
fn word(word: &[u8]) -> usize {
    random(word).unwrap_or_else(|| {
        let runs = word.chunk_by(|one, next| one.is_ascii_digit() == next.is_ascii_digit());
        runs.map(|run| run.len().div_ceil(if run[0].is_ascii_digit() { DIGITS } else { LETTERS })).sum()
    })
}

/// The tokens of a word that looks random: vocabularies have no long pieces of such.
fn random(word: &[u8]) -> Option<usize> {
    let length = word.len();
    if length < RANDOM {
        return None;
    }
    if changes(word) * 4 > length {
        return Some((length * 2).div_ceil(3));
    }
    let vowels = word.iter().filter(|byte| b"aeiouAEIOU".contains(byte)).count();
    let has_few = vowels * 6 < length || (length >= LONGEST && vowels * 7 < length * 2);
    (has_few && word.iter().all(u8::is_ascii_alphabetic)).then(|| length.div_ceil(2))
}

/// How often capitals, small letters and digits follow each other. A word that begins with a capital is one change.
fn changes(word: &[u8]) -> usize {
    let class = |byte: u8| (byte.is_ascii_digit(), byte.is_ascii_uppercase());
    let is_change = |at: usize| {
        let (before, here) = (class(word[at - 1]), class(word[at]));
        let is_capitalised = before.1 && here == (false, false) && (at < 2 || !class(word[at - 2]).1);
        before != here && !is_capitalised
    };
    (1..word.len()).filter(|&at| is_change(at)).count()
}

/// Whether a text has more than so many tokens. Every token has a byte at least, so that short texts are not counted.
pub(super) fn is_beyond(text: &str, tokens: usize) -> bool {
    text.len() > tokens && estimated_tokens(text) > tokens
}

#[cfg(test)]
mod tests {
    use super::{estimated_tokens, is_beyond};

    /// The counts are those of the vocabulary `o200k_base`. The guide "Large results" has the bounds.
    #[test]
    fn the_estimate_is_near_the_count_of_a_vocabulary() {
        for (samples, least, most) in [(&USUAL[..], 100, 127), (&DENSE, 80, 100)] {
            for &(text, counted) in samples {
                let estimated = estimated_tokens(text);
                let percent = counted * least..=counted * most;
                assert!(percent.contains(&(estimated * 100)), "{estimated} for {counted}: {text}");
            }
        }
        assert!(is_beyond("a,b,c,d", 6) && !is_beyond("a,b,c,d", 7));
    }

    /// Prose, JSON, code, hashes, Base64 and tables.
    const USUAL: [(&str, usize); 9] = [
        (
            "A result that is too long for a model is kept whole. The model gets a preview with its size and shape.",
            24,
        ),
        (
            r#"{"id":4711,"customer":"Anna Miller","created_at":"2026-01-03T12:05:00Z","paid":true,"total":129.5}"#,
            38,
        ),
        (
            r#"{"customerShippingAddress":{"streetName":"Main","postalCode":"10115"},"isActiveSubscription":false}"#,
            23,
        ),
        (r#"for (index, line) in text.lines().enumerate() { hits.push(format!("{index}: {line}")); }"#, 25),
        (
            "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==",
            66,
        ),
        (
            "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ",
            74,
        ),
        ("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", 35),
        ("1,0.1344,847434\n2,0.7638,255070\n3,0.4954,449492\n", 30),
        ("Zahlungsbedingungen und Lieferanschrift der Kundenbestellung", 12),
    ];

    /// UUIDs, and letters without an order.
    const DENSE: [(&str, usize); 3] = [
        (r#"["3f2b8c1e-7d4a-4f0b-9a6e-2c5d8e1f7b30","a9c4e7d2-1b3f-4d8a-8e6c-5f0a7b2d9c41"]"#, 73),
        ("qzvkxjwpmfhtrbncgdslqxwzvkjhtpmrfdbncgslwqkzxvjthpmbrfdncg", 35),
        ("xkqvbnwrtmzpljhgfdscqwrtypsdfghjklzxcvbnm", 26),
    ];
}
