//! The words of languages. An extra word in the lists for requests and sentences costs a question; a missing one takes
//! a remark for a value. An extra word in the lists for agreement takes a doubt for a yes.

use super::WordList::{
    self, Adverb, Agrees, Both, Cancel, Denies, Falsy, Is, Join, Lead, Mark, My, No, Opener, Please, Right,
    Subject, Truthy, Unsure, Wrong, Yes,
};

/// The words of a language: a list for each thing that can be meant.
pub(super) type Language = &'static [(WordList, &'static str)];

pub(super) const ENGLISH: Language = &[
    (Cancel, "cancel|cancel it|cancel that|stop|never mind|nevermind|forget it|abort|quit"),
    (
        Yes,
        "yes|yep|yup|yeah|yea|yah|y|yes sir|oh yes|ah yes|aye|affirmative|correct|right|exactly|precisely|absolutely|\
         definitely|certainly|indeed|of course|totally|true|quite right|ok|okay|okey|sure|sure thing|for sure|confirm|\
         confirmed|i confirm|i do confirm|i can confirm|i agree|agreed|go ahead|please go ahead|go for it|please do|\
         proceed|please proceed|do it|please do it|carry on|please continue|perfect|looks good|looks right|\
         looks correct|looks fine|looks good to me|looks right to me|looks correct to me|sounds good|sounds right|\
         sounds correct|that works|works for me|that'll do|that will do|all good|it is|they are|both are|it does|\
         that is right|that's right|you got it|you got it right|you have it right|you've got it right|you are right|\
         you're right|spot on|you may|you can|yes you may|yes you can|use that|use them|use those|use these|use it|\
         please use that|please use them|please use those|please use these|please use it|nothing to change|alright|all right|fine by me|fine with me|mm-hmm|mhm|uh-huh|yessir|\
         no change|no change needed|no changes needed|nothing has changed|nothing's changed|go ahead and|\
         please go ahead and|that will work|that'll work|\
         no changes|nothing changed|still the same",
    ),
    (
        Agrees,
        "it is|they are|that is|that it is|that they are|both are|both of them are|both of them|both|all|all of it|\
         all of them|for both|to both|for all|to all|to all of it|i do|it does|they do|you can|you may|do so|do that|\
         that one|those ones|this one|that|those|these|them|great|good|fine|cool|nice|perfect|awesome|excellent|\
         wonderful|lovely|alright|and thanks|and thank you|you can use that|you can use them|you can use those|\
         you can use these|you can use it|you may use that|you may use them|you may use it|with those|with that|\
         with these|the same|as always|as usual|as before|sir|madam|👍|🙂|100%|perfectly|both of those|those are mine|they are mine|they're mine|that's mine|that is mine|that's me|\
         that is me|please do so|go on|please go on|😊|🙏|👌|✅|continue|good to go|\
         that's the one|that is the one|those are the ones|no problem|i am sure|i'm sure|i'm certain|i am certain",
    ),
    (
        No,
        "no|nope|nah|naw|negative|wrong|incorrect|not correct|not right|not quite|not really|not at all|no way|\
         false|not true|neither|none of them|none of it|neither of them|of course not|certainly not|absolutely not|\
         definitely not|it isn't|it is not|it's not|they aren't|they are not|they're not|that isn't|that is not|\
         that's not|that isn't it|that isn't right|that isn't correct|it isn't right|it isn't correct|\
         they aren't right|they aren't correct|these aren't right|those aren't right|that's not it|that is not it|it does not|it doesn't|i don't think so|\
         i do not think so|don't|do not|please don't|please do not|i disagree|disagree|not anymore|not any more|no longer|no longer correct|no longer right|i'm afraid not|\
         i am afraid not|afraid not|unfortunately not|sadly not|sorry no|i don't confirm|i do not confirm|\
         not confirmed|no sir|oh no|hell no|no no|that doesn't look right|that does not look right|\
         doesn't look right|looks wrong|that looks wrong|don't do it|do not do it|don't do that|do not do that|\
         don't use that|don't use them|don't use those|don't use it|do not use that|do not use them|\
         do not use those|do not use it",
    ),
    (
        Denies,
        "it isn't|it is not|it's not|they aren't|they are not|they're not|that isn't|that is not|that's not|\
         none of them|neither|neither of them|none|sorry|not at all|not really|not that|not those|not this|not these|\
         i don't|i do not|please don't|please do not|both|all of it|all of them|sir|madam",
    ),
    (Truthy, "yes|yep|yeah|true"),
    (Falsy, "no|nope|false"),
    (
        Subject,
        "that is|that's|it is|it's|this is|they are|they're|these are|those are|all is|all are|both are|\
         everything is|everything's|all of it is|all of them are|all of that is|all of those are|both of them are|\
         both of those are|these both are|they both are|the values are|the details are|my details are|\
         that looks|it looks|they look|these look|those look|both look|everything looks|all looks|\
         that all looks|it all looks|that sounds|it sounds|use|please use|keep|please keep",
    ),
    (
        Adverb,
        "all|both|still|absolutely|perfectly|totally|completely|exactly|entirely|quite|very|just|also|now|indeed|actually",
    ),
    (
        Right,
        "correct|right|fine|good|okay|ok|perfect|accurate|true|great|up to date|valid|good to go|right as it is|right as they are",
    ),
    (
        Wrong,
        "wrong|incorrect|not right|not correct|not true|not accurate|not up to date|inaccurate|outdated|out of date|false|not mine",
    ),
    (Both, "both"),
    (Join, "but|and|except|however|though|only"),
    (Lead, "it is|it's|that is|that's|that would be|use|please use|take"),
    (My, "my|the|our|it|a|an|that|this|those|these"),
    (Is, "is|are|should be|is now|are now|has changed to|changed to|must be"),
    (
        Please,
        "please|thanks|thank you|thx|ty|cheers|many thanks|thanks a lot|thank you very much|thank you so much|thanks so much",
    ),
    (
        Opener,
        "who|what|what's|where|when|why|which|how|whose|am|are|do|does|did|can|could|would|should|will|shall|may|\
         might|must|has|have|had|tell|show|give|find|get|create|delete|remove|set|use|take|put|buy|order|book|\
         cancel|stop|forget|abort|open|close|call|ask|list|search|check|look|help|explain|ignore|drop|ship|deliver|\
         log|let|lets|let's|please|wait|hold|go|try|start|run|play|read|write|turn|pay|it|it's|its|there|this|that|\
         that's|these|those|my|our|your|his|her|their|the|yes|yeah|yep|no|nope|not|nothing|none|never|ok|okay|okey|\
         sure|correct|right|wrong|but|and|or|so|also|then|instead|first|second|third|another|hello|hi|hey|good|\
         thanks|thank|hm|hmm|uh|um|oh|well|any|anything|something|some|same|as|like|just|maybe|perhaps|probably|\
         about|around|later|tomorrow|skip|whatever|unknown|of",
    ),
    (
        Mark,
        "i|i'm|i'd|i'll|i've|im|ive|you|your|you're|we|we're|they|he|she|me|my|it|it's|is|isn't|are|aren't|was|were|\
         be|don't|dont|doesn't|didn't|can't|cannot|won't|not|want|need|would|should|could|can|know|think|guess|please|\
         sorry|actually|instead|also|but|because|if|or|wait|maybe|perhaps|probably|same|usual|previous|earlier|before|\
         after|until|now|today|tomorrow|yesterday|asap|whatever|anything|something|everything|everyone|either|other|\
         one|ones|moment|different|to|from|in|on|at|for|about|make|change|send|add|tell|show|ring|cancel|never",
    ),
    (
        Unsure,
        "idk|dunno|n/a|na|tbd|null|undefined|default|blank|empty|skip|later|nothing|none|unknown|whatever|anyone|\
         nobody|myself|both|all|thanks|thx|ty|hello|hi|hey|hm|hmm|huh|lol|haha|wow|oops|sorry|bye|good|great|\
         fine|cool|nice|alright|done|ready|checking|forgot|next|back|again|undo|restart|\
         retry|continue|pause|resume|end|help|menu|settings|exit|nvm|cancelled|canceled|here|there|\
         yeah right|yea right|yeah sure|yeah sure right|sure sure|yeah yeah|ok ok|okay okay|true that",
    ),
];

pub(super) const GERMAN: Language = &[
    (Cancel, "abbrechen|abbruch|stopp|vergiss es|lass es|egal"),
    (
        Yes,
        "ja|jo|jawohl|jap|genau|richtig|stimmt|korrekt|das stimmt|stimmt so|das passt|passt|in ordnung|klar|\
         na klar|natürlich|sicher|selbstverständlich|bestätigt|ich bestätige|einverstanden|mach das|gerne",
    ),
    (Agrees, "so ist es|das stimmt|beides|beide|alles|gut|gerne|prima|super|für beide|mach das|tu das"),
    (
        No,
        "nein|nee|nö|falsch|das stimmt nicht|stimmt nicht|nicht richtig|stimmt so nicht|das passt nicht|auf keinen fall|\
         keinesfalls|natürlich nicht",
    ),
    (Denies, "das stimmt nicht|stimmt nicht|keins davon|keines davon|leider nicht|tut mir leid"),
    (Truthy, "ja|wahr"),
    (Falsy, "nein|falsch"),
    (Subject, "das ist|es ist|die sind|sie sind|beide sind|alles ist|das ist alles|die angaben sind"),
    (Adverb, "alles|beides|noch|immer|völlig|ganz|genau|so|auch|jetzt"),
    (Right, "richtig|korrekt|gut|in ordnung|okay|ok"),
    (Wrong, "falsch|nicht richtig|nicht korrekt|veraltet|verkehrt"),
    (Both, "beide|beides"),
    (Join, "aber|und|nur|außer"),
    (Lead, "es ist|das ist|das wäre|nimm|bitte nimm"),
    (My, "mein|meine|der|die|das|unsere|unser"),
    (Is, "ist|lautet|sind|ist jetzt"),
    (Please, "bitte|danke|danke schön|vielen dank|bitte schön"),
    (
        Opener,
        "wer|was|wo|wann|warum|wieso|welche|welcher|welches|wie|wessen|bin|bist|ist|sind|kann|kannst|könnte|könntest|\
         soll|sollte|will|willst|würde|darf|muss|hast|hat|habe|sag|zeig|gib|finde|erstelle|lösche|setz|setze|nimm|\
         kauf|bestell|buche|öffne|ruf|such|suche|prüf|hilf|bitte|warte|es|das|der|die|dies|diese|mein|meine|unser|\
         unsere|ja|nein|nicht|nichts|nie|aber|und|oder|also|dann|stattdessen|erst|guten|hallo|danke|hm|äh|vielleicht|\
         ungefähr|etwa|später|morgen|egal|keine|kein|frag|ignoriere",
    ),
    (
        Mark,
        "ich|du|sie|wir|ihr|er|mir|mich|dir|dich|ist|sind|war|nicht|will|möchte|brauche|würde|sollte|könnte|kann|weiß|\
         weiss|glaube|denke|bitte|sorry|eigentlich|stattdessen|auch|aber|weil|wenn|oder|warte|vielleicht|wieder|gleiche|\
         selbe|wie|irgendwas|egal|mach|ändere|schick|heute|morgen|jetzt|in|im|an|am|auf|zu|zum|zur|nach|für",
    ),
    (
        Unsure,
        "keine ahnung|weiß nicht|später|nichts|unbekannt|danke|hallo|gut|fertig|weiter|zurück|hilfe|ok|okay|jaja|ja ja",
    ),
];
