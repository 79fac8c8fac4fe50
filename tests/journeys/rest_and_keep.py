# SPDX-License-Identifier: GPL-3.0-or-later
"""Let rest and wake, and keep: said on the memory's page, and the journal knows it."""

from desk import Desk, wait_for

TEXT = "The key of the cellar lies behind the flour"

with Desk() as desk:
    desk.command("add", TEXT)
    memory = desk.ask("list")[0]["id"]

    def has(mark):
        return mark in desk.ask("show", memory)["flags"]

    def rests():
        return desk.ask("show", memory)["vividness"] == "resting"

    desk.open()
    desk.search("cellar")
    desk.open_found(TEXT)
    desk.open_details()

    desk.tab_to("Keep")
    desk.press("space")
    wait_for("it is kept", lambda: has("kept"))
    desk.press("space")
    wait_for("it is kept no longer", lambda: not has("kept"))

    desk.tab_to("Let it rest")
    desk.press("space")
    wait_for("it is settled", lambda: has("resolved"))

    desk.tab_to("Put to rest")
    desk.press("space")
    wait_for("it rests", rests)
    desk.press("space")
    wait_for("it is awake", lambda: not rests())
    desk.close()
