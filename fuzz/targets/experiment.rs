//! Files of the lab: an experiment, and a line of a file of records.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilescope_lab::experiment::{Draft, Record};

fuzz_target!(|text: &str| {
    if let Ok(draft) = Draft::from_text(text) {
        let again = Draft::from_text(&draft.to_text());
        assert_eq!(again.ok().as_ref(), Some(&draft));
    }
    if let Ok(record) = serde_json::from_str::<Record>(text) {
        let line = record.to_line().expect("a record is JSON");
        let again = serde_json::from_str::<Record>(&line);
        assert_eq!(again.ok().as_ref(), Some(&record));
    }
});
