# Sourced by ../run and ../test: sees to the packages and lends a display.
# shellcheck shell=sh disable=SC2034 # the lists are used there

# What the window loads when it starts; nothing is linked, so building needs none of it.
window_packages="libx11-6 libx11-xcb1 libxcursor1 libxi6 libxkbcommon-x11-0 libegl1 libgl1-mesa-dri"
display_packages="xvfb xdotool imagemagick openbox xclip"

say() { printf '%s: %s\n' "${0##*/}" "$*"; }

# need PACKAGE…: installs those that are missing; says which they are where it can't.
# Offline and instant when nothing is missing.
need() {
    [ "$(uname -s)" = Linux ] || return 0
    if ! command -v dpkg-query >/dev/null; then
        say "not Debian or Ubuntu: if it does not start, install what they call $*"
        return 0
    fi
    installed=" $(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null |
        sed -n 's/^installed //p' | tr '\n' ' ')"
    missing=
    for package; do
        case $installed in *" $package "*) ;; *) missing="$missing $package" ;; esac
    done
    [ -n "$missing" ] || return 0

    if [ "$(id -u)" = 0 ]; then as_root=; else as_root=sudo; fi
    say "installing$missing"
    # shellcheck disable=SC2086 # both are lists of words
    if ! { $as_root apt-get update -qq &&
        $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null; }
    then
        say "could not install them; going on without. By hand: apt-get install$missing" >&2
    fi
}

# need_rust: ends here, with a way to mend it, if there is no cargo.
need_rust() {
    command -v cargo >/dev/null || {
        say "Rust is missing. Install it from https://rustup.rs and open a new shell." >&2
        exit 1
    }
}

# lend_display: sets DISPLAY to a fresh screen of 1920×1080 with a window manager, which end
# with this script. The caller's EXIT trap must call take_display_back.
lend_display() {
    display_dir=$(mktemp -d)
    mkfifo "$display_dir/number"
    # Xvfb takes a free number and writes it when it answers; nothing comes if it dies first.
    Xvfb -displayfd 1 -screen 0 1920x1080x24 -nolisten tcp >"$display_dir/number" 2>"$display_dir/log" &
    display_pids=$!
    if ! read -r display_number <"$display_dir/number"; then
        say "Xvfb did not start:" >&2
        cat "$display_dir/log" >&2
        return 1
    fi
    unset WAYLAND_DISPLAY
    export DISPLAY=":$display_number"
    openbox --sm-disable >/dev/null 2>&1 &
    display_pids="$! $display_pids"
}

take_display_back() {
    [ -n "${display_dir:-}" ] || return 0
    # shellcheck disable=SC2086 # a list of numbers; the window manager first
    kill $display_pids 2>/dev/null || true
    wait
    rm -rf "$display_dir"
    display_dir=
}
