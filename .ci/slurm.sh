# Sourced by ../test: runs an experiment as a Slurm job array and with GNU parallel, on this machine
# alone. All that it starts ends with it, and all that it writes lies in one temporary folder.
# shellcheck shell=sh

scheduler_packages="slurm-wlm munge parallel"
n_shards=4

# 48 quick runs, of informed and random searches.
slurm_experiment() {
    cat <<'END'
{
  "format": "tilescope-experiment", "version": 1, "name": "schedulers",
  "instances": [
    {"generate": {"size": "3x3", "distance": 22, "count": 4, "seed": 7}},
    {"bundled": "korf-100", "puzzles": [12, 42]}
  ],
  "algorithms": [
    {"algorithm": "ida-star", "heuristics": ["linear-conflict"]},
    {"algorithm": "weighted-a-star", "weight": [2, 3]},
    {"algorithm": "simulated-annealing"}
  ],
  "heuristics": ["manhattan"],
  "limits": {"max_expanded": 300000},
  "repetitions": 2
}
END
}

# slurm_check PROGRAM: four shards by each scheduler must merge to the records of one run.
slurm_check() {
    program=$1
    slurm_dir=$(mktemp -d)
    slurm_pids=
    chmod 711 "$slurm_dir"
    slurm_experiment >"$slurm_dir/experiment.json"
    export TILESCOPE_CACHE=

    say "one run of the whole experiment"
    "$program" lab run "$slurm_dir/experiment.json" -o "$slurm_dir/whole.jsonl"
    "$program" lab merge "$slurm_dir/whole.jsonl" --counts-only -o "$slurm_dir/expected.jsonl"

    start_slurm
    say "a job array of $n_shards shards, by $(sbatch --version)"
    mkdir "$slurm_dir/array"
    cp "$slurm_dir/experiment.json" "$slurm_dir/array"
    # The script of docs/lab.md, with four shards.
    cat >"$slurm_dir/array/job.sh" <<END
#!/bin/sh
#SBATCH --array=1-$n_shards
#SBATCH --cpus-per-task=1
#SBATCH --time=00:10:00
#SBATCH --requeue
#SBATCH --output=$slurm_dir/array/%a.log
srun "$program" lab run experiment.json --shard "\$SLURM_ARRAY_TASK_ID/$n_shards"
END
    if ! (cd "$slurm_dir/array" && sbatch --wait job.sh); then
        cat "$slurm_dir"/array/*.log "$slurm_dir"/*.log >&2
        return 1
    fi
    cat "$slurm_dir"/array/*.log
    same_as_whole array

    say "the same shards, by $(parallel --version | sed 1q)"
    mkdir "$slurm_dir/parallel"
    cp "$slurm_dir/experiment.json" "$slurm_dir/parallel"
    (cd "$slurm_dir/parallel" && seq "$n_shards" |
        parallel --will-cite --jobs 2 "$program" lab run experiment.json --shard "{}/$n_shards")
    same_as_whole parallel
    stop_slurm
}

# same_as_whole FOLDER: merges its shards and compares them with the records of one run, timings
# aside.
same_as_whole() {
    "$program" lab merge "$slurm_dir/$1"/experiment.*-of-$n_shards.records.jsonl --counts-only \
        -o "$slurm_dir/$1/merged.jsonl"
    cmp "$slurm_dir/expected.jsonl" "$slurm_dir/$1/merged.jsonl"
    say "$(wc -l <"$slurm_dir/$1/merged.jsonl") records, byte for byte those of one run"
}

# start_slurm: a controller, a node and their authentication, which answer on this machine alone.
start_slurm() {
    user=$(id -un)
    export SLURM_CONF="$slurm_dir/slurm.conf"
    # Two ports that nothing listens on now.
    ports=$(free_ports)
    mkdir -m 700 "$slurm_dir/munge" "$slurm_dir/state" "$slurm_dir/node"
    dd if=/dev/urandom of="$slurm_dir/munge/key" bs=1024 count=1 2>/dev/null
    chmod 600 "$slurm_dir/munge/key"
    cat >"$SLURM_CONF" <<END
ClusterName=tilescope
SlurmctldHost=localhost
SlurmctldPort=${ports% *}
SlurmdPort=${ports#* }
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
AuthType=auth/munge
AuthInfo=socket=$slurm_dir/munge.socket
CryptoType=crypto/munge
SlurmUser=$user
SlurmdUser=$user
StateSaveLocation=$slurm_dir/state
SlurmdSpoolDir=$slurm_dir/node
SlurmctldPidFile=$slurm_dir/slurmctld.pid
SlurmdPidFile=$slurm_dir/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
MailProg=/bin/true
SchedulerParameters=sched_interval=1,batch_sched_delay=0
NodeName=localhost NodeAddr=127.0.0.1 CPUs=2
PartitionName=all Nodes=localhost Default=YES MaxTime=INFINITE State=UP
END
    daemon munged --foreground --force --key-file="$slurm_dir/munge/key" \
        --socket="$slurm_dir/munge.socket" --pid-file="$slurm_dir/munge/pid" \
        --log-file="$slurm_dir/munge/log" --seed-file="$slurm_dir/munge/seed"
    until_ok "munged did not start" munge -S "$slurm_dir/munge.socket" -n
    daemon slurmctld -D
    daemon slurmd -D -N localhost
    until_ok "Slurm did not start" node_is_idle
}

node_is_idle() { [ "$(sinfo -h -o %T)" = idle ]; }

# daemon NAME ARGUMENT…: starts it in the foreground, with a log of its own.
daemon() {
    name=$1
    shift
    PATH="$PATH:/usr/sbin" "$name" "$@" >"$slurm_dir/$name.log" 2>&1 &
    slurm_pids="$! $slurm_pids"
}

# until_ok WORDS COMMAND…: waits until the command succeeds, for half a minute.
until_ok() {
    words=$1
    shift
    tries=0
    until "$@" >/dev/null 2>&1; do
        tries=$((tries + 1))
        if [ $tries = 150 ]; then
            say "$words:" >&2
            tail -n 20 "$slurm_dir"/*.log >&2
            return 1
        fi
        sleep 0.2
    done
}

# Two ports below those that the system lends, which nothing listens on.
free_ports() {
    taken=$(cat /proc/net/tcp /proc/net/tcp6 2>/dev/null | awk '{ sub(/.*:/, "", $2); print $2 }')
    found=
    port=26817
    while [ "$(echo "$found" | wc -w)" -lt 2 ]; do
        case $taken in
        *"$(printf %04X $port)"*) ;;
        *) found="$found $port" ;;
        esac
        port=$((port + 1))
    done
    echo $found
}

stop_slurm() {
    [ -n "${slurm_dir:-}" ] || return 0
    # shellcheck disable=SC2086 # a list of numbers; the node first
    for pid in $slurm_pids; do
        kill "$pid" 2>/dev/null || true
        wait "$pid" 2>/dev/null || true
    done
    rm -rf "$slurm_dir"
    slurm_dir=
}
