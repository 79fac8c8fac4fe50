# SPDX-License-Identifier: GPL-3.0-or-later
"""Two windows (case S1): a second start brings the first window to the front; where it cannot know of the first one,
on another session bus, both write into one journal, and whichever is closed last overwrites nothing."""

import os
import subprocess

from desk import PATIENCE_S, Desk, wait_for


def xdotool(*arguments):
    return subprocess.run(["xdotool", *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          encoding="utf-8").stdout.split()


def window_of(process):
    """The id of its window once there is one."""
    return wait_for("there is a window", lambda: xdotool("search", "--onlyvisible", "--pid", str(process.pid)))[0]


def wait_front(window):
    wait_for("the window is in front", lambda: xdotool("getactivewindow") == [window])


def bring_to_front(window):
    xdotool("windowactivate", window)
    wait_front(window)


with Desk() as desk:
    desk.open()
    desk.find("Welcome to OpenMemory")
    first = window_of(desk.process)
    wait_front(first)
    environment = desk.environment(GTK_A11Y="none")

    # Out of sight, and back by a second start, which ends.
    xdotool("windowminimize", first)
    wait_for("it is out of sight", lambda: xdotool("getactivewindow") != [first])
    subprocess.run([os.environ["OPENMEMORY_DESKTOP"]], env=environment, timeout=PATIENCE_S, check=True)
    wait_front(first)

    desk.type("from A")
    wait_for("it is saved", lambda: desk.texts() == ["from A"])

    # The same journal, and nobody on this bus to ask.
    bus = subprocess.Popen(["dbus-daemon", "--session", "--nofork", "--print-address"], stdout=subprocess.PIPE, encoding="utf-8")
    environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
    other = subprocess.Popen([os.environ["OPENMEMORY_DESKTOP"]], env=environment)
    try:
        second = window_of(other)
        bring_to_front(second)
        desk.press("ctrl+n")
        desk.type("from B")
        wait_for("both are saved", lambda: sorted(desk.texts()) == ["from A", "from B"])

        # Both go on, and the one that began is closed first.
        bring_to_front(first)
        desk.type(", later")
        bring_to_front(second)
        desk.type(", later")
        bring_to_front(first)
        desk.close()
        bring_to_front(second)
        desk.press("ctrl+q")
        assert other.wait(PATIENCE_S) == 0, f"the other one ended with {other.returncode}"
    finally:
        for process in (other, bus):
            if process.poll() is None:
                process.terminate()
                process.wait(PATIENCE_S)
    assert sorted(desk.texts()) == ["from A, later", "from B, later"], desk.texts()
    assert desk.ask("doctor")["sound"]
