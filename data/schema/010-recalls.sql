-- SPDX-License-Identifier: GPL-3.0-or-later
-- How a memory came to be recalled, and the program on the bus that did it.

-- way: 0 not known, 1 opened and read, 2 "I remember this", 3 searched for in the window, 4 on the command line,
-- 5 a reminder was answered, 6 another program. program: key of programs, while what it asked is written down.
ALTER TABLE events ADD COLUMN way INTEGER NOT NULL DEFAULT 0 CHECK (way BETWEEN 0 AND 6);
ALTER TABLE events ADD COLUMN program TEXT;

CREATE INDEX events_by_program ON events (program) WHERE program IS NOT NULL;
