//! Samples as bytes: 40 for each, five 64-bit numbers; and 8 for the memory of each, in a chunk of its
//! own, which older readers skip.

use tilescope_trace::Sample;

const BYTES: usize = 40;

/// Appends a sample: expansions, generated nodes, the frontier plus one (0 if it is unknown), f and
/// seconds as double precision numbers.
pub fn encode(samples: &[Sample], out: &mut Vec<u8>) {
    for sample in samples {
        let words = [
            sample.expanded,
            sample.generated,
            sample.frontier.map_or(0, |frontier| frontier + 1),
            sample.f.to_bits(),
            sample.seconds.to_bits(),
        ];
        out.extend(words.into_iter().flat_map(u64::to_le_bytes));
    }
}

/// The samples that follow one with `expanded` expansions.
///
/// # Errors
/// If that is not what the bytes are.
pub fn decode(bytes: &[u8], mut expanded: u64) -> Result<Vec<Sample>, &'static str> {
    let (samples, rest) = bytes.as_chunks::<BYTES>();
    if !rest.is_empty() {
        return Err("a sample is cut short");
    }
    let mut decoded = Vec::with_capacity(samples.len());
    for bytes in samples {
        let (words, _) = bytes.as_chunks::<8>();
        let word = |i: usize| u64::from_le_bytes(words[i]);
        let sample = Sample {
            expanded: word(0),
            generated: word(1),
            frontier: word(2).checked_sub(1),
            f: f64::from_bits(word(3)),
            seconds: f64::from_bits(word(4)),
            memory: None,
        };
        let is_number = |number: f64| number.is_finite() && number >= 0.0;
        if sample.expanded < expanded || !is_number(sample.f) || !is_number(sample.seconds) {
            return Err("a sample is not possible");
        }
        expanded = sample.expanded;
        decoded.push(sample);
    }
    Ok(decoded)
}

/// Appends the memory of each sample plus one, 0 if it is unknown; nothing if that of all is unknown.
pub fn encode_memory(samples: &[Sample], out: &mut Vec<u8>) {
    if samples.iter().any(|sample| sample.memory.is_some()) {
        let words = samples
            .iter()
            .map(|sample| sample.memory.map_or(0, |it| it + 1));
        out.extend(words.flat_map(u64::to_le_bytes));
    }
}

/// The memory of each of the samples that follow.
///
/// # Errors
/// If that is not what the bytes are.
pub fn decode_memory(bytes: &[u8]) -> Result<Vec<Option<u64>>, &'static str> {
    match bytes.as_chunks::<8>() {
        (words, []) => Ok((words.iter())
            .map(|word| u64::from_le_bytes(*word).checked_sub(1))
            .collect()),
        _ => Err("the memory of a sample is cut short"),
    }
}
