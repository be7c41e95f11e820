//! The table of options: every row can be read, written and set, and some algorithm uses it.

use std::collections::BTreeSet;
use tilescope_lab::catalogue;
use tilescope_search::{OPTIONS, OptionAbout, Options, Takes, Value};

#[test]
fn every_row_has_names_of_its_own() {
    let check = |name: fn(&OptionAbout) -> &'static str| {
        let names: BTreeSet<&str> = OPTIONS.iter().map(|row| name(row)).collect();
        assert_eq!(names.len(), OPTIONS.len());
    };
    check(|row| row.key);
    check(|row| row.name);
    check(|row| row.hint);
    for row in OPTIONS {
        assert_eq!(row.field, row.key.replace('-', "_"));
    }
}

/// What it says of the end of a range is so, and a value comes back as it was set.
#[test]
fn rows_accept_only_values_in_their_range() {
    for row in OPTIONS {
        let (taken, refused): (Vec<String>, Vec<String>) = match row.takes {
            Takes::Choice(choices) => (
                choices.iter().map(|(key, _)| (*key).to_owned()).collect(),
                vec!["".into(), "1".into(), choices[0].1.to_uppercase()],
            ),
            Takes::Whole(min, max) | Takes::WholeOr { min, max, .. } => (
                vec![min.to_string(), max.to_string()],
                vec!["-1".into(), "1.5".into(), format!("{max}0"), "many".into()],
            ),
            Takes::Decimal { max, .. } => (
                vec!["0".into(), "0.5".into(), max.to_string()],
                vec!["-0.1".into(), (max * 1.001).to_string(), "NaN".into()],
            ),
        };
        for text in taken {
            let value = row.parse(&text).unwrap();
            let mut options = Options::default();
            row.set(&mut options, value).unwrap();
            assert_eq!(row.get(&options), value, "{}", row.key);
            assert_eq!(value.to_string(), text, "{}", row.key);
        }
        for text in refused {
            let error = row.parse(&text).unwrap_err().to_string();
            assert!(error.ends_with(&format!(", not {text}")), "{error}");
        }
        let may_be_none = matches!(row.takes, Takes::WholeOr { .. });
        let set = row.set(&mut Options::default(), Value::None);
        assert_eq!(set.is_ok(), may_be_none, "{}", row.key);
    }
}

#[test]
fn every_default_is_an_allowed_value() {
    let mut of_use = BTreeSet::new();
    for about in catalogue() {
        for applies in about.options {
            let row = applies.about();
            of_use.insert(row.key);
            let value = row.get(&about.defaults());
            assert!(applies.has(value), "{}: {} {value}", about.key, row.key);
            let first = applies.choices().first().copied();
            assert!(first.is_none_or(|first| value == Value::Choice(first)));
        }
    }
    let all: BTreeSet<&str> = OPTIONS.iter().map(|row| row.key).collect();
    assert_eq!(of_use, all, "an option that no algorithm has");
}
