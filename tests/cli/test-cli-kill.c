/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kill -9 at random moments while the command adds, edits and imports. After each: the store is
 * sound, everything acknowledged is there, an import is wholly in or wholly out.
 *
 * OPENMEMORY_KILL_ROUNDS says how often; 25 otherwise. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "cli/om-test-command.h"
#include "cli/om-test-kill.h"

void test_cli_kill_add (void);

#define DEFAULT_ROUNDS 25
#define IMPORT_SIZE 200

static char *
write_journal (OmTestHome *home,
               int         number)
{
  g_autofree char *name = g_strdup_printf ("journal-%d.txt", number);
  g_autoptr (GString) text = g_string_new (NULL);

  for (int i = 0; i < IMPORT_SIZE; i++)
    g_string_append_printf (
      text, "[2024-01-01 %02d:%02d] Import %d, entry %d\nA line of its own about the canal.\n\n",
      i / 60, i % 60, number, i);
  return om_test_home_file (home, name, text->str);
}

/* What must be in the store. */
typedef struct
{
  GHashTable *texts;   /* (owned): id to text, of every acknowledged add and edit */
  GHashTable *maybe;   /* (owned): id to the text of an edit that was killed */
  GHashTable *imports; /* (owned): numbers of the imports that were acknowledged */
} Promise;

static void
check (OmTestHome    *home,
       const Promise *promise)
{
  g_autoptr (JsonNode) doctor = om_test_json (home, "doctor", NULL);
  g_autoptr (JsonNode) list = om_test_json (home, "list", "-n", "0", NULL);
  JsonArray *all = json_node_get_array (list);
  g_autoptr (GHashTable) found = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) imported = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer key;
  gpointer value;

  g_assert_true (om_test_boolean (doctor, "sound"));
  for (guint i = 0; i < json_array_get_length (all); i++)
    {
      JsonObject *memory = json_array_get_object_element (all, i);
      const char *title = json_object_has_member (memory, "title")
                            ? json_object_get_string_member (memory, "title")
                            : NULL;

      g_hash_table_insert (found, (gpointer) json_object_get_string_member (memory, "id"),
                           (gpointer) json_object_get_string_member (memory, "text"));
      if (title != NULL && g_str_has_prefix (title, "Import "))
        {
          gpointer number = GINT_TO_POINTER (atoi (title + strlen ("Import ")));

          g_hash_table_insert (imported, number,
                               GINT_TO_POINTER (
                                 GPOINTER_TO_INT (g_hash_table_lookup (imported, number)) + 1));
        }
    }

  g_hash_table_iter_init (&iter, promise->texts);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      const char *text = g_hash_table_lookup (found, key);
      const char *maybe = g_hash_table_lookup (promise->maybe, key);

      if (text == NULL)
        g_error ("the acknowledged entry “%s” is gone", (char *) value);
      if (!g_str_equal (text, value) && g_strcmp0 (text, maybe) != 0)
        g_error ("entry “%s” holds “%s”", (char *) value, text);
    }
  g_hash_table_iter_init (&iter, imported);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      if (GPOINTER_TO_INT (value) != IMPORT_SIZE)
        g_error ("import %d is in by %d of %d", GPOINTER_TO_INT (key), GPOINTER_TO_INT (value),
                 IMPORT_SIZE);
    }
  g_hash_table_iter_init (&iter, promise->imports);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_assert_true (g_hash_table_contains (imported, key));
}

static gboolean
kill_add (OmTestHome *home,
          Promise    *promise,
          int         round,
          int         duration)
{
  g_autofree char *text = g_strdup_printf ("Round %d: walked along the canal and saw a heron.",
                                           round);
  g_autofree char *out = NULL;
  const char *arguments[] = { "add", text, "--tag", "canal", NULL };
  gboolean ended = om_test_run_and_kill (home, arguments,
                                 g_test_rand_int_range (0, duration + duration / 4 + 1), &out);

  /* The id is printed once the text is safe, so what was killed after that counts as well. */
  if (g_str_has_prefix (out, "Remembered ") && strchr (out, '\n') != NULL)
    {
      char *id = g_strndup (out + strlen ("Remembered "), 36);

      g_hash_table_insert (promise->texts, id, g_strdup (text));
    }
  else
    g_assert_false (ended);
  return !ended;
}

static gboolean
kill_edit (OmTestHome *home,
           Promise    *promise,
           int         round,
           int         duration)
{
  g_autofree char *text = g_strdup_printf ("Round %d: it was a stork.", round);
  g_autofree gpointer *ids = g_hash_table_get_keys_as_array (promise->texts, NULL);
  g_autofree char *id = g_strdup (
    ids[g_test_rand_int_range (0, (int) g_hash_table_size (promise->texts))]);
  g_autofree char *out = NULL;
  const char *arguments[] = { "edit", id, "--text", text, NULL };
  gboolean ended;

  /* What an earlier killed edit left is settled by now. */
  if (g_hash_table_contains (promise->maybe, id))
    {
      g_autoptr (JsonNode) node = om_test_json (home, "show", id, NULL);

      g_hash_table_replace (promise->texts, g_strdup (id),
                            g_strdup (om_test_string (node, "text")));
      g_hash_table_remove (promise->maybe, id);
    }

  ended = om_test_run_and_kill (home, arguments, g_test_rand_int_range (0, duration + duration / 4 + 1),
                        &out);
  if (g_str_has_prefix (out, "Changed ") && strchr (out, '\n') != NULL)
    g_hash_table_replace (promise->texts, g_strdup (id), g_strdup (text));
  else
    {
      g_assert_false (ended);
      g_hash_table_insert (promise->maybe, g_strdup (id), g_strdup (text));
    }
  return !ended;
}

static gboolean
kill_import (OmTestHome *home,
             Promise    *promise,
             int         round,
             int         duration)
{
  g_autofree char *file = write_journal (home, round);
  g_autofree char *out = NULL;
  const char *arguments[] = { "import", file, NULL };
  gboolean ended = om_test_run_and_kill (home, arguments,
                                 g_test_rand_int_range (0, duration + duration / 4 + 1), &out);

  if (ended)
    g_hash_table_add (promise->imports, GINT_TO_POINTER (round));
  return !ended;
}

static void
test_kill (OmTestHome    *home,
           gconstpointer  unused)
{
  const char *wanted = g_getenv ("OPENMEMORY_KILL_ROUNDS");
  int n_rounds = wanted != NULL ? MAX (3, atoi (wanted)) : DEFAULT_ROUNDS;
  int n_killed = 0;
  g_autofree char *first = om_test_add (home, "Here from the beginning.", NULL);
  g_autofree char *file = write_journal (home, n_rounds);
  const char *add[] = { "add", "To see how long it takes.", NULL };
  const char *edit[] = { "edit", first, "--text", "Here from the beginning, and edited.", NULL };
  const char *import[] = { "import", file, NULL };
  int add_ms = om_test_measure (home, add);
  int edit_ms = om_test_measure (home, edit);
  int import_ms = om_test_measure (home, import);
  Promise promise = {
    .texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
    .maybe = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
    .imports = g_hash_table_new (NULL, NULL),
  };

  g_test_message ("an add takes %d ms, an edit %d ms, an import of %d entries %d ms", add_ms,
                  edit_ms, IMPORT_SIZE, import_ms);
  g_hash_table_insert (promise.texts, g_strdup (first),
                       g_strdup ("Here from the beginning, and edited."));
  g_hash_table_add (promise.imports, GINT_TO_POINTER (n_rounds));

  for (int round = 0; round < n_rounds; round++)
    {
      gboolean killed;

      if (round % 3 == 0)
        killed = kill_add (home, &promise, round, add_ms);
      else if (round % 3 == 1)
        killed = kill_edit (home, &promise, round, edit_ms);
      else
        killed = kill_import (home, &promise, round, import_ms);
      n_killed += killed;
      check (home, &promise);
    }

  g_test_message ("%d of %d runs were killed before they ended", n_killed, n_rounds);
  g_assert_cmpint (n_killed, >, 0);
  g_hash_table_unref (promise.texts);
  g_hash_table_unref (promise.maybe);
  g_hash_table_unref (promise.imports);
}

void
test_cli_kill_add (void)
{
  om_test_add_case ("/cli/kill", test_kill);
}
