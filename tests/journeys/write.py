# SPDX-License-Identifier: GPL-3.0-or-later
"""Write: the first start, a few words, and they are in the journal, also when the window is closed at once."""

from desk import Desk, Role, wait_for

FIRST = "A heron stood at the second lock"
SECOND = "Bread with too much salt"

with Desk() as desk:
    desk.open()
    desk.find("Welcome to OpenMemory")
    # The cursor is in the field: nothing has to be pressed first.
    desk.type(FIRST)
    wait_for("it is saved", lambda: desk.texts() == [FIRST])
    desk.find_beginning("Saved")
    desk.press("ctrl+Return")
    desk.find_beginning(FIRST, (Role.LIST_ITEM,))
    # The next one, and closed before the two seconds are over.
    desk.press("ctrl+n")
    desk.type(SECOND)
    desk.close()
    assert sorted(desk.texts()) == [FIRST, SECOND], desk.texts()
