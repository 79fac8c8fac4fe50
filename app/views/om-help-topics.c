/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of the manual. They are translated as everything else is; a paragraph is one message. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-help-topics.h"

#include <glib/gi18n.h>

static const OmHelpTopic topics[] = {
  { "writing", "today", NC_("help topic", "Writing"),
    N_("The page Today: a large field to write in, and cards below it."),
    { N_("Open the page Today and write. There is nothing to save: a moment after the last key, and whenever "
         "you leave the text, it is on the disk. The word below the text says so, and it is true."),
      N_("Write as you like: one line, or many pages. A text of several pages is kept whole, and cut into "
         "sections behind the scenes, so that a search finds the right place in it."),
      N_("Below the text stand its date, its tags and its mood. All three can be left alone. The mood is "
         "estimated from your words until you choose one. What happened earlier gets its own day: click the "
         "date."),
      N_("Ctrl+Enter puts the entry away and begins another one. In the list on the page Memories you can go "
         "on writing in every entry. Each former text is kept: Details (F9) compares it with the present one "
         "and brings it back."),
      N_("For a thought in passing there is a small window: “New Memory” in the menu of the program's icon.") } },

  { "markdown", NULL, NC_("help topic", "Marks, tags and links in a text"),
    N_("A text with a heading, bold words and a list, and memories offered for a link."),
    { N_("A text can have marks in the manner of Markdown: # before a heading, * around *stressed* and ** around **strong** "
         "words, - before the lines of a list, > before a quotation, ` around code. They look like what they mean while you "
         "write, and stay in the text just as you typed them."),
      N_("Type # and the first letters of a word, and your tags are offered. Type [[ and a few letters, and memories are: the "
         "title of the one you choose stands in the text, and the two are linked on the map."),
      N_("Up and Down choose, Enter takes, Escape closes. Whoever goes on typing is not held up, and nothing is recalled by "
         "being offered.") } },

  { "attachments", NULL, NC_("help topic", "Pictures and files"),
    N_("A memory with two pictures and a file below its text."),
    { N_("The paper clip above a memory adds pictures and other files to it; you can also drop them on its page. What is "
         "added is a copy, which lies beside the journal: the file that you chose is left as it is, and may go."),
      N_("Pictures are shown small, other files in a list. Open one with the program that your desktop has for it, save a copy "
         "elsewhere, or take it off the memory; Undo brings it back."),
      N_("Backups and exported archives hold them, too, and an import brings those of other journals along. If two memories "
         "have the same file, it takes its room once.") } },

  { "finding", "memories", NC_("help topic", "Finding"),
    N_("A search on the page Memories, with the reasons of each result."),
    { N_("Press Ctrl+F and type. Results come while you type: those with your very words, those with other forms "
         "of them, those that mean the same, and those that are linked with what was found. Each says why it is "
         "there. A typing error is corrected, and you are told."),
      N_("The chips below the field narrow the list by kind, tag, part of life, time and more. They work without "
         "a search, too."),
      N_("In the field you can write it out: tag:canal, before:2024, after:2023-05, is:pinned, is:private. Words in "
         "quotation marks are found as they stand."),
      N_("Searching only looks. If you want what you found to stay with you, press Enter: the results are "
         "recalled, and come to mind more easily from then on. Undo takes it back.") } },

  { "calendar", NULL, NC_("help topic", "The calendar"),
    N_("A month of the calendar, with marks on the days that have entries."),
    { N_("Ctrl+D, or the button beside the search, shows a calendar in the place of the list. A day on which you wrote has a "
         "mark, the larger and the stronger in colour, the more entries it has. “Year” shows twelve months at once."),
      N_("Choose a day to list what is of it, or press the button below for the whole month or year. The chips narrow what is "
         "counted. Escape leads back the way you came."),
      N_("The arrow keys walk by days and weeks, Page Up and Page Down by months, with Ctrl by years. Below the days stands "
         "in words which day it is and how many entries it has.") } },

  { "statistics", NULL, NC_("help topic", "Your journal in numbers"),
    N_("The window Statistics: how many entries and words there are, and entries by sector over time."),
    { N_("“Statistics” in the main menu counts entries, words, days with an entry and recalls, and draws over time how many "
         "entries each sector had, how much you wrote, how you felt and what you recalled."),
      N_("There is nothing to win: nobody counts days in a row, and a day without an entry is not a gap."),
      N_("In scripts that are written without spaces, such as Chinese, each character counts as a word. What lies in the bin "
         "does not count.") } },

  { "fading", NULL, NC_("help topic", "Why memories fade"),
    N_("How present a memory is, in words and numbers, and its curve over time."),
    { N_("A mind that had everything before it at once could think of nothing. So what you leave alone grows "
         "paler here, as it does in you: Vivid, Clear, Fading, and at last Resting. What is pale is no longer shown "
         "by itself. It is never deleted, shortened or hidden: lists and search have it as before, word for word."),
      N_("How fast that goes depends on the memory: thoughts and knowledge fade more slowly than events and feelings; "
         "what is important, or was often come back to, more slowly than what was written and left; a stirring day more "
         "slowly than a calm one. From importance 8 on a memory never goes to rest."),
      N_("Nothing is written down about fading: it is reckoned anew each time, from what happened and the time "
         "that has passed. So you can change the pace in Preferences, or turn fading off, and take it back at any "
         "time."),
      N_("Details (F9) shows how present a memory is, when it will fade or go to rest if nothing recalls it, "
         "and what happened to it so far.") } },

  { "recalling", NULL, NC_("help topic", "Recalling, keeping, letting rest"),
    N_("The menu with what can be done with a memory."),
    { N_("Reading an old entry and thinking “yes, I remember” is what brings it back: choose “I Remember This”, or press "
         "Enter in a search. It becomes more vivid, and so does a little of what is linked with it."),
      N_("Keep: a kept memory does not fade. Pin: it stands on top of Today as well; there is room for twenty."),
      N_("Let It Rest: you are done with it. It does not come up any more, and stays as vivid as it is. “Reopen” "
         "takes it back."),
      N_("Put to Rest: it leaves Today at once, as if it had faded by itself. “Wake” brings it back, and so does "
         "recalling it."),
      N_("Don’t Show by Itself: search alone finds it, until you say otherwise. In Preferences whole tags, names and "
         "periods can be hidden in this way."),
      N_("The bin is something else: what lies there for thirty days is deleted. Everything here, the bin too, can be "
         "undone right away with the button that appears.") } },

  { "reminders", NULL, NC_("help topic", "Reminders"),
    N_("A memory that is due on Today, with the answers Vivid, Vague and Gone."),
    { N_("Remind Me (Ctrl+M) on the page of a memory, or in the menu of a card, asks for a day. On that day the memory comes "
         "up on Today, and a notification says that one wants to be seen."),
      N_("Then you say how well you remember it. It counts as a recall, and says when it comes again: much later if it was "
         "Vivid, a little later if it was Vague, in three days if it was Gone. “Another Time…” chooses a day, or none."),
      N_("The notification names no memory unless Preferences, Privacy allows it, and never a private one. There you can also "
         "let the program run in the background, so that reminders come while its window is closed.") } },

  { "cards", NULL, NC_("help topic", "The cards on Today"),
    N_("Cards on the page Today, each with its reason."),
    { N_("Below the field to write in Today shows a few old entries. Each card says why it is there, and being "
         "shown changes nothing: only what you do counts."),
      N_("On This Day: what you lived on the same day of former years. On My Mind: what is foremost by importance, use "
         "and feeling. Fading Soon: what is about to go; keep it, recall it or let it go. Drifting By: one that "
         "chance has drawn. When enough belongs together, a thought is made of it: “Came together”."),
      N_("Not Now puts a card away until tomorrow. The menu of a card has all the rest, also to show nothing with one "
         "of its tags any more."),
      N_("Painful and stirring entries do not come up by themselves if you say so: Preferences, Look-Back, Heavy "
         "Memories.") } },

  { "salience", "salience", NC_("help topic", "The page Salience"),
    N_("Curves of salience over time on the page Salience."),
    { N_("Salience is how easily a memory comes to mind, from 0 to 1. This page draws it over time: of all, by sector, "
         "tag or tier, or of memories you choose. Each recall is a mark; the dashed line is what lies ahead if "
         "nothing is recalled."),
      N_("Sectors are the five kinds of memory: episodic (what happened), semantic (what you know), procedural (how "
         "something is done), emotional (what you felt) and reflective (what you thought of it)."),
      N_("Below the chart stands how many memories are vivid, clear, fading or resting, and which fade next. “If I "
         "recall nothing” moves that into the future; the day above the chart moves everything into the past."),
      N_("The field of moods shows each memory by how pleasant and how stirring it was."),
      N_("Every chart can be walked with the arrow keys, shown as a table, copied, and saved as PNG, SVG or CSV.") } },

  { "graph", "graph", NC_("help topic", "The map of memories"),
    N_("The page Graph: memories as dots, and the links between them."),
    { N_("Memories that remind of one another are linked by themselves; you can link two by hand as well. The page Graph shows "
         "them as a map: a dot is a memory, the larger the more easily it comes to mind, and a line is a link, the wider the "
         "stronger."),
      N_("Hover over a dot to read it, click it to open the memory, drag it where you like. The wheel and two fingers look "
         "nearer or from farther. With the keyboard the arrow keys walk along the links, and Enter opens what is chosen."),
      N_("Its menu shows what is around a memory, or the path from one memory to another: the steps by which one "
         "reminds of the other. Words typed above the map light up what fits them."),
      N_("“As It Was” shows the map on any day and plays how it grew. “As a List” has the same in words.") } },

  { "traits", "traits", NC_("help topic", "Traits"),
    N_("The page Traits, with the stages of a trait as columns."),
    { N_("Over many days your entries show what you do again and again, what you say of yourself and when you write. "
         "The page Traits lists what was found, with numbers: “8 of 19 days”. It is read off your own words, on this "
         "computer, and nothing is added to them."),
      N_("A trait grows from Just Noticed to Lasting as more days speak for it, and fades when they stop. Open one "
         "to see each entry it rests on, for and against."),
      N_("You have the last word. True confirms it, Not Me lets it go for good, Only at… says in which part of life it holds, and "
         "you can put it in your own words. Now and then a card asks whether something is still true."),
      N_("What you write about health, faith, politics, love, addiction, violence, crime and money never becomes a "
         "trait unless you allow it in Preferences.") } },

  { "moving", NULL, NC_("help topic", "Bringing in and taking out"),
    N_("The report before an import: what would come in, and what would not."),
    { N_("“Import…” in the main menu brings in journals and notes of many programs. It is first only read: you see what "
         "would come in and what would not, and why. Importing twice brings nothing in twice."),
      N_("Entries can come in fresh, or as faded as if you had written them here at the time."),
      N_("“Export…” takes everything out, or a part of it: as an archive that this program reads again with all there "
         "is, as a folder of Markdown files, as JSON or as a table. What was written is read back before it counts.") } },

  { "backups", NULL, NC_("help topic", "Keeping safe and going back"),
    N_("The page Backups of the preferences, with a list of copies."),
    { N_("Your memories lie in one file on this computer, with a folder for pictures and other files beside it; Preferences says "
         "where. On each day on which something changed a copy of all of it is made and read back. Those of seven days, four "
         "weeks and twelve months stay."),
      N_("Preferences, Backups shows them. Back Up Now makes another one; Restore says what a copy holds and what would change, "
         "and then puts it in the journal’s place. The journal as it was is kept among the backups."),
      N_("They lie on the same disk: for a copy elsewhere, export an archive now and then. If the journal is ever damaged, the "
         "newest backup that is in order is offered when the program starts.") } },

  { "privacy", NULL, NC_("help topic", "Privacy and other programs"),
    N_("The page Privacy of the preferences, with the programs that asked."),
    { N_("Nothing in this program talks to the network. There is no account, and nobody but you has your memories."),
      N_("Other programs on this computer can add and find memories, if you let them. Preferences, Privacy says whether all "
         "are asked about, only sandboxed ones, or none is answered. The page shows which asked, when, and how many memories "
         "they were given."),
      N_("What is private, hidden, put to rest or in the bin is never given to another program. A private memory is also "
         "kept out of Today and of exports, unless you ask for it."),
      N_("The file itself is not encrypted. Whoever can use your account on this computer can read it; if the disk is "
         "encrypted, so is your journal.") } },
};

/**
 * om_help_topics_get:
 *
 * Returns: (nullable): the topic of that number, %NULL behind the last one
 */
const OmHelpTopic *
om_help_topics_get (guint number)
{
  return number < G_N_ELEMENTS (topics) ? &topics[number] : NULL;
}

/** om_help_topic_title: the topic's title in the language of the program. */
const char *
om_help_topic_title (const OmHelpTopic *topic)
{
  return g_dpgettext2 (NULL, "help topic", topic->title);
}

/**
 * om_help_topics_find:
 * @page: (nullable): the name of a page of the window
 *
 * Returns: the number of the topic about it, the first one if there is none
 */
guint
om_help_topics_find (const char *page)
{
  for (guint i = 0; i < G_N_ELEMENTS (topics); i++)
    {
      if (topics[i].page != NULL && g_strcmp0 (topics[i].page, page) == 0)
        return i;
    }
  return 0;
}
