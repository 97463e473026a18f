#!/usr/bin/env bash
# Starts Ray over the nodes of a Slurm allocation, runs a command on it, ends Ray, and returns the command's status.
#
#   sbatch --nodes=4 --cpus-per-task=32 jobs/slurm.sh python -m wordle_jax.run noise=0.1 games.replicates=100
#
# Submit it from the checkout, which all nodes see, as they see its .venv.
#SBATCH --job-name=wordle_jax
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --exclusive
#SBATCH --signal=B:TERM@120
set -euo pipefail

if [[ -z ${SLURM_JOB_NODELIST:-} ]]; then
  echo "error: this is no allocation of Slurm; start it by sbatch or salloc" >&2
  exit 2
fi
if (($# == 0)); then
  echo "error: no command to run; the top of this script has an example" >&2
  exit 2
fi
if [[ -f .venv/bin/activate ]]; then
  # shellcheck disable=SC1091
  . .venv/bin/activate
fi

mapfile -t nodes < <(scontrol show hostnames "$SLURM_JOB_NODELIST")
# To be called in the background or a substitution: what is there is then srun itself, which signals reach.
on() { exec srun --export=ALL --overlap --nodes=1 --ntasks=1 --nodelist="$1" "${@:2}"; }
# Who shares the network with the nodes must not give commands to them.
export RAY_AUTH_MODE="${RAY_AUTH_MODE:-token}"
export RAY_AUTH_TOKEN="${RAY_AUTH_TOKEN:-$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n')}"

steps=()
end_ray() {
  ((${#steps[@]})) || return 0
  kill "${steps[@]}" 2>/dev/null || true
  wait "${steps[@]}" 2>/dev/null || true
}
trap end_ray EXIT
trap 'echo "error: stopped before Ray was there; nothing was run" >&2; exit 143' TERM

read -r ip _ < <(on "${nodes[0]}" hostname --ip-address)
export RAY_ADDRESS="$ip:${RAY_PORT:-6379}"
# Ray would count the cores of a node that others were given.
common=(--block --disable-usage-stats --min-worker-port=0 --max-worker-port=0)
if [[ -n ${SLURM_CPUS_PER_TASK:-} ]]; then
  common+=(--num-cpus="$SLURM_CPUS_PER_TASK")
fi

on "${nodes[0]}" ray start --head --node-ip-address="$ip" --port="${RAY_ADDRESS##*:}" --include-dashboard=false \
  "${common[@]}" >&2 &
steps+=($!)
limit="${RAY_START_SECONDS:-120}"
until answer=$(timeout 10 ray health-check --address "$RAY_ADDRESS" 2>&1); do
  if ! kill -0 "${steps[0]}" 2>/dev/null; then
    echo "error: Ray does not start on ${nodes[0]}; its own words are above" >&2
    exit 1
  fi
  if ((SECONDS >= limit)); then
    echo "error: Ray on ${nodes[0]} does not answer at $RAY_ADDRESS in $limit s: ${answer##*$'\n'}" >&2
    exit 1
  fi
  sleep 1
done
for node in "${nodes[@]:1}"; do
  on "$node" ray start --address="$RAY_ADDRESS" "${common[@]}" >&2 &
  steps+=($!)
done

# Before its time is up Slurm sends SIGTERM to this script alone; the command saves what it has played.
"$@" &
command=$!
trap 'kill -TERM "$command" 2>/dev/null' TERM
status=0
wait "$command" || status=$?
while kill -0 "$command" 2>/dev/null; do
  status=0
  wait "$command" || status=$?
done
exit "$status"
