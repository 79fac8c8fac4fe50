-- SPDX-License-Identifier: GPL-3.0-or-later
-- How many words a text has is counted when it is written, so that statistics read no texts. What is there already
-- is counted here, once.

ALTER TABLE memories ADD COLUMN words INTEGER NOT NULL DEFAULT 0 CHECK (words >= 0);

UPDATE memories SET words = coalesce ((SELECT om_word_count (x.content) FROM texts x WHERE x.row = memories.row), 0);
