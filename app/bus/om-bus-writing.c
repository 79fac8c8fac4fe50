/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What org.openmemory.Memories1 changes. Workers. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "bus/om-bus-writing.h"

#include <math.h>
#include <string.h>

#include "bus/om-bus-error.h"
#include "bus/om-bus-memory.h"
#include "bus/om-bus-options.h"

#define TEXT_BYTES 1000000
#define TITLE_BYTES 10000
#define IDS_MAX 1000
#define OFFSET_MAX 93600

/**
 * Fields:
 * What a caller says of a memory; what was not said stays as it is here.
 */
typedef struct
{
  const char *content;
  const char *title;
  char      **tags; /* (owned) (nullable) */
  gint64      happened;
  gboolean    has_happened;
  int         offset;
  int         precision;
  int         type;
  int         sector;
  int         context;
  int         importance;
  double      valence;
  double      arousal;
  gboolean    pinned;
  gboolean    kept;
  gboolean    resolved;
  gboolean    is_private;
} Fields;

#define FIELDS_UNSAID                                                                                                  \
  {                                                                                                                    \
    .precision = OM_PRECISION_INSTANT, .type = -1, .sector = -1, .context = -1, .valence = NAN, .arousal = NAN,       \
    .pinned = -1, .kept = -1, .resolved = -1                                                                           \
  }

static void
fields_clear (Fields *fields)
{
  g_strfreev (fields->tags);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fields, fields_clear)

static int
precision_from_nick (const char *nick)
{
  for (int i = 0; i < OM_N_PRECISIONS; i++)
    {
      if (g_str_equal (om_precision_to_nick (i), nick))
        return i;
    }
  return -1;
}

static gboolean
read_fields (GVariant *said,
             Fields   *fields,
             GError  **error)
{
  fields->has_happened = om_bus_options_has (said, "happened");
  return om_bus_options_check (said, error) &&
         om_bus_option_string (said, "title", TITLE_BYTES, &fields->title, error) &&
         om_bus_option_strv (said, "tags", OM_BUS_TAGS_MAX, OM_BUS_TAG_BYTES, &fields->tags, error) &&
         om_bus_option_int64 (said, "happened", &fields->happened, error) &&
         om_bus_option_int (said, "offset", -OFFSET_MAX, OFFSET_MAX, &fields->offset, error) &&
         om_bus_option_nick (said, "precision", precision_from_nick, &fields->precision, error) &&
         om_bus_option_nick (said, "sector", om_bus_sector_from_nick, &fields->sector, error) &&
         om_bus_option_nick (said, "context", om_bus_context_from_nick, &fields->context, error) &&
         om_bus_option_int (said, "importance", 1, 10, &fields->importance, error) &&
         om_bus_option_double (said, "valence", -1, 1, &fields->valence, error) &&
         om_bus_option_double (said, "arousal", 0, 1, &fields->arousal, error) &&
         om_bus_option_boolean (said, "pinned", &fields->pinned, error) &&
         om_bus_option_boolean (said, "kept", &fields->kept, error);
}

/* Of a day the time does not count, of nothing known neither does the date. */
static gboolean
make_moment (const Fields *fields,
             gint64        now,
             OmMoment     *moment,
             GError      **error)
{
  int year;
  int month;
  int day;

  *moment = (OmMoment){ fields->happened, fields->offset, (OmPrecision) fields->precision };
  if (fields->precision == OM_PRECISION_UNKNOWN)
    {
      *moment = om_moment_unknown (now);
      return TRUE;
    }
  /* A thousand years before and after; the engine looks closer. */
  if (ABS (fields->happened / OM_MS_PER_DAY) > 4000000)
    {
      g_set_error_literal (error, OM_BUS_ERROR, OM_BUS_ERROR_INVALID_ARGUMENT, "“happened” is out of range.");
      return FALSE;
    }
  if (fields->precision == OM_PRECISION_DAY)
    {
      om_moment_civil_date (&(OmMoment){ fields->happened, fields->offset, OM_PRECISION_INSTANT }, &year, &month, &day);
      *moment = om_moment_on_day (year, month, day);
    }
  return TRUE;
}

/* Remember -------------------------------------------------------------------------------------- */

static OmDraft *
make_draft (const Fields *fields,
            gint64        now,
            GError      **error)
{
  g_autoptr (OmDraft) draft = om_draft_new (fields->content);

  draft->from_program = TRUE;
  draft->title = g_strdup (fields->title);
  draft->tags = g_strdupv (fields->tags);
  draft->type = fields->type;
  draft->sector = fields->sector;
  draft->context = fields->context;
  draft->importance = fields->importance;
  draft->valence = fields->valence;
  draft->arousal = fields->arousal;
  if (fields->pinned == TRUE)
    draft->flags |= OM_FLAG_PINNED | OM_FLAG_KEPT;
  if (fields->kept == TRUE)
    draft->flags |= OM_FLAG_KEPT;
  if (fields->is_private)
    draft->flags |= OM_FLAG_PRIVATE;
  draft->has_happened = fields->has_happened;
  if (draft->has_happened && !make_moment (fields, now, &draft->happened, error))
    return NULL;
  return g_steal_pointer (&draft);
}

GVariant *
om_bus_remember (OmBusCall    *call,
                 GCancellable *cancellable,
                 GError      **error)
{
  g_autoptr (GVariant) options = NULL;
  g_autoptr (OmDraft) draft = NULL;
  g_autoptr (OmRemembered) remembered = NULL;
  g_autoptr (OmMemory) similar = NULL;
  g_auto (Fields) fields = FIELDS_UNSAID;
  GVariantDict about;

  g_variant_get (call->parameters, "(&s@a{sv})", &fields.content, &options);
  if (!om_bus_check_bytes (fields.content, "text", TEXT_BYTES, error) || !read_fields (options, &fields, error) ||
      !om_bus_option_nick (options, "type", om_bus_type_from_nick, &fields.type, error) ||
      !om_bus_option_boolean (options, "private", &fields.is_private, error))
    return NULL;
  draft = make_draft (&fields, om_engine_now (call->engine), error);
  if (draft == NULL)
    return NULL;
  remembered = om_engine_remember (call->engine, draft, cancellable, error);
  if (remembered == NULL)
    return NULL;

  g_variant_dict_init (&about, NULL);
  if (remembered->deduplicated)
    g_variant_dict_insert (&about, "deduplicated", "b", TRUE);
  if (remembered->near_duplicate != NULL)
    similar = om_bus_get_memory (call, remembered->near_duplicate, cancellable, NULL);
  if (similar != NULL)
    g_variant_dict_insert (&about, "similar", "s", remembered->near_duplicate);
  if (remembered->sections > 0)
    g_variant_dict_insert (&about, "sections", "u", remembered->sections);
  return g_variant_new ("(s@a{sv})", remembered->id, g_variant_dict_end (&about));
}

/* Update ---------------------------------------------------------------------------------------- */

static void
change_flag (OmMemory *memory,
             OmChange *changes,
             gboolean  on,
             guint     set,
             guint     clear)
{
  if (on < 0)
    return;
  memory->flags = on ? memory->flags | set : memory->flags & ~clear;
  *changes |= OM_CHANGE_FLAGS;
}

/* @memory is as it was; it becomes what is wanted. */
static gboolean
apply (OmMemory     *memory,
       GVariant     *said,
       Fields       *fields,
       gint64        now,
       OmChange     *changes,
       GError      **error)
{
  *changes = 0;
  if (fields->content != NULL)
    {
      g_free (memory->content);
      memory->content = g_strdup (fields->content);
      *changes |= OM_CHANGE_CONTENT;
    }
  if (fields->title != NULL)
    {
      g_free (memory->title);
      memory->title = *fields->title != '\0' ? g_strdup (fields->title) : NULL;
      *changes |= OM_CHANGE_TITLE;
    }
  if (fields->tags != NULL)
    {
      g_strfreev (memory->tags);
      memory->tags = g_steal_pointer (&fields->tags);
      *changes |= OM_CHANGE_TAGS;
    }
  if (fields->has_happened || om_bus_options_has (said, "precision"))
    {
      if (!fields->has_happened)
        fields->happened = memory->happened.ms;
      if (!make_moment (fields, now, &memory->happened, error))
        return FALSE;
      *changes |= OM_CHANGE_HAPPENED;
    }
  if (fields->sector >= 0)
    {
      memory->sector = fields->sector;
      *changes |= OM_CHANGE_SECTOR;
    }
  if (fields->context >= 0)
    {
      memory->context = fields->context;
      *changes |= OM_CHANGE_CONTEXT;
    }
  if (fields->importance > 0)
    {
      memory->importance = fields->importance;
      *changes |= OM_CHANGE_IMPORTANCE;
    }
  if (!isnan (fields->valence))
    memory->valence = fields->valence;
  if (!isnan (fields->arousal))
    memory->arousal = fields->arousal;
  if (!isnan (fields->valence) || !isnan (fields->arousal))
    *changes |= OM_CHANGE_MOOD;
  change_flag (memory, changes, fields->pinned, OM_FLAG_PINNED | OM_FLAG_KEPT, OM_FLAG_PINNED);
  change_flag (memory, changes, fields->kept, OM_FLAG_KEPT, OM_FLAG_KEPT | OM_FLAG_PINNED);
  change_flag (memory, changes, fields->resolved, OM_FLAG_RESOLVED, OM_FLAG_RESOLVED);
  return TRUE;
}

GVariant *
om_bus_update (OmBusCall    *call,
               GCancellable *cancellable,
               GError      **error)
{
  const char *id;
  g_autoptr (GVariant) said = NULL;
  g_autoptr (GVariant) options = NULL;
  g_autoptr (OmMemory) memory = NULL;
  g_autoptr (OmMemory) edited = NULL;
  g_auto (Fields) fields = FIELDS_UNSAID;
  OmChange changes;
  guint version = 0;

  g_variant_get (call->parameters, "(&s@a{sv}@a{sv})", &id, &said, &options);
  if (!om_bus_options_check (options, error) || !om_bus_option_uint (options, "version", 1, G_MAXUINT, &version, error) ||
      !read_fields (said, &fields, error) || !om_bus_option_string (said, "content", TEXT_BYTES, &fields.content, error) ||
      !om_bus_option_boolean (said, "resolved", &fields.resolved, error))
    return NULL;
  memory = om_bus_get_memory (call, id, cancellable, error);
  if (memory == NULL || !apply (memory, said, &fields, om_engine_now (call->engine), &changes, error))
    return NULL;
  if (changes != 0 && !om_engine_edit (call->engine, id, changes, memory, version, cancellable, error))
    return NULL;
  edited = om_engine_get (call->engine, id, cancellable, error);
  return edited != NULL ? g_variant_new ("(u)", edited->version) : NULL;
}

/* The bin --------------------------------------------------------------------------------------- */

/* What is hidden as a whole is not looked at here: nothing in the bin is listed. */
static gboolean
may_be_restored (const OmMemory *memory)
{
  OmMemory restored = *memory;

  restored.trashed_at = 0;
  return memory->trashed_at != 0 && om_memory_may_leave (&restored);
}

static char **
read_ids (OmBusCall    *call,
          gboolean      binned,
          GCancellable *cancellable,
          GError      **error)
{
  g_auto (GStrv) ids = NULL;

  g_variant_get (call->parameters, "(^as@a{sv})", &ids, NULL);
  if (g_strv_length (ids) > IDS_MAX)
    {
      g_set_error (error, OM_BUS_ERROR, OM_BUS_ERROR_INVALID_ARGUMENT, "There are more than %d ids.", IDS_MAX);
      return NULL;
    }
  for (guint i = 0; ids[i] != NULL; i++)
    {
      g_autoptr (OmMemory) memory = NULL;

      if (!binned)
        {
          memory = om_bus_get_memory (call, ids[i], cancellable, error);
          if (memory == NULL)
            return NULL;
          continue;
        }
      memory = strlen (ids[i]) <= 64 ? om_engine_get (call->engine, ids[i], cancellable, NULL) : NULL;
      if (memory == NULL || !may_be_restored (memory))
        {
          om_bus_set_not_found (error);
          return NULL;
        }
    }
  return g_steal_pointer (&ids);
}

GVariant *
om_bus_move_to_bin (OmBusCall    *call,
                    GCancellable *cancellable,
                    GError      **error)
{
  g_auto (GStrv) ids = read_ids (call, FALSE, cancellable, error);

  if (ids == NULL || !om_engine_bin (call->engine, (const char *const *) ids, cancellable, error))
    return NULL;
  return g_variant_new ("()");
}

GVariant *
om_bus_restore (OmBusCall    *call,
                GCancellable *cancellable,
                GError      **error)
{
  g_auto (GStrv) ids = read_ids (call, TRUE, cancellable, error);

  if (ids == NULL || !om_engine_restore (call->engine, (const char *const *) ids, cancellable, error))
    return NULL;
  return g_variant_new ("()");
}
