//! The start of a forwarded or answered mail within a message.

/// First words of the line above a forwarded mail.
const HEADS: [&str; 16] = [
    "original message",
    "forwarded message",
    "begin forwarded message",
    "forwarded mail",
    "ursprüngliche nachricht",
    "originalnachricht",
    "weitergeleitete nachricht",
    "anfang der weitergeleiteten nachricht",
    "mensaje original",
    "mensaje reenviado",
    "inicio del mensaje reenviado",
    "message original",
    "message d'origine",
    "message transféré",
    "début du message réexpédié",
    "début du message transféré",
];
/// Last words of the line above the mail that is answered: "On Monday, Bob wrote:".
const INTRODUCTIONS: [&str; 16] = [
    "wrote:",
    "writes:",
    "schrieb:",
    "schreibt:",
    "escribió:",
    "escribe:",
    "a écrit:",
    "écrit:",
    "ha scritto:",
    "escreveu:",
    "schreef:",
    "skrev:",
    "napisał:",
    "написал:",
    "писал:",
    "写道:",
];
/// The same where the name comes last: "Op maandag schreef Bob:".
const BEFORE_NAMES: [&str; 2] = [" schreef ", " skrev "];
/// Names of the sender's line.
const SENDERS: [&str; 14] = [
    "from",
    "von",
    "de",
    "absender",
    "remitente",
    "da",
    "van",
    "fra",
    "från",
    "od",
    "от",
    "发件人",
    "寄件者",
    "差出人",
];
/// Names of other lines of a mail's head. Lines with a recipient are not among them: "From: A, To: B" may be an order.
const OTHERS: [&str; 29] = [
    "date",
    "sent",
    "subject",
    "cc",
    "reply-to",
    "gesendet",
    "datum",
    "betreff",
    "enviado",
    "fecha",
    "asunto",
    "envoyé",
    "objet",
    "envoyé le",
    "data",
    "oggetto",
    "inviato",
    "assunto",
    "enviada em",
    "onderwerp",
    "verzonden",
    "emne",
    "ämne",
    "temat",
    "тема",
    "дата",
    "主题",
    "主旨",
    "件名",
];
/// Lines of a mail's head that are looked at.
const HEAD_LINES: usize = 6;
/// Bytes of a line that may belong to a mail's head.
const LONGEST: usize = 400;

/// Whether a mail begins with the first of these lines.
pub(super) fn begins(lines: &[&str]) -> bool {
    let Some(line) = lines.first().map(|line| line.trim()).filter(|line| (3..=LONGEST).contains(&line.len()))
    else {
        return false;
    };
    let is_framed = |c: char| matches!(c, '-' | '_' | '=' | '*' | '—' | '–' | ' ' | '|');
    let head = line.trim_matches(is_framed).to_lowercase().replace('’', "'");
    if HEADS.iter().any(|known| head.starts_with(known)) {
        return true;
    }
    // Programs break this line in two.
    let next = lines.get(1).map(|next| next.trim()).filter(|next| next.len() <= LONGEST).unwrap_or_default();
    introduces(&head)
        || (head.starts_with("on ") || head.starts_with("am ")) && introduces(&next.to_lowercase())
        || is_head(lines)
}

fn introduces(line: &str) -> bool {
    // French has a blank before the colon.
    let line =
        line.trim_end().replace([' ', '\u{a0}', '\u{202f}'], " ").replace(" :", ":").replace('：', ":");
    line.ends_with(':') && BEFORE_NAMES.iter().any(|word| line.contains(word))
        || INTRODUCTIONS.iter().any(|end| line.ends_with(end))
}

/// Whether the lines are the head of a mail: a sender, and something that only mails have.
fn is_head(lines: &[&str]) -> bool {
    let names = || lines.iter().take(HEAD_LINES).map_while(|line| header(line));
    let has = |known: &[&str]| names().any(|name| known.contains(&name.as_str()));
    names().next().is_some() && has(&SENDERS) && has(&OTHERS)
}

/// The name of a line of a mail's head: `from` in "From: Bob".
fn header(line: &str) -> Option<String> {
    let line = line.trim_start_matches([' ', '\t', '*', '-', '|']);
    let (name, _) = line.split_once([':', '：'])?;
    let name = name.trim_matches([' ', '*', '\u{a0}']);
    (name.len() <= 16 && !name.is_empty()).then(|| name.to_lowercase())
}
