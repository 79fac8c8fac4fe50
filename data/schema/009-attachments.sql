-- SPDX-License-Identifier: GPL-3.0-or-later
-- When a file was taken off its memory, 0 while it is there. For as long as the bin keeps a memory, the file
-- can be brought back; after that the row stays without its name, so that a second import of the same
-- journal does not bring back what the person removed.

ALTER TABLE memory_attachments ADD COLUMN removed_at INTEGER NOT NULL DEFAULT 0;
