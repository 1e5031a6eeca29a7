//! German: a small list, as an example of a verb-final language.

use super::super::say::TruthSentences;
use super::{Wording, list, synonyms};

const ACTIONS: &[&str] = &[
    "create|add|record|post|register;erstellt|angelegt|erfasst|gebucht|verbucht|hinzugefügt|eingetragen|gespeichert|erzeugt",
    "update|change|edit;aktualisiert|geändert|angepasst|bearbeitet|korrigiert",
    "delete|remove;gelöscht|entfernt",
    "void|cancel;storniert|abgesagt|annulliert",
    "send|email|mail;gesendet|verschickt|versendet|geschickt|versandt",
    "approve|authorize;genehmigt|freigegeben",
    "pay|transfer;bezahlt|überwiesen|beglichen",
];

const THINGS: &[&str] = &[
    "payment;zahlung|zahlungen|zahlungseingang",
    "invoice;rechnung|rechnungen",
    "bill;eingangsrechnung|rechnung",
    "contact;kontakt|kunde|kunden|kundin|lieferant|lieferanten",
    "email;e-mail|mail|nachricht",
];

const HEDGES: &str = "laut|anscheinend|offenbar|vermutlich|wahrscheinlich|scheinbar|gemäß|sie haben|du hast|normalerweise|automatisch";

const QUESTIONS: &str =
    "soll|möchten|willst|wollen|kann|darf|was|wer|wann|wo|wie|welche|wurde|haben|hast|ist";

const DETERMINERS: &str =
    "der|die|das|den|dem|des|ein|eine|einen|einer|mein|meine|ihre|ihr|ihren|deine|dein|deinen|unsere|es|sie";

const EDITS: &str = "erstellt|angelegt|hinzugefügt|eingetragen|gespeichert|erzeugt|aktualisiert|geändert|angepasst|bearbeitet|korrigiert|\
    gelöscht|entfernt";

impl Wording {
    /// German: a small list.
    pub fn german() -> Self {
        Self {
            actions: synonyms(ACTIONS),
            things: synonyms(THINGS),
            speakers: list("ich habe|habe ich|wir haben|haben wir"),
            passives: list("wurde erfolgreich|wurden erfolgreich|ist jetzt|sind jetzt|ist nun|sind nun"),
            simple_passives: list("wurde|wurden"),
            whole: list("erledigt|fertig|alles erledigt|geschafft|alles fertig|das ist erledigt"),
            stresses: list("erfolgreich"),
            marks: list("✅|☑|✔|✓|🎉"),
            failures: list(
                "etwas ist schiefgelaufen|es ist ein fehler aufgetreten|da ist etwas schiefgegangen",
            ),
            failed_passives: list("konnte nicht|konnten nicht|wurde nicht|wurden nicht"),
            failed_outcomes: list("ist fehlgeschlagen|ist gescheitert|sind fehlgeschlagen"),
            fillers: list("jetzt|nun|auch|gerade|soeben|bereits|erfolgreich|für sie|für dich"),
            openings: list("super|perfekt|alles klar|ja|gut|leider|gerne|okay|ok|prima"),
            negations: list("nicht|kein|keine|keinen|nie|niemals|nichts|ohne"),
            conditions: list("wenn|falls|sobald|bevor|nachdem|ob|bis|damit"),
            plans: list("werde|werden|wird|kann|können|könnte|soll|sollte|muss|müssen|möchte|würde|darf"),
            hedges: list(HEDGES),
            past: list(
                "gestern|letzte woche|letzten monat|letztes jahr|früher|zuvor|damals|vor kurzem|vorher",
            ),
            before_dates: list("am|im|seit|vom"),
            dates: list("januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember"),
            questions: list(QUESTIONS),
            relatives: list("der|die|das|welche|welcher"),
            agents: list("von|durch"),
            no_agents: list("mir|uns"),
            breaks: list("aber|weil|jedoch|sondern|denn|doch"),
            joins: list("und|oder"),
            determiners: list(DETERMINERS),
            pronouns: list("es|sie|ihn|das|diese|dieses"),
            prepositions: list("von|an|für|über|mit|in|im|am|auf|zu|zum|zur|gegen|bei|aus|nach"),
            verbs: list("ist|sind|war|waren|hat|haben|wird|werden|kann|ich|wir|sie|du"),
            own_work: list(
                "zusammenfassung|liste|tabelle|übersicht|entwurf|analyse|beispiel|aufstellung|vorschlag|text",
            ),
            others: list("zweite|zweiten|dritte|andere|anderen|weitere|weiteren|übrigen|einige"),
            since: list("neu|neue|neuer|neues|neuen|nun|jetzt|nunmehr"),
            looks: list("abgerufen|gefunden|geladen|gelesen|abrufen|finden|laden|lesen|suchen"),
            abbreviations: list("z.b|d.h|nr|usw|bzw|ca|inkl|evtl|ggf|dr|str|gmbh|co"),
            both: list("beide|beides"),
            numbers: list("zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn"),
            edits: list(EDITS),
            here: list("unten|oben"),
            waits: list("zur freigabe|zur bestätigung|zur prüfung|als vorschlag"),
            consequences: list("daher|deshalb|und kein|und keine|und nichts"),
            reasons: list("weil|wegen|da|aufgrund"),
            drafts: list("entwurf|beispiel|muster|vorlage|formulierung|zum beispiel|etwa so"),
            corrections: list("korrektur|das war falsch|das stimmt nicht|ich habe mich geirrt"),
            verb_last: true,
            sentences: TruthSentences::german(),
            ..Self::default()
        }
    }
}
