-- SPDX-License-Identifier: GPL-3.0-or-later
-- Which programs asked for memories, what the person decided about them, and the log of what they asked.

-- key: "flatpak:ID", "snap:NAME" or "exe:PATH". kind 0 on the host, 1 Flatpak, 2 Snap; leave 0 not decided,
-- 1 denied, 2 read only, 3 allowed.
CREATE TABLE programs (
  key        TEXT PRIMARY KEY,
  name       TEXT NOT NULL,
  kind       INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 2),
  leave      INTEGER NOT NULL DEFAULT 0 CHECK (leave BETWEEN 0 AND 3),
  decided_at INTEGER NOT NULL DEFAULT 0,
  seen_at    INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- What was asked, never with which words: one row a program, kind of call and end within a minute.
-- outcome 0 answered, 1 refused, 2 failed; given: how many memories were in the answers.
CREATE TABLE access_log (
  id      INTEGER PRIMARY KEY AUTOINCREMENT,
  at      INTEGER NOT NULL,
  program TEXT NOT NULL,
  name    TEXT NOT NULL,
  what    TEXT NOT NULL,
  outcome INTEGER NOT NULL CHECK (outcome BETWEEN 0 AND 2),
  calls   INTEGER NOT NULL CHECK (calls >= 1),
  given   INTEGER NOT NULL CHECK (given >= 0)
) STRICT;
