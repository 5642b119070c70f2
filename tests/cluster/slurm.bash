# slurm.bash: a real Slurm of four nodes on this machine, for the tests of one file. It runs as
# whoever runs the tests, with ports, keys and sockets of its own in one folder, and needs neither
# systemd nor an installed configuration.

# without_slurm: prints why there is none where its programs are not installed.
without_slurm() {
  local program
  PATH="$PATH:/usr/sbin:/sbin"
  for program in slurmctld slurmd munged sbatch squeue scontrol; do
    command -v "$program" >/dev/null || { echo "no $program here (Debian: slurm-wlm munge)"; return; }
  done
}

# free_ports: the first of 6 ports in a row that nobody listens on.
free_ports() {
  local first port
  for first in $(seq "$((20000 + $$ % 8000))" 10 30000); do
    for port in $(seq "$first" "$((first + 5))"); do
      ! (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null || continue 2
    done
    echo "$first"
    return
  done
  return 1
}

# slurm_up FOLDER: starts it, and waits until all nodes are idle. Sets what its programs need.
slurm_up() {
  local folder=$1 host user port node n
  host=$(hostname) user=$(id -un)
  port=$(free_ports)
  node="NodeHostname=$host NodeAddr=127.0.0.1"
  mkdir -p "$folder"/{state,spool,run}
  chmod 755 "$folder" "$folder/run"
  (umask 077; dd if=/dev/urandom bs=128 count=1 of="$folder/munge.key" 2>/dev/null)
  cat >"$folder/slurm.conf" <<CONF
ClusterName=clens
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
SlurmctldPort=$port
AuthType=auth/munge
AuthInfo=socket=$folder/run/munge.socket,cred_expire=5
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool/%n
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd-%n.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd-%n.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,bf_interval=1,batch_sched_delay=1,sched_min_interval=0
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
ReturnToService=2
SlurmdTimeout=20
KillWait=3
MinJobAge=300
NodeName=n[1-4] $node Port=[$((port + 1))-$((port + 4))] CPUs=1 RealMemory=4000
PartitionName=all Nodes=n[1-4] Default=YES MaxTime=INFINITE State=UP OverSubscribe=NO
CONF
  export SLURM_CONF="$folder/slurm.conf"
  munged --key-file "$folder/munge.key" --socket "$folder/run/munge.socket" --force \
    --pid-file "$folder/munged.pid" --log-file "$folder/munged.log" \
    --seed-file "$folder/munged.seed" --num-threads 2 >/dev/null 2>&1 3>&- 4>&- || return 1
  # the daemons keep no descriptor of Bats open: it would wait for them
  slurmctld -c >"$folder/out" 2>&1 3>&- 4>&- || return 1
  for n in 1 2 3 4; do slurmd -N "n$n" >>"$folder/out" 2>&1 3>&- 4>&- || return 1; done
  for n in $(seq 100); do
    [ "$(sinfo -h -N -o %t 2>/dev/null | grep -c '^idle$')" != 4 ] || return 0
    sleep .2
  done
  sinfo -N
  return 1
}

# slurm_down FOLDER: ends all that slurm_up has started, and nothing else.
slurm_down() {
  local folder=$1 file
  export SLURM_CONF="$folder/slurm.conf"
  scancel -u "$(id -un)" >/dev/null 2>&1 || :
  for file in "$folder"/slurmd-n?.pid "$folder/slurmctld.pid" "$folder/munged.pid"; do
    [ -s "$file" ] || continue
    kill "$(cat "$file")" 2>/dev/null || :
  done
  for file in "$folder"/slurmd-n?.pid "$folder/slurmctld.pid" "$folder/munged.pid"; do
    for _ in $(seq 50); do
      [ -s "$file" ] && kill -0 "$(cat "$file")" 2>/dev/null || break
      sleep .1
    done
    [ ! -s "$file" ] || kill -9 "$(cat "$file")" 2>/dev/null || :
  done
}

# wait_for_jobs [SECONDS]: until the queue is empty.
wait_for_jobs() {
  local _
  for _ in $(seq "$((5 * ${1:-120}))"); do
    [ -n "$(squeue -h 2>&1)" ] || return 0
    sleep .2
  done
  squeue
  return 1
}

# submit DESCRIPTION: what ce-batch writes for Slurm, run and waited for.
submit() {
  ce-batch --for slurm "$1" >submit.sh
  sh submit.sh
  wait_for_jobs
}
