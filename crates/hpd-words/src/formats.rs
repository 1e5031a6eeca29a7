//! Formats of strings, by the names of JSON Schema.

/// The formats that hpd checks. `partial-time` and `partial-date-time` are schemars' names for times without an offset.
pub const CHECKED_FORMATS: [&str; 13] = [
    "date",
    "date-time",
    "time",
    "partial-time",
    "partial-date-time",
    "duration",
    "email",
    "hostname",
    "ip",
    "ipv4",
    "ipv6",
    "uri",
    "uuid",
];

/// Further formats of JSON Schema and `OpenAPI`. A schema publishes them, and nothing checks them.
pub const PUBLISHED_FORMATS: [&str; 12] = [
    "binary",
    "byte",
    "idn-email",
    "idn-hostname",
    "iri",
    "iri-reference",
    "json-pointer",
    "password",
    "regex",
    "relative-json-pointer",
    "uri-reference",
    "uri-template",
];
