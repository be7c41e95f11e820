//! A trace file: its chunks, whose checksums are right.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilescope_fuzz::JOB;
use tilescope_lab::trace_file::own::{Piece, Reader, Writer};
use tilescope_trace::Trace;

const KINDS: [&[u8; 4]; 5] = [b"NODE", b"SMPL", b"MARK", b"REPT", b"????"];

fuzz_target!(|contents: Vec<(u8, Vec<u8>)>| {
    let mut file = Vec::new();
    Writer::new(&mut file, &JOB).expect("a vector can be written");
    for (kind, content) in &contents {
        let n_bytes = (content.len() as u32).to_le_bytes();
        let head = [&KINDS[usize::from(kind % 5)][..], &n_bytes, &n_bytes].concat();
        let mut checksum = crc32fast::Hasher::new();
        checksum.update(&head);
        checksum.update(content);
        file.extend(head);
        file.extend(checksum.finalize().to_le_bytes());
        file.extend(content);
    }
    let mut reader = Reader::new(&file[..]).expect("its job is whole");
    let mut trace = Trace::default();
    while let Some(piece) = reader.next() {
        if let Piece::Nodes(batch) = piece {
            trace.append(&batch);
        }
    }
});
