-- SPDX-License-Identifier: GPL-3.0-or-later
-- "Remind me": one reminder a memory, and what each of the newest acts found, so that it can be taken back.

-- due_at 0: switched off. interval_ms: how long it was waited, from which an answer works out the next. told_at:
-- when some process took it upon itself to tell the person, 0 if nobody has. act: the last that changed it.
CREATE TABLE reminders (
  memory      INTEGER PRIMARY KEY REFERENCES memories (row) ON DELETE CASCADE,
  due_at      INTEGER NOT NULL,
  interval_ms INTEGER NOT NULL CHECK (interval_ms >= 0),
  told_at     INTEGER NOT NULL DEFAULT 0,
  act         INTEGER NOT NULL
) STRICT;

CREATE INDEX reminders_by_due ON reminders (due_at) WHERE due_at <> 0;

-- What it was before the act.
CREATE TABLE reminder_acts (
  act         INTEGER NOT NULL,
  memory      INTEGER NOT NULL REFERENCES memories (row) ON DELETE CASCADE,
  due_at      INTEGER NOT NULL,
  interval_ms INTEGER NOT NULL,
  told_at     INTEGER NOT NULL,
  former_act  INTEGER NOT NULL,
  PRIMARY KEY (act, memory)
) STRICT, WITHOUT ROWID;

CREATE INDEX reminder_acts_by_memory ON reminder_acts (memory);
