//! The words of languages. A word too many among those of requests and sentences costs a question; one too few takes a
//! remark for a value.

/// The words of a language, by what they are for, as in [`ReplyWords`](super::ReplyWords).
pub(super) struct Language {
    pub(super) cancel: &'static str,
    pub(super) yes: &'static str,
    pub(super) no: &'static str,
    pub(super) truthy: &'static str,
    pub(super) falsy: &'static str,
    pub(super) before: &'static str,
    pub(super) my: &'static str,
    pub(super) is: &'static str,
    pub(super) please: &'static str,
    pub(super) openers: &'static str,
    pub(super) marks: &'static str,
    pub(super) unsure: &'static str,
}

pub(super) const ENGLISH: Language = Language {
    cancel: "cancel|cancel it|cancel that|stop|never mind|nevermind|forget it|abort|quit",
    yes: "yes|yep|yeah|yes please|yes, please|correct|that's right|that is right|that's correct|that is correct|ok|okay|sure|\
          confirm|confirmed|go ahead",
    no: "no|nope|no thanks|no, thanks|no thank you|no, thank you|wrong|incorrect|not correct|that's wrong|that is wrong|that's not right|\
         that is not right|that's not correct|that is not correct",
    truthy: "yes|yep|yeah|true",
    falsy: "no|nope|false",
    before: "it is|it's|that is|that's|that would be|use|please use|take",
    my: "my|the|our",
    is: "is|are",
    please: "please|thanks",
    openers: "who|what|what's|where|when|why|which|how|whose|am|are|do|does|did|can|could|would|should|will|shall|may|\
              might|must|has|have|had|tell|show|give|find|get|create|delete|remove|set|use|take|put|buy|order|book|\
              cancel|stop|forget|abort|open|close|call|ask|list|search|check|look|help|explain|ignore|drop|ship|deliver|\
              log|let|lets|let's|please|wait|hold|go|try|start|run|play|read|write|turn|pay|it|it's|its|there|this|that|\
              that's|these|those|my|our|your|his|her|their|the|yes|yeah|yep|no|nope|not|nothing|none|never|ok|okay|okey|\
              sure|correct|right|wrong|but|and|or|so|also|then|instead|first|second|third|another|hello|hi|hey|good|\
              thanks|thank|hm|hmm|uh|um|oh|well|any|anything|something|some|same|as|like|just|maybe|perhaps|probably|\
              about|around|later|tomorrow|skip|whatever|unknown|of",
    marks: "i|i'm|i'd|i'll|i've|im|ive|you|your|you're|we|we're|they|he|she|me|my|it|it's|is|isn't|are|aren't|was|were|\
            be|don't|dont|doesn't|didn't|can't|cannot|won't|not|want|need|would|should|could|can|know|think|guess|please|\
            sorry|actually|instead|also|but|because|if|or|wait|maybe|perhaps|probably|same|usual|previous|earlier|before|\
            after|until|now|today|tomorrow|yesterday|asap|whatever|anything|something|everything|everyone|either|other|\
            one|ones|moment|different|to|from|in|on|at|for|about|make|change|send|add|tell|show|ring|cancel|never",
    unsure: "idk|dunno|n/a|na|tbd|null|undefined|default|blank|empty|skip|later|nothing|none|unknown|whatever|anyone|\
             nobody|myself|both|neither|all|thanks|thx|ty|hello|hi|hey|hm|hmm|huh|lol|haha|wow|oops|sorry|bye|good|great|\
             fine|cool|nice|perfect|alright|absolutely|exactly|done|ready|checking|forgot|next|back|again|undo|restart|\
             retry|continue|pause|resume|end|help|menu|settings|exit|nvm|cancelled|canceled|here|there",
};

pub(super) const GERMAN: Language = Language {
    cancel: "abbrechen|abbruch|stopp|vergiss es|lass es|egal",
    yes: "ja|ja bitte|ja, bitte|genau|richtig|stimmt|korrekt|das stimmt|das ist richtig|in ordnung|passt",
    no: "nein|nee|nein danke|nein, danke|falsch|das stimmt nicht|stimmt nicht|nicht richtig|das ist falsch",
    truthy: "ja|wahr",
    falsy: "nein|falsch",
    before: "es ist|das ist|das wäre|nimm|bitte nimm",
    my: "mein|meine|der|die|das|unsere|unser",
    is: "ist|lautet",
    please: "bitte|danke",
    openers: "wer|was|wo|wann|warum|wieso|welche|welcher|welches|wie|wessen|bin|bist|ist|sind|kann|kannst|könnte|könntest|\
              soll|sollte|will|willst|würde|darf|muss|hast|hat|habe|sag|zeig|gib|finde|erstelle|lösche|setz|setze|nimm|\
              kauf|bestell|buche|öffne|ruf|such|suche|prüf|hilf|bitte|warte|es|das|der|die|dies|diese|mein|meine|unser|\
              unsere|ja|nein|nicht|nichts|nie|aber|und|oder|also|dann|stattdessen|erst|guten|hallo|danke|hm|äh|vielleicht|\
              ungefähr|etwa|später|morgen|egal|keine|kein|frag|ignoriere",
    marks: "ich|du|sie|wir|ihr|er|mir|mich|dir|dich|ist|sind|war|nicht|will|möchte|brauche|würde|sollte|könnte|kann|weiß|\
            weiss|glaube|denke|bitte|sorry|eigentlich|stattdessen|auch|aber|weil|wenn|oder|warte|vielleicht|wieder|gleiche|\
            selbe|wie|irgendwas|egal|mach|ändere|schick|heute|morgen|jetzt|in|im|an|am|auf|zu|zum|zur|nach|für",
    unsure: "keine ahnung|weiß nicht|später|nichts|unbekannt|danke|hallo|gut|fertig|weiter|zurück|hilfe|ok|okay",
};
