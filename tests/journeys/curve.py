# SPDX-License-Identifier: GPL-3.0-or-later
"""Read a curve and its forecast: the points as a table, and what it says comes true."""

import datetime

from desk import Desk, wait_for

TEXT = "The key of the cellar lies behind the flour"


def moment(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def day_in_words(when):
    return f"{when.day} {when:%B %Y}"


with Desk() as desk:
    desk.command("add", TEXT)
    memory = desk.ask("list")[0]["id"]
    desk.open()
    desk.search("cellar")
    desk.open_found(TEXT)
    wait_for("it is recalled", lambda: len(desk.ask("history", memory)["events"]) == 2)
    desk.open_details()
    desk.tab_to("Show as a table")
    desk.press("space")
    desk.find_holding("recalled by reading it, Time")
    desk.find_holding("If nothing recalls it")

    forecast = desk.ask("forecast", memory)
    for word, line in (("will be fading about", "fading"), ("resting about", "resting")):
        when = moment(forecast[line]["at"])
        desk.find_holding(f"{word} {day_in_words(when)}")
        after = when + datetime.timedelta(minutes=1)
        assert desk.ask("show", memory, "--now", after.isoformat())["vividness"] == line
    desk.close()
