#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs what docs/dbus.md says, and the example client, against the real service on a bus of its own.
# test-examples.sh DOC SERVE FOLLOW
set -eu

if [ "${1:-}" != "--inside" ]; then
  exec dbus-run-session -- sh "$0" --inside "$@"
fi
shift
doc=$1
serve=$2
follow=$3
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT

# The code blocks of a language, in the order of the page.
block () {
  awk -v begin="\`\`\`$1" '$0 == begin { inside = 1; next } $0 == "```" { inside = 0 } inside' "$doc" >"$2"
  [ -s "$2" ] || { echo "no example in $1"; exit 1; }
}

wait_for () {
  i=0
  while ! grep -q "$1" "$2" 2>/dev/null; do
    i=$((i + 1))
    [ $i -lt 300 ] || { echo "$1 did not come:"; cat "$2"; exit 1; }
    sleep 0.1
  done
}

"$serve" "$folder/memories.db" >"$folder/serve.out" 2>&1 &
server=$!
wait_for ready "$folder/serve.out"

"$follow" >"$folder/follow.out" 2>&1 &
follower=$!
wait_for following "$folder/follow.out"

block sh "$folder/example.sh"
sh "$folder/example.sh" >"$folder/sh.out"
grep -q "A heron at the second lock" "$folder/sh.out"
grep -q "<uint32 1>" "$folder/sh.out"
echo "shell: done"

block c "$folder/example.c"
# Both are lists of words.
# shellcheck disable=SC2046
${CC:-cc} -Wall -Werror -o "$folder/example" "$folder/example.c" $(pkg-config --cflags --libs gio-2.0)
"$folder/example" >"$folder/c.out"
grep -q "A heron at the second lock" "$folder/c.out"
echo "C: done"

python=$("${0%/*}/../support/find-python.sh" Gio=2.0)
block python "$folder/example.py"
"$python" "$folder/example.py" >"$folder/py.out"
grep -q "Lena repaired the bicycle" "$folder/py.out"
grep -q "org.openmemory.Error.NotFound" "$folder/py.out"
echo "Python: done"

# The client saw the first memory come, and whatever followed.
id=$(sed -n "s/^('\([0-9a-f-]*\)'.*/\1/p" "$folder/sh.out" | head -n 1)
wait_for "Added $id" "$folder/follow.out"
gdbus call --session --dest org.openmemory.Desktop --object-path /org/openmemory/Desktop \
  --method org.openmemory.Memories1.MoveToBin "['$id']" "@a{sv} {}" >/dev/null
wait_for "Removed $id" "$folder/follow.out"
kill "$follower" 2>/dev/null || true
echo "following: done"

# Everything is there for who looks.
gdbus introspect --session --dest org.openmemory.Desktop --object-path /org/openmemory/Desktop >"$folder/introspect.out"
grep -q "org.openmemory.Memories1" "$folder/introspect.out"
echo "introspection: done"
