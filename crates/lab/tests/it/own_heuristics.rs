//! The user's own heuristics: their names, their file, and expressions that use them.

use std::fs;
use std::path::Path;
use tilescope_lab::own_heuristics::file::{change, load};
use tilescope_lab::own_heuristics::{Change, MAX_COMMENT, OwnHeuristic, OwnHeuristics, check_name};

fn own(name: &str, expr: &str, comment: &str) -> OwnHeuristic {
    OwnHeuristic {
        name: name.into(),
        comment: comment.into(),
        expr: expr.parse().unwrap(),
    }
}

fn save(heuristic: OwnHeuristic) -> Change {
    Change::Save {
        heuristic,
        replaces: None,
    }
}

fn list(all: &[(&str, &str)]) -> OwnHeuristics {
    let mut list = OwnHeuristics::default();
    for (name, expr) in all {
        list.apply(&save(own(name, expr, ""))).unwrap();
    }
    list
}

fn names(list: &OwnHeuristics) -> String {
    let names: Vec<&str> = list.iter().map(|own| own.name.as_str()).collect();
    names.join(" ")
}

#[test]
fn names_that_mean_something_else_are_refused() {
    for name in ["far", "my-h", "h2", "Manhattan_2", "größe", "manhattan-off"] {
        assert_eq!(check_name(name), Ok(()), "{name}");
    }
    for name in [
        "manhattan",
        "Manhattan",
        "linear_conflict",
        "linear-conflict",
        "LINEAR-CONFLICT",
        "pdb-7-8",
        "pdb_7_8",
        "keep-blank",
        "pdb",
        "max",
        "sum",
        "count",
        "pairs",
        "and",
        "not",
        "abs",
        "dr",
        "row1",
        "inversions",
        "blank_row",
        "straight-line",
        "manhattan-2",
        "walking",
    ] {
        let error = check_name(name).unwrap_err().to_string();
        assert!(error.contains("means something else"), "{name}: {error}");
    }
    let long = "x".repeat(41);
    for name in ["", "2far", "-x", "a b", "a+b", "a(b)", "a\"b", &long] {
        let error = check_name(name).unwrap_err().to_string();
        assert!(error.contains("begins with a letter"), "{name}: {error}");
    }
}

#[test]
fn heuristics_are_saved_edited_renamed_and_deleted() {
    let mut list = list(&[("near", "misplaced"), ("far", "manhattan + 1")]);
    assert_eq!(names(&list), "far near");
    let again = save(own("Far", "zero", ""));
    let error = list.apply(&again).unwrap_err().to_string();
    assert_eq!(error, "there is a heuristic far of your own already");
    let renamed = Change::Save {
        heuristic: own("zz", "manhattan + 2", "raised"),
        replaces: Some("far".into()),
    };
    list.apply(&renamed).unwrap();
    assert_eq!(names(&list), "near zz");
    assert_eq!(list.get("zz").unwrap().comment, "raised");
    assert!(list.get("far").is_none());
    let error = list.apply(&Change::Delete("far".into())).unwrap_err();
    assert_eq!(error.to_string(), "there is no heuristic far of your own");
    list.apply(&Change::Delete("near".into())).unwrap();
    assert_eq!(names(&list), "zz");
    let wordy = save(own("wordy", "zero", &"x".repeat(MAX_COMMENT + 1)));
    assert!(list.apply(&wordy).is_err());
}

#[test]
fn names_stand_for_their_expressions() {
    let list = list(&[
        ("far", "manhattan + 1"),
        ("far-off", "misplaced"),
        ("pair", "max(manhattan, pdb:1,2,3,4|5,6,7,8)"),
        ("linear", "gaschnig"),
    ]);
    let check = |text: &str, expected: &str| {
        let read = list.read(text).map(|expr| expr.to_string());
        assert_eq!(read.as_deref(), Ok(expected), "{text}");
    };
    // By itself a name is its expression, and not a formula of it.
    check(" far-off ", "misplaced");
    check("pair", "max(manhattan, pdb:1,2,3,4|5,6,7,8)");
    check("far", "manhattan + 1");
    check("far + 2*far-off", "((manhattan + 1)) + 2*(misplaced)");
    check("max(far, inversions)", "max(((manhattan + 1)), inversions)");
    check(
        "pair + 0",
        "(max(manhattan, pdb(\"pdb:1,2,3,4|5,6,7,8\"))) + 0",
    );
    // The longest name is meant, also that of a key.
    check("linear-conflict + 0", "linear-conflict + 0");
    check("linear + 0", "(gaschnig) + 0");
    check("manhattan", "manhattan");
    let refused = |text: &str, words: &str| {
        let error = list.read(text).unwrap_err().to_string();
        assert!(error.contains(words), "{text}: {error}");
    };
    refused("farther", "there is no heuristic “farther”");
    refused("far + nothing", "“nothing”");
    refused("pdb(\"far\")", "");
}

fn kept_aside(folder: &Path) -> Vec<Vec<u8>> {
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let is_aside = |path: &std::path::PathBuf| path.to_string_lossy().contains(".damaged-");
    files
        .filter(is_aside)
        .map(|path| fs::read(path).unwrap())
        .collect()
}

#[test]
fn the_file_is_shared_and_a_damaged_one_is_kept_aside() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new folder").join("heuristics.json");
    assert!(load(&path).unwrap().content.is_empty());
    change(&path, &save(own("far", "manhattan + 1", "one more"))).unwrap();
    // Another window adds to what the file holds then.
    let both = change(&path, &save(own("near", "misplaced", ""))).unwrap();
    assert_eq!(names(&both.content), "far near");
    let text = fs::read_to_string(&path).unwrap();
    let read: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(read["version"], 1);
    assert_eq!(read["heuristics"][0]["expression"], "manhattan + 1");
    assert_eq!(load(&path).unwrap().content, both.content);
    let error = change(&path, &save(own("far", "zero", ""))).unwrap_err();
    assert!(error.contains("already"), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), text);

    // One row is damaged: the others stay, and the file as it was is kept.
    let damaged = text.replace("manhattan + 1", "manhattan + ");
    fs::write(&path, &damaged).unwrap();
    let loaded = load(&path).unwrap();
    assert_eq!(names(&loaded.content), "near");
    assert!(loaded.note.unwrap().contains("heuristics.damaged-1.json"));
    assert_eq!(kept_aside(path.parent().unwrap()), [damaged.as_bytes()]);
    assert_eq!(load(&path).unwrap().note, None);
    fs::write(&path, b"\xff\x00 no json").unwrap();
    let loaded = load(&path).unwrap();
    assert!(loaded.content.is_empty() && loaded.note.is_some());

    // One of a newer version is left alone.
    let newer = text.replace("\"version\": 1", "\"version\": 2");
    fs::write(&path, &newer).unwrap();
    assert!(load(&path).unwrap_err().contains("up to version 1"));
    assert!(change(&path, &Change::Delete("far".into())).is_err());
    assert_eq!(fs::read_to_string(&path).unwrap(), newer);
}
