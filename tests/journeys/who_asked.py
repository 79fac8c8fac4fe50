# SPDX-License-Identifier: GPL-3.0-or-later
"""See who asked: another program searches over D-Bus, and Preferences show it."""

import subprocess

from desk import Desk, wait_for


def search(words):
    return subprocess.run(
        ["gdbus", "call", "--session", "--dest", "org.openmemory.Desktop", "--object-path", "/org/openmemory/Desktop",
         "--method", "org.openmemory.Memories1.Search", words, "@a{sv} {}"],
        check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


with Desk() as desk:
    desk.command("add", "A heron at the second lock")
    desk.open()
    wait_for("the journal answers", lambda: "second lock" in search("heron"))
    wait_for("it is written down", lambda: "Search" in desk.command("query-log"))
    desk.press("ctrl+comma")
    desk.find("Preferences")
    desk.tab_to("Privacy")
    desk.press("space")
    desk.find("What They Asked")
    desk.find_holding("gdbus: Search")
    desk.find_holding("1 memory given")
    desk.close()
