-- SPDX-License-Identifier: GPL-3.0-or-later
-- Plain facts as a projection of the entries that state them: what is read off one entry depends on the entry
-- alone, and can be made anew at any time. Which fact took the place of which is worked out when asked.

-- revision: of the memory when it was read; reader: by which patterns.
CREATE TABLE fact_readings (
  memory   INTEGER PRIMARY KEY REFERENCES memories (row) ON DELETE CASCADE,
  revision INTEGER NOT NULL,
  reader   INTEGER NOT NULL
) STRICT;

-- key: subject and predicate, value_key: the value, as they are compared. start and length in code points.
CREATE TABLE facts (
  memory    INTEGER NOT NULL REFERENCES memories (row) ON DELETE CASCADE,
  position  INTEGER NOT NULL CHECK (position >= 0),
  subject   TEXT NOT NULL,
  predicate TEXT NOT NULL,
  key       TEXT NOT NULL,
  value     TEXT NOT NULL,
  value_key TEXT NOT NULL,
  start     INTEGER NOT NULL,
  length    INTEGER NOT NULL,
  PRIMARY KEY (memory, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX facts_by_key ON facts (key);
