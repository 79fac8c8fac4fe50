/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the store of the sample journal from the text that comes with the program. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-sample-journal.h"

#include <json-glib/json-glib.h>

#include "engine/om-engine.h"
#include "engine/om-intake.h"

#define RESOURCE "/org/openmemory/Desktop/data/sample-journal.json"

static const char *
string_member (JsonObject *entry,
               const char *name)
{
  return json_object_has_member (entry, name) ? json_object_get_string_member (entry, name) : NULL;
}

static OmDraft *
read_entry (JsonObject *entry,
            GTimeZone  *utc,
            guint       number,
            GError    **error)
{
  g_autoptr (OmDraft) draft = om_draft_new (json_object_get_string_member (entry, "text"));

  if (!om_moment_parse (json_object_get_string_member (entry, "time"), utc, &draft->happened, error))
    return NULL;
  draft->has_happened = TRUE;
  draft->title = g_strdup (string_member (entry, "title"));
  draft->type = om_memory_type_from_nick (string_member (entry, "type"));
  draft->context = om_context_from_nick (string_member (entry, "context"));
  draft->importance = (int) json_object_get_int_member_with_default (entry, "importance", 0);
  draft->origin = OM_ORIGIN_USER;
  draft->source = g_strdup ("sample");
  draft->source_key = g_strdup_printf ("%u", number);
  if (json_object_has_member (entry, "mood"))
    {
      JsonArray *mood = json_object_get_array_member (entry, "mood");

      draft->valence = json_array_get_double_element (mood, 0);
      draft->arousal = json_array_get_double_element (mood, 1);
    }
  if (json_object_has_member (entry, "tags"))
    {
      JsonArray *tags = json_object_get_array_member (entry, "tags");
      guint n = json_array_get_length (tags);

      draft->tags = g_new0 (char *, n + 1);
      for (guint i = 0; i < n; i++)
        draft->tags[i] = g_strdup (json_array_get_string_element (tags, i));
    }
  return g_steal_pointer (&draft);
}

static gboolean
take_in (OmEngine     *engine,
         JsonArray    *entries,
         GCancellable *cancellable,
         GError      **error)
{
  g_autoptr (OmIntake) intake = om_intake_new (engine, TRUE, error);
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();

  if (intake == NULL)
    return FALSE;
  for (guint i = 0; i < json_array_get_length (entries); i++)
    {
      g_autoptr (OmDraft) draft = read_entry (json_array_get_object_element (entries, i), utc, i, error);
      OmIntakeOutcome outcome;

      if (draft == NULL || !om_intake_add (intake, draft, &outcome, cancellable, error))
        return FALSE;
    }
  return om_intake_commit (intake, cancellable, error);
}

/**
 * om_sample_journal_dup_path:
 *
 * Returns: (transfer full): where the window keeps the store of the sample journal
 */
char *
om_sample_journal_dup_path (void)
{
  return g_build_filename (g_get_user_data_dir (), "openmemory", "sample.db", NULL);
}

/**
 * om_sample_journal_ensure:
 * @path: the store's file; made if there is none
 * @error: return location, %OM_ERROR
 *
 * Takes the sample journal in, as if it had been lived. What is there already is left as it is, so
 * calling it again changes nothing. Blocks; not for the main thread.
 *
 * Returns: %TRUE if the store holds the journal
 */
gboolean
om_sample_journal_ensure (const char   *path,
                          GCancellable *cancellable,
                          GError      **error)
{
  g_autoptr (OmEngine) engine = om_engine_new ();
  g_autoptr (GBytes) bytes = g_resources_lookup_data (RESOURCE, G_RESOURCE_LOOKUP_FLAGS_NONE, error);
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  gboolean taken;

  if (bytes == NULL ||
      !json_parser_load_from_data (parser, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), error) ||
      !om_engine_open (engine, path, OM_OPEN_DEFAULT, cancellable, error))
    return FALSE;

  taken = om_engine_load (engine, cancellable, error) &&
          take_in (engine,
                   json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)), "entries"),
                   cancellable, error);
  om_engine_close (engine);
  return taken;
}
