/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Long texts while they are edited: the whole text stays readable, its sections follow it. */
#include "config.h"

#include <string.h>

#include "engine/om-doctor.h"
#include "store/om-store-lookups.h"
#include "store/om-store-memories.h"
#include "test-engine.h"

/* A chronicle of so many paragraphs; a document from about 400 on. @odd: one that is unlike the rest. */
static char *
chronicle (guint       n,
           guint       place,
           const char *odd)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      if (i == place && odd != NULL)
        g_string_append_printf (text, "%s\n\n", odd);
      g_string_append_printf (text, "Paragraph %u of the family chronicle tells of mills and ferries and the winter at the lock.\n\n", i);
    }
  return g_string_free (text, FALSE);
}

static gpointer
read_sections (OmEngine     *engine,
               OmStore      *store,
               gpointer      id,
               GCancellable *cancellable,
               GError      **error)
{
  g_autoptr (GArray) rows = om_store_find_sections (store, om_store_memory_find_row (store, id, error), error);

  return rows != NULL ? om_store_memories_get (store, (const gint64 *) (gpointer) rows->data, rows->len, error) : NULL;
}

static GPtrArray *
get_sections (Fixture    *fixture,
              const char *id)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *sections = om_engine_read (fixture->engine, read_sections, (gpointer) id, NULL, &error);

  g_assert_no_error (error);
  return sections;
}

/* The document holds its whole text, the sections together the same, each in its place. */
static GPtrArray *
assert_whole (Fixture    *fixture,
              const char *id,
              const char *text)
{
  g_autoptr (OmMemory) document = fixture_get (fixture, id);
  GPtrArray *sections = get_sections (fixture, id);
  g_autoptr (GString) together = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmDoctorReport) report = NULL;

  g_assert_cmpstr (document->content, ==, text);
  g_assert_cmpuint (document->section_count, ==, sections->len);
  for (guint i = 0; i < sections->len; i++)
    {
      const OmMemory *section = g_ptr_array_index (sections, i);

      g_assert_cmpint (section->type, ==, OM_MEMORY_TYPE_SECTION);
      g_assert_cmpuint (section->section_index, ==, i);
      g_assert_cmpuint (section->section_count, ==, sections->len);
      g_assert_cmpint (section->parent_row, ==, document->row);
      g_assert_cmpint (section->trashed_at, ==, document->trashed_at);
      g_assert_cmpint (section->happened.ms, ==, document->happened.ms);
      g_string_append (together, section->content);
    }
  if (sections->len > 0)
    g_assert_cmpstr (together->str, ==, text);
  report = om_engine_doctor (fixture->engine, FALSE, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < report->findings->len; i++)
    g_error ("%s", (char *) g_ptr_array_index (report->findings, i));
  return sections;
}

static OmMemory *
edit_text (Fixture    *fixture,
           const char *id,
           const char *content)
{
  OmMemory *values = om_memory_new ();

  values->content = g_strdup (content);
  return fixture_edit (fixture, id, OM_CHANGE_CONTENT, values);
}

static void
test_longer_and_shorter (Fixture      *fixture,
                         gconstpointer data)
{
  g_autofree char *first = chronicle (500, 0, NULL);
  g_autofree char *longer = chronicle (600, 550, "Here somebody wrote quincunx.");
  g_autofree char *shorter = chronicle (450, 10, "Here somebody wrote plimsoll.");
  g_autofree char *id = fixture_remember (fixture, first);
  g_autoptr (GPtrArray) before = assert_whole (fixture, id, first);
  g_autoptr (GPtrArray) after = NULL;
  g_autoptr (OmMemory) memory = NULL;
  OmStats stats;

  memory = edit_text (fixture, id, longer);
  g_assert_cmpint (memory->type, ==, OM_MEMORY_TYPE_DOCUMENT);
  after = assert_whole (fixture, id, longer);
  g_assert_cmpuint (after->len, >, before->len);
  g_assert_cmpuint (fixture_count_hits (fixture, "quincunx", "quincunx"), ==, 1);

  g_clear_pointer (&memory, om_memory_unref);
  memory = edit_text (fixture, id, shorter);
  g_clear_pointer (&after, g_ptr_array_unref);
  after = assert_whole (fixture, id, shorter);
  g_assert_cmpuint (after->len, <, before->len);
  g_assert_cmpuint (fixture_count_hits (fixture, "quincunx", NULL), ==, 0);
  g_assert_cmpuint (fixture_count_hits (fixture, "plimsoll", "plimsoll"), ==, 1);
  g_assert_true (om_engine_get_stats (fixture->engine, &stats, NULL, NULL));
  g_assert_cmpuint (stats.memories, ==, 1);
  g_assert_cmpuint (stats.sections, ==, after->len);
  g_assert_cmpuint (stats.versions, ==, 2);
}

static void
test_out_and_back (Fixture      *fixture,
                   gconstpointer data)
{
  g_autofree char *text = chronicle (500, 490, "Here somebody wrote quincunx.");
  g_autofree char *id = fixture_remember (fixture, "A short beginning.");
  g_autoptr (OmMemory) grown = edit_text (fixture, id, text);
  g_autoptr (OmMemory) shrunk = NULL;

  g_assert_cmpint (grown->type, ==, OM_MEMORY_TYPE_DOCUMENT);
  g_ptr_array_unref (assert_whole (fixture, id, text));
  g_assert_cmpuint (fixture_count_hits (fixture, "quincunx", "quincunx"), ==, 1);

  shrunk = edit_text (fixture, id, "A short end.");
  g_assert_cmpint (shrunk->type, ==, OM_MEMORY_TYPE_EPISODE);
  g_assert_cmpuint (shrunk->section_count, ==, 0);
  g_ptr_array_unref (assert_whole (fixture, id, "A short end."));
  g_assert_cmpuint (fixture_count_hits (fixture, "quincunx", NULL), ==, 0);
  g_assert_cmpuint (fixture_count_hits (fixture, "short end", "A short end."), ==, 1);
}

/* A section whose text was not touched is the one it was, with what the person did to it. */
static void
test_untouched_sections_stay (Fixture      *fixture,
                              gconstpointer data)
{
  g_autofree char *text = chronicle (500, 2, "Here somebody wrote quincunx.");
  g_autofree char *longer = g_strconcat (text, "And an afterword about plimsolls.\n", NULL);
  g_autofree char *id = fixture_remember (fixture, text);
  g_autofree char *other = fixture_remember (fixture, "The lock was repaired in spring.");
  g_autoptr (GPtrArray) before = get_sections (fixture, id);
  g_autoptr (GPtrArray) after = NULL;
  const OmMemory *first = g_ptr_array_index (before, 0);
  const OmMemory *last = g_ptr_array_index (before, before->len - 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) related = NULL;
  gboolean linked = FALSE;

  g_assert_true (om_engine_link (fixture->engine, other, first->id, NULL, &error));
  g_assert_true (om_engine_link (fixture->engine, other, last->id, NULL, &error));
  fixture->now += 10 * OM_MS_PER_DAY;
  om_answer_unref (fixture_recall (fixture, "quincunx"));
  om_memory_unref (edit_text (fixture, id, longer));
  after = assert_whole (fixture, id, longer);
  g_assert_cmpuint (after->len, >=, before->len);
  for (guint i = 0; i + 1 < before->len; i++)
    g_assert_cmpstr (((OmMemory *) g_ptr_array_index (after, i))->id, ==, ((OmMemory *) g_ptr_array_index (before, i))->id);
  g_assert_cmpuint (((OmMemory *) g_ptr_array_index (after, 0))->coactivations, ==, 1);
  g_assert_cmpstr (((OmMemory *) g_ptr_array_index (after, before->len - 1))->id, !=, last->id);
  /* What is new was written now. */
  g_assert_cmpint (((OmMemory *) g_ptr_array_index (after, after->len - 1))->salience_at, ==, fixture->now);

  /* The link with the section that went leads to its document now. */
  related = om_engine_get_related (fixture->engine, other, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < related->len; i++)
    {
      const OmRelated *end = g_ptr_array_index (related, i);

      linked |= g_str_equal (end->memory->id, id) && end->waypoint.kind == OM_WAYPOINT_HAND;
    }
  g_assert_true (linked);
}

/* Paragraphs that are the same word for word make sections that are. */
static void
test_equal_sections (Fixture      *fixture,
                     gconstpointer data)
{
  GString *text = g_string_new (NULL);
  g_autofree char *id = NULL;

  for (guint i = 0; i < 60; i++)
    {
      for (guint j = 0; j < 36; j++)
        g_string_append (text, "The same evening, the same soup, the same talk about the weather over and over again. ");
      g_string_append (text, "\n\n");
    }
  id = fixture_remember (fixture, text->str);
  g_ptr_array_unref (assert_whole (fixture, id, text->str));
  g_string_append (text, "Until it was not.");
  om_memory_unref (edit_text (fixture, id, text->str));
  g_ptr_array_unref (assert_whole (fixture, id, text->str));
  g_string_truncate (text, text->len / 2 + text->len / 4);
  om_memory_unref (edit_text (fixture, id, text->str));
  g_ptr_array_unref (assert_whole (fixture, id, text->str));
  g_string_free (text, TRUE);
}

/* Correcting the sector or a tag is no reason to cut anew. */
static void
test_other_fields (Fixture      *fixture,
                   gconstpointer data)
{
  g_autofree char *text = chronicle (500, 0, NULL);
  g_autofree char *id = fixture_remember (fixture, text);
  g_autoptr (GPtrArray) before = get_sections (fixture, id);
  g_autoptr (GPtrArray) after = NULL;
  OmMemory *values = om_memory_new ();
  g_autoptr (OmFilter) filter = om_filter_new ();
  g_autoptr (OmSearch) search = om_search_new ("mills", 10);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmAnswer) answer = NULL;

  values->sector = OM_SECTOR_EPISODIC;
  values->happened = om_moment_on_day (1987, 6, 5);
  values->importance = 8;
  values->context = OM_CONTEXT_PERSONAL;
  om_memory_unref (fixture_edit (fixture, id,
                                 OM_CHANGE_SECTOR | OM_CHANGE_HAPPENED | OM_CHANGE_IMPORTANCE | OM_CHANGE_CONTEXT, values));
  after = assert_whole (fixture, id, text);
  g_assert_cmpuint (after->len, ==, before->len);
  for (guint i = 0; i < after->len; i++)
    {
      const OmMemory *section = g_ptr_array_index (after, i);

      g_assert_cmpstr (section->id, ==, ((OmMemory *) g_ptr_array_index (before, i))->id);
      g_assert_cmpint (section->importance, ==, 8);
      g_assert_cmpint (section->context, ==, OM_CONTEXT_PERSONAL);
    }
  /* By its new day its parts are found, too. */
  filter->first_day = filter->last_day = om_date_to_day_number (1987, 6, 5);
  search->filter = g_steal_pointer (&filter);
  answer = om_engine_search (fixture->engine, search, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (answer->hits->len, >=, 1);
}

static void
test_refused (Fixture      *fixture,
              gconstpointer data)
{
  static const OmChange changes[] = { OM_CHANGE_CONTENT, OM_CHANGE_TITLE, OM_CHANGE_TAGS, OM_CHANGE_FLAGS, OM_CHANGE_TYPE,
                                      OM_CHANGE_HAPPENED };
  g_autofree char *text = chronicle (500, 0, NULL);
  g_autofree char *id = fixture_remember (fixture, text);
  g_autoptr (GPtrArray) sections = get_sections (fixture, id);
  const char *section = ((OmMemory *) g_ptr_array_index (sections, 3))->id;
  const char *const ids[] = { section, NULL };
  const char *const tags[] = { "mill", NULL };
  g_autoptr (OmMemory) values = om_memory_new ();
  g_autofree char *before = fixture_dump (fixture);
  g_autofree char *after = NULL;
  g_autoptr (GError) error = NULL;

  values->content = g_strdup ("Another text.");
  values->title = g_strdup ("A title");
  values->type = OM_MEMORY_TYPE_EPISODE;
  values->happened = om_moment_on_day (1987, 6, 5);
  for (gsize i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      g_assert_false (om_engine_edit (fixture->engine, section, changes[i], values, 0, NULL, &error));
      g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
      g_clear_error (&error);
    }
  g_assert_false (om_engine_bin (fixture->engine, ids, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_false (om_engine_tag (fixture->engine, ids, tags, NULL, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
  g_clear_error (&error);
  /* So long a text is a document, whatever it is called. */
  g_assert_false (om_engine_edit (fixture->engine, id, OM_CHANGE_TYPE, values, 0, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
  after = fixture_dump (fixture);
  g_assert_cmpstr (after, ==, before);
}

/* A short text may be called a document, and stays one while it is short. */
static void
test_short_document (Fixture      *fixture,
                     gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The will: everything goes to the lock keeper.");
  OmMemory *values = om_memory_new ();
  g_autoptr (OmMemory) called = NULL;
  g_autoptr (OmMemory) edited = NULL;

  values->type = OM_MEMORY_TYPE_DOCUMENT;
  called = fixture_edit (fixture, id, OM_CHANGE_TYPE, values);
  g_assert_cmpint (called->type, ==, OM_MEMORY_TYPE_DOCUMENT);
  edited = edit_text (fixture, id, "The will: everything goes to the heron.");
  g_assert_cmpint (edited->type, ==, OM_MEMORY_TYPE_DOCUMENT);
  g_assert_cmpuint (fixture_count_hits (fixture, "heron", "heron"), ==, 1);
}

/* Typing into a document that went to the bin elsewhere: its sections lie there with it. */
static void
test_in_the_bin (Fixture      *fixture,
                 gconstpointer data)
{
  g_autofree char *text = chronicle (500, 0, NULL);
  g_autofree char *longer = chronicle (520, 510, "Here somebody wrote quincunx.");
  g_autofree char *id = fixture_remember (fixture, text);

  fixture_bin (fixture, id);
  om_memory_unref (edit_text (fixture, id, longer));
  g_ptr_array_unref (assert_whole (fixture, id, longer));
  g_assert_cmpuint (fixture_count_hits (fixture, "quincunx", NULL), ==, 0);
  fixture_restore (fixture, id);
  g_ptr_array_unref (assert_whole (fixture, id, longer));
  g_assert_cmpuint (fixture_count_hits (fixture, "quincunx", "quincunx"), ==, 1);
}

#define add(name, function) g_test_add ("/document/" name, Fixture, NULL, fixture_set_up, function, fixture_tear_down)

void
test_document_add (void)
{
  add ("longer-and-shorter", test_longer_and_shorter);
  add ("out-and-back", test_out_and_back);
  add ("untouched-sections-stay", test_untouched_sections_stay);
  add ("equal-sections", test_equal_sections);
  add ("other-fields", test_other_fields);
  add ("refused", test_refused);
  add ("short-document", test_short_document);
  add ("in-the-bin", test_in_the_bin);
}
