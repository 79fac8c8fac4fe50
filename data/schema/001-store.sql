-- SPDX-License-Identifier: GPL-3.0-or-later
-- The whole store. All times are ms since 1970 UTC, 0 where a time does not apply; days are days since
-- 1970-01-01. Closed sets are the numbers of app/memory/om-enums.h. Run in one transaction.

CREATE TABLE meta (
  key   TEXT PRIMARY KEY,
  value ANY
) STRICT, WITHOUT ROWID;

INSERT INTO meta (key, value) VALUES ('revision', 0), ('id', randomblob(16));

-- What a memory is, without its words: read in one pass at start-up. `row` is the number of the document
-- in every index and is never used again.
CREATE TABLE memories (
  row                INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid               TEXT NOT NULL UNIQUE CHECK (length(uuid) = 36),
  revision           INTEGER NOT NULL,
  type               INTEGER NOT NULL CHECK (type BETWEEN 0 AND 4),
  sector             INTEGER NOT NULL CHECK (sector BETWEEN 0 AND 4),
  extra_sectors      INTEGER NOT NULL DEFAULT 0 CHECK (extra_sectors BETWEEN 0 AND 31),
  sector_confidence  REAL NOT NULL DEFAULT 0 CHECK (sector_confidence BETWEEN 0 AND 1),
  importance         INTEGER NOT NULL DEFAULT 5 CHECK (importance BETWEEN 1 AND 10),
  valence            REAL CHECK (valence BETWEEN -1 AND 1),
  arousal            REAL CHECK (arousal BETWEEN 0 AND 1),
  context            INTEGER CHECK (context BETWEEN 0 AND 4),
  flags              INTEGER NOT NULL DEFAULT 0 CHECK (flags >= 0),
  origin             INTEGER NOT NULL CHECK (origin BETWEEN 0 AND 2),
  language           TEXT,
  stage              INTEGER NOT NULL DEFAULT 0 CHECK (stage BETWEEN 0 AND 2),
  happened_ms        INTEGER NOT NULL,
  happened_offset    INTEGER NOT NULL DEFAULT 0 CHECK (happened_offset BETWEEN -93600 AND 93600),
  happened_precision INTEGER NOT NULL CHECK (happened_precision BETWEEN 0 AND 2),
  civil_day          INTEGER NOT NULL,
  journal_day        INTEGER NOT NULL,
  recorded_at        INTEGER NOT NULL,
  changed_at         INTEGER NOT NULL,
  archived_at        INTEGER NOT NULL DEFAULT 0,
  trashed_at         INTEGER NOT NULL DEFAULT 0,
  version            INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1),
  content_bytes      INTEGER NOT NULL CHECK (content_bytes >= 0),
  simhash            INTEGER NOT NULL DEFAULT 0,
  simhash_half       INTEGER NOT NULL DEFAULT 0,
  same_hash          INTEGER NOT NULL DEFAULT 0,
  parent_row         INTEGER REFERENCES memories (row) ON DELETE CASCADE,
  section_index      INTEGER NOT NULL DEFAULT 0 CHECK (section_index >= 0),
  section_count      INTEGER NOT NULL DEFAULT 0 CHECK (section_count >= 0),
  subject            TEXT,
  predicate          TEXT,
  fact_key           TEXT,
  valid_from         INTEGER NOT NULL DEFAULT 0,
  valid_until        INTEGER NOT NULL DEFAULT 0,
  superseded_by      TEXT,
  source             TEXT,
  source_key         TEXT
) STRICT;

CREATE INDEX memories_by_revision ON memories (revision);
CREATE INDEX memories_by_half ON memories (simhash_half);
CREATE INDEX memories_by_same ON memories (same_hash);
CREATE INDEX memories_by_journal_day ON memories (journal_day);
CREATE INDEX memories_by_parent ON memories (parent_row) WHERE parent_row IS NOT NULL;
CREATE INDEX memories_by_fact ON memories (fact_key) WHERE fact_key IS NOT NULL;
CREATE INDEX memories_in_bin ON memories (trashed_at) WHERE trashed_at <> 0;
CREATE INDEX memories_superseded ON memories (superseded_by) WHERE superseded_by IS NOT NULL;
-- Pages of the list; 3 is a section.
CREATE INDEX memories_listed ON memories (happened_ms) WHERE trashed_at = 0 AND type <> 3;

-- What recall moves, apart so that a recall rewrites a few bytes. links_revision is the last change of a
-- waypoint that starts here.
CREATE TABLE state (
  row              INTEGER PRIMARY KEY REFERENCES memories (row) ON DELETE CASCADE,
  revision         INTEGER NOT NULL,
  links_revision   INTEGER NOT NULL DEFAULT 0,
  salience         REAL NOT NULL CHECK (salience BETWEEN 0 AND 1),
  salience_at      INTEGER NOT NULL,
  last_seen_at     INTEGER NOT NULL,
  coactivations    INTEGER NOT NULL DEFAULT 0 CHECK (coactivations >= 0),
  last_active_at   INTEGER NOT NULL,
  activation_count INTEGER NOT NULL DEFAULT 1 CHECK (activation_count >= 1)
) STRICT;

CREATE INDEX state_by_revision ON state (revision);
CREATE INDEX state_by_links ON state (links_revision) WHERE links_revision > 0;

-- The person's words, and what an import held that has no field of its own.
CREATE TABLE texts (
  row         INTEGER PRIMARY KEY REFERENCES memories (row) ON DELETE CASCADE,
  title       TEXT,
  content     TEXT NOT NULL,
  source_data TEXT
) STRICT;

-- Every former text. version 0: the wording of a merged duplicate.
CREATE TABLE versions (
  id          INTEGER PRIMARY KEY,
  memory      INTEGER NOT NULL REFERENCES memories (row) ON DELETE CASCADE,
  version     INTEGER NOT NULL CHECK (version >= 0),
  content     TEXT NOT NULL,
  title       TEXT,
  changed_at  INTEGER NOT NULL,
  replaced_at INTEGER NOT NULL,
  conflict    INTEGER NOT NULL DEFAULT 0 CHECK (conflict IN (0, 1))
) STRICT;

CREATE INDEX versions_by_memory ON versions (memory);

-- key: NFC and case-folded; name: the first spelling.
CREATE TABLE tags (
  id       INTEGER PRIMARY KEY,
  key      TEXT NOT NULL UNIQUE,
  name     TEXT NOT NULL,
  revision INTEGER NOT NULL
) STRICT;

CREATE TABLE memory_tags (
  memory INTEGER NOT NULL REFERENCES memories (row) ON DELETE CASCADE,
  tag    INTEGER NOT NULL REFERENCES tags (id),
  PRIMARY KEY (memory, tag)
) STRICT, WITHOUT ROWID;

CREATE INDEX memory_tags_by_tag ON memory_tags (tag, memory);

-- Full text over title, text and tags; the words are cut by our own tokenizer (om-store-tokenizer.c).
CREATE VIEW memory_words AS
  SELECT m.row AS row, coalesce(x.title, '') AS title, x.content AS content,
         coalesce((SELECT group_concat(name, char(10))
                     FROM (SELECT t.name AS name FROM memory_tags mt JOIN tags t ON t.id = mt.tag
                            WHERE mt.memory = m.row ORDER BY t.key)), '') AS tags
    FROM memories m JOIN texts x ON x.row = m.row;

CREATE VIRTUAL TABLE memory_text USING fts5 (title, content, tags,
  content = 'memory_words', content_rowid = 'row', tokenize = 'om');

CREATE VIRTUAL TABLE memory_vocab USING fts5vocab ('memory_text', 'row');

CREATE TABLE embedders (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  dim  INTEGER NOT NULL CHECK (dim BETWEEN 1 AND 65536),
  UNIQUE (name, dim)
) STRICT;

-- v: f32, little-endian. sector 5 is the mean. block and slot say where the search row lies, if there is one.
CREATE TABLE vectors (
  memory   INTEGER NOT NULL REFERENCES memories (row) ON DELETE CASCADE,
  embedder INTEGER NOT NULL REFERENCES embedders (id),
  sector   INTEGER NOT NULL CHECK (sector BETWEEN 0 AND 5),
  stage    INTEGER NOT NULL CHECK (stage BETWEEN 0 AND 2),
  block    INTEGER,
  slot     INTEGER CHECK (slot BETWEEN 0 AND 1023),
  v        BLOB NOT NULL CHECK (length(v) % 4 = 0),
  PRIMARY KEY (memory, embedder, sector)
) STRICT;

-- 1,024 slots a block. filled: slots ever given out; used: slots that hold a row now.
CREATE TABLE vector_blocks (
  id       INTEGER PRIMARY KEY,
  embedder INTEGER NOT NULL REFERENCES embedders (id),
  sector   INTEGER NOT NULL CHECK (sector BETWEEN 0 AND 5),
  filled   INTEGER NOT NULL CHECK (filled BETWEEN 0 AND 1024),
  used     INTEGER NOT NULL CHECK (used BETWEEN 0 AND filled)
) STRICT;

CREATE INDEX vector_blocks_by_sector ON vector_blocks (embedder, sector);
CREATE INDEX vector_blocks_open ON vector_blocks (embedder, sector) WHERE used < 1024;

-- A slot: row (i64, 0 = free), scale (f32), dim bytes; little-endian. Apart from its counts, for it is
-- written in place.
CREATE TABLE vector_block_data (
  id   INTEGER PRIMARY KEY,
  data BLOB NOT NULL
) STRICT;

CREATE TABLE waypoints (
  source     INTEGER NOT NULL REFERENCES memories (row) ON DELETE CASCADE,
  target     INTEGER NOT NULL REFERENCES memories (row) ON DELETE CASCADE CHECK (target <> source),
  kind       INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 4),
  weight     REAL NOT NULL CHECK (weight BETWEEN 0 AND 1),
  created_at INTEGER NOT NULL,
  walked_at  INTEGER NOT NULL,
  PRIMARY KEY (source, target, kind)
) STRICT, WITHOUT ROWID;

CREATE INDEX waypoints_by_target ON waypoints (target);

-- The history of salience with the state before each event, and what is left of older events.
CREATE TABLE events (
  id               INTEGER PRIMARY KEY AUTOINCREMENT,
  memory           INTEGER NOT NULL REFERENCES memories (row) ON DELETE CASCADE,
  at               INTEGER NOT NULL,
  cause            INTEGER NOT NULL CHECK (cause BETWEEN 0 AND 10),
  related          INTEGER REFERENCES memories (row) ON DELETE SET NULL,
  group_id         INTEGER NOT NULL DEFAULT 0,
  undone           INTEGER NOT NULL DEFAULT 0 CHECK (undone IN (0, 1)),
  salience_before  REAL NOT NULL CHECK (salience_before BETWEEN 0 AND 1),
  salience_after   REAL NOT NULL CHECK (salience_after BETWEEN 0 AND 1),
  salience_at      INTEGER NOT NULL,
  last_seen_at     INTEGER NOT NULL,
  last_active_at   INTEGER NOT NULL,
  coactivations    INTEGER NOT NULL,
  activation_count INTEGER NOT NULL,
  archived_at      INTEGER NOT NULL,
  flags            INTEGER NOT NULL,
  flags_changed    INTEGER NOT NULL
) STRICT;

CREATE INDEX events_by_memory ON events (memory);
CREATE INDEX events_by_group ON events (group_id) WHERE group_id <> 0;
CREATE INDEX events_by_related ON events (related) WHERE related IS NOT NULL;

-- points: pairs of time (i64) and salience (f64), little-endian.
CREATE TABLE event_curves (
  memory INTEGER PRIMARY KEY REFERENCES memories (row) ON DELETE CASCADE,
  points BLOB NOT NULL CHECK (length(points) % 16 = 0)
) STRICT;

-- Traits: a projection of their evidence. tier 0 behavior, 1 preference, 2 core; stage 0 trend,
-- 1 candidate, 2 emerging, 3 established, 4 core, 5 dissolved; confidence is NULL in a trend.
CREATE TABLE traits (
  id                  INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid                TEXT NOT NULL UNIQUE CHECK (length(uuid) = 36),
  revision            INTEGER NOT NULL,
  family              INTEGER NOT NULL CHECK (family BETWEEN 1 AND 5),
  kind                TEXT NOT NULL,
  key                 TEXT NOT NULL,
  polarity            INTEGER NOT NULL DEFAULT 1 CHECK (polarity IN (-1, 1)),
  theme               TEXT,
  language            TEXT,
  text                TEXT NOT NULL,
  text_by_hand        INTEGER NOT NULL DEFAULT 0 CHECK (text_by_hand IN (0, 1)),
  tier                INTEGER NOT NULL CHECK (tier BETWEEN 0 AND 2),
  stage               INTEGER NOT NULL CHECK (stage BETWEEN 0 AND 5),
  shown_stage         INTEGER NOT NULL CHECK (shown_stage BETWEEN 0 AND 5),
  context             INTEGER CHECK (context BETWEEN 0 AND 4),
  context_by_hand     INTEGER NOT NULL DEFAULT 0 CHECK (context_by_hand IN (0, 1)),
  confidence          REAL CHECK (confidence BETWEEN 0 AND 1),
  anchor_at           INTEGER NOT NULL,
  reinforcement_count INTEGER NOT NULL DEFAULT 0 CHECK (reinforcement_count >= 0),
  window_until        INTEGER NOT NULL DEFAULT 0,
  open_contradictions INTEGER NOT NULL DEFAULT 0 CHECK (open_contradictions >= 0),
  review_since        INTEGER NOT NULL DEFAULT 0,
  predecessor         INTEGER REFERENCES traits (id) ON DELETE SET NULL,
  user_mark           INTEGER NOT NULL DEFAULT 0,
  changed_by_writer   INTEGER NOT NULL DEFAULT 0 CHECK (changed_by_writer IN (0, 1)),
  created_at          INTEGER NOT NULL,
  changed_at          INTEGER NOT NULL
) STRICT;

CREATE INDEX traits_by_key ON traits (kind, key);
CREATE INDEX traits_by_revision ON traits (revision);

-- A preference and the habits it was made from, a core value and its preferences.
CREATE TABLE trait_members (
  parent INTEGER NOT NULL REFERENCES traits (id) ON DELETE CASCADE,
  child  INTEGER NOT NULL REFERENCES traits (id) ON DELETE CASCADE CHECK (child <> parent),
  PRIMARY KEY (parent, child)
) STRICT, WITHOUT ROWID;

CREATE INDEX trait_members_by_child ON trait_members (child);

-- One row a piece of evidence. grade 0 A, 1 B, 2 C, 3 D; memory is NULL for what rests on many entries
-- (rhythm, silence) or on the person's own word.
CREATE TABLE trait_evidence (
  id        INTEGER PRIMARY KEY,
  trait     INTEGER NOT NULL REFERENCES traits (id) ON DELETE CASCADE,
  memory    INTEGER REFERENCES memories (row) ON DELETE CASCADE,
  at        INTEGER NOT NULL,
  day       INTEGER NOT NULL,
  family    INTEGER NOT NULL CHECK (family BETWEEN 0 AND 5),
  grade     INTEGER NOT NULL CHECK (grade BETWEEN 0 AND 3),
  supports  INTEGER NOT NULL CHECK (supports IN (0, 1)),
  strength  INTEGER NOT NULL DEFAULT 1 CHECK (strength >= 0),
  retracts  INTEGER NOT NULL DEFAULT 0 CHECK (retracts IN (0, 1)),
  closed    INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1)),
  context   INTEGER CHECK (context BETWEEN 0 AND 4),
  quote     TEXT,
  start     INTEGER NOT NULL DEFAULT 0,
  length    INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX trait_evidence_by_trait ON trait_evidence (trait, day);
CREATE INDEX trait_evidence_by_memory ON trait_evidence (memory) WHERE memory IS NOT NULL;

-- "Not me": this key is not proposed again.
CREATE TABLE trait_blocks (
  kind       TEXT NOT NULL,
  key        TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE trait_history (
  id                INTEGER PRIMARY KEY,
  trait             INTEGER NOT NULL REFERENCES traits (id) ON DELETE CASCADE,
  at                INTEGER NOT NULL,
  day               INTEGER NOT NULL,
  cause             TEXT NOT NULL,
  evidence          INTEGER REFERENCES trait_evidence (id) ON DELETE SET NULL,
  confidence_before REAL,
  confidence_after  REAL,
  stage_before      INTEGER NOT NULL CHECK (stage_before BETWEEN 0 AND 5),
  stage_after       INTEGER NOT NULL CHECK (stage_after BETWEEN 0 AND 5)
) STRICT;

CREATE INDEX trait_history_by_trait ON trait_history (trait, at);
CREATE INDEX trait_history_by_evidence ON trait_history (evidence) WHERE evidence IS NOT NULL;

-- The files themselves lie beside the store, named by hash (SHA-256, hex).
CREATE TABLE attachments (
  id   INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
  type TEXT NOT NULL,
  size INTEGER NOT NULL CHECK (size >= 0)
) STRICT;

CREATE TABLE memory_attachments (
  memory     INTEGER NOT NULL REFERENCES memories (row) ON DELETE CASCADE,
  position   INTEGER NOT NULL CHECK (position >= 0),
  attachment INTEGER NOT NULL REFERENCES attachments (id),
  name       TEXT NOT NULL,
  PRIMARY KEY (memory, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX memory_attachments_by_attachment ON memory_attachments (attachment);

CREATE TABLE jobs (
  name        TEXT PRIMARY KEY,
  watermark   INTEGER NOT NULL DEFAULT 0,
  state       TEXT,
  owner       TEXT,
  lease_until INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE imports (
  id        INTEGER PRIMARY KEY,
  at        INTEGER NOT NULL,
  format    TEXT NOT NULL,
  file_name TEXT NOT NULL,
  report    TEXT NOT NULL
) STRICT;

-- What was imported under which key and text; row is NULL once the memory is wiped.
CREATE TABLE import_keys (
  source     TEXT NOT NULL,
  source_key TEXT NOT NULL,
  text_hash  INTEGER NOT NULL,
  row        INTEGER REFERENCES memories (row) ON DELETE SET NULL,
  uuid       TEXT NOT NULL,
  PRIMARY KEY (source, source_key, text_hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX import_keys_by_row ON import_keys (row) WHERE row IS NOT NULL;

CREATE TABLE tombstones (
  row      INTEGER PRIMARY KEY,
  uuid     TEXT NOT NULL,
  revision INTEGER NOT NULL
) STRICT;

CREATE INDEX tombstones_by_revision ON tombstones (revision);
