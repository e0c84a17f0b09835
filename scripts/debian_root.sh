# debian_root.sh: functions, to be sourced, that install a minimal Debian into a folder by debootstrap and run commands in
# it. They need root. Mounts are made in private namespaces, so none remains when the folder is removed.

# debian_mirror: prints the mirror that apt uses on this machine.
debian_mirror() {
    # shellcheck disable=SC2016 # apt expands them
    local format='$(LABEL) $(REPO_URI)' mirror
    mirror=$(apt-get indextargets --format "$format" 'Created-By: Packages' | sed -n 's/^Debian //p' | sort -u | head -n 1)
    if [[ -z $mirror ]]; then
        echo "apt knows no Debian mirror; run apt-get update if its lists are missing" >&2
        return 1
    fi
    echo "$mirror"
}

# make_debian_root FOLDER SUITE [PACKAGE,..]: installs a minimal Debian and these packages into FOLDER, with this machine's
# network settings (names, certificates, apt's proxy).
make_debian_root() {
    local root=$1 suite=$2 packages=ca-certificates${3:+,$3} mirror
    if ((EUID != 0)); then
        echo "root is needed for debootstrap, chroot and bind mounts" >&2
        return 1
    fi
    "$(dirname "${BASH_SOURCE[0]}")/install.sh" debootstrap debian-archive-keyring
    mirror=$(debian_mirror) || return
    mkdir -p "$root"
    if ! unshare --mount debootstrap --variant=minbase --include="$packages" "$suite" "$root" "$mirror" >"$root.debootstrap.log" 2>&1
    then
        tail "$root.debootstrap.log" >&2
        echo "debootstrap failed; its log is $root.debootstrap.log" >&2
        return 1
    fi
    rm "$root.debootstrap.log"
    cp /etc/resolv.conf /etc/hosts "$root/etc/"
    cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
    apt-config dump Acquire | grep -i '::proxy' >"$root/etc/apt/apt.conf.d/proxy" || true
}

# in_debian_root FOLDER COMMAND..: runs a command in the Debian system, with this machine's processes and devices.
in_debian_root() {
    # shellcheck disable=SC2016 # the inner shell expands its own arguments
    unshare --mount bash -euc '
        root=$1
        shift
        for place in /proc /sys /dev; do mount --rbind "$place" "$root$place"; done
        exec chroot "$root" "$@"' - "$@"
}
