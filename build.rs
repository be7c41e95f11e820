//! Asks the linker for a smaller release, if this machine's linker and loader can do it.

use std::env;
use std::path::Path;
use std::process::Command;

/// What is asked for. Together they save about 2 of 25 MB, and no time is lost to them.
const WISHES: [&str; 2] = [
    // Functions with the same machine code are kept once.
    "-Wl,--icf=all",
    // A pointer that the loader adjusts takes a bit instead of 24 bytes (DT_RELR; glibc 2.36).
    "-Wl,-z,pack-relative-relocs",
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let of = |name| env::var(name).unwrap_or_default();
    let is_native = of("HOST") == of("TARGET") && of("CARGO_CFG_TARGET_OS") == "linux";
    if !is_native || of("PROFILE") != "release" {
        return;
    }
    for wish in WISHES.into_iter().filter(|wish| is_possible(wish)) {
        println!("cargo::rustc-link-arg-bins={wish}");
    }
}

/// Whether a program that is linked with `argument` starts here. Other linkers refuse what they
/// don't know, and an older loader what it can't read.
fn is_possible(argument: &str) -> bool {
    let of = |name| env::var(name).unwrap_or_default();
    let folder = of("OUT_DIR");
    let (source, program) = (
        Path::new(&folder).join("probe.rs"),
        Path::new(&folder).join("probe"),
    );
    if std::fs::write(&source, "fn main() {}").is_err() {
        return false;
    }
    let mut compiler = Command::new(of("RUSTC"));
    compiler.arg(&source).arg("-o").arg(&program);
    compiler.arg("-C").arg(format!("link-arg={argument}"));
    let linker = of("RUSTC_LINKER");
    if !linker.is_empty() {
        compiler.arg("-C").arg(format!("linker={linker}"));
    }
    let flags = of("CARGO_ENCODED_RUSTFLAGS");
    compiler.args(flags.split('\x1f').filter(|flag| !flag.is_empty()));
    let succeeds = |command: &mut Command| command.output().is_ok_and(|it| it.status.success());
    succeeds(&mut compiler) && succeeds(&mut Command::new(&program))
}
