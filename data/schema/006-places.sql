-- SPDX-License-Identifier: GPL-3.0-or-later
-- Where a memory lies on the map of waypoints, so that the map opens as it was left. No change of the journal.

CREATE TABLE map_places (
  memory INTEGER PRIMARY KEY REFERENCES memories (row) ON DELETE CASCADE,
  x      REAL NOT NULL,
  y      REAL NOT NULL
) STRICT;
