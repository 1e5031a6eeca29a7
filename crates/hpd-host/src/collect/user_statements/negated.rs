//! Words that a negation takes away: "Never ship to 666 Evil St" does not give an address.
//!
//! A value that is taken away without need costs one question. So the words are taken broadly.

use super::words::{Word, ends_sentence};

/// Words that take away the rest of their clause. Words that end in `n't` do, too, and words that begin with `n'`.
const NEGATIONS: &str = "not|never|no|nor|neither|none|nothing|nobody|nowhere|cannot|without|except|excluding|avoid|\
    exclude|unless|dont|doesnt|didnt|wont|cant|shouldnt|mustnt|wouldnt|isnt|arent|wasnt|refuse|ignore|skip|forget|stop|\
    nicht|nie|niemals|kein|keine|keinen|keinem|keiner|keines|keinesfalls|ohne|außer|ausser|weder|statt|anstatt|niemand|\
    nirgends|nein|nunca|jamás|jamas|sin|ningún|ningun|ninguno|ninguna|ni|tampoco|excepto|salvo|nada|nadie|\
    ne|pas|jamais|sans|aucun|aucune|sauf|rien|non|nope|nah|\
    mai|senza|nessun|nessuno|nessuna|tranne|invece|sem|nem|nenhum|nenhuma|exceto|niet|geen|nooit|zonder|niemand|behalve|\
    nigdy|bez|żaden|żadne|oprócz|inte|inget|ingen|aldrig|utan|ikke|ikkje|intet|uden|uten|undtagen|\
    не|ни|никогда|без|кроме|нельзя|ніколи|крім|لا|ليس|بدون|إلا|मत|नहीं|बिना";
/// Beginnings that do the same in scripts without blanks between words.
const BEGINNINGS: [char; 8] = ['不', '别', '別', '勿', '没', '沒', '非', '莫'];
/// Two words that do the same.
const TWO_WORDS: [(&str, &str); 14] = [
    ("instead", "of"),
    ("rather", "than"),
    ("other", "than"),
    ("apart", "from"),
    ("aside", "from"),
    ("far", "from"),
    ("anything", "but"),
    ("anywhere", "but"),
    ("anyone", "but"),
    ("anybody", "but"),
    ("everywhere", "but"),
    ("everyone", "but"),
    ("all", "but"),
    ("en", "lugar"),
];
/// Answers that take away nothing if a comma or a full stop follows: "No, 456 Oak Ave".
const ANSWERS: &str = "no|nein|non|nope|nah|nee|nö|não|nao|нет|ні|nej|nei";
/// Words that begin another clause.
const TURNS: &str = "but|instead|however|though|sondern|aber|stattdessen|jedoch|pero|sino|mais|plutôt|plutot";
/// Words that begin another clause after a comma or a full stop: mostly verbs.
const VERBS: &str = "use|take|send|ship|deliver|pay|buy|order|book|put|make|set|give|call|bring|move|transfer|write|add|\
    create|pick|choose|try|do|let|lets|let's|go|please|it|it's|its|i|i'm|i'd|we|\
    nimm|nehmt|schick|schicke|sende|liefer|liefere|zahl|zahle|überweise|kauf|kaufe|bestell|bestelle|buche|nutze|verwende|\
    benutze|mach|gib|bring|es|ich|wir|bitte|\
    usa|envía|envia|manda|paga|compra|pide|pon|haz|toma|lleva|entrega|yo|\
    utilise|utilisez|envoie|envoyez|paie|payez|achète|commande|prends|prenez|mets|livre|livrez|c'est|je|nous";

/// Which of the words a negation takes away.
pub(super) fn negated(words: &[Word<'_>]) -> Vec<bool> {
    let mut is_negated = false;
    let mut taken = Vec::with_capacity(words.len());
    for (at, word) in words.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| words.get(at));
        is_negated = is_negated && !before.is_some_and(|before| ends_clause(before, word));
        is_negated = is_negated && !turns(words, at);
        // The word itself is no value, but it separates those around it.
        let begins = negates(words, at);
        taken.push(is_negated || begins);
        is_negated |= begins;
    }
    taken
}

fn negates(words: &[Word<'_>], at: usize) -> bool {
    let word = &words[at];
    let next = words.get(at + 1);
    if is_in(ANSWERS, &word.plain) {
        let is_answer = word.text.ends_with([',', '.', '!', ';']) || next.is_some_and(Word::is_dash);
        return !is_answer && next.is_some();
    }
    is_in(NEGATIONS, &word.plain)
        || word.plain.ends_with("n't")
        || word.plain.starts_with("n'")
        || word.plain.starts_with(BEGINNINGS)
        || next.is_some_and(|next| is_pair(word, next))
}

fn is_pair(word: &Word<'_>, next: &Word<'_>) -> bool {
    TWO_WORDS.iter().any(|(first, second)| word.plain == *first && next.plain == *second)
}

/// Whether a word begins a clause that no earlier negation reaches.
fn turns(words: &[Word<'_>], at: usize) -> bool {
    let ends_pair = at.checked_sub(1).is_some_and(|before| is_pair(&words[before], &words[at]));
    is_in(TURNS, &words[at].plain) && !ends_pair && !negates(words, at)
}

/// Whether a clause ends between two words.
fn ends_clause(before: &Word<'_>, word: &Word<'_>) -> bool {
    let is_verb = || is_in(VERBS, &word.plain);
    let continues = before.text.ends_with([':', ',']);
    (word.begins_paragraph && !continues)
        || ends_sentence(before)
        || before.text.ends_with(';')
        || (is_verb() && (before.text.ends_with([',', '.', ')']) || before.is_dash() || word.begins_line))
}

fn is_in(list: &str, word: &str) -> bool {
    list.split('|').any(|known| known == word)
}
