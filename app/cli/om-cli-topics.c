/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pages of help that belong to no command. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "cli/om-cli-commands.h"

const OmCliTopic om_cli_topics[] = {
  {
    "exit",
    N_("Exit codes"),
    N_("  0    done\n"
       "  1    nothing found: no result, no memory with that id, nothing to take back\n"
       "  2    wrong use: an unknown command or option, an argument missing\n"
       "  3    bad input: not UTF-8, empty, a date out of range, an unknown sector, an id that "
       "fits several\n"
       "  4    the store cannot be used: missing, locked, read-only, damaged, newer, no space; "
       "doctor found\n"
       "       faults; or another program is at the same job\n"
       "  5    an import was refused; the store is as before\n"
       "  6    an import took only a part; the report names the rest\n"
       "  7    anything else\n"
       "  130  cancelled (Ctrl+C); an import cancelled leaves nothing behind\n"),
  },
  {
    "dates",
    N_("How dates are written"),
    N_("  --date 2024-05-31                  a day; no time is invented\n"
       "  --date \"2024-05-31 22:15\"          a time in the zone of this machine (TZ)\n"
       "  --date 2024-05-31T22:15:00+02:00   a time in another zone\n"
       "  --date yesterday, today, -3d, -2h  counted from now\n"
       "  --date unknown                     needs a date\n"
       "  --after, --before, --on            a day, a month (2024-05) or a year (2024)\n"
       "  --now 2044-01-01, --now +20y       the clock of this run: looks ahead or back (s, min, "
       "h, d, w, m, y)\n"),
  },
  {
    "json",
    N_("The fields of --json"),
    N_(
      "Every command prints one JSON value. Errors are printed on standard error:\n"
      "  {\"error\": {\"code\", \"message\"}}; code is one of usage, invalid, encoding, not-found, "
      "not-a-store,\n"
      "  newer-store, locked, read-only, no-space, conflict, unrecognised, too-large, cancelled, "
      "failed.\n"
      "\n"
      "A memory (show, edit, list):\n"
      "  id, type, sector, extra_sectors, title, text, tags, importance, context, flags, origin,\n"
      "  happened (RFC 3339 with the offset of the place, a date alone, or null), precision "
      "(instant, day,\n"
      "  unknown), recorded, changed, last_seen, last_active, archived, binned (RFC 3339 in UTC or "
      "null),\n"
      "  mood (null, or valence, arousal, estimated), salience (now), vividness (vivid, clear, "
      "fading,\n"
      "  resting), vividness_percent, recalls, activations, subject, predicate, sections, "
      "version,\n"
      "  source, source_key, source_data.\n"
      "  show adds attachments (number, name, type, bytes, sha256, path), former_versions (--versions:\n"
      "  version, changed, title, text), links (--links: id,\n"
      "  title, kind, direction, weight, present_weight, created, walked) and history (--history: "
      "events,\n"
      "  earlier).\n"
      "\n"
      "search and recall: query, hits, traits (score, place, trait), corrections (typed, searched), sector, revision, "
      "incomplete,\n"
      "  undo (the number of a recall for openmemory undo, or null).\n"
      "  A hit is a memory and score, salience_before, reasons (exact, words, part, meaning, link, "
      "day,\n"
      "  title, tag, filter), parts (similarity, token_overlap, waypoint, recency, tag_match, keyword,\n"
      "  sector_penalty, relevance, personal), words, marks and title_marks (pairs of byte offsets "
      "into\n"
      "  text and title), path (ids, the hit last).\n"
      "\n"
      "add: id, deduplicated, near_duplicate, sections. rm: binned or purged. restore: restored.\n"
      "attach, detach: id, attached or detached (how many), attachments as in show.\n"
      "link, unlink: source, target, linked. stats: counts by their names.\n"
      "rest: rested, already, undo. wake: woken, already, undo. pin, keep, resolve: mark, on, ids, changed,\n"
      "  undo. undo: undone, restored.\n"
      "hide: hidden (kind: tag, name or period; name, first, last, since, memories); a change: on, changes\n"
      "  (kind, name, first, last, changed).\n"
      "remind: reminders (id, due_at, days, due, told_at); a change: id, due_at, changed, undo.\n"
      "history, forecast: id, title, salience, vividness, vividness_percent.\n"
      "  history adds events (at, cause, by, program, before, after, from, recalls, marks, archived, undo,\n"
      "  undone) and earlier (at, salience: what is left of events before the newest 48). cause is one of "
      "created,\n"
      "  imported, recalled, spread, near-duplicate, reflected, edited, changed-by-hand, woken, "
      "reopened,\n"
      "  undone. by says how a recall came about: read, remembered, window, command, reminder, program, or\n"
      "  null; program is the name of that program, while the log of what programs asked knows it.\n"
      "  forecast adds fading and resting: when (already, ahead, never), at, days.\n"
      "salience: an array of at, id, salience, vividness (0 to 100); without ids of at, group "
      "(all, or a\n"
      "  sector), memories, salience, vividness.\n"
      "facts: an array of subject, predicate, value, memory, since, until or null, superseded_by or "
      "null, start,\n"
      "  length (code points of the entry). subject is me for the writer.\n"
      "fade: dry_run, since, checked, resting, newly_resting (id, title), lowest_score, by_tier "
      "(hot, warm,\n"
      "  cold), vectors_compressed, vectors_to_fingerprints, vectors_restored, links_pruned.\n"
      "reflect: days, too_few, created (id, title), extended.\n"
      "traits: traits (id, text, found_text, family, kind, key, polarity, theme, language, tier, stage,\n"
      "  shown_stage, confidence or null, context, context_by_hand, days, of_days, first_day, last_day,\n"
      "  for, against, review, said_changed, modified, effect, mark, blocked, predecessor, created,\n"
      "  changed). traits run: read, changed. traits groups: groups (id, traits).\n"
      "trait show: a trait and evidence (memory, at, day, supports, family, signal, grade, reason,\n"
      "  counted, closed, context, quote, start, length), events (at, cause, before, after,\n"
      "  stage_before, stage_after), parents, children, successors. Other verbs: verb, id, undo.\n"
      "traits explain: sentences (sentence, start and end in code points, language, taken, refused "
      "or null,\n"
      "  sensitive, kind, polarity, retraction, family, object, key, theme). refused is one of question, "
      "quote,\n"
      "  sensitive, self-attack, distress, reported, wish, sarcasm, state, past, particular, fact, "
      "no-object, nothing.\n"
      "  activities (activity, words, start, end, sentence from 0, taken, theme, refused: question, quote, "
      "sensitive,\n"
      "  past, reported, wish, negation, general, other), facts (subject, predicate, value, start, "
      "end),\n"
      "  context, votes (work, personal, social, learning).\n"
      "import: outcome (ok, partial, refuse, empty), dry_run, format, read, added, known, "
      "known_deleted,\n"
      "  changed_at_source, same_text, undated, links, files, problems (place, message, lost).\n"
      "export: format, path, entries, read_back, binned, private, left_out (private ones), attachments, bytes,\n"
      "  problems (a sentence each).\n"
      "backup: now: path, entries, removed, shrunk. list: an array of name, path, made, entries; verify adds\n"
      "  whole, binned, last_recorded, bytes, problem. restore: restored, kept (where the former journal is).\n"
      "doctor: sound, findings, repaired. sample: store, memories. help: commands, topics.\n"),
  },
  {
    "files",
    N_("Where things lie"),
    N_("  $XDG_DATA_HOME/openmemory/memories.db   your journal (~/.local/share if the variable is "
       "not set)\n"
       "  $XDG_DATA_HOME/openmemory/backups       copies of it\n"
       "  $XDG_DATA_HOME/openmemory/sample.db     the sample journal\n"
       "Several programs may use a store at once. --store FILE names another.\n"
       "NO_COLOR and TERM=dumb turn bold words off; nothing is bold or wrapped but on a "
       "terminal.\n"),
  },
};

const guint om_cli_n_topics = G_N_ELEMENTS (om_cli_topics);
