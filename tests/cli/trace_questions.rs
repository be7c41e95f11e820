//! Questions to traces: what the h of a node is made of, and how far a damaged trace can be compared.

use crate::support::{text, tilescope};
use crate::trace_files::{START, json, solve, trace};
use serde_json::Value;
use std::fs;
use std::path::Path;

#[test]
fn why_says_what_h_is_made_of() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.tilescope-trace");
    let path = path.to_str().unwrap();
    let solve_with = |heuristic: &str| {
        let output = tilescope(&[
            "solve", START, "--goal", "spiral", "-H", heuristic, "--trace", path,
        ]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    };
    for (heuristic, line) in [
        ("manhattan", "  Manhattan distance: 12"),
        ("linear-conflict", "  Linear conflict: 16"),
        ("max(manhattan, misplaced)", "    Misplaced tiles: "),
        ("sum(dr + dc)", "    sum(dr + dc): tile 2: 1, tile 1: 1"),
        ("zero", "  It looks at the board as a whole."),
    ] {
        solve_with(heuristic);
        for node in ["0", "7"] {
            let object = json(&["why", path, "--node", node]);
            let made_of = &object["h_made_of"];
            assert_eq!(made_of["value"], object["h"], "{heuristic}");
            let sum = |list: &Value, key: &str| -> f64 {
                let values = list.as_array().unwrap().iter();
                values.map(|it| it[key].as_f64().unwrap()).sum()
            };
            let h = object["h"].as_f64().unwrap();
            match heuristic {
                "manhattan" | "linear-conflict" => assert_eq!(sum(&made_of["terms"], "value"), h),
                "sum(dr + dc)" => {
                    let values = &made_of["tile_values"][0]["values"];
                    assert_eq!(sum(values, "value"), h);
                }
                "zero" => assert_eq!(made_of["terms"], serde_json::json!([])),
                _ => {
                    let parts = made_of["parts"].as_array().unwrap();
                    let greatest = parts.iter().filter_map(|it| it["value"].as_f64());
                    assert_eq!(greatest.fold(0.0, f64::max), h);
                }
            }
        }
        let output = trace(&["why", path, "--node", "0"]);
        let printed = text(&output.stdout);
        let (_, made_of) = printed.split_once("\n\nWhat h is made of\n").unwrap();
        assert!(made_of.contains(line), "{heuristic}: {made_of}");
    }
    // A search without a heuristic has nothing to say.
    solve("breadth-first", path.as_ref());
    assert_eq!(
        json(&["why", path, "--step", "2"])["h_made_of"],
        Value::Null
    );
    let output = trace(&["why", path, "--step", "2"]);
    assert!(!text(&output.stdout).contains("made of"));
}

/// The trace at `path` up to this part of its bytes, beside it.
fn cut(path: &Path, part: f64) -> String {
    let bytes = fs::read(path).unwrap();
    let cut = path.with_extension("cut.tilescope-trace");
    let n_bytes = (bytes.len() as f64 * part) as usize;
    fs::write(&cut, &bytes[..n_bytes]).unwrap();
    cut.to_str().unwrap().to_owned()
}

#[test]
fn of_a_damaged_trace_the_sound_part_is_compared() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] =
        ["first", "second"].map(|name| folder.path().join(format!("{name}.tilescope-trace")));
    for (algorithm, path) in [("breadth-first", &first), ("a-star", &second)] {
        solve(algorithm, path);
    }
    let damaged = cut(&first, 0.999);
    let n_steps = json(&["info", first.to_str().unwrap()])["steps"]
        .as_u64()
        .unwrap();
    for other in [first.to_str().unwrap(), second.to_str().unwrap()] {
        let is_same = Path::new(other) == first;
        let output = trace(&["compare", &damaged, other, "--json"]);
        assert_eq!(output.status.code(), Some(2));
        let line = text(&output.stderr);
        assert!(
            line.contains("this trace is cut short: the first "),
            "{line}"
        );
        assert_eq!(line.lines().count(), 1, "{line}");
        let object: Value = serde_json::from_slice(&output.stdout).unwrap();
        let damage = object["damage"][0].as_str().unwrap();
        assert!(line.contains(damage), "{damage}");
        assert_eq!(object["damage"][1], Value::Null);
        let read = object["steps"][0].as_u64().unwrap();
        assert!(read > 0 && read <= n_steps, "{read}");
        assert!(object["expanded_by_both"].as_u64().unwrap() > 0);
        // Where it ends, the run went on: that is no parting.
        assert_eq!(object["parting"].is_null(), is_same, "{object}");
        let printed = trace(&["compare", &damaged, other]);
        let printed = text(&printed.stdout);
        assert!(
            printed.contains(" steps read: this trace is cut short\n"),
            "{printed}"
        );
        assert_eq!(
            printed.contains("as far as both traces can be read"),
            is_same,
            "{printed}"
        );
    }
}
