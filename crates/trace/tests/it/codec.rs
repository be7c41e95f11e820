//! Batches as bytes: what comes back is what went in, and bytes that are something else are refused.

use proptest::prelude::*;
use tilescope_search::{Action, NodeOutcome, Observer};
use tilescope_trace::{Batch, Codec, NodeId, Recorder, Trace};

const N_ACTIONS: usize = 256;

#[derive(Clone, Debug)]
enum Event {
    /// Of any node; of the newest if `None`.
    Expand(Option<usize>),
    Generate(Option<usize>, u8, u32, u32, usize),
    Discard(usize, usize),
    Requeue(usize, u8),
    Iteration(u32),
    Meeting(usize, usize),
    Flush,
}

fn event() -> impl Strategy<Value = Event> {
    let cost = || prop_oneof![6 => 0..100u32, 1 => 0..70_000u32, 1 => any::<u32>()];
    let node = || prop_oneof![1 => Just(None), 2 => any::<usize>().prop_map(Some)];
    prop_oneof![
        5 => node().prop_map(Event::Expand),
        9 => (node(), any::<u8>(), cost(), cost(), 0..NodeOutcome::ALL.len())
            .prop_map(|(node, action, g, h, outcome)| Event::Generate(node, action, g, h, outcome)),
        2 => (any::<usize>(), 3..6usize).prop_map(|(node, outcome)| Event::Discard(node, outcome)),
        1 => (any::<usize>(), any::<u8>()).prop_map(|(node, action)| Event::Requeue(node, action)),
        1 => cost().prop_map(Event::Iteration),
        1 => (any::<usize>(), any::<usize>()).prop_map(|(a, b)| Event::Meeting(a, b)),
        1 => Just(Event::Flush),
    ]
}

/// The batches of a search that does as `events` say.
fn record(n_roots: usize, events: Vec<Event>) -> Vec<Batch> {
    let mut batches = Vec::new();
    let mut recorder = Recorder::new(NodeId::MAX, |batch| batches.push(batch));
    recorder.iteration(7);
    (0..n_roots).for_each(|_| {
        recorder.root(5);
    });
    for event in events {
        let n = recorder.n_nodes() as usize;
        let node = |pick: Option<usize>| pick.map_or(n - 1, |pick| pick % n) as NodeId;
        match event {
            Event::Expand(pick) => assert_eq!(recorder.expand(node(pick)), Ok(())),
            Event::Generate(pick, action, g, h, outcome) => {
                recorder.generated(node(pick), Action(action), g, h, NodeOutcome::ALL[outcome]);
            }
            Event::Discard(pick, outcome) => {
                recorder.discard(node(Some(pick)), NodeOutcome::ALL[outcome])
            }
            Event::Requeue(pick, action) => {
                recorder.requeued(node(Some(pick)), Action(action), 3, 4);
            }
            Event::Iteration(bound) => recorder.iteration(bound),
            Event::Meeting(a, b) => recorder.meeting(node(Some(a)), node(Some(b))),
            Event::Flush => recorder.flush(),
        }
    }
    recorder.flush();
    batches
}

fn trace(batches: &[Batch]) -> Trace {
    let mut trace = Trace::default();
    batches.iter().for_each(|batch| trace.append(batch));
    trace.set_goal((trace.n_nodes() > 0).then(|| trace.n_nodes() - 1));
    trace
}

fn encode(batches: &[Batch]) -> Vec<Vec<u8>> {
    let mut codec = Codec::default();
    let encode = |batch: &Batch| {
        let mut bytes = Vec::new();
        codec.encode(batch, &mut bytes);
        bytes
    };
    batches.iter().map(encode).collect()
}

fn decode(parts: &[Vec<u8>]) -> Vec<Batch> {
    let mut codec = Codec::default();
    let decode = |bytes: &Vec<u8>| codec.decode(bytes, N_ACTIONS).unwrap();
    parts.iter().map(decode).collect()
}

proptest! {
    #[test]
    fn every_batch_comes_back(
        n_roots in 1..3usize,
        events in proptest::collection::vec(event(), 0..400),
    ) {
        let batches = record(n_roots, events);
        prop_assert_eq!(&decode(&encode(&batches)), &batches);

        // Cut elsewhere.
        let mut joined = Batch::default();
        batches.iter().for_each(|batch| joined.extend(batch));
        let joined = [joined];
        prop_assert_eq!(&decode(&encode(&joined)), &joined);
    }

    #[test]
    fn a_trace_is_made_again_of_its_batches(
        n_roots in 1..3usize,
        events in proptest::collection::vec(event(), 0..400),
    ) {
        let trace = trace(&record(n_roots, events));
        let batches: Vec<Batch> = trace.batches().collect();
        let again = self::trace(&decode(&encode(&batches)));
        prop_assert_eq!(format!("{again:?}"), format!("{trace:?}"));
    }

    /// Either refused, or a trace takes it.
    #[test]
    fn changed_bytes_never_panic(
        n_roots in 1..3usize,
        events in proptest::collection::vec(event(), 0..100),
        changes in proptest::collection::vec((any::<usize>(), any::<u8>()), 1..4),
        cut in any::<Option<usize>>(),
    ) {
        let mut parts = encode(&record(n_roots, events));
        for (at, value) in changes {
            let part = at % parts.len();
            let byte = at / 7 % parts[part].len();
            parts[part][byte] = value;
        }
        if let Some(cut) = cut {
            let last = parts.last_mut().unwrap();
            last.truncate(cut % last.len());
        }
        let (mut codec, mut trace) = (Codec::default(), Trace::default());
        for part in &parts {
            match codec.decode(part, N_ACTIONS) {
                Ok(batch) => trace.append(&batch),
                Err(_) => break,
            }
        }
        prop_assert_eq!(codec.n_nodes(), trace.n_nodes());
        prop_assert_eq!(codec.n_expanded(), trace.n_expanded());
    }
}

#[test]
fn a_long_trace_is_cut_into_batches() {
    let mut events = Vec::new();
    for i in 0..40_000 {
        events.push(Event::Expand(Some(i)));
        events.push(Event::Generate(Some(i), 1, 1, 1, 0));
    }
    let trace = trace(&record(1, events));
    let batches: Vec<Batch> = trace.batches().collect();
    assert!(batches.len() >= 10);
    let again = self::trace(&decode(&encode(&batches)));
    assert_eq!(format!("{again:?}"), format!("{trace:?}"));
}

/// More than have room in one.
#[test]
fn many_discards_at_once_are_cut_into_batches() {
    let mut events = vec![Event::Expand(None)];
    events.extend((0..200_000).map(|_| Event::Generate(Some(0), 0, 1, 1, 0)));
    events.push(Event::Expand(Some(1)));
    events.extend((2..200_000).map(|node| Event::Discard(node, 4)));
    events.push(Event::Expand(Some(200_000)));
    let trace = trace(&record(1, events));
    let batches: Vec<Batch> = trace.batches().collect();
    assert!(batches.iter().all(|batch| batch.discarded.len() <= 1 << 16));
    let again = self::trace(&decode(&encode(&batches)));
    assert_eq!(format!("{again:?}"), format!("{trace:?}"));
}

/// Parents cost nothing, and the rest a byte a column.
#[test]
fn a_plain_search_takes_few_bytes() {
    let mut recorder_events = Vec::new();
    for i in 0..5_000 {
        recorder_events.push(Event::Expand(Some(i)));
        for action in 0..2 {
            recorder_events.push(Event::Generate(Some(i), action, 9, 9, 0));
        }
    }
    let batches = record(1, recorder_events);
    let n_bytes: usize = encode(&batches).iter().map(Vec::len).sum();
    assert!(n_bytes < 5_000 * 9, "{n_bytes} bytes");
}

#[test]
fn batches_are_refused_out_of_order() {
    let events = [Event::Expand(None), Event::Flush, Event::Expand(None)];
    let parts = encode(&record(1, events.to_vec()));
    let error = Codec::default().decode(&parts[1], N_ACTIONS).unwrap_err();
    assert_eq!(error.to_string(), "a part before this one is missing");
    let root = &encode(&record(1, vec![Event::Generate(None, 9, 1, 1, 0)]))[0];
    let error = Codec::default().decode(root, 9).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a node has an action that its problem lacks"
    );
}
