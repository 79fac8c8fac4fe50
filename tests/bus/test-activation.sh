#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The program, started by the bus: a first call starts it without a window and is answered, two first calls
# start one, window, command and service see what each other writes, and it leaves when nobody asks.
set -eu

program=${OPENMEMORY_DESKTOP:?}
command=${OPENMEMORY_COMMAND:?}
follow=${1:?}

if [ "${2:-}" != "--inside" ]; then
  home=$(mktemp -d)
  trap 'rm -rf "$home"' EXIT
  mkdir -p "$home/data/dbus-1/services"
  mkdir -m 700 "$home/run"
  printf '[D-BUS Service]\nName=org.openmemory.Desktop\nExec=%s --gapplication-service\n' "$program" \
    >"$home/data/dbus-1/services/org.openmemory.Desktop.service"
  export HOME=$home XDG_DATA_HOME=$home/data XDG_CONFIG_HOME=$home/config XDG_CACHE_HOME=$home/cache
  export XDG_STATE_HOME=$home/state XDG_RUNTIME_DIR=$home/run GTK_A11Y=none
  dbus-run-session -- bash "$0" "$follow" --inside
  exit
fi

call () {
  local method=$1
  shift
  gdbus call --session --dest org.openmemory.Desktop --object-path /org/openmemory/Desktop \
    --method "org.openmemory.$method" "$@"
}

runs () {
  gdbus call --session --dest org.freedesktop.DBus --object-path /org/freedesktop/DBus \
    --method org.freedesktop.DBus.NameHasOwner org.openmemory.Desktop | grep -q true
}

now_ms () { date +%s%3N; }

"$command" add "A heron stood at the lock." >/dev/null

begun=$(now_ms)
call Memories1.Search heron "@a{sv} {}" | grep -q "A heron stood at the lock"
took=$(($(now_ms) - begun))
# The aim is 1,500 ms on a quiet machine.
echo "cold activation answered after $took ms"

# What the service writes, the command sees, and the other way round.
call Memories1.Remember "Said by a program." "@a{sv} {}" >/dev/null
"$command" search program | grep -q "Said by a program"
"$command" add "Said by the command." >/dev/null
call Memories1.Search command "@a{sv} {}" | grep -q "Said by the command"

# A window on the same store, in the process that is there; the service goes on answering.
"$program" &
window=$!
until gdbus call --session --dest org.openmemory.Desktop --object-path /org/openmemory/Desktop/window/1 \
  --method org.gtk.Actions.List >/dev/null 2>&1; do
  sleep 0.05
done
call Memories1.Search heron "@a{sv} {}" | grep -q "A heron stood at the lock"
call Memories1.Remember "Said while a window is open." "@a{sv} {}" >/dev/null
"$command" search window | grep -q "Said while a window is open"

# What another process writes reaches who follows the signals of the one with the window. The aim is 1,000 ms.
coproc FOLLOWING { exec "$follow"; }
read -r line <&"${FOLLOWING[0]}"
[ "$line" = "following" ]
begun=$(now_ms)
id=$("$command" add "Said by the command while a window is open." | grep -oE "[0-9a-f-]{36}")
written=$(now_ms)
until [[ ${line:-} == "Added $id"* ]]; do
  read -r line <&"${FOLLOWING[0]}"
done
echo "the command wrote within $((written - begun)) ms, the window's process told of it $(($(now_ms) - written)) ms later"
"$command" edit "$id" --text "Changed by the command." >/dev/null
begun=$(now_ms)
until [[ ${line:-} == "Changed $id"* ]]; do
  read -r line <&"${FOLLOWING[0]}"
done
echo "a change by the command was told after $(($(now_ms) - begun)) ms"
call Memories1.Search "changed by" "@a{sv} {}" | grep -q "Changed by the command"
kill "$FOLLOWING_PID"

"$command" query-log | grep -q Search
gdbus call --session --dest org.openmemory.Desktop --object-path /org/openmemory/Desktop \
  --method org.gtk.Actions.Activate quit "@av []" "@a{sv} {}" >/dev/null
wait "$window"
for _ in $(seq 1 400); do
  runs || break
  sleep 0.1
done
if runs; then
  echo "it is still there"
  exit 1
fi
echo "left"

# Two first calls at once start one.
call Memories1.List "@a{sv} {}" >/dev/null &
first=$!
call Memories1.List "@a{sv} {}" >/dev/null &
second=$!
wait "$first"
wait "$second"

# It leaves by itself.
begun=$(now_ms)
for _ in $(seq 1 400); do
  runs || break
  sleep 0.1
done
if runs; then
  echo "it is still there"
  exit 1
fi
echo "left by itself after $(($(now_ms) - begun)) ms"
