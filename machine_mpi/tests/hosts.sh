#!/bin/sh
# Three hosts on one machine, for tests that cross a network: network namespaces on a bridge. Linux, root and Open MPI.
#   hosts.sh up NAME                      makes the hosts; fails where that is not permitted
#   hosts.sh run NAME -n 6 PROGRAM ...    mpirun over them, rank 0 on host 1
#   hosts.sh cut NAME 2                   takes host 2 off the network
#   hosts.sh idle NAME 2                  does nothing run on it?
#   hosts.sh down NAME                    ends what runs there and removes them
# NAME keeps several such networks apart: at most eight letters and digits.
set -eu
what=$1 name=$2
shift 2
switch="$name"s

case $what in
up)
    ip netns add "$switch" && ip -n "$switch" link add br0 type bridge && ip -n "$switch" link set br0 up
    for host in 1 2 3; do
        ip netns add "$name$host"
        ip -n "$name$host" link set lo up
        ip link add v$host netns "$name$host" type veth peer name p$host netns "$switch"
        ip -n "$switch" link set p$host master br0 up
        ip -n "$name$host" addr add 10.77.0.$host/24 dev v$host
        ip -n "$name$host" link set v$host up
    done
    ;;
run)
    # In place of ssh: `ssh OPTIONS HOST COMMAND`.
    agent=$(mktemp)
    trap 'rm -f "$agent"' EXIT
    cat >"$agent" <<AGENT
#!/bin/sh
while [ "\${1#-}" != "\$1" ]; do shift; done
host=\${1##*.}
shift
exec ip netns exec "$name\$host" unshare --uts sh -c "hostname h\$host; exec sh -c \"\\\$0\"" "\$*"
AGENT
    chmod +x "$agent"
    # In a pipe or a test, whoever waits for this waits for mpirun.
    ip netns exec "${name}1" unshare --uts sh -c 'hostname h1; exec "$0" "$@"' \
        mpirun --allow-run-as-root --mca plm_rsh_agent "$agent" --mca orte_keep_fqdn_hostnames 1 \
        --mca oob_tcp_if_include 10.77.0.0/24 --mca btl_tcp_if_include 10.77.0.0/24 --mca btl self,vader,tcp --mca pml ob1 \
        --host 10.77.0.1:8,10.77.0.2:8,10.77.0.3:8 --map-by node --bind-to none --oversubscribe "$@"
    ;;
cut)
    ip -n "$switch" link set "p$1" down
    ;;
idle)
    [ -z "$(ip netns pids "$name$1")" ]
    ;;
down)
    for host in 1 2 3; do
        ip netns pids "$name$host" 2>/dev/null | xargs -r kill -9 2>/dev/null || true
        ip netns del "$name$host" 2>/dev/null || true
    done
    ip netns del "$switch" 2>/dev/null || true
    ;;
*)
    echo "hosts.sh: expected up, run, cut, idle or down" >&2
    exit 2
    ;;
esac
