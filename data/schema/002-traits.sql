-- SPDX-License-Identifier: GPL-3.0-or-later
-- Traits as a projection. What is read off one entry (readings, sightings) depends on its text alone; what
-- the person said (acts) is kept for ever; traits, evidence, members, history and blocks are worked out
-- from the two and can be made anew at any time. Nothing has written the tables of before.

DROP TABLE trait_history;
DROP TABLE trait_evidence;
DROP TABLE trait_members;
DROP TABLE trait_blocks;
DROP TABLE traits;

CREATE TABLE trait_readings (
  memory     INTEGER PRIMARY KEY REFERENCES memories (row) ON DELETE CASCADE,
  version    INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  context    INTEGER NOT NULL CHECK (context BETWEEN 0 AND 4),
  words      INTEGER NOT NULL CHECK (words >= 0)
) STRICT;

-- What was seen in it. sensitive: bit per category; start and length in code points.
CREATE TABLE trait_sightings (
  memory     INTEGER NOT NULL REFERENCES memories (row) ON DELETE CASCADE,
  position   INTEGER NOT NULL CHECK (position >= 0),
  family     INTEGER NOT NULL CHECK (family BETWEEN 1 AND 5),
  kind       TEXT NOT NULL,
  key        TEXT NOT NULL,
  polarity   INTEGER NOT NULL CHECK (polarity IN (-1, 1)),
  retraction INTEGER NOT NULL CHECK (retraction IN (0, 1)),
  sensitive  INTEGER NOT NULL CHECK (sensitive >= 0),
  language   TEXT,
  text       TEXT,
  quote      TEXT,
  start      INTEGER NOT NULL,
  length     INTEGER NOT NULL,
  PRIMARY KEY (memory, position)
) STRICT, WITHOUT ROWID;

-- What the person said of a trait, in order. verb and answer: OmTraitVerb, OmTraitAnswer.
CREATE TABLE trait_acts (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  revision   INTEGER NOT NULL,
  at         INTEGER NOT NULL,
  day        INTEGER NOT NULL,
  verb       INTEGER NOT NULL CHECK (verb BETWEEN 0 AND 8),
  trait      TEXT NOT NULL,
  kind       TEXT NOT NULL,
  key        TEXT NOT NULL,
  slot       INTEGER NOT NULL CHECK (slot BETWEEN -1 AND 4),
  text       TEXT,
  context    INTEGER CHECK (context BETWEEN 0 AND 4),
  answer     INTEGER NOT NULL DEFAULT 0 CHECK (answer BETWEEN 0 AND 3),
  other      TEXT,
  undone     INTEGER NOT NULL DEFAULT 0 CHECK (undone IN (0, 1))
) STRICT;

-- tier 0 behavior, 1 preference, 2 core; stage 0 trend, 1 candidate, 2 emerging, 3 established, 4 core,
-- 5 dissolved; confidence, at anchor_at, is NULL in a trend. slot: the context it was opened for, -1 for
-- none. digest: of everything that was worked out for it, so that what is the same is not written again.
CREATE TABLE traits (
  id                  INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid                TEXT NOT NULL UNIQUE CHECK (length(uuid) = 36),
  revision            INTEGER NOT NULL,
  digest              INTEGER NOT NULL,
  family              INTEGER NOT NULL CHECK (family BETWEEN 0 AND 5),
  kind                TEXT NOT NULL,
  key                 TEXT NOT NULL,
  slot                INTEGER NOT NULL CHECK (slot BETWEEN -1 AND 4),
  polarity            INTEGER NOT NULL CHECK (polarity IN (-1, 1)),
  theme               TEXT,
  language            TEXT,
  text                TEXT NOT NULL,
  name                TEXT,
  tier                INTEGER NOT NULL CHECK (tier BETWEEN 0 AND 2),
  stage               INTEGER NOT NULL CHECK (stage BETWEEN 0 AND 5),
  shown_stage         INTEGER NOT NULL CHECK (shown_stage BETWEEN 0 AND 5),
  context             INTEGER CHECK (context BETWEEN 0 AND 4),
  context_by_hand     INTEGER NOT NULL CHECK (context_by_hand IN (0, 1)),
  confidence          REAL CHECK (confidence BETWEEN 0 AND 1),
  anchor_at           INTEGER NOT NULL,
  reinforcement_count INTEGER NOT NULL CHECK (reinforcement_count >= 0),
  window_until        INTEGER NOT NULL,
  days                INTEGER NOT NULL CHECK (days >= 0),
  of_days             INTEGER NOT NULL CHECK (of_days >= 0),
  first_day           INTEGER NOT NULL,
  last_day            INTEGER NOT NULL,
  supporting          INTEGER NOT NULL CHECK (supporting >= 0),
  open_contradictions INTEGER NOT NULL CHECK (open_contradictions >= 0),
  review_since        INTEGER NOT NULL,
  said_changed        INTEGER NOT NULL CHECK (said_changed IN (0, 1)),
  modified            INTEGER NOT NULL CHECK (modified IN (0, 1)),
  effect              REAL,
  mark                INTEGER NOT NULL CHECK (mark BETWEEN 0 AND 3),
  blocked             INTEGER NOT NULL CHECK (blocked IN (0, 1)),
  predecessor         TEXT,
  created_at          INTEGER NOT NULL,
  changed_at          INTEGER NOT NULL
) STRICT;

CREATE INDEX traits_by_revision ON traits (revision);
CREATE INDEX traits_by_predecessor ON traits (predecessor) WHERE predecessor IS NOT NULL;

-- A preference and the habits it was made from, a core value and its preferences.
CREATE TABLE trait_members (
  parent INTEGER NOT NULL REFERENCES traits (id) ON DELETE CASCADE,
  child  INTEGER NOT NULL REFERENCES traits (id) ON DELETE CASCADE CHECK (child <> parent),
  PRIMARY KEY (parent, child)
) STRICT, WITHOUT ROWID;

CREATE INDEX trait_members_by_child ON trait_members (child);

-- One row a piece of evidence; memory is NULL for what rests on many entries. grade 0 A .. 3 D.
CREATE TABLE trait_evidence (
  trait    INTEGER NOT NULL REFERENCES traits (id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position >= 0),
  memory   INTEGER REFERENCES memories (row) ON DELETE CASCADE,
  at       INTEGER NOT NULL,
  day      INTEGER NOT NULL,
  family   INTEGER NOT NULL CHECK (family BETWEEN 0 AND 5),
  signal   INTEGER NOT NULL CHECK (signal BETWEEN 0 AND 9),
  grade    INTEGER NOT NULL CHECK (grade BETWEEN 0 AND 3),
  reason   INTEGER NOT NULL CHECK (reason BETWEEN 0 AND 5),
  supports INTEGER NOT NULL CHECK (supports IN (0, 1)),
  counted  INTEGER NOT NULL CHECK (counted IN (0, 1)),
  closed   INTEGER NOT NULL CHECK (closed IN (0, 1)),
  context  INTEGER CHECK (context BETWEEN 0 AND 4),
  quote    TEXT,
  start    INTEGER NOT NULL,
  length   INTEGER NOT NULL,
  PRIMARY KEY (trait, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX trait_evidence_by_memory ON trait_evidence (memory) WHERE memory IS NOT NULL;

CREATE TABLE trait_history (
  trait               INTEGER NOT NULL REFERENCES traits (id) ON DELETE CASCADE,
  position            INTEGER NOT NULL CHECK (position >= 0),
  at                  INTEGER NOT NULL,
  cause               INTEGER NOT NULL CHECK (cause >= 0),
  confidence_before   REAL,
  confidence_after    REAL,
  stage_before        INTEGER NOT NULL CHECK (stage_before BETWEEN 0 AND 5),
  stage_after         INTEGER NOT NULL CHECK (stage_after BETWEEN 0 AND 5),
  reinforcement_count INTEGER NOT NULL CHECK (reinforcement_count >= 0),
  PRIMARY KEY (trait, position)
) STRICT, WITHOUT ROWID;

-- Traits that go together and have no name. members: uuids, parted by spaces.
CREATE TABLE trait_groups (
  id      TEXT PRIMARY KEY,
  members TEXT NOT NULL
) STRICT, WITHOUT ROWID;
