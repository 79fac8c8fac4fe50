/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of commands: what each is called, takes, does, and how it is used. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "cli/om-cli-commands.h"

#include <string.h>

/* In the examples 3f2a91c0 and b07e44d1 stand for ids; the tests put real ones in their place. */
const OmCliCommand om_cli_commands[] = {
  {
    "add",
    N_("[TEXT…]"),
    N_("Remember a text"),
    N_("The text is given as words, through standard input (no words, or -), or with --file. A "
       "long one is kept whole as a document and cut into sections for searching. Prints the id "
       "once it is safe on the disk."),
    om_cli_add_run,
    om_cli_add_options,
    FALSE,
    {
      { "openmemory add \"Walked along the canal. A heron at the second lock.\" --tag canal",
        N_("words and a tag") },
      { "openmemory add --date 2024-05-31 --title \"The flat\" \"Signed the lease.\"",
        N_("a day in the past, with a title") },
      { "echo \"Slept badly.\" | openmemory add --mood -0.4,0.3 --private",
        N_("from another program") },
      { "openmemory add --file notes.md --importance 8 --keep", N_("a file, kept from fading") },
    },
  },
  {
    "search",
    N_("WORDS…"),
    N_("Find memories; changes nothing"),
    N_("Words, \"exact phrases\" and the operators tag:, sector:, type:, context:, before:, "
       "after:, on:, is: of the search box. Results come best first; a typing error is corrected "
       "and said so."),
    om_cli_search_run,
    om_cli_search_options,
    TRUE,
    {
      { "openmemory search heron canal", N_("by words") },
      { "openmemory search '\"second lock\"' --explain",
        N_("an exact phrase, and why each result is there") },
      { "openmemory search heron --tag canal --after 2023 -k 3",
        N_("the best three of a tag, after a year") },
      { "openmemory --now +20y search heron --json",
        N_("as it will stand in twenty years, for a program") },
    },
  },
  {
    "recall",
    N_("WORDS…"),
    N_("Find memories and bring them back: what is found fades less"),
    N_("The same as search, but a deliberate act: the results and what they are linked to are "
       "strengthened."),
    om_cli_recall_run,
    om_cli_search_options,
    TRUE,
    {
      { "openmemory recall heron", N_("recall and strengthen") },
      { "openmemory recall \"walk along the canal\" -k 1 --json",
        N_("the best one, for a program") },
    },
  },
  {
    "show",
    N_("ID"),
    N_("Read one memory"),
    N_("An id, or a beginning of at least 4 of its letters and digits that no other shares."),
    om_cli_show_run,
    om_cli_show_options,
    FALSE,
    {
      { "openmemory show 3f2a91c0", N_("everything about it, then its text") },
      { "openmemory show 3f2a91c0 --versions --links",
        N_("also its former texts and what it is linked to") },
      { "openmemory show 3f2a91c0 --text", N_("the text alone") },
    },
  },
  {
    "edit",
    N_("ID [-]"),
    N_("Change a memory; the former text is kept as a version"),
    N_(
      "Changes what the options name and nothing else. With - the new text comes from standard "
      "input. If the memory was changed elsewhere while an editor was open, both texts are kept."),
    om_cli_edit_run,
    om_cli_edit_options,
    FALSE,
    {
      { "openmemory edit 3f2a91c0 --text \"Two herons at the second lock.\"", N_("another text") },
      { "openmemory edit 3f2a91c0 --tag +birds --tag -canal --importance 8",
        N_("a tag more, a tag less, more important") },
      { "openmemory edit 3f2a91c0 --date 2024-05-30 --context personal",
        N_("when and where in life") },
      { "openmemory edit 3f2a91c0 --editor", N_("in $VISUAL or $EDITOR") },
    },
  },
  {
    "list",
    "",
    N_("List memories, newest first"),
    N_("Lists 50 unless -n says otherwise. --sort takes newest, oldest, recorded, vividness, "
       "fading, recalled."),
    om_cli_list_run,
    om_cli_list_options,
    TRUE,
    {
      { "openmemory list", N_("the newest") },
      { "openmemory list --tag canal --sort oldest -n 5", N_("the first five of a tag") },
      { "openmemory list --undated", N_("what needs a date") },
      { "openmemory list --bin --json", N_("the bin, for a program") },
    },
  },
  {
    "rm",
    N_("ID…"),
    N_("Put memories into the bin, or wipe them"),
    N_("What lies in the bin can be restored for 30 days. --purge wipes for good, without ids the "
       "whole bin; it asks on a terminal and wants --yes elsewhere."),
    om_cli_rm_run,
    om_cli_rm_options,
    FALSE,
    {
      { "openmemory rm 3f2a91c0 b07e44d1", N_("two into the bin") },
      { "openmemory rm --purge --yes 3f2a91c0", N_("wipe one for good") },
      { "openmemory rm --purge --yes", N_("empty the bin") },
    },
  },
  {
    "restore",
    N_("ID…"),
    N_("Take memories out of the bin"),
    NULL,
    om_cli_restore_run,
    NULL,
    FALSE,
    {
      { "openmemory restore 3f2a91c0", N_("one") },
      { "openmemory restore 3f2a91c0 b07e44d1 --json", N_("two, with an answer for a program") },
    },
  },
  {
    "link",
    N_("ID ID"),
    N_("Link a memory to another by hand"),
    NULL,
    om_cli_link_run,
    NULL,
    FALSE,
    {
      { "openmemory link 3f2a91c0 b07e44d1", N_("the first leads to the second") },
      { "openmemory link b07e44d1 3f2a91c0 --json", N_("with an answer for a program") },
    },
  },
  {
    "unlink",
    N_("ID ID"),
    N_("Take away a link made by hand"),
    NULL,
    om_cli_unlink_run,
    NULL,
    FALSE,
    {
      { "openmemory unlink 3f2a91c0 b07e44d1", N_("the link from the first to the second") },
      { "openmemory unlink 3f2a91c0 b07e44d1 --json", N_("with an answer for a program") },
    },
  },
  {
    "stats",
    "",
    N_("Count what is there"),
    NULL,
    om_cli_stats_run,
    NULL,
    FALSE,
    {
      { "openmemory stats", N_("for people") },
      { "openmemory --now +60d stats --json", N_("as it will be in sixty days, for a program") },
    },
  },
  {
    "import",
    N_("FILE|FOLDER"),
    N_("Bring a journal in, wholly or not at all"),
    N_("Knows jrnl text and JSON, Markdown folders and Obsidian vaults; --format names one if the "
       "guess is wrong. The source is never changed. Importing again adds only what is new."),
    om_cli_import_run,
    om_cli_import_options,
    FALSE,
    {
      { "openmemory import journal.txt --dry-run",
        N_("count what would come in; writes nothing") },
      { "openmemory import journal.txt", N_("bring it in") },
      { "openmemory import vault --format obsidian --zone Europe/Berlin",
        N_("a vault; times without a zone are of Berlin") },
      { "openmemory import journal.txt --as-if-lived --json",
        N_("as faded as if written when it was lived") },
    },
  },
  {
    "doctor",
    "",
    N_("Check the store, and repair what can be made again"),
    N_("Texts are never touched by a repair; full text, vectors and counts are made from them "
       "again."),
    om_cli_doctor_run,
    om_cli_doctor_options,
    FALSE,
    {
      { "openmemory doctor", N_("check") },
      { "openmemory doctor --repair --json",
        N_("check and repair, with an answer for a program") },
    },
  },
  {
    "sample",
    "",
    N_("Make a store with an invented journal to try things on"),
    N_("It lies in a store of its own, never in yours; --store says where."),
    om_cli_sample_run,
    NULL,
    FALSE,
    {
      { "openmemory sample", N_("make it where the window looks for it") },
      { "openmemory --store sample.db sample", N_("make it here") },
      { "openmemory --store sample.db search sourdough", N_("and use it") },
    },
  },
  {
    "help",
    N_("[COMMAND|TOPIC]"),
    N_("Explain a command or a topic"),
    NULL,
    om_cli_help_run,
    NULL,
    FALSE,
    {
      { "openmemory help add", N_("a command") },
      { "openmemory help exit", N_("what the exit codes mean") },
      { "openmemory help json", N_("the fields of --json") },
    },
  },
};

const guint om_cli_n_commands = G_N_ELEMENTS (om_cli_commands);

const OmCliTopic om_cli_topics[] = {
  {
    "exit",
    N_("Exit codes"),
    N_("  0    done\n"
       "  1    nothing found: no result, or no memory with that id\n"
       "  2    wrong use: an unknown command or option, an argument missing\n"
       "  3    bad input: not UTF-8, empty, a date out of range, an unknown sector, an id that "
       "fits several\n"
       "  4    the store cannot be used: missing, locked, read-only, damaged, newer, no space; or "
       "doctor found faults\n"
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
      "  show adds former_versions (--versions: version, changed, title, text) and links (--links: "
      "id,\n"
      "  title, kind, direction, weight, present_weight, created, walked).\n"
      "\n"
      "search and recall: query, hits, corrections (typed, searched), sector, revision, "
      "incomplete.\n"
      "  A hit is a memory and score, salience_before, reasons (exact, words, part, meaning, link, "
      "day,\n"
      "  title, tag), parts (similarity, token_overlap, waypoint, recency, tag_match, keyword,\n"
      "  sector_penalty, relevance, personal), words, marks and title_marks (pairs of byte offsets "
      "into\n"
      "  text and title), path (ids, the hit last).\n"
      "\n"
      "add: id, deduplicated, near_duplicate, sections. rm: binned or purged. restore: restored.\n"
      "link, unlink: source, target, linked. stats: counts by their names.\n"
      "import: outcome (ok, partial, refuse, empty), dry_run, format, read, added, known, "
      "known_deleted,\n"
      "  changed_at_source, same_text, undated, links, problems (place, message, lost).\n"
      "doctor: sound, findings, repaired. sample: store, memories. help: commands, topics.\n"),
  },
  {
    "files",
    N_("Where things lie"),
    N_("  $XDG_DATA_HOME/openmemory/memories.db   your journal (~/.local/share if the variable is "
       "not set)\n"
       "  $XDG_DATA_HOME/openmemory/sample.db     the sample journal\n"
       "Several programs may use a store at once. --store FILE names another.\n"
       "NO_COLOR and TERM=dumb turn bold words off; nothing is bold or wrapped but on a "
       "terminal.\n"),
  },
};

const guint om_cli_n_topics = G_N_ELEMENTS (om_cli_topics);

/**
 * om_cli_command_by_name:
 *
 * Returns: (transfer none) (nullable): the command
 */
const OmCliCommand *
om_cli_command_by_name (const char *name)
{
  for (guint i = 0; i < om_cli_n_commands; i++)
    {
      if (g_str_equal (om_cli_commands[i].name, name))
        return &om_cli_commands[i];
    }
  return NULL;
}
