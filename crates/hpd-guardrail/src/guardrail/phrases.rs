//! The one list of phrases by which English claims are found.

/// The role of a phrase in a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Changes no claim, in any position.
    Filler,
    /// Says nothing before the first statement.
    Opening,
    /// "I have".
    Speaker,
    /// "has been", before a participle.
    Passive,
    /// "is", before a participle.
    State,
    /// Reports everything as done.
    Whole,
    /// Reports a failure of everything.
    Failure,
    /// "I couldn't", before an action.
    CouldNot,
    /// "was not", before a participle.
    WasNot,
    /// "did not go through", after an object.
    DidNot,
    /// "went through", after an object.
    Outcome,
    /// Begins the reason of a failure.
    Reason,
    /// Denies.
    Negation,
    /// A plan, a wish, an ability.
    Plan,
    /// A condition, a report, a guess, an earlier time, another object: the sentence is no claim.
    Guard,
    /// The same for claims that are not in the first person.
    Soft,
    /// "May" and other dates.
    Date,
    /// A lookup.
    Look,
    /// A part of the answer, and no record.
    OwnWork,
    /// Announces a text for another person, before a colon.
    Draft,
    /// Retracts the text before it.
    Correction,
    Determiner,
    Preposition,
    /// "it", in the place of an object.
    Pronoun,
    /// Joins two statements.
    Join,
    /// A verb of another statement.
    Verb,
}

/// Phrases with `|` between them.
pub(super) const PHRASES: [(Role, &str); 26] = [
    (
        Role::Filler,
        "now|also|just|then|successfully|finally|went ahead and|gone ahead and|for you|on my end|this time|as requested|as instructed|\
         as you asked|as you wished|per your request|too|as well|permanently|right away|immediately|today|can confirm that",
    ),
    (
        Role::Opening,
        "great|perfect|ok|okay|alright|sure|yes|thanks|thank you|got it|of course|good news|sorry|i'm sorry|\
         i am sorry|i'm sorry to say|my apologies|i apologize|unfortunately|i'm afraid|but|and|that|certainly|sadly",
    ),
    (Role::Speaker, "i|i've|i have|we|we've|we have|i was able to|i managed to"),
    (Role::Passive, "has been|have been|was|were|'s been|has just been|have just been"),
    (Role::State, "is|are"),
    (
        Role::Whole,
        "done|all done|all set|you're all set|it's done|it is done|that's done|success|completed|consider it done|\
         i've taken care of it|i've done it|i've done that|i did it|it has been done|everything is done|everything's done",
    ),
    (
        Role::Failure,
        "something went wrong|an error occurred|there was an error|there was a problem|i ran into an error|\
         i encountered an error|it didn't work|that didn't work|it failed|that failed",
    ),
    (
        Role::CouldNot,
        "i couldn't|i could not|i was unable to|i wasn't able to|i was not able to|i failed to|we couldn't|\
         we could not|we were unable to",
    ),
    (
        Role::WasNot,
        "was not|wasn't|has not been|hasn't been|could not be|couldn't be|did not get|were not|weren't|have not been",
    ),
    (
        Role::DidNot,
        "failed|has failed|did not go through|didn't go through|was unsuccessful|did not succeed|didn't succeed|\
         was not successful|did not work|didn't work",
    ),
    (Role::Outcome, "succeeded|has succeeded|went through|has gone through|was successful|is complete"),
    (Role::Reason, "because|because of|due to|owing to"),
    (
        Role::Negation,
        "not|never|no|none|nothing|neither|nor|cannot|can't|couldn't|isn't|aren't|wasn't|weren't|hasn't|haven't|didn't|\
         doesn't|don't|won't|nobody|unable|failed|fail|hardly|barely|scarcely|false|untrue|without|but|except|only|yet",
    ),
    (
        Role::Plan,
        "will|i'll|we'll|it'll|you'll|going to|let me|let's|about to|plan to|shall|would|i'd|you'd|should|could|can|may|\
         might|must|need|needs|want|wants|to be|being|be|ready to|like to|try|trying|please|make sure|had|waiting|\
         awaiting|pending|recommend|suggest|shall i|feel free|until|next time",
    ),
    (
        Role::Guard,
        "what|who|whose|where|how|why|if|once|when|whenever|till|unless|whether|after|before|as soon as|in case|assuming|provided|upon|so that|\
         it seems|seems|looks like|appears|apparently|according to|i see|i think|i believe|i guess|shows|you said|you asked|\
         you mentioned|you told|he said|she said|they said|i said|told|says|said|reported|reports|found|noticed|checked|\
         probably|perhaps|maybe|usually|normally|automatically|always|every time|for example|example|for instance|such as|\
         yesterday|last|ago|earlier|previously|in the past|originally|initially|at first|recently|first|previous|so far|\
         this month|this week|this year|second|third|another|other|others|either|again|some|twice|late|one of|each|\
         below|above|in bold|in this|from this|from the results|from the list|in my|this reply|for approval|for your approval|\
         for confirmation|for your confirmation|for review|for your review|proposal|suggestion|cancelled out|added up",
    ),
    (
        Role::Soft,
        "already|since|overdue|outstanding|by|you've|you have|you|on|dated|that|which|as of|currently|\
         still|the ledger|the history|at the moment|history|log|list of",
    ),
    (
        Role::Date,
        "january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|\
         aug|sep|sept|oct|nov|dec|monday|tuesday|wednesday|thursday|friday|saturday|sunday",
    ),
    (Role::Look, "look|look up|check|find|show|search|list|open"),
    (
        Role::OwnWork,
        "summary|list|table|overview|breakdown|analysis|comparison|example|code|explanation|outline|draft|version|text|\
         chart|template|note|notes|report|numbers|figures|column|row|answer|details|steps",
    ),
    (
        Role::Draft,
        "draft|drafts|example|examples|sample|template|wording|suggested reply|suggested message|suggested email|you could write|\
         you could say|you could send|you can send|something like|an email|a reply|a message|log",
    ),
    (
        Role::Correction,
        "correction|scratch that|i misspoke|i was wrong|that was wrong|that's wrong|that isn't true|that's not true|\
         that is not true|that was incorrect|i take that back",
    ),
    (Role::Determiner, "the|a|an|this|these|those|your|my|our|his|her|their|its|all|both|one|two|three"),
    (
        Role::Preposition,
        "of|to|for|from|in|on|at|with|against|as|by|into|under|via|per|through|about|regarding",
    ),
    (Role::Pronoun, "it|them|that|this|they|everything"),
    (Role::Join, "and|&"),
    (
        Role::Verb,
        "is|are|was|were|been|has|have|had|do|does|i|we|you|he|she|they|it|remains|shows|total|totals",
    ),
];

/// Names of actions in tools that mean the same in texts. An irregular past follows its verb after `=`.
pub(super) const ACTIONS: [&str; 19] = [
    "create add record post register insert log book issue generate enter raise save submit file make=made place open",
    "update change edit modify adjust correct amend revise rename move save assign set=set",
    "delete remove erase purge destroy clear drop",
    "void cancel annul reverse revoke",
    "send=sent email mail forward deliver share notify message invite resend=resent reply text",
    "approve authorize accept grant release",
    "pay=paid settle charge",
    "transfer wire move",
    "refund reimburse return",
    "process apply allocate match reconcile",
    "close complete finish resolve archive",
    "enable activate unlock restore reopen",
    "disable deactivate lock suspend",
    "publish upload deploy",
    "push merge sync import",
    "book schedule reserve",
    "order purchase buy=bought",
    "freeze=froze freeze=frozen undo=undid undo=undone",
    "run=ran run=run write=wrote write=written",
];

/// Actions that may be done with the text of the answer itself.
pub(super) const EDITS: [&str; 5] = ["create", "update", "delete", "push", "order"];

/// Names of objects in tools that mean the same in texts.
pub(super) const OBJECTS: [&str; 5] = [
    "contact customer client vendor supplier",
    "payment transaction",
    "email message mail",
    "event meeting appointment",
    "fund money",
];

/// Signs of success.
pub(super) const MARKS: [&str; 6] = ["✅", "☑", "✔", "✓", "🎉", "🥳"];

/// Words whose full stop ends no sentence.
pub(super) const ABBREVIATIONS: [&str; 22] = [
    "inc", "ltd", "co", "corp", "mr", "mrs", "ms", "dr", "no", "nos", "e.g", "i.e", "vs", "etc", "approx",
    "st", "pvt", "llc", "dept", "acct", "inv", "ref",
];
