# SPDX-License-Identifier: GPL-3.0-or-later
"""Walk along the graph: from one memory over the link to the other, and open it."""

import datetime

from desk import Desk

FROM = "A heron at the second lock"
TO = "Bread with too much salt"

with Desk() as desk:
    # A day of fading makes the bread the greater of the two.
    yesterday = datetime.datetime.now() - datetime.timedelta(days=1)
    heron = desk.ask("--now", f"{yesterday:%Y-%m-%d %H:%M}", "add", FROM)["id"]
    bread = desk.ask("add", TO)["id"]
    desk.command("link", heron, bread)
    desk.open()
    desk.press("alt+3")
    desk.wait_focus("Map of memories")
    desk.find("2 memories")
    # The first step is onto the greatest, the next along its link; the list beside the map tells where one is.
    desk.press("Right")
    desk.find_holding("Linked from it by hand")
    desk.press("Right")
    desk.find_holding("Linked to it by hand")
    desk.press("Return")
    desk.wait_focus("Text of the memory")
    assert desk.text_of("Text of the memory") == FROM
    desk.close()
