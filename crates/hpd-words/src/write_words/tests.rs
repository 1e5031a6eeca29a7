use super::*;

fn word_of(name: &str) -> Option<&'static str> {
    write_word(name).map(|found| found.word)
}

#[test]
fn names_that_say_write() {
    for (name, word) in [
        ("create_invoice", "create"),
        ("update-contact", "update"),
        ("deleteUser", "delete"),
        ("CreateDraftPR", "create"),
        ("issue_write", "write"),
        ("xero_create_invoice", "create"),
        ("github.create_issue", "create"),
        ("github__add_comment", "add"),
        ("repo/merge_pull_request", "merge"),
        ("send.invoice", "send"),
        ("push_files", "push"),
        ("DELETE", "delete"),
        ("DELETE_USER", "delete"),
        ("SET STATUS", "set"),
        ("make_payment", "make"),
        ("todo_add", "add"),
        ("todo_add_v2", "add"),
        ("todo-add-2", "add"),
        ("users_setActive", "set"),
        ("Alarm_1_AddAlarm", "add"),
        ("get.post", "post"),
        ("post/get_comments", "post"),
        ("get_and_delete_all", "delete"),
        ("get_or_set", "set"),
        ("check_out_and_pay", "pay"),
        ("can_send_mms", "send"),
        ("get_send_status", "send"),
        ("isUpdateNeeded", "update"),
        ("2fa_reset", "reset"),
        ("s3delete", "delete"),
        ("delete2", "delete"),
        ("__delete", "delete"),
    ] {
        assert_eq!(word_of(name), Some(word), "{name}");
    }
}

#[test]
fn acronyms_hide_no_word() {
    for (name, word) in [
        ("DBDelete", "delete"),
        ("APICreateUser", "create"),
        ("SQLInsert", "insert"),
        ("CRMUpdateContact", "update"),
        ("DBdelete", "delete"),
        ("deleteURLs", "delete"),
        ("createPRs", "create"),
        ("getURLAndDeleteIt", "delete"),
        ("DBSetUser", "set"),
        ("S3PutObject", "put"),
        ("EC2StartInstances", "start"),
        ("crmDBDelete", "delete"),
    ] {
        assert_eq!(word_of(name), Some(word), "{name}");
    }
}

#[test]
fn names_that_do_not() {
    for name in [
        "get_invoice",
        "list_created_issues",
        "listUpdatedFiles",
        "search_orders",
        "read_file",
        "recreate",
        "invoices",
        "get_post",
        "GETPost",
        "getPostOffice",
        "get_postOffice",
        "get_share_link",
        "get_identity_provider_patch",
        "list_runs",
        "LIST_POST",
        "postal_code",
        "settings",
        "updates",
        "creating",
        "deleteall",
        "forecast",
        "github.get_me",
        "download_file",
        "address_lookup",
        "HTTPServer",
        "v",
        "",
        "__",
        "2",
    ] {
        assert_eq!(write_word(name), None, "{name}");
        assert!(!may_write(name), "{name}");
    }
}

#[test]
fn a_name_with_other_letters_may_write() {
    for name in ["löschen", "удалить", "d\u{435}lete_all", "删除用户", "get_größe", "fetch\u{200b}"]
    {
        assert!(may_write(name), "{name}");
    }
    assert_eq!(word_of("用户DeleteAll"), Some("delete"));
}

#[test]
fn what_was_found_says_where() {
    let found = |name| write_word(name).map(|found| (found.word, found.is_anywhere, found.is_first));
    assert_eq!(found("create_x"), Some(("create", true, true)));
    assert_eq!(found("x_create"), Some(("create", true, false)));
    assert_eq!(found("run_x"), Some(("run", false, true)));
    assert_eq!(found("x_run"), Some(("run", false, false)));
    assert_eq!(found("a.run_x"), Some(("run", false, false)));
}

#[test]
fn a_read_word_in_front_removes_one_list_and_not_the_other() {
    for read in READ_WORDS {
        for word in WRITE_WORDS_ANYWHERE {
            assert_eq!(word_of(&format!("{read}_{word}_x")), Some(*word));
            assert_eq!(word_of(&format!("x_{word}_{read}")), Some(*word));
        }
        for word in WRITE_WORDS_AT_ENDS {
            assert_eq!(word_of(&format!("{read}_{word}")), None);
            assert_eq!(word_of(&format!("{read}_x_{word}")), None);
            assert_eq!(word_of(&format!("x_{word}_{read}")), None);
            assert_eq!(word_of(&format!("{word}_{read}")), Some(*word));
            assert_eq!(word_of(&format!("x_{read}_{word}")), Some(*word));
        }
    }
}

#[test]
fn lists_are_sorted_and_have_no_word_twice() {
    let mut all = [WRITE_WORDS_ANYWHERE, WRITE_WORDS_AT_ENDS, READ_WORDS].map(<[_]>::to_vec);
    for list in &mut all {
        assert!(list.is_sorted());
    }
    let mut all = all.concat();
    all.sort_unstable();
    assert!(all.windows(2).all(|two| two[0] != two[1]));
    assert!(all.iter().all(|word| word.bytes().all(|c| c.is_ascii_lowercase())));
}
