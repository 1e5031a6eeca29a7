//! English.

use super::{Wording, list, synonyms};

/// Verbs with similar meanings. One may be in several lines.
const ACTIONS: &[&str] = &[
    "create|add|record|post|register|insert|log|book|issue|generate|enter|raise|open|save|store|submit|file|make|schedule|apply|set|new;\
     created|added|recorded|posted|registered|inserted|logged|booked|issued|generated|entered|raised|opened|saved|stored|submitted|\
     filed|scheduled|applied|processed|set up|made the payment|made a payment|made the entry;\
     creating|adding|recording|posting|registering|logging|booking|issuing|generating|saving|submitting|scheduling|applying",
    "update|change|edit|modify|adjust|correct|amend|revise|mark|rename|patch|set|save|move|assign|fix|apply|link|reset;\
     updated|changed|edited|modified|adjusted|corrected|amended|revised|marked|renamed|moved|assigned|fixed|linked|saved|\
     made the change|made the changes|made the update|made the updates|made that change|made those changes;\
     updating|changing|editing|modifying|adjusting|correcting|marking|renaming|moving|saving",
    "delete|remove|erase|purge|destroy|clear|drop;deleted|removed|erased|purged|destroyed|cleared;deleting|removing|erasing|clearing",
    "void|cancel|annul|reverse|revoke;voided|cancelled|canceled|annulled|reversed|revoked;voiding|cancelling|canceling|reversing",
    "send|email|mail|forward|deliver|share|notify|message|invite|resend|transmit;\
     sent|emailed|mailed|forwarded|delivered|shared|notified|messaged|invited|resent|sent out|sent off|dispatched;\
     sending|emailing|mailing|forwarding|delivering|sharing|notifying|inviting",
    "approve|authorize|authorise|accept|sign|release;approved|authorized|authorised|accepted|released|granted;approving|authorizing",
    "pay|settle|charge;paid|settled|charged;paying|settling|charging",
    "transfer|pay|wire|move;transferred|wired|moved|made the transfer|made a transfer;transferring|wiring|moving",
    "refund|reimburse|return;refunded|reimbursed|returned;refunding|reimbursing",
    "process|apply|allocate|post|match|reconcile;processed|applied|allocated|matched|reconciled;processing|applying|allocating|reconciling",
    "close|complete|finish|resolve|archive;closed|completed|finished|resolved|archived|finalized|finalised;closing|completing|archiving",
    "enable|activate|start|unlock|restore|reopen;enabled|activated|unlocked|restored|reopened;enabling|activating|restoring",
    "disable|deactivate|stop|lock|suspend|reject;disabled|deactivated|locked|suspended|rejected;disabling|deactivating",
    "publish|upload|deploy|push|merge|sync|import;published|uploaded|deployed|pushed|merged|synced|imported;publishing|uploading|deploying",
    ";took care of|taken care of|handled|dealt with|sorted out;",
    "schedule|reschedule|reserve|book|order|purchase|buy;scheduled|rescheduled|reserved|booked|ordered|purchased|placed the order;\
     scheduling|booking|ordering",
];

/// The names in tools first, then the names in texts.
const THINGS: &[&str] = &[
    "contact;customer|client|vendor|supplier|contact",
    "customer;client|customer|contact",
    "vendor;supplier|vendor|contact",
    "payment;transaction|receipt|payment",
    "entry;posting|entry",
    "email;message|mail|email",
    "message;email|mail|message",
    "event;meeting|appointment|event",
    "fund;money|fund",
];

impl Wording {
    /// English, with the verbs of bookkeeping, mail and calendars.
    pub fn english() -> Self {
        Self {
            actions: synonyms(ACTIONS),
            things: synonyms(THINGS),
            plurals: vec![("ies".to_owned(), "y".to_owned()), ("s".to_owned(), String::new())],
            abbreviations: list("inc|ltd|co|corp|mr|mrs|ms|dr|no|nos|e.g|i.e|vs|etc|approx|st|pvt|llc|dept|acct|inv|ref|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec"),
            ..Self::english_statements()
        }
        .with_english_guards()
        .with_english_words()
        .with_english_texts()
    }

    fn english_statements() -> Self {
        Self {
            speakers: list("i|i've|i have|ive|we|we've|we have"),
            passives: list(
                "has been|have been|'s been|it's been|that's been|is now|are now|it's now|that's now",
            ),
            simple_passives: list("was|were|it's|that's"),
            managed: list(
                "i was able to|i were able to|we were able to|i've been able to|i managed to|i've managed to|we managed to|i did|we did",
            ),
            outcomes: list(
                "went through|has gone through|have gone through|has been successful|was successful|were successful|succeeded|has succeeded|is complete|is now complete|is done|is now done|\
                 was a success|is in place|is now in place|is on its way|is all set",
            ),
            short_outcomes: list("successful|complete"),
            whole: list(
                "done|all done|all set|you're all set|you are all set|it's done|it is done|that's done|that is done|success|completed|\
                 consider it done|mission accomplished|everything is set|everything's set|done and dusted|all taken care of|taken care of|\
                 it's all set|it's all done|everything is done|everything's done|i've taken care of it|i have taken care of it|i took care of it|\
                 i've taken care of that|i've done that|i've done it|i have done that|i did it|i did that|it has been done|it's been done|\
                 that has been done|i've handled it|i've handled that|both are done|i've completed your request|i have completed your request|your request has been completed|\
                 your request has been processed|everything went through|that worked|it worked|task completed|task complete|\
                 action completed|request completed|operation successful|operation completed|that's all done|all sorted",
            ),
            stresses: list("successfully"),
            marks: list("✅|☑|✔|✓|🎉|🥳|🟢"),
            failures: list(
                "something went wrong|an error occurred|there was an error|there was a problem|there was an issue|\
                 i ran into an error|i ran into a problem|i ran into an issue|i encountered an error|i encountered a problem|\
                 i encountered an issue|i hit an error|i hit a snag|it didn't work|that didn't work|it did not work|an error came up|\
                 i got an error|i received an error|it failed|that failed|it didn't go through|it did not go through",
            ),
            failed_actions: list(
                "couldn't|could not|wasn't able to|was not able to|were not able to|weren't able to|was unable to|were unable to|\
                 failed to|didn't manage to|did not manage to|haven't been able to|have not been able to",
            ),
            failed_passives: list(
                "was not|wasn't|were not|weren't|has not been|hasn't been|have not been|haven't been|couldn't be|could not be|\
                 failed to be|was never|did not get|didn't get",
            ),
            failed_outcomes: list(
                "failed|has failed|have failed|did not go through|didn't go through|was unsuccessful|were unsuccessful|\
                 did not succeed|didn't succeed|was not successful|wasn't successful|has not gone through|hasn't gone through|didn't work|\
                 did not work|did not complete|didn't complete",
            ),
            ..Self::default()
        }
    }

    fn with_english_guards(self) -> Self {
        Self {
            negations: list(
                "not|never|no|none|nothing|neither|nor|cannot|can't|couldn't|isn't|aren't|wasn't|weren't|hasn't|haven't|\
                 hadn't|didn't|doesn't|don't|won't|nobody|unable to|failed to|yet to|rather than|instead of|fail|hardly|barely|scarcely|it is false that|added up|cancelled out|canceled out|cleared up|it's false that|untrue|not true",
            ),
            conditions: list(
                "if|once|when|whenever|until|till|unless|without|whether|after|before|as soon as|in case|assuming|provided|should you|\
                 suppose|upon|so that|in order|as long as|wait for|waiting for|require|requires",
            ),
            plans: list(
                "will|i'll|we'll|it'll|you'll|that'll|they'll|going to|gonna|let me|let's|about to|plan to|planning to|shall|would|i'd|we'd|\
                 you'd|should|could|can|may|might|must|need|needs|want|wants|to be|being|be|ready to|like|try|trying|please|make sure|ensure|\
                 verify|check|to have|had|ought|waiting|await|awaiting|pending",
            ),
            hedges: list(
                "reports|reports that|i said|i claimed|as said|it seems|seems|it looks like|looks like|appears|it appears|apparently|according to|i see|i can see|i think|i believe|\
                 i assume|i guess|shows|show|showing|indicates|indicate|suggests|you said|you mentioned|you told|you asked|you wrote|\
                 he said|she said|they said|customer said|reported|i found|i've found|i noticed|i checked|probably|perhaps|maybe|presumably|\
                 in general|typically|usually|normally|automatically|always|each time|every time|by default|for example|e.g|for instance|\
                 such as|imagine|says|said|reads|records show|based on|here are|here is|here's|below are|these are|i only found|\
                 the ledger|the history|audit log|list of|pretend|hypothetically|doesn't mean|i'm not sure|not sure|i don't know|\
                 you've|you have|you",
            ),
            past: list(
                "yesterday|last week|last month|last year|last quarter|last time|last night|ago|earlier|previously|in the past|originally|\
                 initially|at first|before that|back in|recently|first attempt|earlier today|previous|prior|formerly|historically|\
                 this month|this year|this quarter|this week|past month|past week|last monday|last tuesday|last wednesday|last thursday|\
                 last friday|over the last|so far|to date",
            ),
            maybe_past: list("already|since|overdue|outstanding"),
            before_dates: list("on|in|since|dated"),
            dates: list(
                "january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|\
                 sept|oct|nov|dec|monday|tuesday|wednesday|thursday|friday|saturday|sunday",
            ),
            questions: list(
                "shall|would|should|do|does|did|can|could|may|is|are|was|were|has|have|what|which|who|when|where|why|how|want|will|any|anything",
            ),
            relatives: list("that|which|who|whose|what"),
            agents: list("by"),
            no_agents: list(
                "email|mail|post|sms|text|phone|bank|card|me|us|wire|fax|courier|message|whatsapp",
            ),
            ..self
        }
    }

    fn with_english_words(self) -> Self {
        Self {
            fillers: list(
                "now|also|just|not only|then|have now|all|both|already|successfully|finally|went ahead and|gone ahead and|can confirm that|\
                 can confirm|am happy to confirm that|i'm happy to confirm that|i'm pleased to confirm that|i'm happy to report that|\
                 i'm pleased to report that|i'm pleased to say that|happy to say that|i'm glad to say that|good news|good news is that|\
                 this confirms that|confirming that|just to confirm|to confirm|please note that|i want to let you know that|\
                 i'm happy to let you know that|happy to let you know that|let you know that|as requested|as you requested|as you asked|as instructed|per your request|\
                 as you wanted|for you|like you asked|as discussed|thank you|on my end|on our end|on my side|on our side|just now|a moment ago|moments ago|a minute ago|a few minutes ago|a second ago|this time|at this time|at the moment|right now|today|officially|safely|correctly|properly|immediately|instantly|permanently",
            ),
            openings: list(
                "great|perfect|ok|okay|alright|all right|sure|yes|yep|yeah|thanks|thank you|excellent|absolutely|certainly|got it|of course|\
                 great news|good news|wonderful|awesome|fantastic|sorry|i'm sorry|i am sorry|apologies|my apologies|i apologize|i apologise|\
                 unfortunately|sadly|oops|hmm|hi|hello|hey|right|no problem|sure thing|no worries|and|but|so|i'm afraid|regrettably|\
                 please try again|try again|please try again later|confirmed|understood|hooray|voilà|boom|well|it looks like|however",
            ),
            breaks: list("but|because|while|although|though|however|so|whereas|yet|except"),
            joins: list("and|or|then|plus|as well as|&"),
            determiners: list(
                "the|a|an|this|that|these|those|your|my|our|his|her|their|its|it|them|both|all|everything|one|two|three",
            ),
            pronouns: list("it|them|this|that|they|these|those"),
            prepositions: list(
                "of|to|for|from|in|on|at|with|against|as|by|into|under|within|via|over|per|through|using|towards|without|effective|about|regarding|concerning|successfully|below|above|here",
            ),
            verbs: list(
                "is|are|was|were|has|have|had|will|would|can|could|should|may|might|must|shall|do|does|did|need|needs|i|we|you|he|she|\
                 they|it|isn't|aren't|remains|remain|total|totals|amounts|shows|looks|seems|who|which|that|what",
            ),
            ..self
        }
    }

    fn with_english_texts(self) -> Self {
        Self {
            own_work: list(
                "summary|list|table|overview|breakdown|analysis|comparison|example|code|snippet|explanation|outline|draft|version|text|\
                 steps|chart|template|suggestion|suggestions|proposal|calculation|wording|note|report|bullet|numbers|figures|column|row|response|answer",
            ),
            compounds: list(
                "credit note|debit note|delivery note|promissory note|sick note|expense report|price list|mailing list|guest list|\
                 waiting list|bank draft",
            ),
            others: list(
                "second|third|another|other|others|remaining|rest|some|either|again|duplicate|additional|more|further|one of|any|also|separate|new",
            ),
            both: list("both"),
            numbers: list("two|three|four|five|six|seven|eight|nine|ten"),
            states: list("is|are"),
            edits: list(
                "added|created|made|inserted|entered|generated|opened|saved|noted|logged|filed|set|updated|changed|edited|modified|adjusted|\
                 corrected|amended|revised|marked|renamed|moved|assigned|fixed|linked|removed|deleted|erased|cleared|dropped|reversed|shared|\
                 applied|processed|matched|reconciled|allocated|completed|finished|resolved|closed|merged|imported|restored|returned|ordered|transferred|pushed|stored|\
                 accepted|started|scheduled|sorted out|handled|dealt with",
            ),
            here: list(
                "below|above|in bold|from this list|from this overview|from this table|in this list|in this overview|in this table|\
                 in this plan|in this reply|in my answer|from the results",
            ),
            waits: list(
                "for approval|for your approval|for confirmation|for your confirmation|for review|for your review|for sign-off|\
                 for your sign-off|waits for|is waiting for|awaits|as a proposal|as a suggestion",
            ),
            reasons: list("because|because of|due to|owing to|on account of|since|as"),
            consequences: list("so|therefore|hence|and so|and no|and nothing|and therefore"),
            drafts: list(
                "draft|drafts|example|examples|sample|template|wording|suggested reply|suggested message|suggested email|you could write|\
                 you could say|you could send|you can write|you can say|you can send|reply with|message to send|something like|reads|e.g|\
                 for example|for instance|an email|a reply|a message|log",
            ),
            corrections: list(
                "correction|scratch that|i misspoke|i was wrong|that was wrong|that's wrong|that is wrong|that isn't true|that's not true|\
                 that is not true|that was not true|that wasn't true|that's not right|that is not right|that was incorrect|i take that back|\
                 i stand corrected",
            ),
            since: list("new|now|updated|remaining"),
            looks: list(
                "fetch|fetching|find|finding|load|loading|retrieve|retrieving|get|getting|look|looking|search|searching|read|reading|list|\
                 listing|download|downloading|display|displaying|show|showing|access|accessing|see|locate|locating|verify|verifying|check|\
                 checking|determine|confirm|confirming|connect|connecting|calculate|calculating|answer|help|tell|open|view|pull",
            ),
            ..self
        }
    }
}
