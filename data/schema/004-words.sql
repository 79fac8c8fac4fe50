-- SPDX-License-Identifier: GPL-3.0-or-later
-- When the words of a memory last changed: its title, text or tags, or what decides how they are indexed.
-- That it rests, fades or lies in the bin moves `revision` alone.

ALTER TABLE memories ADD COLUMN words_revision INTEGER NOT NULL DEFAULT 0;

UPDATE memories SET words_revision = revision;

CREATE INDEX memories_by_words ON memories (words_revision);
