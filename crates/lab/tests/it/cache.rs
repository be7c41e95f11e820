//! Databases on disk: what was kept comes back, what is damaged is noticed, what cannot be
//! written is said in a sentence.

#[cfg(unix)]
use std::fs;
use std::path::Path;
use tilescope_lab::cache::{Cache, CacheError, Damage, Unfinished};
use tilescope_puzzle::pattern_database::{self, Blank, Database, PageBuffer, Pattern};
use tilescope_puzzle::{GoalPreset, Size};

fn pattern(preset: GoalPreset, tiles: &[u8]) -> Pattern {
    Pattern::new(
        &preset.board(Size::new(3, 4).unwrap()),
        tiles,
        Blank::Minimised,
    )
    .0
}

fn built(pattern: &Pattern) -> Database {
    pattern_database::build(pattern, &mut ()).unwrap()
}

fn go_on() -> bool {
    false
}

fn keeping_blank(preset: GoalPreset, tiles: &[u8]) -> Pattern {
    Pattern::new(&preset.board(Size::new(3, 4).unwrap()), tiles, Blank::Kept).0
}

#[test]
fn what_is_kept_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::at(folder.path().join("not/there/yet"));
    let first = pattern(GoalPreset::BlankLast, &[1, 2, 5]);
    let second = pattern(GoalPreset::Spiral, &[3, 4, 7, 8]);
    // Beside the same one without, in a file of its own.
    let kept = keeping_blank(GoalPreset::BlankLast, &[1, 2, 5]);
    assert!(cache.list().is_empty());
    assert!(cache.load(&first, &go_on).unwrap().is_none());
    for pattern in [&first, &second, &kept] {
        cache.save(&built(pattern), &go_on).unwrap();
        let again = cache.load(pattern, &go_on).unwrap().unwrap();
        assert!(again.bytes() == built(pattern).bytes() && again.pattern() == pattern);
    }
    let mut there: Vec<Pattern> = cache.list().into_iter().map(|kept| kept.pattern).collect();
    there.sort_unstable();
    let mut expected = vec![first.clone(), second.clone(), kept.clone()];
    expected.sort_unstable();
    assert_eq!(there, expected);
    assert!(cache.delete(&first).unwrap());
    assert!(!cache.delete(&first).unwrap());
    assert!(cache.load(&first, &go_on).unwrap().is_none());
    assert_eq!(cache.list().len(), 2);
    // The one is not taken for the other, whatever its name is.
    std::fs::copy(cache.path(&kept), cache.path(&first)).unwrap();
    assert!(matches!(
        cache.load(&first, &go_on),
        Err(CacheError::Damaged { .. })
    ));
    assert!(
        cache
            .list()
            .iter()
            .any(|it| it.damage.is_some() && it.pattern == first)
    );
}

/// The same tables serve boards that are images of each other.
#[test]
fn turned_boards_share_a_file() {
    let cache = Cache::at("folder".into());
    let last = pattern(GoalPreset::BlankLast, &[9, 10, 11]);
    let first = pattern(GoalPreset::BlankFirst, &[1, 2, 3]);
    assert_eq!(cache.path(&last), cache.path(&first));
    let other = pattern(GoalPreset::BlankFirst, &[1, 2, 4]);
    assert_ne!(cache.path(&last), cache.path(&other));
}

#[test]
fn damage_is_noticed_wherever_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::at(folder.path().into());
    let pattern = pattern(GoalPreset::BlankLast, &[1, 2, 5]);
    cache.save(&built(&pattern), &go_on).unwrap();
    let path = cache.path(&pattern);
    let whole = fs::read(&path).unwrap();
    let check = |bytes: &[u8], expected: Damage, how: &str| {
        fs::write(&path, bytes).unwrap();
        match cache.load(&pattern, &go_on) {
            Err(error @ CacheError::Damaged { damage, .. }) => {
                assert_eq!(damage, expected, "{how}");
                let sentence = error.to_string();
                assert!(sentence.contains("is damaged") && sentence.contains("not used"));
            }
            other => panic!("{how}: {:?}", other.map(|it| it.is_some())),
        }
    };
    for at in 0..32 {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        // The last four bytes are the sum of the content.
        let damage = if at < 28 {
            Damage::Header
        } else {
            Damage::Content
        };
        check(&bytes, damage, &format!("byte {at} changed"));
    }
    for at in (32..whole.len()).step_by(97).chain([whole.len() - 1]) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        check(&bytes, Damage::Content, &format!("byte {at} changed"));
    }
    for length in [0, 1, 31, 32, whole.len() / 2, whole.len() - 1] {
        check(
            &whole[..length],
            Damage::Length,
            &format!("cut to {length}"),
        );
    }
    check(&[&whole[..], &[0]].concat(), Damage::Length, "a byte more");
    // A table of another pattern in its place.
    let other = self::pattern(GoalPreset::BlankLast, &[1, 2, 6]);
    cache.save(&built(&other), &go_on).unwrap();
    let others = fs::read(cache.path(&other)).unwrap();
    check(&others, Damage::Header, "another pattern's");
    // Built again, it is whole again.
    cache.save(&built(&pattern), &go_on).unwrap();
    assert!(cache.load(&pattern, &go_on).unwrap().is_some());
}

/// Large files are read by several threads, each a share.
#[test]
fn damage_is_noticed_in_every_share_of_a_large_file() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::at(folder.path().into());
    let goal = GoalPreset::BlankLast.board(Size::new(4, 4).unwrap());
    let pattern = Pattern::new(&goal, &[1, 2, 3, 4, 5, 6, 7], Blank::Minimised).0;
    let mut room = PageBuffer::zeros(pattern.n_bytes() as usize).unwrap();
    fastrand::Rng::with_seed(4).fill(&mut room);
    let database = Database::from_bytes(&pattern, room).unwrap();
    cache.save(&database, &go_on).unwrap();
    let again = cache.load(&pattern, &go_on).unwrap().unwrap();
    assert!(again.bytes() == database.bytes());
    assert!(cache.load(&pattern, &|| true).unwrap().is_none());
    let path = cache.path(&pattern);
    let mut bytes = fs::read(&path).unwrap();
    for at in (32..bytes.len()).step_by(bytes.len() / 9) {
        bytes[at] ^= 1;
        fs::write(&path, &bytes).unwrap();
        let damaged = cache.load(&pattern, &go_on).err();
        let is_content = |error| {
            matches!(
                error,
                CacheError::Damaged {
                    damage: Damage::Content,
                    ..
                }
            )
        };
        assert!(damaged.is_some_and(is_content), "byte {at}");
        bytes[at] ^= 1;
    }
}

#[test]
fn what_cannot_be_written_is_said_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "in the way").unwrap();
    let cache = Cache::at(file.join("tables"));
    let pattern = pattern(GoalPreset::BlankLast, &[1, 2]);
    let error = cache.save(&built(&pattern), &go_on).unwrap_err();
    let sentence = error.to_string();
    assert!(
        sentence.starts_with("the tables could not be saved: "),
        "{sentence}"
    );
    assert!(
        sentence.ends_with("set TILESCOPE_CACHE to use another folder"),
        "{sentence}"
    );
    assert!(sentence.contains(&file.display().to_string()), "{sentence}");
}

/// Where the process with little room keeps its table.
const FOLDER: &str = "TILESCOPE_TEST_KEEPS_IN";

#[cfg(unix)]
#[test]
fn what_does_not_fit_on_the_disk_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let pattern = pattern(GoalPreset::BlankLast, &[1, 2, 5]);
    let whole = Cache::at(folder.path().into());
    whole.save(&built(&pattern), &go_on).unwrap();
    let name = "cache::keeps_more_than_the_disk_holds";
    let mut child = tilescope_testing::test_with_little_disk(name);
    let output = child.env(FOLDER, folder.path()).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{said}");
    let expected = format!(
        "the tables could not be saved: a file of 5.8 KiB is too large in {}; ",
        folder.path().display()
    );
    assert!(said.contains(&expected), "{said}");
    // What was there is there, and nothing beside it.
    assert!(whole.load(&pattern, &go_on).unwrap().is_some());
    assert_eq!(files(folder.path()), 1);
}

/// Not a test: what the test above starts.
#[cfg(unix)]
#[test]
#[ignore = "started by what_does_not_fit_on_the_disk_is_said"]
fn keeps_more_than_the_disk_holds() {
    let folder = std::env::var_os(FOLDER).expect("started by the other test");
    let pattern = pattern(GoalPreset::BlankLast, &[1, 2, 5, 6]);
    let error = Cache::at(folder.into()).save(&built(&pattern), &go_on);
    println!("{}", error.unwrap_err());
}

#[cfg(unix)]
#[test]
fn a_file_that_replaces_a_link_is_not_for_everyone_to_write() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::at(folder.path().into());
    let [linked, plain] =
        [&[1, 2, 5][..], &[1, 2, 6]].map(|tiles| pattern(GoalPreset::BlankLast, tiles));
    symlink("nowhere", cache.path(&linked)).unwrap();
    for pattern in [&linked, &plain] {
        cache.save(&built(pattern), &go_on).unwrap();
    }
    let mode = |pattern| {
        let metadata = std::fs::symlink_metadata(cache.path(pattern)).unwrap();
        assert!(metadata.is_file());
        metadata.permissions().mode() & 0o777
    };
    assert_eq!(mode(&linked), mode(&plain));
}

#[test]
fn two_may_write_at_once_and_nothing_is_left_over() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::at(folder.path().into());
    let pattern = pattern(GoalPreset::BlankLast, &[1, 2, 5, 6]);
    let database = built(&pattern);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..10 {
                    cache.save(&database, &go_on).unwrap();
                    assert!(cache.load(&pattern, &go_on).unwrap().is_some());
                }
            });
        }
    });
    assert_eq!(files(folder.path()), 1);
}

#[test]
fn stopped_it_leaves_what_was_there() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::at(folder.path().into());
    let pattern = pattern(GoalPreset::BlankLast, &[1, 2, 5]);
    let database = built(&pattern);
    cache.save(&database, &|| true).unwrap();
    assert_eq!(files(folder.path()), 0);
    cache.save(&database, &go_on).unwrap();
    assert!(cache.load(&pattern, &|| true).unwrap().is_none());
    cache.save(&database, &|| true).unwrap();
    assert!(cache.load(&pattern, &go_on).unwrap().is_some());
    assert_eq!(files(folder.path()), 1);
}

fn files(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().count()
}

/// What a killed process has left is deleted at the next use, but not while a process writes.
#[cfg(unix)]
#[test]
fn temporary_files_are_deleted_unless_a_process_writes() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::at(folder.path().into());
    let pattern = pattern(GoalPreset::BlankLast, &[1, 2, 5]);
    let database = built(&pattern);
    let name = cache.path(&pattern);
    let name = name.file_name().unwrap().to_str().unwrap();
    let left = folder.path().join(format!(".{name}.a1B2c3"));
    let leave = || fs::write(&left, "cut short").unwrap();
    assert_eq!(cache.unfinished(), None);
    leave();
    let expected = |is_in_use| {
        Some(Unfinished {
            n_files: 1,
            n_bytes: 9,
            is_in_use,
        })
    };
    {
        let writer = fs::File::open(folder.path()).unwrap();
        writer.lock_shared().unwrap();
        assert_eq!(cache.unfinished(), expected(true));
        // Two may write at once.
        cache.save(&database, &go_on).unwrap();
        assert_eq!(cache.delete_unfinished(), 0);
        assert_eq!(files(folder.path()), 2);
    }
    assert_eq!(cache.unfinished(), expected(false));
    assert!(cache.load(&pattern, &go_on).unwrap().is_some());
    assert_eq!(files(folder.path()), 1);
    leave();
    cache.save(&database, &go_on).unwrap();
    assert_eq!(files(folder.path()), 1);
}

#[cfg(unix)]
#[test]
fn a_pipe_in_a_tables_place_does_not_block() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::at(folder.path().into());
    let pattern = pattern(GoalPreset::BlankLast, &[1, 2, 5]);
    let made = std::process::Command::new("mkfifo")
        .arg(cache.path(&pattern))
        .status()
        .unwrap();
    assert!(made.success());
    assert_eq!(cache.list()[0].damage, Some(Damage::Length));
    let loaded = cache.load(&pattern, &go_on);
    let saved = cache.save(&built(&pattern), &go_on);
    for error in [loaded.err(), saved.err()] {
        let sentence = error.unwrap().to_string();
        assert!(sentence.contains("a pipe, not a file"), "{sentence}");
    }
}

/// Databases that version 0.1 wrote are built alike today.
#[test]
fn databases_of_version_0_1_are_read() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/written_by_0.1/tables");
    let cache = Cache::at(corpus);
    let goal = GoalPreset::BlankLast.board(Size::new(3, 3).unwrap());
    for blank in [Blank::Minimised, Blank::Kept] {
        let pattern = Pattern::new(&goal, &[1, 2, 5], blank).0;
        let kept = cache.load(&pattern, &go_on).unwrap().expect("a file");
        assert!(kept.bytes() == built(&pattern).bytes(), "{blank:?}");
    }
}
