//! English words for the actions of tools, derived from their names.

use hpd_runtime::__private::text::in_words;

use super::{Synonyms, Wording};

impl Wording {
    /// Adds the unknown actions in the names of these tools: for `water_bed`, texts report "watered". The action is the
    /// first word of a name, or the last one after a plural (`beds_water`). Its forms are English.
    ///
    /// ```
    /// use hpd_host::guardrail::{ClaimDetector, Wording, WordingDetector};
    ///
    /// let text = "I have watered the tulips.";
    /// assert_eq!(WordingDetector::new(&Wording::english()).claims(text).len(), 0);
    /// let wording = Wording::english().with_actions_of(["water_bed"]);
    /// assert_eq!(WordingDetector::new(&wording).claims(text).len(), 1);
    /// ```
    #[must_use]
    pub fn with_actions_of<'t>(mut self, tools: impl IntoIterator<Item = &'t str>) -> Self {
        for tool in tools {
            let words = in_words(tool).to_lowercase();
            let Some(action) = action_of(&words).filter(|action| is_word(action)) else { continue };
            let is_known = |known: &Synonyms| known.names.iter().any(|name| name == action);
            if !self.actions.iter().any(is_known) {
                self.actions.push(forms(action));
            }
        }
        self
    }
}

/// Irregular verbs of tools, with their forms for a completed action.
const IRREGULAR: [(&str, &[&str]); 20] = [
    ("buy", &["bought"]),
    ("cut", &["cut"]),
    ("draw", &["drew", "drawn"]),
    ("freeze", &["froze", "frozen"]),
    ("give", &["gave", "given"]),
    ("hide", &["hid", "hidden"]),
    ("hold", &["held"]),
    ("lend", &["lent"]),
    ("put", &["put"]),
    ("reset", &["reset"]),
    ("rebuild", &["rebuilt"]),
    ("run", &["ran", "run"]),
    ("sell", &["sold"]),
    ("set", &["set"]),
    ("shut", &["shut"]),
    ("split", &["split"]),
    ("take", &["took", "taken"]),
    ("undo", &["undid", "undone"]),
    ("withdraw", &["withdrew", "withdrawn"]),
    ("write", &["wrote", "written"]),
];

/// The first word of a name, and the last one where the first one names many things: `water_bed`, `beds_water`.
fn action_of(words: &str) -> Option<&str> {
    let first = words.split(' ').next()?;
    let is_many = first.len() > 3 && first.ends_with('s') && !first.ends_with("ss");
    if is_many { words.rsplit(' ').next() } else { Some(first) }
}

fn is_word(text: &str) -> bool {
    text.len() > 1 && text.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// A verb with its forms. Its spelling does not show whether the last consonant is doubled: both forms are listed.
fn forms(verb: &str) -> Synonyms {
    let chars = verb.as_bytes();
    let is_vowel = |c: u8| b"aeiou".contains(&c);
    let (stem, last) = verb.split_at(verb.len() - 1);
    let ends_in_consonant_and = |c: &str| last == c && !is_vowel(chars[chars.len() - 2]);
    let (said, doing) = if last == "e" {
        (vec![format!("{verb}d")], vec![format!("{stem}ing")])
    } else if ends_in_consonant_and("y") {
        (vec![format!("{stem}ied")], vec![format!("{verb}ing")])
    } else {
        let mut made = (vec![format!("{verb}ed")], vec![format!("{verb}ing")]);
        if let [.., before, vowel, end] = chars
            && !is_vowel(*before)
            && is_vowel(*vowel)
            && !is_vowel(*end)
            && !b"wxy".contains(end)
        {
            made.0.push(format!("{verb}{last}ed"));
            made.1.push(format!("{verb}{last}ing"));
        }
        made
    };
    let (said, doing) = (both_spellings(said), both_spellings(doing));
    let irregular = IRREGULAR.iter().find(|(known, _)| *known == verb);
    let said = irregular.map_or(said, |(_, forms)| forms.iter().map(|form| (*form).to_owned()).collect());
    Synonyms { names: vec![verb.to_owned()], said, doing }
}

/// Words with their other regional spellings: "organized", "organised".
fn both_spellings(words: Vec<String>) -> Vec<String> {
    let endings = [("ized", "ised"), ("izing", "ising"), ("ised", "ized"), ("ising", "izing")];
    let other = |word: &String| {
        endings.iter().find_map(|(ending, instead)| Some(format!("{}{instead}", word.strip_suffix(ending)?)))
    };
    let others: Vec<String> = words.iter().filter_map(other).collect();
    [words, others].concat()
}

#[cfg(test)]
mod tests {
    use super::{Wording, forms};

    #[test]
    fn regular_forms_are_made_of_a_verb() {
        let said = |verb| forms(verb).said.join(" ");
        let verbs =
            ["water", "archive", "apply", "deploy", "plan", "fix", "set", "write", "organize", "label"];
        let made: Vec<_> = verbs.into_iter().map(said).collect();
        assert_eq!(
            made,
            [
                "watered waterred",
                "archived",
                "applied",
                "deployed",
                "planed planned",
                "fixed",
                "set",
                "wrote written",
                "organized organised",
                "labeled labelled"
            ]
        );
        assert_eq!(forms("archive").doing, ["archiving"]);
    }

    #[test]
    fn actions_that_are_known_are_not_made_again() {
        let known = Wording::english();
        let actions = known.actions.len();
        let tools = [
            "create_payment",
            "Bank.void_invoice",
            "water_bed",
            "beds_plant",
            "subscriptions_cancel",
            "x_ray",
            "",
        ];
        let wording = known.with_actions_of(tools);
        let new: Vec<_> = wording.actions[actions..].iter().map(|action| action.names.join(" ")).collect();
        assert_eq!(new, ["bank", "water", "plant"]);
    }
}
