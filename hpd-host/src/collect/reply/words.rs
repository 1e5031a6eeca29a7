//! The words by which replies are understood.

use std::collections::BTreeSet;

use super::text::normal;

/// The words by which replies are understood: a list for each thing that can be meant. They are compared whole, without
/// regard to case, space and punctuation at the ends.
///
/// ```
/// use hpd_host::collect::ReplyWords;
///
/// let words = ReplyWords::english().and(ReplyWords::german()).cancel(["drop it"]);
/// # let _ = words;
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct ReplyWords {
    pub(super) cancel: BTreeSet<String>,
    pub(super) yes: BTreeSet<String>,
    pub(super) no: BTreeSet<String>,
    pub(super) truthy: BTreeSet<String>,
    pub(super) falsy: BTreeSet<String>,
    /// Before a value: "it is".
    pub(super) before: BTreeSet<String>,
    /// Before what a value is called: "my".
    pub(super) my: BTreeSet<String>,
    /// Between what a value is called and the value: "is".
    pub(super) is: BTreeSet<String>,
    /// Behind a value: "please".
    pub(super) please: BTreeSet<String>,
    /// First words of questions and requests.
    pub(super) openers: BTreeSet<String>,
    /// Words that stand in sentences, and not in values.
    pub(super) marks: BTreeSet<String>,
    /// Texts that say that there is no value.
    pub(super) unsure: BTreeSet<String>,
}

impl ReplyWords {
    /// English.
    pub fn english() -> Self {
        Self {
            cancel: set("cancel|cancel it|cancel that|stop|never mind|nevermind|forget it|abort|quit"),
            yes: set(
                "yes|yep|yeah|yes please|correct|that's right|that is right|that's correct|that is correct|ok|okay|sure|\
                      confirm|confirmed|go ahead",
            ),
            no: set("no|nope|no thanks|no thank you|wrong|incorrect|not correct|that's wrong|that is wrong|\
                     that's not right|that is not right|that's not correct|that is not correct"),
            truthy: set("yes|yep|yeah|true"),
            falsy: set("no|nope|false"),
            before: set("it is|it's|that is|that's|that would be|use|please use|take"),
            my: set("my|the|our"),
            is: set("is|are"),
            please: set("please|thanks"),
            openers: set(
                "who|what|what's|where|when|why|which|how|whose|am|are|do|does|did|can|could|would|should|will|shall|may|\
                 might|must|has|have|had|tell|show|give|find|get|create|delete|remove|set|use|take|put|buy|order|book|cancel|\
                 stop|forget|abort|open|close|call|list|search|check|look|help|explain|let|lets|let's|please|wait|hold|go|\
                 try|start|run|play|read|write|turn|pay|it|it's|its|there|this|that|that's|these|those|my|our|your|the|yes|\
                 yeah|yep|no|nope|not|nothing|none|never|ok|okay|sure|correct|right|wrong|but|and|or|so|also|then|instead|\
                 first|hello|hi|hey|thanks|thank|hm|hmm|uh|um|oh|well|any|anything|something|some|same|as|like|just|maybe|\
                 perhaps|probably|about|around|later|tomorrow|skip|whatever|unknown",
            ),
            marks: set(
                "i|i'm|i'd|i'll|i've|im|ive|you|your|you're|we|we're|they|he|she|me|it|it's|is|isn't|are|aren't|was|were|be|\
                 don't|dont|doesn't|didn't|can't|cannot|won't|not|want|need|would|should|could|can|know|think|guess|please|\
                 sorry|actually|instead|also|but|because|if|or|wait|maybe|perhaps|probably|same|usual|previous|earlier|\
                 whatever|anything|something|either|make|change|send|add|tell|show|cancel|never",
            ),
            unsure: set(
                "idk|dunno|n/a|na|tbd|null|undefined|skip|later|nothing|none|unknown|whatever|thanks|hello|hi|hey|\
                         hm|hmm|good|great|fine|cool|nice|perfect|done|next|back|help|menu|exit",
            ),
        }
    }

    /// German: a small list.
    pub fn german() -> Self {
        Self {
            cancel: set("abbrechen|abbruch|stopp|vergiss es|lass es|egal"),
            yes: set("ja|ja bitte|genau|richtig|stimmt|korrekt|das stimmt|das ist richtig|in ordnung|passt"),
            no: set("nein|nee|nein danke|falsch|das stimmt nicht|stimmt nicht|nicht richtig|das ist falsch"),
            truthy: set("ja|wahr"),
            falsy: set("nein|falsch"),
            before: set("es ist|das ist|das wäre|nimm|bitte nimm"),
            my: set("mein|meine|der|die|das|unsere|unser"),
            is: set("ist|lautet"),
            please: set("bitte|danke"),
            openers: set(
                "wer|was|wo|wann|warum|wieso|welche|welcher|welches|wie|wessen|bin|bist|ist|sind|kann|kannst|könnte|könntest|\
                 soll|sollte|will|willst|würde|darf|muss|hast|hat|habe|sag|zeig|gib|finde|erstelle|lösche|setz|setze|nimm|kauf|\
                 bestell|buche|öffne|ruf|such|suche|prüf|hilf|bitte|warte|es|das|der|die|dies|diese|mein|meine|unser|unsere|ja|\
                 nein|nicht|nichts|nie|aber|und|oder|also|dann|stattdessen|erst|hallo|danke|hm|äh|vielleicht|ungefähr|etwa|\
                 später|morgen|egal|keine|kein",
            ),
            marks: set(
                "ich|du|sie|wir|ihr|er|mir|mich|dir|dich|ist|sind|war|nicht|will|möchte|brauche|würde|sollte|könnte|kann|weiß|\
                 weiss|glaube|denke|bitte|sorry|eigentlich|stattdessen|auch|aber|weil|wenn|oder|warte|vielleicht|wieder|\
                 gleiche|selbe|wie|irgendwas|egal|mach|ändere|schick",
            ),
            unsure: set(
                "keine ahnung|weiß nicht|später|nichts|unbekannt|danke|hallo|gut|fertig|weiter|zurück|hilfe|ok|okay",
            ),
        }
    }

    /// The words of both languages.
    pub fn and(mut self, other: Self) -> Self {
        for (mine, theirs) in [
            (&mut self.cancel, other.cancel),
            (&mut self.yes, other.yes),
            (&mut self.no, other.no),
            (&mut self.truthy, other.truthy),
            (&mut self.falsy, other.falsy),
            (&mut self.before, other.before),
            (&mut self.my, other.my),
            (&mut self.is, other.is),
            (&mut self.please, other.please),
            (&mut self.openers, other.openers),
            (&mut self.marks, other.marks),
            (&mut self.unsure, other.unsure),
        ] {
            mine.extend(theirs);
        }
        self
    }

    /// Whether a message is nothing but a word of these.
    pub(crate) fn is_answer(&self, text: &str) -> bool {
        self.knows(&normal(text.trim()))
    }

    /// Adds texts that give a call up.
    pub fn cancel<W: AsRef<str>>(mut self, words: impl IntoIterator<Item = W>) -> Self {
        add(&mut self.cancel, words);
        self
    }

    /// Adds texts that confirm what was asked.
    pub fn yes<W: AsRef<str>>(mut self, words: impl IntoIterator<Item = W>) -> Self {
        add(&mut self.yes, words);
        self
    }

    /// Adds texts that deny what was asked.
    pub fn no<W: AsRef<str>>(mut self, words: impl IntoIterator<Item = W>) -> Self {
        add(&mut self.no, words);
        self
    }

    /// Adds words with which questions and requests begin: what begins with one of them is no value.
    pub fn requests<W: AsRef<str>>(mut self, words: impl IntoIterator<Item = W>) -> Self {
        add(&mut self.openers, words);
        self
    }

    /// Adds words that stand in sentences: what one of them stands in is no value.
    pub fn sentences<W: AsRef<str>>(mut self, words: impl IntoIterator<Item = W>) -> Self {
        add(&mut self.marks, words);
        self
    }
}

/// English.
impl Default for ReplyWords {
    fn default() -> Self {
        Self::english()
    }
}

impl ReplyWords {
    /// Whether a text is an answer by itself, or says that there is none: it is never the value of a text.
    pub(super) fn knows(&self, said: &str) -> bool {
        [&self.yes, &self.no, &self.truthy, &self.falsy, &self.unsure]
            .iter()
            .any(|words| words.contains(said))
    }
}

fn set(words: &str) -> BTreeSet<String> {
    words.split('|').map(normal).collect()
}

fn add<W: AsRef<str>>(words: &mut BTreeSet<String>, more: impl IntoIterator<Item = W>) {
    words.extend(more.into_iter().map(|word| normal(word.as_ref())).filter(|word| !word.is_empty()));
}
