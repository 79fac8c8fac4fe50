/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of commands: what each is called, takes, does, and how it is used. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "cli/om-cli-commands.h"

/* In the examples 3f2a91c0 and b07e44d1 stand for ids and 1042 for the number of a recall; the
 * tests put real ones in their place. */
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
      { "openmemory add --file notes.md --importance 8 --keep --attach diary.csv",
        N_("a text from a file, kept from fading, with another file attached") },
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
       "strengthened. Prints the number by which “openmemory undo” takes it back."),
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
      { "openmemory show 3f2a91c0 --history", N_("and what happened to it") },
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
    "attach",
    N_("ID FILE…"),
    N_("Add pictures and other files to a memory"),
    N_("A copy is kept beside the store; the file itself is only read. A file that was taken off "
       "comes back this way."),
    om_cli_attach_run,
    NULL,
    FALSE,
    {
      { "openmemory attach 3f2a91c0 notes.md", N_("one file") },
      { "openmemory attach 3f2a91c0 notes.md diary.csv --json", N_("two, with an answer for a program") },
    },
  },
  {
    "detach",
    N_("ID NUMBER"),
    N_("Take a file off a memory"),
    N_("The number is that of “openmemory show”. The file is kept as long as the bin keeps what lies "
       "in it, and is back once it is attached again."),
    om_cli_detach_run,
    NULL,
    FALSE,
    {
      { "openmemory detach 3f2a91c0 1", N_("the first") },
      { "openmemory detach 3f2a91c0 1 --json", N_("with an answer for a program") },
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
    "history",
    N_("ID"),
    N_("Tell what happened to a memory and its salience"),
    N_("Every event with its cause, of a recall also how it came about, the salience before and after, the memory "
       "it came from, and the number by which a recall can be taken back. Of events before the newest 48 bare points are "
       "left, marked ≈."),
    om_cli_history_run,
    NULL,
    FALSE,
    {
      { "openmemory history 3f2a91c0", N_("for people") },
      { "openmemory history 3f2a91c0 --json", N_("for a program") },
      { "openmemory show 3f2a91c0 --history", N_("below its text") },
    },
  },
  {
    "forecast",
    N_("ID"),
    N_("Say when a memory will fade and go to rest if nobody touches it"),
    NULL,
    om_cli_forecast_run,
    NULL,
    FALSE,
    {
      { "openmemory forecast 3f2a91c0", N_("for people") },
      { "openmemory --now +30d forecast 3f2a91c0", N_("as it will be told in thirty days") },
      { "openmemory forecast 3f2a91c0 --json", N_("for a program") },
    },
  },
  {
    "facts",
    "",
    N_("Tell what the entries state plainly: home, work, birthdays, names"),
    N_("A newer fact of the same subject and predicate takes the place of the older one, which is kept. "
       "Private and binned entries are not told of."),
    om_cli_facts_run,
    om_cli_facts_options,
    FALSE,
    {
      { "openmemory facts", N_("those that hold now") },
      { "openmemory facts --as-of 2025-03-01", N_("those that held then") },
      { "openmemory facts --all --json", N_("every one there was, for a program") },
    },
  },
  {
    "salience",
    N_("[ID…]"),
    N_("Print salience and vividness over time, past and to come"),
    N_("A row a point: of each memory that is named, or of none the means of all and of each "
       "sector. The past is what it was then; what lies ahead is how it will be if nobody touches "
       "anything."),
    om_cli_salience_run,
    om_cli_salience_options,
    TRUE,
    {
      { "openmemory salience 3f2a91c0 --to +60d --step 10",
        N_("one memory, sixty days ahead, a point every ten days") },
      { "openmemory salience --csv 3f2a91c0 b07e44d1", N_("two, for a spreadsheet") },
      { "openmemory salience --csv --tag canal --to +1y --step 30",
        N_("the means of a tag over the year to come") },
      { "openmemory salience --from -7d --json", N_("the means of last week, for a program") },
    },
  },
  {
    "undo",
    N_("NUMBER"),
    N_("Take back a recall, a rest or a mark"),
    N_("“openmemory recall” prints the number, “openmemory history” shows it later, and those of "
       "what else can be taken back. All it touched is as before; a memory on which something has "
       "happened since is left alone."),
    om_cli_undo_run,
    NULL,
    FALSE,
    {
      { "openmemory undo 1042", N_("the recall of that number") },
      { "openmemory undo 1042 --json", N_("with an answer for a program") },
    },
  },
  {
    "pin",
    N_("ID…"),
    N_("Pin memories on top of Today and keep them from fading"),
    N_("There is room for 20. --off takes the pin off; the memory stays kept."),
    om_cli_pin_run,
    om_cli_mark_options,
    FALSE,
    {
      { "openmemory pin 3f2a91c0", N_("pin one") },
      { "openmemory pin --off 3f2a91c0 b07e44d1", N_("unpin two") },
    },
  },
  {
    "keep",
    N_("ID…"),
    N_("Keep memories from fading"),
    N_("--off lets them fade from where they stand; it takes a pin off, too."),
    om_cli_keep_run,
    om_cli_mark_options,
    FALSE,
    {
      { "openmemory keep 3f2a91c0 b07e44d1", N_("keep two") },
      { "openmemory keep --off 3f2a91c0", N_("let one fade again") },
    },
  },
  {
    "resolve",
    N_("ID…"),
    N_("Let memories rest because they are resolved; --off reopens them"),
    N_("What is resolved comes to mind no more by itself, but every search finds it as before."),
    om_cli_resolve_run,
    om_cli_mark_options,
    FALSE,
    {
      { "openmemory resolve 3f2a91c0", N_("done with") },
      { "openmemory resolve --off 3f2a91c0", N_("not done with after all") },
    },
  },
  {
    "rest",
    N_("ID…"),
    N_("Put memories to rest"),
    N_("They leave Today and stay in lists and searches. If one is pinned, it asks on a terminal "
       "and wants --yes elsewhere."),
    om_cli_rest_run,
    om_cli_rest_options,
    FALSE,
    {
      { "openmemory rest 3f2a91c0 b07e44d1", N_("two") },
      { "openmemory rest --yes 3f2a91c0 --json",
        N_("one, pinned or not, with an answer for a program") },
    },
  },
  {
    "wake",
    N_("ID…"),
    N_("Wake memories from rest"),
    N_("Also those that went to rest by themselves: they are as vivid as what was used just now."),
    om_cli_wake_run,
    NULL,
    FALSE,
    {
      { "openmemory wake 3f2a91c0", N_("one") },
      { "openmemory wake 3f2a91c0 b07e44d1 --json", N_("two, with an answer for a program") },
    },
  },
  {
    "hide",
    "",
    N_("Tags, names and periods that do not come up by themselves"),
    N_("Without options it lists them. What is hidden leaves Today, at once and in the window too; lists and "
       "searches have all of it, and no memory is changed. --off takes it back."),
    om_cli_hide_run,
    om_cli_hide_options,
    FALSE,
    {
      { "openmemory hide", N_("what is hidden as a whole, and how many memories that is") },
      { "openmemory hide --tag work --name Anna", N_("a tag, and a person by name") },
      { "openmemory hide --period 2020-03..2020-06", N_("four months") },
      { "openmemory hide --off --tag work --json", N_("take one back, with an answer for a program") },
    },
  },
  {
    "remind",
    N_("[ID WHEN]"),
    N_("Remind me: see a memory again on a day"),
    N_("WHEN is a day, a day and a time, or how long to wait: 3d, 2w, 6m, 1y. When it is due, Today and a notification "
       "of the desktop say so. --answer then says how well it was remembered: that counts as a recall, and the time to "
       "the next grows by 2.2 (vivid) or 1.3 (vague), or is three days again (gone). Without arguments it lists all "
       "reminders."),
    om_cli_remind_run,
    om_cli_remind_options,
    FALSE,
    {
      { "openmemory remind 3f2a91c0 2w", N_("in two weeks") },
      { "openmemory remind 3f2a91c0 2099-05-31 18:30 --json", N_("at a time, with an answer for a program") },
      { "openmemory --now +1y remind --due", N_("what will be due in a year") },
      { "openmemory remind --off 3f2a91c0", N_("no reminder any more") },
    },
  },
  {
    "fade",
    "",
    N_("Run a pass of fading and report it"),
    N_("Says what rests and what went to rest since the last pass, makes the stored vectors of "
       "what has faded smaller and drops links that are too weak. Texts, salience and vividness do not "
       "depend on it: the window runs it by itself once a day."),
    om_cli_fade_run,
    om_cli_fade_options,
    FALSE,
    {
      { "openmemory fade --dry-run", N_("what a pass would do; writes nothing") },
      { "openmemory fade", N_("run it") },
      { "openmemory --now +1y fade --dry-run --json",
        N_("what a pass would do in a year, for a program") },
    },
  },
  {
    "reflect",
    "",
    N_("Look for what repeats itself or keeps coming back"),
    N_("Looks at every day that is over and new since the last time; what it finds becomes a "
       "memory of its own, linked to its sources. It takes 20 dated memories."),
    om_cli_reflect_run,
    om_cli_reflect_options,
    FALSE,
    {
      { "openmemory reflect", N_("over the days that are over") },
      { "openmemory reflect --today --json", N_("today as well, for a program") },
    },
  },
  {
    "traits",
    N_("[run | groups | explain [TEXT…]]"),
    N_("List what your entries say of you, or tell what one text says"),
    N_("Alone it lists traits, the strongest first, with how sure they are and on how many days they were "
       "seen. run reads what is new or changed and works them out, as the window does by itself. groups "
       "shows what goes together and has no name yet; “trait name” gives it one.\n"
       "explain opens no journal: it cuts the text into sentences and says of each whether it states what you are, do or like "
       "in general, and if not, why. The text is given as words, or through standard input (no "
       "words, or -). English and Chinese. Reads no journal and writes nothing."),
    om_cli_traits_run,
    om_cli_traits_options,
    FALSE,
    {
      { "openmemory traits --stage established", N_("what is well known") },
      { "openmemory traits run --json", N_("read what is new, with an answer for a program") },
      { "openmemory traits explain \"I prefer tea to coffee. Anna says I am stubborn.\"",
        N_("one that counts, and one that does not") },
      { "echo \"I never eat breakfast.\" | openmemory traits explain --json",
        N_("from another program, for a program") },
    },
  },
  {
    "trait",
    N_("VERB ID [WORDS…]"),
    N_("Show a trait with its evidence, or say something of it"),
    N_("show: what speaks for and against it, and its history. confirm: it is true. reject: this is not you, "
       "and it does not come up again until unblock or restore. rename ID NAME: your own words; without a name "
       "the found ones again. context ID work, personal, social, learning, general, or any. review ID true, "
       "often, split CONTEXT, or let-go: the answer to “still true?”. merge ID OTHER: both are one. name GROUP "
       "NAME: what you call a group of “traits groups”. undo NUMBER takes any of it back."),
    om_cli_trait_run,
    NULL,
    FALSE,
    {
      { "openmemory trait show 3f2a91c0", N_("why it is believed") },
      { "openmemory trait reject 3f2a91c0", N_("not me") },
      { "openmemory trait context 3f2a91c0 work", N_("only at work") },
      { "openmemory trait rename 3f2a91c0 \"Tea, at any hour\" --json", N_("your own words, with an answer for a program") },
    },
  },
  {
    "query-log",
    "",
    N_("Show which other programs asked for memories"),
    N_("Over D-Bus other programs of yours can add, find and read memories (docs/dbus.md). Here stands which "
       "of them asked, when, and how many memories they were given; what they searched for is not written down. "
       "The newest 2,000 lines are kept."),
    om_cli_query_log_run,
    om_cli_query_log_options,
    FALSE,
    {
      { "openmemory query-log", N_("newest first") },
      { "openmemory query-log --programs", N_("which programs there are, and what each may do") },
      { "openmemory query-log --clear", N_("empty it") },
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
    "settings",
    N_("[list|set|reset] [NAME] [VALUE]"),
    N_("Choose the pace of fading and the numbers behind it"),
    N_("They belong to the journal, and the window reckons with the same. A change counts at once, for "
       "what was and what will be, and changes no memory: reset brings the very values of before. "
       "Numbers are written with a point; switches are on or off."),
    om_cli_settings_run,
    NULL,
    FALSE,
    {
      { "openmemory settings", N_("all, with what each means") },
      { "openmemory settings set pace slow", N_("natural, gentle, slow or off") },
      { "openmemory settings reset pace", N_("one back to its default; without a name all") },
      { "openmemory settings list rest-threshold --json", N_("one, with its range, for a program") },
    },
  },
  {
    "import",
    N_("FILE|FOLDER"),
    N_("Bring a journal in, wholly or not at all"),
    N_("Knows the journals and exports of many programs (--format ? lists them); --format names one "
       "if the guess is wrong. The source is never changed. Importing again adds only what is new."),
    om_cli_import_run,
    om_cli_import_options,
    FALSE,
    {
      { "openmemory import journal.txt --dry-run",
        N_("count what would come in; writes nothing") },
      { "openmemory import journal.txt", N_("bring it in") },
      { "openmemory import vault --format obsidian --zone Europe/Berlin",
        N_("a vault; times without a zone are of Berlin") },
      { "openmemory import diary.csv --columns date=1,title=2,text=3 --as-if-lived --json",
        N_("a table, as faded as if written when it was lived") },
    },
  },
  {
    "imports",
    N_("[NUMBER]"),
    N_("List what was imported, or read the report of one import"),
    N_("The newest hundred, newest first. With a number, as in “openmemory "
       "imports 3”, the whole report, which names every entry that was not taken as it stood."),
    om_cli_imports_run,
    NULL,
    FALSE,
    {
      { "openmemory imports", N_("all") },
      { "openmemory imports --json", N_("with their reports, for a program") },
    },
  },
  {
    "export",
    N_("FILE|FOLDER"),
    N_("Take everything out, or a part, into a file of your own"),
    N_("Without other options all there is: former texts, links, the bin, salience and its history, "
       "private memories. With options that choose, what they choose, without the bin, and private "
       "memories with --with-private only. Markdown, JSON and CSV hold what people read. In a table a "
       "text that a spreadsheet would take for a formula begins with an apostrophe. What is written gets "
       "its name once it was read back."),
    om_cli_export_run,
    om_cli_export_options,
    TRUE,
    {
      { "openmemory export journal.openmemory", N_("everything, to be imported again") },
      { "openmemory export canal.openmemory --tag canal --before 2030", N_("a tag, before a year") },
      { "openmemory export notes --format markdown", N_("a folder that opens in Obsidian") },
      { "openmemory export journal.openmemory --force --json",
        N_("in place of the former file, with an answer for a program") },
    },
  },
  {
    "backup",
    N_("[now|list|verify|restore NAME]"),
    N_("Copy the whole journal, see the copies, put one in its place"),
    N_("The window makes a copy each day by itself: the newest of seven days, four weeks and twelve "
       "months stay, read back before they count. list names them, verify reads each from beginning to "
       "end. restore puts one in the place of the journal, which is kept beside it; close the window "
       "first. What was wiped is still in copies made before: delete those, too, if it must not be."),
    om_cli_backup_run,
    NULL,
    FALSE,
    {
      { "openmemory backup", N_("one now") },
      { "openmemory backup list", N_("what there is") },
      { "openmemory backup verify --json", N_("what each holds and whether it is in order, for a program") },
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
