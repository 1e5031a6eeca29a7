//! The languages of receipts: a table, to which a host adds its own.

use std::collections::BTreeMap;

use super::words::ReceiptWords;

/// The phrases of a language. `states` has the order of `ReceiptState::ALL`.
pub(super) struct Phrases {
    tag: &'static str,
    pub(super) nothing: &'static str,
    pub(super) missing: &'static str,
    pub(super) states: [&'static str; 12],
}

pub(super) const ENGLISH: Phrases = Phrases {
    tag: "en",
    nothing: "Nothing was changed.",
    missing: "not carried out, missing: {missing}",
    states: [
        "carried out",
        "not carried out: blocked by a check",
        "failed",
        "not carried out",
        "waits for your confirmation",
        "waits for your answer",
        "still running",
        "handed on, the result is not known yet",
        "not known whether it took effect",
        "not carried out: you declined",
        "not carried out: cancelled",
        "not carried out: the time ran out",
    ],
};

const OTHERS: [Phrases; 6] = [
    Phrases {
        tag: "de",
        nothing: "Es wurde nichts geändert.",
        missing: "nicht ausgeführt, es fehlt: {missing}",
        states: [
            "ausgeführt",
            "nicht ausgeführt: von einer Prüfung verhindert",
            "fehlgeschlagen",
            "nicht ausgeführt",
            "wartet auf Ihre Bestätigung",
            "wartet auf Ihre Antwort",
            "läuft noch",
            "weitergegeben, das Ergebnis ist noch nicht bekannt",
            "nicht bekannt, ob es wirksam wurde",
            "nicht ausgeführt: von Ihnen abgelehnt",
            "nicht ausgeführt: abgebrochen",
            "nicht ausgeführt: die Zeit ist abgelaufen",
        ],
    },
    Phrases {
        tag: "es",
        nothing: "No se ha cambiado nada.",
        missing: "no se ha realizado, falta: {missing}",
        states: [
            "realizado",
            "no se ha realizado: lo impidió una comprobación",
            "ha fallado",
            "no se ha realizado",
            "espera su confirmación",
            "espera su respuesta",
            "todavía en curso",
            "transmitido, aún no se conoce el resultado",
            "no se sabe si ha tenido efecto",
            "no se ha realizado: usted lo rechazó",
            "no se ha realizado: cancelado",
            "no se ha realizado: se agotó el tiempo",
        ],
    },
    Phrases {
        tag: "fr",
        nothing: "Rien n'a été modifié.",
        missing: "non effectué, il manque : {missing}",
        states: [
            "effectué",
            "non effectué : bloqué par un contrôle",
            "échec",
            "non effectué",
            "attend votre confirmation",
            "attend votre réponse",
            "encore en cours",
            "transmis, le résultat n'est pas encore connu",
            "on ne sait pas si cela a pris effet",
            "non effectué : vous avez refusé",
            "non effectué : annulé",
            "non effectué : le délai est écoulé",
        ],
    },
    Phrases {
        tag: "nl",
        nothing: "Er is niets gewijzigd.",
        missing: "niet uitgevoerd, ontbreekt: {missing}",
        states: [
            "uitgevoerd",
            "niet uitgevoerd: tegengehouden door een controle",
            "mislukt",
            "niet uitgevoerd",
            "wacht op uw bevestiging",
            "wacht op uw antwoord",
            "nog bezig",
            "doorgegeven, het resultaat is nog niet bekend",
            "niet bekend of het effect heeft gehad",
            "niet uitgevoerd: door u geweigerd",
            "niet uitgevoerd: geannuleerd",
            "niet uitgevoerd: de tijd is verstreken",
        ],
    },
    Phrases {
        tag: "it",
        nothing: "Non è stato modificato nulla.",
        missing: "non eseguito, manca: {missing}",
        states: [
            "eseguito",
            "non eseguito: bloccato da un controllo",
            "non riuscito",
            "non eseguito",
            "attende la sua conferma",
            "attende la sua risposta",
            "ancora in corso",
            "inoltrato, il risultato non è ancora noto",
            "non si sa se abbia avuto effetto",
            "non eseguito: rifiutato da lei",
            "non eseguito: annullato",
            "non eseguito: tempo scaduto",
        ],
    },
    Phrases {
        tag: "pt",
        nothing: "Nada foi alterado.",
        missing: "não executado, falta: {missing}",
        states: [
            "executado",
            "não executado: bloqueado por uma verificação",
            "falhou",
            "não executado",
            "aguarda a sua confirmação",
            "aguarda a sua resposta",
            "ainda em curso",
            "encaminhado, o resultado ainda não é conhecido",
            "não se sabe se teve efeito",
            "não executado: recusado por si",
            "não executado: cancelado",
            "não executado: o tempo esgotou-se",
        ],
    },
];

/// The languages of receipts, by their tags: `en`, `de`, `es`, `fr`, `nl`, `it`, `pt`, and the host's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceiptLanguages {
    english: ReceiptWords,
    others: BTreeMap<String, ReceiptWords>,
}

impl Default for ReceiptLanguages {
    fn default() -> Self {
        let others = OTHERS.iter().map(|table| (table.tag.to_owned(), ReceiptWords::of_table(table)));
        let english = ReceiptWords::of_table(&ENGLISH);
        Self { others: others.chain([(ENGLISH.tag.to_owned(), english.clone())]).collect(), english }
    }
}

impl ReceiptLanguages {
    /// Adds a language by its tag (`sv`, `pt-BR`), or replaces one.
    #[must_use]
    pub fn with(mut self, tag: &str, words: ReceiptWords) -> Self {
        self.others.insert(tag.to_lowercase(), words);
        self
    }

    /// The phrases of a language by its tag: of `de-AT`, those of `de` if there are none of `de-AT`. English for an
    /// unknown language.
    pub fn of(&self, tag: &str) -> &ReceiptWords {
        let tag = tag.to_lowercase().replace('_', "-");
        let mut known = tag.as_str();
        loop {
            if let Some(words) = self.others.get(known) {
                return words;
            }
            match known.rsplit_once('-') {
                Some((shorter, _)) => known = shorter,
                None => return &self.english,
            }
        }
    }

    /// The tags of all languages.
    pub fn tags(&self) -> impl Iterator<Item = &str> {
        self.others.keys().map(String::as_str)
    }
}
