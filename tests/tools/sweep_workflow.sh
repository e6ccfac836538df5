#!/usr/bin/env bash
# The workflow of tools/sweep.d with Snakemake's local executor: one worker is killed, and the merged database equals that
# of a single sweep.
#   tests/tools/sweep_workflow.sh BUILD-FOLDER
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
utah10=$(cd "$1" && pwd)/utah10
command -v snakemake >/dev/null || { echo "workflow: snakemake is missing; tools/setup installs it" >&2; exit 77; }
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
fail() { echo "workflow: $*" >&2; cat "$here/log" >&2; exit 1; }

cat >"$here/plan.toml" <<'PLAN'
experiment = "rfc508"
[fixed]
device = true
quick = true
[vary]
hops = [1, 2]
loss = [0.0, 0.02]
PLAN
cd "$here"
HOME=$here XDG_CACHE_HOME=$here snakemake --snakefile "$source/tools/sweep.d/Snakefile" --cores 2 --nolock \
  --config plan=plan.toml shards=2 "utah10=$utah10" output=merged >log 2>&1 &
workflow=$!

# The worker of the first shard, as soon as it has begun; --output follows the shard in its arguments.
worker=
for _ in $(seq 600); do
  [ ! -s merged-1of2.sqlite.part ] || worker=$(pgrep -f "^$utah10 sweep plan.toml --shard 1/2 --output merged-1of2" || true)
  for pid in $worker; do [ "$(readlink "/proc/$pid/cwd")" = "$here" ] && kill -KILL "$pid" && break 2; done
  sleep 0.05
done
[ -n "$worker" ] || fail "the first shard did not begin"
wait "$workflow" || fail "snakemake failed"
grep -q "Trying to restart job" log || fail "the killed worker was not started again"

"$utah10" sweep plan.toml --output one.sqlite --no-progress >>log || fail "the single sweep failed"
cmp one.csv merged.csv || fail "the merged table is not that of a single sweep"
lines=$(wc -l <one.csv)
[ "$lines" -gt 1000 ] || fail "only $lines lines"
echo "workflow: $lines lines, equal after a worker was killed"
