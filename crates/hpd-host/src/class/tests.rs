use hpd_runtime::spec::Risk;

use super::{ClassReason, Classification, ExternalClaims, ToolClass};

const fn claims(name: &str) -> ExternalClaims<'_> {
    ExternalClaims {
        name,
        host: Classification::Unclassified,
        risk: None,
        is_trusted: false,
        read_only: None,
        destructive: None,
    }
}

#[test]
fn the_first_row_that_applies_gives_the_class() {
    use ClassReason::{DestructiveHint, Host, Nothing, TrustedHint, WriteHint, WriteWord};
    use Classification::{Read, Unclassified, Write};
    let (no, yes) = (Some(false), Some(true));
    let plain = claims("balance");
    let rows = [
        (plain, Unclassified, Some(Risk::Medium), Nothing),
        (ExternalClaims { read_only: yes, ..plain }, Unclassified, Some(Risk::Medium), Nothing),
        (ExternalClaims { read_only: yes, is_trusted: true, ..plain }, Read, None, TrustedHint),
        (ExternalClaims { is_trusted: true, ..plain }, Unclassified, Some(Risk::Medium), Nothing),
        (ExternalClaims { read_only: no, ..plain }, Write, Some(Risk::Medium), WriteHint),
        (ExternalClaims { destructive: no, ..plain }, Unclassified, Some(Risk::Medium), Nothing),
        (ExternalClaims { destructive: yes, ..plain }, Write, Some(Risk::High), DestructiveHint),
        (
            ExternalClaims { destructive: yes, read_only: yes, is_trusted: true, ..plain },
            Write,
            Some(Risk::High),
            DestructiveHint,
        ),
        (
            ExternalClaims { read_only: yes, is_trusted: true, ..claims("wire_money") },
            Write,
            Some(Risk::Medium),
            WriteWord("wire"),
        ),
        (
            ExternalClaims { read_only: yes, is_trusted: true, ..claims("löschen") },
            Unclassified,
            Some(Risk::Medium),
            Nothing,
        ),
        (ExternalClaims { host: Read, destructive: yes, ..claims("delete") }, Read, None, Host),
        (ExternalClaims { host: Write, ..plain }, Write, Some(Risk::Medium), Host),
        (ExternalClaims { host: Write, destructive: yes, ..plain }, Write, Some(Risk::High), Host),
        (
            ExternalClaims { host: Write, destructive: yes, risk: Some(Risk::Low), ..plain },
            Write,
            Some(Risk::Low),
            Host,
        ),
    ];
    for (claims, classification, risk, reason) in rows {
        let expected = ToolClass { classification: Some(classification), risk, reason };
        assert_eq!(ToolClass::of_external(&claims), expected, "{claims:?}");
    }
}
