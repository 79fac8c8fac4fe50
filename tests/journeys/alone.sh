#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# alone.sh PROGRAM: runs a journey on a display and a bus of its own, for the keyboard goes to one window
# and the program answers under one name.
set -euo pipefail

python=
for candidate in python3 /usr/bin/python3; do
  if "$candidate" -c 'import gi; gi.require_version ("Atspi", "2.0"); from gi.repository import Atspi' 2>/dev/null; then
    python=$candidate
    break
  fi
done
if [ -z "$python" ]; then
  echo "There is no python3 with gi and Atspi (Debian: python3-gi, gir1.2-atspi-2.0)" >&2
  exit 1
fi

runtime=$(mktemp -d)
trap 'rm -rf "$runtime"' EXIT
env -u DISPLAY -u DBUS_SESSION_BUS_ADDRESS XDG_RUNTIME_DIR="$runtime" \
  xvfb-run -a -s '-screen 0 1280x1024x24 -nolisten tcp' dbus-run-session -- "$python" "$@"
