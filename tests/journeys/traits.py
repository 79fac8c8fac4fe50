# SPDX-License-Identifier: GPL-3.0-or-later
"""Confirm a trait, and say differently afterwards."""

from desk import Desk, Role, name_of, wait_for

with Desk() as desk:
    desk.command("sample")
    desk.command("reflect")

    def marks(text):
        return [trait["mark"] for trait in desk.ask("traits", "--all")["traits"] if trait["text"] == text]

    desk.open()
    desk.press("alt+5")
    desk.find("Lasting")
    desk.tab_to_row("You ")
    desk.press("Return")
    window = desk.window("Trait")
    desk.tab_to("True")
    text = name_of(desk.look(lambda name: name.startswith("You "), (Role.LABEL,), window))
    assert None in marks(text), marks(text)
    desk.press("space")
    wait_for("it is confirmed", lambda: "confirmed" in marks(text))
    desk.tab_to("Not Me")
    desk.press("space")
    wait_for("it is rejected", lambda: "rejected" in marks(text))
    desk.close()
