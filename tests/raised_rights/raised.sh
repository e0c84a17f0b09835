# Sourced by tests of programs with raised rights.
# as_nobody COMMAND..: runs it as a user without rights.
as_nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups -- "$@"; }

# raised_copies PROGRAM FOLDER PROBE..: copies the program into the folder, as a set-user-ID program of root and as one
# with a file capability, and prints the copies that have raised rights when such a user runs them: `COPY PROBE..` must succeed
# then. Says on stderr why others are left out.
raised_copies() {
    local program=$1 folder=$2 copy
    shift 2
    if ((EUID != 0)); then
        echo "skipped: only root can make programs with raised rights" >&2
        return
    fi
    cp "$program" "$folder/set_user_id" && chmod 4755 "$folder/set_user_id"
    cp "$program" "$folder/capability" && chmod 755 "$folder/capability"
    setcap cap_net_raw+ep "$folder/capability" 2>/dev/null ||
        { echo "skipped: there is no setcap, or the file system has no capabilities" >&2; rm "$folder/capability"; }
    for copy in "$folder/set_user_id" "$folder/capability"; do
        [[ -e $copy ]] || continue
        if as_nobody "$copy" "$@" >/dev/null 2>&1; then
            echo "$copy"
        else
            echo "skipped: ${copy##*/} gets no rights here, or other users may not read the libraries" >&2
        fi
    done
}
