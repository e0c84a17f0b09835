# debian_root.sh: functions to source. They make a bare Debian in a folder by debootstrap and run commands in it; root is
# needed. Mounts live in namespaces of their own, so that nothing stays mounted in a folder that is removed one day.

# debian_mirror: prints the mirror that apt uses on this machine.
debian_mirror() {
    # shellcheck disable=SC2016 # apt expands them
    local format='$(LABEL) $(REPO_URI)' mirror
    mirror=$(apt-get indextargets --format "$format" 'Created-By: Packages' | sed -n 's/^Debian //p' | sort -u | head -n 1)
    if [[ -z $mirror ]]; then
        echo "apt knows no mirror of Debian on this machine; its lists may be missing: apt-get update" >&2
        return 1
    fi
    echo "$mirror"
}

# make_debian_root FOLDER SUITE [PACKAGE,..]: installs Debian's smallest system and these packages into FOLDER, and lets it
# reach the network as this machine does (names, certificates, apt's proxy).
make_debian_root() {
    local root=$1 suite=$2 packages=ca-certificates${3:+,$3} mirror
    if ((EUID != 0)); then
        echo "debootstrap, chroot and bind mounts need root" >&2
        return 1
    fi
    "$(dirname "${BASH_SOURCE[0]}")/install.sh" debootstrap debian-archive-keyring
    mirror=$(debian_mirror) || return
    mkdir -p "$root"
    if ! unshare --mount debootstrap --variant=minbase --include="$packages" "$suite" "$root" "$mirror" >"$root.log" 2>&1
    then
        tail "$root.log" >&2
        echo "debootstrap failed; its log is $root.log" >&2
        return 1
    fi
    rm "$root.log"
    cp /etc/resolv.conf /etc/hosts "$root/etc/"
    cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
    apt-config dump Acquire | grep -i '::proxy' >"$root/etc/apt/apt.conf.d/proxy" || true
}

# in_debian_root FOLDER COMMAND..: runs a command in the root, with the processes and devices of this machine.
in_debian_root() {
    # shellcheck disable=SC2016 # the inner shell expands its own arguments
    unshare --mount bash -euc '
        root=$1
        shift
        for place in /proc /sys /dev; do mount --rbind "$place" "$root$place"; done
        exec chroot "$root" "$@"' - "$@"
}
