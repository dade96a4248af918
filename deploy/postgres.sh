#!/bin/sh
# Makes sure that PostgreSQL's server programs are on this machine, and prints the folder they are in.
# Where there are none it says so and installs them with the system's package manager.
# It never creates or starts a database: `faan up` keeps a private one of its own.
set -eu

say() { echo "postgres.sh: $*" >&2; }

# The folders worth a look, best first: the order of services/postgres/src/programs.rs.
candidates() {
    if [ -n "${FAAN_PG_BIN:-}" ]; then
        echo "$FAAN_PG_BIN"
        return
    fi
    ls -d /usr/lib/postgresql/*/bin /usr/lib/postgresql*/bin /usr/libexec/postgresql* /usr/pgsql-*/bin \
        /opt/homebrew/opt/postgresql*/bin /usr/local/opt/postgresql*/bin 2>/dev/null | sort -rV || true
    pg_config --bindir 2>/dev/null || true
    dirname "$(command -v postgres || echo /nowhere/postgres)"
}

find_programs() {
    candidates | while read -r folder; do
        if [ -x "$folder/postgres" ] && [ -x "$folder/initdb" ]; then
            echo "$folder"
            break
        fi
    done
}

# Debian's packages create and start a cluster unless told otherwise. Two files say so, and are taken away again.
install_with_apt() {
    settings=/etc/postgresql-common/createcluster.d
    no_cluster=$settings/faan-no-cluster.conf
    no_start=/usr/sbin/policy-rc.d
    trap restore_apt EXIT
    trap 'exit 1' HUP INT TERM
    mkdir -p "$settings"
    echo 'create_main_cluster = false' >"$no_cluster"
    if [ -e "$no_start" ]; then
        no_start=
    else
        printf '#!/bin/sh\nexit 101\n' >"$no_start"
        chmod 755 "$no_start"
    fi
    apt-get update
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends postgresql
}

restore_apt() {
    rm -f "$no_cluster" ${no_start:+"$no_start"}
    rmdir "$settings" 2>/dev/null || true
}

# One line per package manager: its name, then the command. Only apt's package would start anything.
manager() {
    for name in apt-get dnf apk pacman zypper brew; do
        if command -v "$name" >/dev/null 2>&1; then
            echo "$name"
            return
        fi
    done
}

install_programs() {
    case $1 in
        apt-get) install_with_apt ;;
        dnf) dnf install -y postgresql-server ;;
        apk) apk add postgresql ;;
        pacman) pacman -S --noconfirm --needed postgresql ;;
        zypper) zypper --non-interactive install postgresql-server ;;
        brew) brew install postgresql ;;
    esac
}

folder=$(find_programs)
if [ -z "$folder" ]; then
    if [ -n "${FAAN_PG_BIN:-}" ]; then
        say "FAAN_PG_BIN is $FAAN_PG_BIN, but there is no postgres and initdb in it."
        exit 1
    fi
    manager=$(manager)
    if [ -z "$manager" ]; then
        say "PostgreSQL's server programs are not here, nor is a package manager I know."
        say "Install PostgreSQL 13 or newer, and set FAAN_PG_BIN to the folder that holds initdb and postgres."
        exit 1
    fi
    if [ "$(id -u)" -ne 0 ] && [ "$manager" != brew ]; then
        say "PostgreSQL's server programs are not here, and installing them needs root. Run this, then try again:"
        say "    sudo $(cd "$(dirname "$0")" && pwd)/${0##*/}"
        say "It installs PostgreSQL with $manager; no database is created, no service is started."
        exit 1
    fi
    say "PostgreSQL's server programs are not here: installing them with $manager. No database is created, no service is started."
    install_programs "$manager" >&2
    folder=$(find_programs)
    if [ -z "$folder" ]; then
        say "Installed, but found no postgres and initdb. Set FAAN_PG_BIN to the folder that holds them."
        exit 1
    fi
fi
echo "$folder"
