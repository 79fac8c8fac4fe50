#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# alone.sh PROGRAM: runs a journey on a display and a bus of its own, for the keyboard goes to one window
# and the program answers under one name.
set -euo pipefail

python=$("${BASH_SOURCE[0]%/*}/../support/find-python.sh" Atspi=2.0)
runtime=$(mktemp -d)
trap 'rm -rf "$runtime"' EXIT
env -u DISPLAY -u DBUS_SESSION_BUS_ADDRESS XDG_RUNTIME_DIR="$runtime" \
  xvfb-run -a -s '-screen 0 1280x1024x24 -nolisten tcp' dbus-run-session -- "$python" "$@"
