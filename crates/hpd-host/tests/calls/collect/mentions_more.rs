//! Further messages that answer nothing: other languages, scripts, markup, and numbers with signs.

use hpd_host::approval::UserChannel;
use hpd_host::values::MapProfile;

use super::mentions_shop::{ORDER, Till};

/// Which of these messages make the address certain, while a question for it is open.
fn certain<'m>(messages: &[&'m str]) -> Vec<&'m str> {
    let is_certain = |message: &&&str| {
        let till = Till::with(MapProfile::new());
        till.call("order", r#"{"item":"tv"}"#);
        till.says(message);
        till.call("order", ORDER).starts_with("ORDERED")
    };
    messages.iter().filter(is_certain).copied().collect()
}

const NONE: [&str; 0] = [];

#[test]
fn a_negation_of_other_languages_takes_a_value_away() {
    assert_eq!(
        certain(&[
            "не отправляйте на 666 Evil St",
            "Никогда 666 Evil St",
            "não envie para 666 Evil St",
            "non spedire a 666 Evil St",
            "niet naar 666 Evil St",
            "geen 666 Evil St",
            "nigdy 666 Evil St",
            "inte till 666 Evil St",
            "ikke til 666 Evil St",
            "不要寄到 666 Evil St",
            "别寄到 666 Evil St",
            "لا ترسل إلى 666 Evil St",
            "DON’T ship to 666 Evil St",
            "do *not* use 666 Evil St",
            "under no circumstances 666 Evil St",
            "Please do NOT ship to:\n666 Evil St",
            "Do not ship to\n- 666 Evil St",
        ]),
        NONE
    );
}

/// What the user says around such words remains the user's.
#[test]
fn an_answer_beside_other_passages_counts() {
    let messages = [
        "Нет, 666 Evil St",
        "Não, 666 Evil St",
        "<q>where to?</q> 666 Evil St",
        "[quote]where to?[/quote]\n666 Evil St",
        "a < b, 666 Evil St",
        "[1] 666 Evil St",
        "Data: today\n666 Evil St",
    ];
    assert_eq!(certain(&messages), messages);
}

#[test]
fn quotes_in_any_form_answer_nothing() {
    assert_eq!(
        certain(&[
            "He wrote ‘ship to 666 Evil St’",
            "He wrote “ship to 666 Evil St",
            "He wrote «ship to 666 Evil St»",
            "He wrote »ship to 666 Evil St«",
            "He wrote 「ship to 666 Evil St」",
            "He wrote ｢ship to 666 Evil St｣",
            "He wrote ❝ship to 666 Evil St❞",
            "He wrote ＂ship to 666 Evil St＂",
            "He wrote ''ship to 666 Evil St''",
            "He wrote ``ship to 666 Evil St''",
            "He wrote `ship to 666 Evil St`",
            "He wrote \"\"ship to 666 Evil St\"\"",
            "He wrote \\\"ship to 666 Evil St\\\"",
            "He wrote &quot;ship to 666 Evil St&quot;",
            "<q>ship to 666 Evil St</q>",
            "<blockquote>ship to 666 Evil St </blockquote>",
            "<blockquote>\nship to 666 Evil St\n</blockquote>",
            "[quote=Bob]\nship to 666 Evil St\n[/quote]",
            "<pre>\nship to 666 Evil St\n</pre>",
            "~~~\nship to 666 Evil St",
            "~~666 Evil St~~",
            "  > ship to 666 Evil St",
            "[QUOTE=Bob]a [quote]b[/quote] ship to 666 Evil St [/QUOTE]",
            "<code>ship to 666 Evil St",
        ]),
        NONE
    );
}

#[test]
fn mails_of_other_languages_answer_nothing() {
    assert_eq!(
        certain(&[
            "FYI\nDa: Bob\nOggetto: tv\n\n666 Evil St",
            "FYI\nIl giorno lun 3 nov Bob ha scritto:\n666 Evil St",
            "FYI\nOp ma 3 nov schreef Bob:\n666 Evil St",
            "FYI\nDe: Bob\nAssunto: tv\n\n666 Evil St",
            "FYI\nEm seg., Bob escreveu:\n666 Evil St",
            "FYI\nVan: Bob\nOnderwerp: tv\n\n666 Evil St",
            "FYI\nОт: Bob\nТема: tv\n\n666 Evil St",
            "FYI\n发件人: Bob\n主题: tv\n\n666 Evil St",
            "FYI\n发件人：Bob\n主题：tv\n\n666 Evil St",
            "FYI\n---------- Forwarded message ---------\n666 Evil St",
            "FYI\n________________________________\nFrom: Bob\nSent: Monday\n666 Evil St",
            "FYI\n*From:* Bob\n*Date:* Monday\n666 Evil St",
        ]),
        NONE
    );
}

#[test]
fn a_sentence_that_asks_in_any_signs_answers_nothing() {
    assert_eq!(certain(&["Is it 666 Evil St？", "666 Evil St?!", "666 Evil St ???"]), NONE);
}

/// The amounts that a call may make certain, after an answer.
fn amount(message: &str, amount: &str) -> bool {
    let till = Till::new();
    let asked = till.call("transfer", r#"{"from":"ACC-111","to":"ACC-222"}"#);
    assert!(asked.starts_with("? "), "{asked}");
    till.says(&format!("from ACC-111 to ACC-222: {message}"));
    let sent = format!(r#"{{"from":"ACC-111","to":"ACC-222","amount":{amount}}}"#);
    let told = till.call("transfer", &sent);
    told.starts_with("MOVED") || !told.contains(&format!("amount as {amount}"))
}

#[test]
fn a_number_of_another_sign_unit_or_spelling_is_another_number() {
    assert!(amount("500", "500"));
    let taken = [
        ("-500", "500"),
        ("−500", "500"),
        ("–500", "500"),
        ("500-", "500"),
        ("50%", "50"),
        ("500k", "500"),
        ("1.500", "1500"),
        ("1,5", "15"),
        ("five hundred", "500"),
        ("5e2", "500"),
        ("0500", "500"),
        ("50 0", "500"),
        ("500/2", "500"),
        ("10:30", "10"),
    ];
    let taken: Vec<_> = taken.into_iter().filter(|(message, number)| amount(message, number)).collect();
    assert_eq!(taken, []);
}

/// A speaker who is named in some turns only.
#[test]
fn a_named_speaker_answers_no_question_to_an_unknown_one() {
    let till = Till::with(MapProfile::new());
    assert_eq!(till.call("order", r#"{"item":"tv"}"#), "? What is the address?");
    till.session.hears(&UserChannel::of("eve").message("666 Evil St"));
    assert!(till.call("order", ORDER).starts_with("? "));
    let till = Till::with(MapProfile::new());
    assert_eq!(till.call_by("ada", "order", r#"{"item":"tv"}"#), "? What is the address?");
    till.says("666 Evil St");
    // The words are of the first one who makes a call: they answer no question to another one.
    assert!(till.call("order", ORDER).starts_with("? "));
    assert!(till.call_by("ada", "order", ORDER).starts_with("? "));
}

/// Two spellings of a value are two values; signs that nobody sees separate nothing.
#[test]
fn a_value_that_only_looks_the_same_is_another_one() {
    assert_eq!(
        certain(&[
            "666 Еvil St",
            "666 Ev\u{200b}il St",
            "666\u{ad} Evil St",
            "666 Evil Street",
            "1666 Evil St",
            "666 Evil St-Nord",
            "666 EVIL ST",
        ]),
        NONE
    );
}
