#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# find-python.sh NAMESPACE=VERSION: prints the python3 that has these bindings. A python3 that somebody
# put before the distribution's seldom has any.
for python in python3 /usr/bin/python3; do
  if "$python" -c "import gi; gi.require_version('${1%=*}', '${1#*=}')" >/dev/null 2>&1; then
    echo "$python"
    exit
  fi
done
echo "There is no python3 with gi and $1 (Debian: python3-gi, gir1.2-…; ./dev check installs them)" >&2
exit 1
