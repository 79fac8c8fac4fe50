# SPDX-License-Identifier: GPL-3.0-or-later
"""Import and leave with everything: a jrnl file comes in, an archive goes out, and another journal has all of it."""

import os
import subprocess

from desk import Desk, Role, wait_for

SOURCE = os.path.join(os.environ["G_TEST_SRCDIR"], "data", "samples", "jrnl", "journal-real.txt")

with Desk() as desk:
    desk.command("add", "A heron at the second lock")
    desk.open()
    desk.press("F10")
    desk.press("i")
    desk.find("Bring In a Journal")
    desk.press("alt+f")
    desk.choose_file(SOURCE)
    wait_for("it can begin", lambda: desk.look(lambda name: name.endswith("Import"), (Role.PUSH_BUTTON,)))
    desk.press("alt+i")
    wait_for("the entries are in the journal", lambda: len(desk.texts()) > 1)
    desk.find("Import Finished")
    desk.press("Escape")
    desk.wait_gone("Import Finished")

    archive = os.path.join(desk.folder, "out.openmemory")
    desk.press("ctrl+shift+e")
    desk.find("OpenMemory archive")
    desk.press("alt+e")
    desk.choose_file(archive)
    wait_for("the archive is there", lambda: os.path.exists(archive))
    desk.find_holding("read back")
    other = os.path.join(desk.folder, "other.db")
    subprocess.run([os.environ["OPENMEMORY_COMMAND"], "--store", other, "import", archive], check=True)
    here = sorted(desk.texts())
    desk.press("Escape")
    desk.wait_closed("Export")
    desk.close()
    desk.store = other
    assert sorted(desk.texts()) == here
