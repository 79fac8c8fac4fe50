# SPDX-License-Identifier: GPL-3.0-or-later
"""Look back on this day: what was written a year ago stands on Today and opens."""

import datetime

from desk import Desk

TEXT = "The ice on the canal carried us for the first time"

with Desk() as desk:
    today = datetime.date.today()
    # On 29 February the day a year ago is another one.
    years = 4 if (today.month, today.day) == (2, 29) else 1
    desk.command("add", "--date", f"{today.replace(year=today.year - years)}T12:00", TEXT)
    desk.open()
    desk.find("On This Day")
    desk.tab_to_row("4 years ago" if years == 4 else "1 year ago")
    desk.press("Return")
    desk.wait_focus("Text of the memory")
    assert desk.text_of("Text of the memory") == TEXT
    desk.close()
