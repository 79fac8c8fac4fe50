/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stream is read to its end even behind the list: only there a zip knows that it was whole. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-json-source.h"

#include <glib/gi18n.h>
#include <string.h>

#include "memory/om-error.h"

/** A file while it is read. */
typedef struct
{
  OmReadJob       *job;
  OmJsonScanner   *scanner;
  const char      *name;
  OmJsonEntryFunc  func;
  gpointer         data;
} Export;

static gboolean
read_list (Export   *self,
           GError  **error)
{
  for (;;)
    {
      OmJsonToken token = om_json_scanner_next (self->scanner, error);
      g_autofree char *place = NULL;
      g_autofree char *name = NULL;
      g_autoptr (OmJsonValue) entry = NULL;

      if (token == OM_JSON_ARRAY_END || token == OM_JSON_OBJECT_END)
        return TRUE;
      if (token == OM_JSON_NAME)
        {
          name = g_strdup (om_json_scanner_get_string (self->scanner));
          token = om_json_scanner_next (self->scanner, error);
        }
      if (token == OM_JSON_FAILED)
        return FALSE;
      place = g_strdup_printf (_("%s, line %u"), self->name, om_json_scanner_get_line (self->scanner));
      entry = om_json_value_read (self->scanner, token, error);
      if (entry == NULL)
        return FALSE;
      entry->name = g_steal_pointer (&name);
      if (entry->kind != OM_JSON_OBJECT_START)
        om_import_report_add (self->job->report, TRUE, place,
                              _("Something in the list of entries is no entry."));
      else if (!self->func (entry, place, self->data, error))
        return FALSE;
    }
}

static gboolean
read_top (Export       *self,
          const char   *list,
          OmJsonValue  *rest,
          gboolean     *found,
          GError      **error)
{
  OmJsonToken token = om_json_scanner_next (self->scanner, error);

  if (token == OM_JSON_ARRAY_START)
    {
      *found = TRUE;
      return read_list (self, error);
    }
  if (token != OM_JSON_OBJECT_START)
    return token != OM_JSON_FAILED;

  while ((token = om_json_scanner_next (self->scanner, error)) == OM_JSON_NAME)
    {
      g_autofree char *name = g_strdup (om_json_scanner_get_string (self->scanner));
      OmJsonValue *value;

      token = om_json_scanner_next (self->scanner, error);
      if (token == OM_JSON_FAILED)
        return FALSE;
      if (g_strcmp0 (name, list) == 0 &&
          (token == OM_JSON_ARRAY_START || token == OM_JSON_OBJECT_START))
        {
          *found = TRUE;
          if (!read_list (self, error))
            return FALSE;
          continue;
        }
      value = om_json_value_read (self->scanner, token, error);
      if (value == NULL)
        return FALSE;
      value->name = g_steal_pointer (&name);
      g_ptr_array_add (rest->children, value);
    }
  return token == OM_JSON_OBJECT_END;
}

/**
 * om_json_source_read:
 * @list: (nullable): the member of the outermost object that holds the entries; a list by itself is
 *   one, too
 * @func: (scope call): takes them
 * @rest: (out) (optional) (transfer full): an object of all other members
 * @error: return location, %OM_ERROR_INVALID with the line for what is damaged or has no such list
 *
 * Returns: %FALSE if reading is to stop
 */
gboolean
om_json_source_read (OmReadJob        *job,
                     OmContainer      *container,
                     OmMember         *member,
                     const char       *list,
                     OmJsonEntryFunc   func,
                     gpointer          data,
                     OmJsonValue     **rest,
                     GError          **error)
{
  g_autoptr (OmTextStream) text = om_container_read_text (container, member,
                                                          job->options->guess_encoding,
                                                          job->cancellable, error);
  g_autoptr (OmJsonScanner) scanner = text != NULL ? om_json_scanner_new_for_stream (text) : NULL;
  g_autoptr (OmJsonValue) others = g_new0 (OmJsonValue, 1);
  Export self = { .job = job, .scanner = scanner, .name = member->path, .func = func,
                  .data = data };
  gboolean found = FALSE;
  guint n_replaced;

  others->kind = OM_JSON_OBJECT_START;
  others->children = g_ptr_array_new_with_free_func ((GDestroyNotify) om_json_value_free);
  if (text == NULL || !read_top (&self, list, others, &found, error))
    return FALSE;
  if (!found)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                   _("“%s” is JSON, but holds no entries of that format."), member->path);
      return FALSE;
    }
  if (om_json_scanner_next (scanner, error) == OM_JSON_FAILED)
    return FALSE;
  om_text_stream_remark (text, job->report, member->path);
  n_replaced = om_json_scanner_get_n_replaced (scanner);
  om_import_report_add_replaced (job->report, member->path, n_replaced);
  if (rest != NULL)
    *rest = g_steal_pointer (&others);
  return TRUE;
}

/**
 * om_json_source_load:
 * @value: (out) (transfer full) (nullable): what a small file of its own holds; %NULL if it could not
 *   be read, which the report says then
 *
 * Returns: %FALSE if reading is to stop
 */
gboolean
om_json_source_load (OmReadJob    *job,
                     OmContainer  *container,
                     OmMember     *member,
                     OmJsonValue **value,
                     GError      **error)
{
  g_autoptr (OmSourceText) text = NULL;
  g_autoptr (OmJsonScanner) scanner = NULL;
  g_autoptr (GError) local = NULL;

  *value = NULL;
  if (!om_format_load_text (job, container, member, &text, error))
    return FALSE;
  if (text == NULL)
    return TRUE;
  scanner = om_json_scanner_new (text->text, text->length);
  *value = om_json_value_read (scanner, om_json_scanner_next (scanner, &local), &local);
  if (*value != NULL && om_json_scanner_next (scanner, &local) == OM_JSON_FAILED)
    g_clear_pointer (value, om_json_value_free);
  if (*value == NULL)
    om_import_report_add (job->report, TRUE, member->path, "%s", local->message);
  return TRUE;
}

/**
 * om_json_source_take_tags:
 * @name: a list of strings
 */
void
om_json_source_take_tags (OmJsonValue *entry,
                          const char  *name,
                          OmTagSet    *tags)
{
  OmJsonValue *list = om_json_value_take (entry, name, OM_JSON_ARRAY_START);

  for (guint i = 0; list != NULL && i < list->children->len; i++)
    {
      OmJsonValue *tag = g_ptr_array_index (list->children, i);

      if (tag->kind == OM_JSON_STRING)
        om_tag_set_add (tags, tag->text, -1);
    }
}

/**
 * om_json_source_finish:
 * @draft: (transfer full): with all that was taken from @entry
 * @id: (nullable): the source's own
 *
 * Keeps the rest of the entry and gives it away; one without a word is left out and named.
 *
 * Returns: %FALSE if reading is to stop
 */
gboolean
om_json_source_finish (OmReadJob     *job,
                       OmDraft       *draft,
                       OmTagSet      *tags,
                       OmJsonValue   *entry,
                       OmSourceData  *data,
                       const char    *id,
                       const char    *place,
                       GError       **error)
{
  g_autoptr (OmDraft) owned = draft;
  g_autofree char *when = om_moment_format (&owned->happened);

  if (*owned->content == '\0')
    {
      om_import_report_add (job->report, FALSE, place,
                            _("There is an entry without a word; it was left out."));
      g_ptr_array_set_size (job->pending, 0);
      return TRUE;
    }
  if (owned->happened.precision == OM_PRECISION_UNKNOWN)
    om_import_report_add (job->report, FALSE, place,
                          _("It has no date that can be read; it is an entry that needs one."));
  owned->tags = om_tag_set_to_strv (tags);
  om_json_value_keep_rest (entry, data);
  owned->source_data = om_source_data_to_json (data);
  if (id == NULL || *id == '\0')
    return om_read_job_emit (job, g_steal_pointer (&owned), when, error);
  return om_read_job_emit_id (job, g_steal_pointer (&owned), id, place, error);
}
