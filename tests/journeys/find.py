# SPDX-License-Identifier: GPL-3.0-or-later
"""Find: typed with a mistake, found all the same with the reason why; opened and read, it counts as recalled."""

from desk import Desk, wait_for

TEXT = "Dr. Verhelst, Kolenkaai 88"

with Desk() as desk:
    desk.command("sample")

    def causes():
        return [event["cause"] for event in desk.ask("history", memory)["events"]]

    desk.open()
    found = desk.search("dentsit")
    row = desk.find_holding(TEXT, found)
    assert "Found by" in row.get_name(), row.get_name()
    memory = next(m for m in desk.ask("search", "dentist")["hits"] if TEXT in m["text"])["id"]
    desk.search("Verhelst Kolenkaai")
    desk.open_found(TEXT)
    # Finding alone changes nothing; read for a while, it is recalled.
    assert causes() == ["created"], causes()
    wait_for("it is recalled", lambda: causes() == ["created", "recalled"])
    desk.close()
