/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is hidden as a whole: its words, its place in the store, and the verbs that change it.
 * In the store: "hide.tag.KEY", "hide.name.KEY" or "hide.period.FIRST/LAST" -> "SINCE NAME". */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-hiding-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "engine/om-engine-private.h"
#include "engine/om-exact.h"
#include "engine/om-query.h"
#include "store/om-store-meta.h"
#include "store/om-store-tags.h"

#define PREFIX "hide."
#define MAX_NAME_CHARS 200

static const char *const kinds[] = { "tag.", "name.", "period." };

/* Making one ------------------------------------------------------------------------------------ */

/** om_hiding_free: @self: (transfer full) (nullable) */
void
om_hiding_free (OmHiding *self)
{
  if (self == NULL)
    return;

  g_free (self->name);
  g_free (self);
}

/** om_hiding_copy: (transfer full) (nullable): @self: (nullable) */
OmHiding *
om_hiding_copy (const OmHiding *self)
{
  OmHiding *copy;

  if (self == NULL)
    return NULL;
  copy = g_memdup2 (self, sizeof *self);
  copy->name = g_strdup (self->name);
  return copy;
}

/* Written as it is, but for what stands around it. */
static OmHiding *
new_named (OmHidingKind kind,
           const char  *name,
           GError     **error)
{
  g_autofree char *stripped = g_utf8_validate (name, -1, NULL) ? g_strstrip (g_strdup (name)) : NULL;
  OmHiding *self;

  if (stripped == NULL || *stripped == '\0' || g_utf8_strlen (stripped, -1) > MAX_NAME_CHARS || strpbrk (stripped, "\r\n") != NULL ||
      (kind == OM_HIDING_NAME && !om_exact_has_word (stripped)))
    {
      g_set_error_literal (error, OM_ERROR, OM_ERROR_INVALID,
                           kind == OM_HIDING_TAG ? _("This is no tag.") : _("This is no name: there is no word in it."));
      return NULL;
    }
  self = g_new0 (OmHiding, 1);
  self->kind = kind;
  self->name = g_steal_pointer (&stripped);
  return self;
}

/**
 * om_hiding_new_tag:
 * @tag: a tag, with or without a leading #
 * @error: return location, %OM_ERROR_INVALID
 *
 * Returns: (transfer full) (nullable): all that carries it
 */
OmHiding *
om_hiding_new_tag (const char *tag,
                   GError    **error)
{
  const char *name = tag + strspn (tag, " \t");
  g_autoptr (OmHiding) self = new_named (OM_HIDING_TAG, *name == '#' ? name + 1 : name, error);
  g_autofree char *key = self != NULL ? om_store_tag_key (self->name) : NULL;

  if (self != NULL && key == NULL)
    {
      g_set_error_literal (error, OM_ERROR, OM_ERROR_INVALID, _("This is no tag."));
      return NULL;
    }
  return g_steal_pointer (&self);
}

/**
 * om_hiding_new_name:
 * @name: a word or words in a row
 * @error: return location, %OM_ERROR_INVALID
 *
 * Returns: (transfer full) (nullable): all that names it
 */
OmHiding *
om_hiding_new_name (const char *name,
                    GError    **error)
{
  return new_named (OM_HIDING_NAME, name, error);
}

/* A day, month or year, with the words the search box knows. */
static gboolean
read_days (const char *text,
           gint32     *first,
           gint32     *last)
{
  g_autofree char *typed = g_strdup_printf ("on:%s", text);
  g_autoptr (OmQuery) query = om_query_parse (typed, NULL);

  if (query->unknown[0] != NULL || query->filter->first_day == G_MININT32)
    return FALSE;
  *first = query->filter->first_day;
  *last = query->filter->last_day;
  return TRUE;
}

/**
 * om_hiding_new_period:
 * @text: a day, a month or a year, or the first and the last: "2020", "2020-03", "2020-03-14 – 2020-06"
 * @error: return location, %OM_ERROR_INVALID
 *
 * Returns: (transfer full) (nullable): all that was lived then
 */
OmHiding *
om_hiding_new_period (const char *text,
                      GError    **error)
{
  g_autoptr (GPtrArray) dates = g_ptr_array_new_with_free_func (g_free);
  OmHiding *self = g_new0 (OmHiding, 1);
  gint32 unused;

  self->kind = OM_HIDING_PERIOD;
  for (const char *p = text; *p != '\0';)
    {
      gsize length = strspn (p, "0123456789-");
      g_autofree char *date = g_strndup (p, length);

      /* A stroke alone stands between two dates. */
      if (strpbrk (date, "0123456789") != NULL)
        g_ptr_array_add (dates, g_steal_pointer (&date));
      p += length > 0 ? length : 1;
    }
  if ((dates->len == 1 && read_days (dates->pdata[0], &self->first_day, &self->last_day)) ||
      (dates->len == 2 && read_days (dates->pdata[0], &self->first_day, &unused) &&
       read_days (dates->pdata[1], &unused, &self->last_day) && self->first_day <= self->last_day))
    return self;
  om_hiding_free (self);
  g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
               _("“%s” is no period: write a year, a month or a day, as 2020, 2020-03 or 2020-03-14, or the first and "
                 "the last of them."),
               text);
  return NULL;
}

/* In the store ---------------------------------------------------------------------------------- */

static char *
dup_key (const OmHiding *self)
{
  g_autofree char *rest = NULL;

  switch (self->kind)
    {
    case OM_HIDING_TAG:
      rest = om_store_tag_key (self->name);
      break;
    case OM_HIDING_NAME:
      rest = om_exact_needle (self->name);
      break;
    case OM_HIDING_PERIOD:
    default:
      rest = g_strdup_printf ("%d/%d", self->first_day, self->last_day);
      break;
    }
  return g_strconcat (PREFIX, kinds[self->kind], rest, NULL);
}

/* What another version or a hand has written there and cannot be read is none. */
static OmHiding *
read_one (const char *key,
          const char *value)
{
  g_autoptr (OmHiding) self = g_new0 (OmHiding, 1);
  char *end = NULL;

  self->since = g_ascii_strtoll (value, &end, 10);
  if (end == value || !g_utf8_validate (value, -1, NULL))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const char *rest = g_str_has_prefix (key, kinds[i]) ? key + strlen (kinds[i]) : NULL;

      if (rest == NULL || *rest == '\0')
        continue;
      self->kind = (OmHidingKind) i;
      if (self->kind != OM_HIDING_PERIOD)
        {
          self->name = g_strdup (*end == ' ' && end[1] != '\0' ? end + 1 : rest);
          return g_steal_pointer (&self);
        }
      self->first_day = (gint32) g_ascii_strtoll (rest, &end, 10);
      if (*end != '/')
        return NULL;
      self->last_day = (gint32) g_ascii_strtoll (end + 1, &end, 10);
      return *end == '\0' && self->first_day <= self->last_day ? g_steal_pointer (&self) : NULL;
    }
  return NULL;
}

/* Whatever else a newer version knows is none of our business. */
static gboolean
is_of_this_version (const char *key)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      if (g_str_has_prefix (key, kinds[i]))
        return TRUE;
    }
  return FALSE;
}

/**
 * om_hidings_read:
 * @problems: (nullable) (element-type utf8): gets a sentence for each that cannot be read
 * @error: return location
 *
 * Returns: (transfer full) (nullable) (element-type OmHiding): tags, names, periods, each in order
 */
GPtrArray *
om_hidings_read (OmStore   *store,
                 GPtrArray *problems,
                 GError   **error)
{
  g_autoptr (GPtrArray) hidings = g_ptr_array_new_with_free_func ((GDestroyNotify) om_hiding_free);
  g_autoptr (GPtrArray) pairs = om_store_meta_list (store, PREFIX, error);

  if (pairs == NULL)
    return NULL;
  for (guint kind = 0; kind < G_N_ELEMENTS (kinds); kind++)
    {
      for (guint i = 0; i + 1 < pairs->len; i += 2)
        {
          OmHiding *hiding = NULL;

          if (!g_str_has_prefix (g_ptr_array_index (pairs, i), kinds[kind]))
            continue;
          hiding = read_one (g_ptr_array_index (pairs, i), g_ptr_array_index (pairs, i + 1));
          if (hiding != NULL)
            g_ptr_array_add (hidings, hiding);
          else if (problems != NULL)
            g_ptr_array_add (problems, g_strdup_printf ("What is hidden as “%s” cannot be read: it hides nothing.",
                                                        (char *) g_ptr_array_index (pairs, i)));
        }
    }
  return g_steal_pointer (&hidings);
}

/**
 * om_hidings_repair:
 * @error: return location
 *
 * Forgets what cannot be read.
 */
gboolean
om_hidings_repair (OmStore *store,
                   GError **error)
{
  g_autoptr (GPtrArray) pairs = om_store_meta_list (store, PREFIX, error);

  if (pairs == NULL)
    return FALSE;
  for (guint i = 0; i + 1 < pairs->len; i += 2)
    {
      g_autofree char *key = g_strconcat (PREFIX, g_ptr_array_index (pairs, i), NULL);
      g_autoptr (OmHiding) hiding = read_one (g_ptr_array_index (pairs, i), g_ptr_array_index (pairs, i + 1));

      if (hiding == NULL && is_of_this_version (g_ptr_array_index (pairs, i)) && !om_store_meta_set (store, key, NULL, error))
        return FALSE;
    }
  return TRUE;
}

/* The verbs ------------------------------------------------------------------------------------- */

/* As a person counts: neither sections nor what the application has thought of them. */
static guint
count_memories (const OmDocSet *docs,
                OmMirror       *mirror)
{
  guint n = 0;

  om_mirror_lock (mirror);
  for (guint32 doc = 0; om_doc_set_next (docs, &doc); doc++)
    {
      const OmDocState *state = om_state_table_get (om_mirror_get_states (mirror), doc);

      if (state != NULL && state->type != OM_MEMORY_TYPE_SECTION && state->origin != OM_ORIGIN_DERIVED)
        n++;
    }
  om_mirror_unlock (mirror);
  return n;
}

static gpointer
list (OmEngine     *self,
      OmStore      *store,
      gpointer      data,
      GCancellable *cancellable,
      GError      **error)
{
  g_autoptr (GPtrArray) hidings = om_hidings_read (store, NULL, error);
  OmMirror *mirror = om_engine_get_mirror (self);

  if (hidings == NULL)
    return NULL;
  if (hidings->len > 0 && !om_mirror_has_states (mirror) && !om_mirror_load_states (mirror, store, error))
    return NULL;
  for (guint i = 0; i < hidings->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      OmHiding *hiding = g_ptr_array_index (hidings, i);
      g_autoptr (GPtrArray) alone = g_ptr_array_new ();
      g_autoptr (OmDocSet) docs = NULL;

      g_ptr_array_add (alone, hiding);
      docs = om_hidings_find (alone, mirror, store, error);
      if (docs == NULL)
        return NULL;
      hiding->n_memories = count_memories (docs, mirror);
    }
  return g_steal_pointer (&hidings);
}

/**
 * om_engine_list_hidings:
 * @error: return location
 *
 * Returns: (transfer full) (nullable) (element-type OmHiding): what is hidden as a whole: tags, names, periods
 */
GPtrArray *
om_engine_list_hidings (OmEngine     *self,
                        GCancellable *cancellable,
                        GError      **error)
{
  g_return_val_if_fail (OM_IS_ENGINE (self), NULL);

  return om_engine_read (self, list, NULL, cancellable, error);
}

/** om_engine_list_hidings_async: the same without blocking. */
void
om_engine_list_hidings_async (OmEngine           *self,
                              GCancellable       *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer            data)
{
  g_return_if_fail (OM_IS_ENGINE (self));

  om_engine_read_async (self, list, NULL, NULL, (GDestroyNotify) g_ptr_array_unref, om_engine_list_hidings_async, cancellable,
                        callback, data);
}

/** om_engine_list_hidings_finish: (transfer full) (nullable) (element-type OmHiding) */
GPtrArray *
om_engine_list_hidings_finish (OmEngine     *self,
                               GAsyncResult *result,
                               GError      **error)
{
  return om_engine_finish (self, result, om_engine_list_hidings_async, error);
}

/** Change: one thing hidden, or hidden no more. */
typedef struct
{
  OmHiding *hiding; /* (owned) by the asynchronous form */
  gboolean  hide;
  gboolean  changed;
} Change;

static void
change_free (gpointer data)
{
  Change *change = data;

  om_hiding_free (change->hiding);
  g_free (change);
}

static gpointer
run_change (const OmWriteContext *context,
            gpointer              data,
            GCancellable         *cancellable,
            GError              **error)
{
  Change *change = data;
  gint64 since = change->hiding->since != 0 ? change->hiding->since : context->now;
  g_autofree char *key = dup_key (change->hiding);
  g_autofree char *value = g_strdup_printf ("%" G_GINT64_FORMAT " %s", since, change->hiding->name != NULL ? change->hiding->name : "");
  g_autofree char *former = NULL;

  if (!om_store_begin (context->store, error))
    return NULL;
  former = om_store_meta_get (context->store, key, NULL);
  change->changed = (former != NULL) != change->hide;
  if (!change->changed)
    {
      om_store_rollback (context->store);
      return OM_ENGINE_DONE;
    }
  /* By the revision others see that something changed. */
  if (om_store_meta_set (context->store, key, change->hide ? value : NULL, error) &&
      om_store_next_revision (context->store, error) >= 0)
    return om_store_commit (context->store, error) ? OM_ENGINE_DONE : NULL;
  om_store_rollback (context->store);
  return NULL;
}

/**
 * om_engine_change_hiding:
 * @hiding: what; hidden again with its @since it is as if it had been hidden all the time
 * @hide: %TRUE: nothing of it comes up by itself; %FALSE: it does again
 * @changed: (out) (optional): whether that was not so before
 * @error: return location
 *
 * Touches no memory. Counts at once, here and in every other process on this store.
 */
gboolean
om_engine_change_hiding (OmEngine       *self,
                         const OmHiding *hiding,
                         gboolean        hide,
                         gboolean       *changed,
                         GCancellable   *cancellable,
                         GError        **error)
{
  Change change = { (OmHiding *) hiding, hide, FALSE };
  gboolean done;

  g_return_val_if_fail (OM_IS_ENGINE (self), FALSE);
  g_return_val_if_fail (hiding != NULL, FALSE);

  done = om_engine_write (self, run_change, &change, cancellable, error) != NULL;
  if (changed != NULL)
    *changed = change.changed;
  return done;
}

/** om_engine_change_hiding_async: the same without blocking. */
void
om_engine_change_hiding_async (OmEngine           *self,
                               const OmHiding     *hiding,
                               gboolean            hide,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            data)
{
  Change *change = g_new0 (Change, 1);

  g_return_if_fail (OM_IS_ENGINE (self));
  g_return_if_fail (hiding != NULL);

  change->hiding = om_hiding_copy (hiding);
  change->hide = hide;
  om_engine_write_async (self, run_change, change, change_free, NULL, om_engine_change_hiding_async, cancellable, callback,
                         data);
}

/** om_engine_change_hiding_finish: @changed: (out) (optional): whether that was not so before */
gboolean
om_engine_change_hiding_finish (OmEngine     *self,
                                GAsyncResult *result,
                                gboolean     *changed,
                                GError      **error)
{
  gboolean done = om_engine_finish (self, result, om_engine_change_hiding_async, error) != NULL;

  if (changed != NULL)
    *changed = done && ((const Change *) om_engine_get_args (result))->changed;
  return done;
}
