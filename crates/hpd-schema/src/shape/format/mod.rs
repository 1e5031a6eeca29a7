//! `format`: the texts that have one.

mod email;
mod network;
mod time;
mod uri;

/// A format that is checked.
struct Format {
    name: &'static str,
    /// With its article, for errors.
    description: &'static str,
    is_valid: fn(&str) -> bool,
}

/// schemars uses `partial-time` and `partial-date-time` for times without an offset.
const FORMATS: [Format; 13] = [
    Format { name: "date", description: "a date (YYYY-MM-DD)", is_valid: time::is_date },
    Format {
        name: "date-time",
        description: "a date and time with offset (YYYY-MM-DDThh:mm:ssZ)",
        is_valid: time::is_date_time,
    },
    Format { name: "time", description: "a time with offset (hh:mm:ssZ)", is_valid: time::is_time },
    Format { name: "partial-time", description: "a time (hh:mm:ss)", is_valid: time::is_partial_time },
    Format {
        name: "partial-date-time",
        description: "a date and time without offset (YYYY-MM-DDThh:mm:ss)",
        is_valid: time::is_partial_date_time,
    },
    Format { name: "duration", description: "an ISO 8601 duration (P3DT12H)", is_valid: time::is_duration },
    Format { name: "email", description: "an email address", is_valid: email::is_email },
    Format { name: "hostname", description: "a host name", is_valid: network::is_hostname },
    Format { name: "ip", description: "an IP address", is_valid: network::is_ip },
    Format { name: "ipv4", description: "an IPv4 address", is_valid: network::is_ipv4 },
    Format { name: "ipv6", description: "an IPv6 address", is_valid: network::is_ipv6 },
    Format { name: "uri", description: "a URI with its scheme (https://example.com)", is_valid: uri::is_uri },
    Format {
        name: "uuid",
        description: "a UUID (123e4567-e89b-12d3-a456-426614174000)",
        is_valid: network::is_uuid,
    },
];

fn find(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

/// Whether a format is checked. Others are remarks.
pub(super) fn is_known(name: &str) -> bool {
    find(name).is_some()
}

/// Whether a text has a format. Every text has one that is not known.
pub(super) fn is_valid(name: &str, text: &str) -> bool {
    find(name).is_none_or(|format| (format.is_valid)(text))
}

/// The description of a format, with its article.
pub(super) fn describe(name: &str) -> Option<&'static str> {
    find(name).map(|format| format.description)
}
