/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long traits take over a journal of years: the first look at everything, and one entry more. The days
 * are drawn, the sentences are of the kind that is seen. Usage: bench-traits [--size N] */
#include "config.h"

#include <glib/gstdio.h>
#include <time.h>

#include "engine/om-engine-private.h"
#include "engine/om-trait-job.h"
#include "engine/om-traits.h"

#define YEARS_MS (G_GINT64_CONSTANT (3650) * OM_MS_PER_DAY)
#define END_MS G_GINT64_CONSTANT (1750000000000)
#define N_MORE 20

#define BAR_FIRST_S 60
#define BAR_ONE_MS 50

static int arg_size = 12000;

static const GOptionEntry entries[] = { { "size", 0, 0, G_OPTION_ARG_INT, &arg_size, "Entries in the journal", "N" }, { NULL } };

static const char *const subjects[] = { "maps", "tea", "trains", "crowds", "rain", "chess", "old books", "long walks", "salt", "choirs",
                                        "lists", "deadlines", "mornings", "gardens", "letters", "silence", "museums", "bridges" };
static const char *const deeds[] = { "I painted for an hour.", "Went running along the canal.", "I baked bread.", "I read a novel.",
                                     "Went swimming with Anna.", "I cooked soup for everybody.", "We played chess.", "I meditated." };
static const char *const others[] = {
  "Rain on the roof until noon, then a thin sun over the shed and the smell of wet iron.",
  "The meeting took three hours and nobody knew why; the client left before the coffee came.",
  "Anna rang about the ferry. We talked about her mother, the house, and the price of tiles.",
  "A heron stood in the lock as if it had been ordered there, and the barge waited for it.",
};

static gint64
clock_cb (gpointer data)
{
  return END_MS;
}

static char *
write_text (GRand *random,
            guint  number)
{
  GString *text = g_string_new (NULL);
  guint n = (guint) g_rand_int_range (random, 1, 5);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s ", others[g_rand_int_range (random, 0, G_N_ELEMENTS (others))]);
  if (g_rand_int_range (random, 0, 3) == 0)
    g_string_append_printf (text, "%s ", deeds[g_rand_int_range (random, 0, G_N_ELEMENTS (deeds))]);
  /* Four of a thousand sentences say something of oneself; here it is more. */
  if (g_rand_int_range (random, 0, 12) == 0)
    g_string_append_printf (text, "I %s %s. ", g_rand_boolean (random) ? "love" : "don't like",
                            subjects[g_rand_int_range (random, 0, G_N_ELEMENTS (subjects))]);
  g_string_append_printf (text, "Page %u.", number);
  return g_string_free (text, FALSE);
}

static void
remember (OmEngine *engine,
          GRand    *random,
          guint     number,
          gint64    at)
{
  g_autoptr (OmDraft) draft = NULL;
  g_autoptr (OmRemembered) remembered = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = write_text (random, number);

  draft = om_draft_new (text);
  draft->happened = (OmMoment){ at, 0, OM_PRECISION_INSTANT };
  draft->has_happened = TRUE;
  remembered = om_engine_remember (engine, draft, NULL, &error);
  if (remembered == NULL)
    g_error ("%s", error->message);
}

/* Of all threads: what a loaded machine does not change. */
static double
processor_ms (void)
{
  return (double) clock () * 1000 / CLOCKS_PER_SEC;
}

static double
find (OmEngine *engine,
      guint    *n_read,
      guint    *n_traits,
      double   *processor)
{
  double before = processor_ms ();
  g_autoptr (GError) error = NULL;
  gint64 start = g_get_monotonic_time ();
  g_autofree OmTraitReport *report = om_engine_find_traits (engine, NULL, NULL, NULL, &error);

  if (report == NULL)
    g_error ("%s", error->message);
  *n_read = report->n_read;
  *n_traits = report->n_traits;
  *processor = processor_ms () - before;
  return (g_get_monotonic_time () - start) / 1000.0;
}

static void
clean_up (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autofree char *folder = g_dir_make_tmp ("bench-traits-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "memories.db", NULL);
  g_autoptr (OmEngine) engine = om_engine_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  g_autoptr (GError) error = NULL;
  guint n_read;
  guint n_traits;
  double first;
  double processor;
  double most = 0;
  double sum = 0;
  double sum_processor = 0;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    g_error ("%s", error->message);
  om_engine_set_clock (engine, clock_cb, NULL);
  if (!om_engine_open (engine, path, OM_OPEN_DEFAULT, NULL, &error) || !om_engine_load (engine, NULL, &error))
    g_error ("%s", error->message);
  /* What is measured comes after: the disk need not be waited for. */
  om_store_set_sync (engine->store, OM_STORE_SYNC_NORMAL, NULL);
  for (int i = 0; i < arg_size; i++)
    remember (engine, random, (guint) i, END_MS - YEARS_MS + YEARS_MS / arg_size * i);

  first = find (engine, &n_read, &n_traits, &processor);
  g_print ("traits over %u entries of ten years: %u traits\n", n_read, n_traits);
  g_print ("  first look at everything          %9.1f ms   bar %d s: %s\n", first, BAR_FIRST_S,
           first <= BAR_FIRST_S * 1000 ? "met" : "MISSED");
  g_print ("  the same, of processor time       %9.1f ms\n", processor);
  for (int i = 0; i < N_MORE; i++)
    {
      double one;

      remember (engine, random, (guint) (arg_size + i), END_MS - YEARS_MS / 2 - i * OM_MS_PER_DAY);
      one = find (engine, &n_read, &n_traits, &processor);
      sum_processor += processor;
      sum += one;
      most = MAX (most, one);
    }
  g_print ("  one entry more, mean of %d        %9.1f ms   bar %d ms: %s\n", N_MORE, sum / N_MORE, BAR_ONE_MS,
           sum / N_MORE <= BAR_ONE_MS ? "met" : "MISSED");
  g_print ("  the same, of processor time       %9.1f ms\n", sum_processor / N_MORE);
  g_print ("  one entry more, the longest       %9.1f ms\n", most);
  om_engine_close (engine);
  clean_up (folder);
  return 0;
}
