#!/bin/sh
# Kills one process of a long journalled solve, again and again, and measures what that costs. Linux.
#   kills.sh PROGRAM [TRIALS] [GAME POSITION]     PROGRAM is provebest, built with the feature mpi
# Each trial has 2 or 3 ranks. One of them, by chance, gets SIGKILL when the journal has between 1/50 and 1/3 of the nodes of the
# whole solve. Then the same command goes on with another number of ranks.
#   ended     seconds until the job had ended by itself
#   finished  millions of nodes of the tasks in the journal by then
#   again     share of `finished` that was searched again: tasks that end with what the journal already said
#   whole     nodes of both runs together, over those of a run that was not killed. Parallel runs differ by some percent.
# PROVEBEST_MPIRUN names another mpirun, SEED makes other choices, OPTIONS go to `solve` (--all-moves takes longer).
# FIRST=3 WHOLE="1 361000000" begins with the third trial, with the value and the nodes that an earlier call printed. Exit status 1 if a
# trial breaks a promise.
set -eu
program=$1 trials=${2:-10} game=${3:-connect4} position=${4-44}
mpirun=${PROVEBEST_MPIRUN:-mpirun} seed=${SEED:-1}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
options=
if "$mpirun" --version | grep -q "Open MPI"; then options="--oversubscribe --bind-to none"; fi

# solve RANKS JOURNAL: the answer goes to $folder/answer
solve() {
    # shellcheck disable=SC2086
    timeout -k 5 3600 "$mpirun" $options -n "$1" "$program" solve "$game" "$position" --machine mpi --journal "$2" --json ${OPTIONS:-} \
        >"$folder/answer" 2>"$folder/said"
}

answer() {
    grep -oE "\"$1\": *-?[0-9]+" "$folder/answer" | head -n 1 | grep -oE -e '-?[0-9]+$'
}

# Nodes of the tasks in a journal.
nodes() {
    [ -f "$1" ] || { echo 0 && return; }
    awk '/^(answered|divided)\t/ { sum += $5 } END { printf "%.0f\n", sum }' "$1"
}

# chance FROM TO TRIAL WHICH: a number between
chance() {
    awk -v from="$1" -v to="$2" -v seed="$((seed * 1000 + $3 * 10 + $4))" \
        'BEGIN { srand(seed); rand(); printf "%.0f\n", from + rand() * (to - from) }'
}

# The process that is this rank of this trial.
process_of() {
    for process in /proc/[0-9]*; do
        tr '\0' '\n' 2>/dev/null <"$process/environ" | grep -qx "PROVEBEST_TRIAL=$2" || continue
        tr '\0' '\n' 2>/dev/null <"$process/environ" | grep -qxE "(OMPI_COMM_WORLD_RANK|PMI_RANK)=$1" || continue
        echo "${process#/proc/}"
        return
    done
}

if [ -n "${WHOLE:-}" ]; then
    value=${WHOLE% *} whole=${WHOLE#* }
else
    started=$(date +%s.%N)
    solve 2 "$folder/whole"
    value=$(answer value) whole=$(answer nodes)
    echo "$game $position: value $value, $whole nodes," \
        "$(nodes "$folder/whole" | awk '{ printf "%.0f", $1 / 1e6 }') million of them in tasks that ended," \
        "$(grep -cE '^(answered|divided)' "$folder/whole") tasks," \
        "$(echo "$started $(date +%s.%N)" | awk '{ printf "%.0f", $2 - $1 }') s on 2 ranks"
fi
echo "trial ranks killed    at ended finished again whole then value"
broken=0
for trial in $(seq "${FIRST:-1}" "$trials"); do
    ranks=$((2 + trial % 2)) journal=$folder/journal$trial
    limit=$(chance $((whole / 50)) $((whole / 3)) "$trial" 1)
    killed=$(chance 0 $((1000 * ranks - 1)) "$trial" 2)
    killed=$((killed / 1000))
    PROVEBEST_TRIAL=$$-$trial solve "$ranks" "$journal" &
    job=$!
    while [ "$(nodes "$journal")" -lt "$limit" ] && kill -0 $job 2>/dev/null; do sleep 0.2; done
    kill -9 "$(process_of "$killed" "$$-$trial")"
    at=$(date +%s.%N)
    wait $job && echo "trial $trial: the job did not fail" && broken=1
    ended=$(echo "$at $(date +%s.%N)" | awk '{ printf "%.1f", $2 - $1 }')
    cp "$journal" "$folder/kept"
    then=$((5 - ranks))
    solve "$then" "$journal" || broken=1
    # What stands in the journal stays there; every task is there once. A task that ends with bounds that were there before was
    # searched again.
    head -c "$(wc -c <"$folder/kept")" "$journal" | cmp -s - "$folder/kept" || { echo "trial $trial: lines are lost"; broken=1; }
    twice=$(grep -E '^(answered|divided)' "$journal" | awk '{ print $1, $2, $3, $4 }' | sort | uniq -d | wc -l)
    [ "$twice" -eq 0 ] || { echo "trial $trial: $twice tasks are counted twice"; broken=1; }
    again=$(awk '
        !/^(answered|divided)\t/ { next }
        { bounds = ($2 in least) && $3 <= least[$2] && $4 >= most[$2] }
        FNR < NR && ++line > before && ($1 == "answered" ? bounds : divided[$2]) { again += $5 }
        FNR == NR { before++; least[$2] = $3; most[$2] = $4; if ($1 == "divided") divided[$2] = 1 }
        END { printf "%.0f\n", again }' "$folder/kept" "$journal")
    finished=$(nodes "$folder/kept")
    awk -v trial="$trial" -v ranks="$ranks" -v killed="$killed" -v finished="$finished" -v whole="$whole" -v ended="$ended" \
        -v again="$again" -v after="$(answer nodes)" -v then="$then" -v value="$(answer value)" 'BEGIN {
            printf "%5d %5d %6d %4.0f%% %5.1f %8.0f %4.1f%% %4.0f%% %4d %5d\n", trial, ranks, killed, 100 * finished / whole, ended,
                finished / 1e6, 100 * again / finished, 100 * (finished + after) / whole, then, value
            exit !(ended < 30 && again < finished / 10) }' || broken=1
    [ "$(answer value)" = "$value" ] || { echo "trial $trial: the value is not $value"; broken=1; }
done
exit $broken
