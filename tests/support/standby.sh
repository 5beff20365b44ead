#!/bin/sh
# A streaming replica of a PostgreSQL server, in a temporary folder and on a loopback port.
#   standby.sh make PRIMARY_URL PORT     copies the primary, starts the replica, prints its folder
#   standby.sh start FOLDER PORT         starts it again
#   standby.sh stop FOLDER               stops it immediately, without a checkpoint
#   standby.sh promote FOLDER            makes it a primary
#   standby.sh remove FOLDER
set -eu

bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
as_postgres=
if [ "$(id -u)" = 0 ]; then as_postgres="setpriv --reuid=postgres --regid=postgres --clear-groups"; fi

start() {
    $as_postgres "$bin/pg_ctl" -D "$1/data" -w -l "$1/log" -o "-p $2 -c listen_addresses=127.0.0.1 \
        -c unix_socket_directories=$1 -c max_connections=300 -c fsync=off" start >/dev/null </dev/null 2>&1 ||
        { cat "$1/log" >&2; exit 1; }
}

slot_of() { basename "$1" | tr 'A-Z.' 'a-z_'; }

# Retries while the slot is still active; a primary that is gone has none.
drop_slot() {
    "$bin/pg_isready" --quiet --dbname="$(cat "$1/primary")" || return 0
    for _ in $(seq 100); do
        "$bin/psql" --quiet --dbname="$(cat "$1/primary")" --command="SELECT pg_drop_replication_slot('$(slot_of "$1")')" \
            >/dev/null 2>&1 && return
        sleep 0.1
    done
}

case $1 in
make)
    home=$(mktemp -d)
    if [ -n "$as_postgres" ]; then chown postgres: "$home"; fi
    cd "$home"
    echo "$2" >primary
    # The replication slot retains WAL while the replica is stopped.
    $as_postgres "$bin/pg_basebackup" --dbname="$2" --pgdata="$home/data" --write-recovery-conf --wal-method=stream \
        --create-slot --slot="$(slot_of "$home")" --checkpoint=fast --no-sync
    start "$home" "$3"
    echo "$home"
    ;;
start) cd "$2" && start "$2" "$3" ;;
stop) cd "$2" && $as_postgres "$bin/pg_ctl" -D "$2/data" -m immediate stop >/dev/null ;;
promote) cd "$2" && $as_postgres "$bin/pg_ctl" -D "$2/data" -w promote >/dev/null ;;
remove)
    cd "$2"
    $as_postgres "$bin/pg_ctl" -D "$2/data" -m immediate stop >/dev/null 2>&1 || true
    drop_slot "$2"
    cd / && rm -rf "$2"
    ;;
esac
