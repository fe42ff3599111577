//! Remembered answers of reading, and `clear_cache`, which forgets them.

use katachi_testkit::gtp::ask;

use crate::session::client;

#[test]
fn what_was_read_is_remembered_until_the_cache_is_cleared() {
    let mut client = client("builtin");
    for command in [
        "boardsize 9",
        "play b D5",
        "play b F5",
        "play w E6",
        "play w D6",
        "play w C5",
        "play w F4",
    ] {
        assert_eq!(ask(&mut client, command), Ok(String::new()), "{command}");
    }
    for (question, counter) in [
        ("attack D5", "get_reading_node_counter"),
        ("connect D5 F5", "get_connection_node_counter"),
        ("worm_data D5", "get_reading_node_counter"),
    ] {
        let mut count = |questions: &[&str]| -> u64 {
            let answers = questions.iter().map(|text| ask(&mut client, text));
            assert!(
                answers.into_iter().all(|answer| answer.is_ok()),
                "{questions:?}"
            );
            ask(&mut client, counter)
                .expect("a count")
                .parse()
                .expect("a number")
        };
        let first = count(&[question]);
        assert!(first > 0, "{question}");
        assert_eq!(count(&[question]), first, "{question} again");
        let again = count(&["clear_cache", question]);
        assert!(again > first, "{question} after clear_cache");
    }
}
