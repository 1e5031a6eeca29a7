//! The exact text of each state in each language.

use serde_json::json;

use super::{call, ended, receipt};
use crate::receipt::{Receipt, ReceiptLanguages, ReceiptState, ReceiptWords};

/// The sentence of no writes, the line of missing parameters, and the line of each state.
const TEXTS: &[(&str, &[&str])] = &[
    (
        "en",
        &[
            "Nothing was changed.",
            "- Pay: not carried out, missing: to, amount",
            "- Pay: carried out",
            "- Pay: not carried out: blocked by a check",
            "- Pay: failed",
            "- Pay: not carried out",
            "- Pay: waits for your confirmation",
            "- Pay: waits for your answer",
            "- Pay: still running",
            "- Pay: handed on, the result is not known yet",
            "- Pay: not known whether it took effect",
            "- Pay: not carried out: you declined",
            "- Pay: not carried out: cancelled",
            "- Pay: not carried out: the time ran out",
        ],
    ),
    (
        "de",
        &[
            "Es wurde nichts geändert.",
            "- Pay: nicht ausgeführt, es fehlt: to, amount",
            "- Pay: ausgeführt",
            "- Pay: nicht ausgeführt: von einer Prüfung verhindert",
            "- Pay: fehlgeschlagen",
            "- Pay: nicht ausgeführt",
            "- Pay: wartet auf Ihre Bestätigung",
            "- Pay: wartet auf Ihre Antwort",
            "- Pay: läuft noch",
            "- Pay: weitergegeben, das Ergebnis ist noch nicht bekannt",
            "- Pay: nicht bekannt, ob es wirksam wurde",
            "- Pay: nicht ausgeführt: von Ihnen abgelehnt",
            "- Pay: nicht ausgeführt: abgebrochen",
            "- Pay: nicht ausgeführt: die Zeit ist abgelaufen",
        ],
    ),
    (
        "es",
        &[
            "No se ha cambiado nada.",
            "- Pay: no se ha realizado, falta: to, amount",
            "- Pay: realizado",
            "- Pay: no se ha realizado: lo impidió una comprobación",
            "- Pay: ha fallado",
            "- Pay: no se ha realizado",
            "- Pay: espera su confirmación",
            "- Pay: espera su respuesta",
            "- Pay: todavía en curso",
            "- Pay: transmitido, aún no se conoce el resultado",
            "- Pay: no se sabe si ha tenido efecto",
            "- Pay: no se ha realizado: usted lo rechazó",
            "- Pay: no se ha realizado: cancelado",
            "- Pay: no se ha realizado: se agotó el tiempo",
        ],
    ),
    (
        "fr",
        &[
            "Rien n'a été modifié.",
            "- Pay: non effectué, il manque : to, amount",
            "- Pay: effectué",
            "- Pay: non effectué : bloqué par un contrôle",
            "- Pay: échec",
            "- Pay: non effectué",
            "- Pay: attend votre confirmation",
            "- Pay: attend votre réponse",
            "- Pay: encore en cours",
            "- Pay: transmis, le résultat n'est pas encore connu",
            "- Pay: on ne sait pas si cela a pris effet",
            "- Pay: non effectué : vous avez refusé",
            "- Pay: non effectué : annulé",
            "- Pay: non effectué : le délai est écoulé",
        ],
    ),
    (
        "nl",
        &[
            "Er is niets gewijzigd.",
            "- Pay: niet uitgevoerd, ontbreekt: to, amount",
            "- Pay: uitgevoerd",
            "- Pay: niet uitgevoerd: tegengehouden door een controle",
            "- Pay: mislukt",
            "- Pay: niet uitgevoerd",
            "- Pay: wacht op uw bevestiging",
            "- Pay: wacht op uw antwoord",
            "- Pay: nog bezig",
            "- Pay: doorgegeven, het resultaat is nog niet bekend",
            "- Pay: niet bekend of het effect heeft gehad",
            "- Pay: niet uitgevoerd: door u geweigerd",
            "- Pay: niet uitgevoerd: geannuleerd",
            "- Pay: niet uitgevoerd: de tijd is verstreken",
        ],
    ),
    (
        "it",
        &[
            "Non è stato modificato nulla.",
            "- Pay: non eseguito, manca: to, amount",
            "- Pay: eseguito",
            "- Pay: non eseguito: bloccato da un controllo",
            "- Pay: non riuscito",
            "- Pay: non eseguito",
            "- Pay: attende la sua conferma",
            "- Pay: attende la sua risposta",
            "- Pay: ancora in corso",
            "- Pay: inoltrato, il risultato non è ancora noto",
            "- Pay: non si sa se abbia avuto effetto",
            "- Pay: non eseguito: rifiutato da lei",
            "- Pay: non eseguito: annullato",
            "- Pay: non eseguito: tempo scaduto",
        ],
    ),
    (
        "pt",
        &[
            "Nada foi alterado.",
            "- Pay: não executado, falta: to, amount",
            "- Pay: executado",
            "- Pay: não executado: bloqueado por uma verificação",
            "- Pay: falhou",
            "- Pay: não executado",
            "- Pay: aguarda a sua confirmação",
            "- Pay: aguarda a sua resposta",
            "- Pay: ainda em curso",
            "- Pay: encaminhado, o resultado ainda não é conhecido",
            "- Pay: não se sabe se teve efeito",
            "- Pay: não executado: recusado por si",
            "- Pay: não executado: cancelado",
            "- Pay: não executado: o tempo esgotou-se",
        ],
    ),
];

/// A write in each state, in the order of `ReceiptState::ALL`.
fn each_state() -> Vec<Receipt> {
    let ends = [
        "ok",
        "blocked",
        "error",
        "",
        "",
        "",
        "",
        "forwarded",
        "unknown",
        "rejected",
        "cancelled",
        "expired",
    ];
    let one = |(state, end): (ReceiptState, &str)| {
        let mut told = vec![("now", "1", "tool_call", call("pay", "{}"))];
        let event = match state {
            ReceiptState::NotRun => None,
            ReceiptState::WaitsForConfirmation => {
                Some(("mcq", json!({"pending_tool": "pay", "pending_id": "p"})))
            }
            ReceiptState::WaitsForValues => {
                Some(("ask_user", json!({"tool": "pay", "pending_id": "p", "question": "To whom?"})))
            }
            ReceiptState::Running => Some(("tool_started", json!({"tool": "pay", "pending_id": "p"}))),
            _ => Some(("tool_result", ended("pay", end))),
        };
        told.extend(event.map(|(kind, data)| ("now", "1", kind, data)));
        let receipt = receipt(&told);
        assert_eq!(receipt.lines[0].state, state);
        receipt
    };
    ReceiptState::ALL.into_iter().zip(ends).map(one).collect()
}

#[test]
fn each_state_has_its_text_in_each_language() {
    let missing = json!({"tool": "pay", "status": "blocked", "missing_fields": ["to", "amount"]});
    let lacking =
        receipt(&[("now", "1", "tool_call", call("pay", "{}")), ("now", "1", "write_validation", missing)]);
    let receipts: Vec<_> = [Receipt::default(), lacking].into_iter().chain(each_state()).collect();
    let languages = ReceiptLanguages::default();
    let mut tags: Vec<_> = TEXTS.iter().map(|(tag, _)| *tag).collect();
    tags.sort_unstable();
    assert_eq!(languages.tags().collect::<Vec<_>>(), tags);
    for (tag, texts) in TEXTS {
        let read: Vec<_> = receipts.iter().map(|receipt| receipt.text(languages.of(tag))).collect();
        assert_eq!(read, *texts, "{tag}");
    }
}

#[test]
fn phrases_of_a_language_differ() {
    for (tag, texts) in TEXTS {
        let mut sorted = texts.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), texts.len(), "{tag}");
    }
}

#[test]
fn an_unknown_language_is_english_and_a_region_its_language() {
    let languages = ReceiptLanguages::default();
    for (tag, text) in [
        ("pt-BR", "Nada foi alterado."),
        ("DE_at", "Es wurde nichts geändert."),
        ("xx", "Nothing was changed."),
        ("", "Nothing was changed."),
    ] {
        assert_eq!(Receipt::default().text(languages.of(tag)), text, "{tag}");
    }
}

#[test]
fn a_host_adds_a_language_and_replaces_one() {
    let swedish = ReceiptState::ALL
        .into_iter()
        .fold(ReceiptWords::english(), |words, state| {
            words.with_state(state, format!("{state:?} på svenska"))
        })
        .with_nothing("Inget ändrades.")
        .with_missing("saknas {missing}");
    let languages = ReceiptLanguages::default().with("sv", swedish).with("de", ReceiptWords::english());
    assert_eq!(Receipt::default().text(languages.of("sv-FI")), "Inget ändrades.");
    assert_eq!(each_state()[0].text(languages.of("sv")), "- Pay: CarriedOut på svenska");
    assert_eq!(Receipt::default().text(languages.of("de")), "Nothing was changed.");
}
