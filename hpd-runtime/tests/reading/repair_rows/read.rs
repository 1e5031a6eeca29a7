//! Texts that are read, with the tree and the codes of the warnings.

use hpd_runtime::args::SyntaxErrorKind;

/// A text, its tree and its codes.
pub(crate) const READ: &[(&str, &str, &str)] = &[
    // nothing
    ("", "{}", "EMPTY_ARGUMENTS"),
    (" \n\t", "{}", "EMPTY_ARGUMENTS"),
    ("\u{feff}", "{}", "EMPTY_ARGUMENTS"),
    (" null ", "{}", "EMPTY_ARGUMENTS"),
    // an object as it should be
    ("{}", "{}", ""),
    (" {\"a\": [1, \"x\", null, {\"b\": -1.50e3}]} ", "{\"a\":[1,\"x\",null,{\"b\":-1.50e3}]}", ""),
    // fences
    ("```json\n{\"a\": 1}\n```", "{\"a\":1}", "FENCE_REMOVED"),
    ("```\n{\"a\": 1}\n```\n", "{\"a\":1}", "FENCE_REMOVED"),
    ("```JSON {\"a\": 1}```", "{\"a\":1}", "FENCE_REMOVED"),
    ("````{\"a\": 1}```", "{\"a\":1}", "FENCE_REMOVED"),
    ("~~~json\n{\"a\": 1}\n~~~", "{\"a\":1}", "FENCE_REMOVED"),
    ("`{\"a\": 1}`", "{\"a\":1}", "FENCE_REMOVED"),
    ("```json\n{\"a\": 1}", "{\"a\":1}", "FENCE_REMOVED"),
    ("{\"a\": 1}\n```", "{\"a\":1}", "FENCE_REMOVED"),
    ("{```json\n{\"a\": 1}\n```}", "{\"a\":1}", "FENCE_REMOVED"),
    ("```json\n{\"a\": \"```b```\"}\n```", "{\"a\":\"```b```\"}", "FENCE_REMOVED"),
    ("```json\n{\"a\": 1,}\n```", "{\"a\":1}", "FENCE_REMOVED EXTRA_COMMA"),
    ("```json\n{\"a\": \"b\"\n```", "{\"a\":\"b\"}", "FENCE_REMOVED MISSING_CLOSER"),
    // prose
    ("Here's your JSON: {\"a\": 1}", "{\"a\":1}", "TEXT_IGNORED"),
    ("{\"a\": 1}\nI hope this helps!", "{\"a\":1}", "TEXT_IGNORED"),
    ("See (1) and {name}: {\"a\": \"}{\"} Done.", "{\"a\":\"}{\"}", "TEXT_IGNORED"),
    ("Sure:\n```json\n{\"a\": 1}\n```\nDone.", "{\"a\":1}", "TEXT_IGNORED FENCE_REMOVED"),
    ("<tool_call>\n{\"a\": 1}\n</tool_call>", "{\"a\":1}", "TEXT_IGNORED"),
    ("Action: search\nAction Input: {\"a\": 1}", "{\"a\":1}", "TEXT_IGNORED"),
    ("[INFO] {\"a\": 1}", "{\"a\":1}", "TEXT_IGNORED"),
    ("Sure, here: {\"a\": 1}\n\nNote: \"done\".", "{\"a\":1}", "TEXT_IGNORED"),
    ("arguments: {\"a\": 1}", "{\"a\":1}", "TEXT_IGNORED"),
    ("{\"a\": 1};", "{\"a\":1}", "TEXT_IGNORED"),
    ("{\"a\": 1} ~", "{\"a\":1}", "TEXT_IGNORED"),
    ("``` json\n{\"a\": 1}\n```", "{\"a\":1}", "FENCE_REMOVED"),
    // calls
    ("callback({\"a\": 1});", "{\"a\":1}", "CALL_REMOVED"),
    ("/* x */ my.callback_1 ( {\"a\": 1} )", "{\"a\":1}", "COMMENT_IGNORED CALL_REMOVED"),
    ("callback({}", "{}", "CALL_REMOVED MISSING_CLOSER"),
    ("```python\nprint({'a': 1})\n```", "{\"a\":1}", "FENCE_REMOVED CALL_REMOVED QUOTES"),
    // commas
    ("{\"a\": 1,}", "{\"a\":1}", "EXTRA_COMMA"),
    (
        "{\"a\": [1, 2 , ], \"b\": {\"c\": 1,},}",
        "{\"a\":[1,2],\"b\":{\"c\":1}}",
        "EXTRA_COMMA EXTRA_COMMA EXTRA_COMMA",
    ),
    ("{, \"a\": 1}", "{\"a\":1}", "EXTRA_COMMA"),
    ("{\"a\": [, 1]}", "{\"a\":[1]}", "EXTRA_COMMA"),
    ("{,}", "{}", "EXTRA_COMMA"),
    ("{},", "{}", "EXTRA_COMMA"),
    ("{\"a\": 1\n\"b\": 2}", "{\"a\":1,\"b\":2}", "MISSING_COMMA"),
    ("{\"a\": 1 \"b\": 2}", "{\"a\":1,\"b\":2}", "MISSING_COMMA"),
    ("{\"a\": \"x\"\n \"b\": 2}", "{\"a\":\"x\",\"b\":2}", "MISSING_COMMA"),
    ("{\"a\": {}\"b\": 2}", "{\"a\":{},\"b\":2}", "MISSING_COMMA"),
    ("{\"a\": 2\n b: 3}", "{\"a\":2,\"b\":3}", "MISSING_COMMA UNQUOTED_KEY"),
    ("{\"a\": [{} {}]}", "{\"a\":[{},{}]}", "MISSING_COMMA"),
    ("{\"a\": [1\n2\n3]}", "{\"a\":[1,2,3]}", "MISSING_COMMA MISSING_COMMA"),
    // comments
    ("{\"a\": 1 // one\n}", "{\"a\":1}", "COMMENT_IGNORED"),
    ("{/* one */\"a\": /* two */ 1}", "{\"a\":1}", "COMMENT_IGNORED COMMENT_IGNORED"),
    ("{\n# one\n\"a\": 1, # it's {1}\n}", "{\"a\":1}", "COMMENT_IGNORED EXTRA_COMMA COMMENT_IGNORED"),
    ("// {\"a\": 0}\n{\"a\": 1} // done", "{\"a\":1}", "COMMENT_IGNORED COMMENT_IGNORED"),
    ("{\"a\": \"http://b.c/*d*/ # e\"}", "{\"a\":\"http://b.c/*d*/ # e\"}", ""),
    // quotes
    ("{'a': 'b'}", "{\"a\":\"b\"}", "QUOTES QUOTES"),
    ("{'a': 'say \"b\"'}", "{\"a\":\"say \\\"b\\\"\"}", "QUOTES QUOTES"),
    ("{'a': 'it\\'s'}", "{\"a\":\"it's\"}", "QUOTES QUOTES"),
    ("{'a': \"it's\"}", "{\"a\":\"it's\"}", "QUOTES"),
    ("{“a”: “b”}", "{\"a\":\"b\"}", "QUOTES QUOTES"),
    ("{“a”: “say \"b\" now”}", "{\"a\":\"say \\\"b\\\" now\"}", "QUOTES QUOTES"),
    ("{‘a’: ‘b’}", "{\"a\":\"b\"}", "QUOTES QUOTES"),
    ("{`a`: `b`}", "{\"a\":\"b\"}", "QUOTES QUOTES"),
    ("{\"a\": \"“b” ‘c’ `d`\",}", "{\"a\":\"“b” ‘c’ `d`\"}", "EXTRA_COMMA"),
    ("{\"a\": \"„b\" c\"}", "{\"a\":\"„b\\\" c\"}", "UNESCAPED_QUOTE"),
    // keys
    (
        "{a: 1, b_2: 2, $c: 3, d-e: 4, ü: 5}",
        "{\"a\":1,\"b_2\":2,\"$c\":3,\"d-e\":4,\"ü\":5}",
        "UNQUOTED_KEY UNQUOTED_KEY UNQUOTED_KEY UNQUOTED_KEY UNQUOTED_KEY",
    ),
    ("{true: 1, 5: 2}", "{\"true\":1,\"5\":2}", "UNQUOTED_KEY UNQUOTED_KEY"),
    // words
    (
        "{\"a\": True, \"b\": [False, None]}",
        "{\"a\":true,\"b\":[false,null]}",
        "PYTHON_LITERAL PYTHON_LITERAL PYTHON_LITERAL",
    ),
    ("{\"a\": undefined, \"b\": 1}", "{\"b\":1}", "UNDEFINED"),
    // characters
    ("{\"a\": \"b\nc\td\"}", "{\"a\":\"b\\nc\\td\"}", "CONTROL_CHARACTER"),
    ("{\"a\nb\": 1}", "{\"a\\nb\":1}", "CONTROL_CHARACTER"),
    ("\u{feff}{\"a\": 1}", "{\"a\":1}", "UNUSUAL_BLANK"),
    ("{\u{a0}\"a\":\u{180e}1}", "{\"a\":1}", "UNUSUAL_BLANK UNUSUAL_BLANK"),
    ("{\"a\": \"b\u{a0}c\"}", "{\"a\":\"b\u{a0}c\"}", ""),
    // escapes
    ("{\"a\": \"it\\'s\"}", "{\"a\":\"it's\"}", "INVALID_ESCAPE"),
    ("{a: `for \\$5`}", "{\"a\":\"for $5\"}", "UNQUOTED_KEY QUOTES INVALID_ESCAPE"),
    ("{a: `\\`b\\``}", "{\"a\":\"`b`\"}", "UNQUOTED_KEY QUOTES"),
    // in a string, or escaped
    ("\"{\\\"a\\\": \\\"b\\\\n\\\"}\"", "{\"a\":\"b\\n\"}", "ESCAPED_OBJECT"),
    ("\"{\\\"a\\\": 1,}\"", "{\"a\":1}", "ESCAPED_OBJECT EXTRA_COMMA"),
    ("'{\"a\": 1}'", "{\"a\":1}", "ESCAPED_OBJECT"),
    ("'{\"a\": \"it's\"}'", "{\"a\":\"it's\"}", "ESCAPED_OBJECT"),
    ("{\\\"a\\\": \\\"b\\\"}", "{\"a\":\"b\"}", "ESCAPED_OBJECT"),
    ("{\\n  \\\"a\\\": \\\"say \\\\\\\"b\\\\\\\"\\\"\\n}", "{\"a\":\"say \\\"b\\\"\"}", "ESCAPED_OBJECT"),
    // repeated
    ("{\"a\": 1}{\"a\": 1}", "{\"a\":1}", "REPEATED_OBJECT"),
    ("{\"a\": 1, \"b\": 2}\n{\"b\": 2, \"a\": 1.0}", "{\"a\":1,\"b\":2}", "REPEATED_OBJECT"),
    ("{},{}", "{}", "REPEATED_OBJECT"),
    ("{\"a\": 1, \"a\": 1,}", "{\"a\":1}", "EXTRA_COMMA DUPLICATE_KEY"),
    ("{\"a\": 1, \"a\": 2,}", "{\"a\":1,\"a\":2}", "EXTRA_COMMA"),
    // closers
    ("{\"a\": 1}}", "{\"a\":1}", "EXTRA_CLOSER"),
    ("{\"a\": 1 } } ] }", "{\"a\":1}", "EXTRA_CLOSER"),
    ("{\"a\": \"b\"", "{\"a\":\"b\"}", "MISSING_CLOSER"),
    ("{\"a\": [{\"b\": true", "{\"a\":[{\"b\":true}]}", "MISSING_CLOSER"),
    ("{\"a\": [1]", "{\"a\":[1]}", "MISSING_CLOSER"),
];

/// A text, its tree and codes, and why it is refused where nothing is guessed.
pub(crate) const LENIENT: &[(&str, &str, &str, SyntaxErrorKind)] = &[
    ("{\"a\": \"for \\$5\"}", "{\"a\":\"for $5\"}", "INVALID_ESCAPE", SyntaxErrorKind::BadEscape),
    ("{\"a\": \"\\`b\\`\"}", "{\"a\":\"`b`\"}", "INVALID_ESCAPE", SyntaxErrorKind::BadEscape),
    (
        "{\"a\": \"say \"b\" now\"}",
        "{\"a\":\"say \\\"b\\\" now\"}",
        "UNESCAPED_QUOTE",
        SyntaxErrorKind::UnescapedQuote,
    ),
    (
        "{\"a\": \"<b c=\"d\">\", \"e\": 1}",
        "{\"a\":\"<b c=\\\"d\\\">\",\"e\":1}",
        "UNESCAPED_QUOTE",
        SyntaxErrorKind::UnescapedQuote,
    ),
    (
        "{\"a\": [\"\"b\" c\", \"d\"]}",
        "{\"a\":[\"\\\"b\\\" c\",\"d\"]}",
        "UNESCAPED_QUOTE",
        SyntaxErrorKind::UnescapedQuote,
    ),
    ("{'a': 'it's'}", "{\"a\":\"it's\"}", "QUOTES QUOTES UNESCAPED_QUOTE", SyntaxErrorKind::UnescapedQuote),
    ("{a: b}", "{\"a\":\"b\"}", "UNQUOTED_KEY UNQUOTED_VALUE", SyntaxErrorKind::UnquotedValue),
    (
        "{a: b, c: d}",
        "{\"a\":\"b\",\"c\":\"d\"}",
        "UNQUOTED_KEY UNQUOTED_VALUE UNQUOTED_KEY UNQUOTED_VALUE",
        SyntaxErrorKind::UnquotedValue,
    ),
    (
        "{\"a\": New York , \"b\": 1}",
        "{\"a\":\"New York\",\"b\":1}",
        "UNQUOTED_VALUE",
        SyntaxErrorKind::UnquotedValue,
    ),
    (
        "{\"a\": https://b.c/d#e}",
        "{\"a\":\"https://b.c/d#e\"}",
        "UNQUOTED_VALUE",
        SyntaxErrorKind::UnquotedValue,
    ),
    (
        "{\"a\": [b, c]}",
        "{\"a\":[\"b\",\"c\"]}",
        "UNQUOTED_VALUE UNQUOTED_VALUE",
        SyntaxErrorKind::UnquotedValue,
    ),
];
