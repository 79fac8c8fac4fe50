/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drafts made and given away alike, whatever the format. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-read-job.h"

#include <glib/gi18n.h>
#include <string.h>

#include "archive/om-text-edges.h"
#include "archive/om-unique-name.h"

/* Beyond this a first line is text and no title, in bytes. */
#define TITLE_MAX_BYTES 2000

/* Beyond this a key keeps its beginning and a checksum of the whole, in bytes. */
#define KEY_MAX_BYTES 200

/**
 * om_read_job_init:
 * @self: to be cleared with om_read_job_clear()
 */
void
om_read_job_init (OmReadJob           *self,
                  const char          *source,
                  const OmReadOptions *options,
                  OmImportReport      *report,
                  OmDraftFunc          func,
                  gpointer             data,
                  GCancellable        *cancellable)
{
  *self = (OmReadJob){
    .source = source,
    .options = options,
    .report = report,
    .func = func,
    .data = data,
    .cancellable = cancellable,
    .keys = om_unique_names_new (),
    .ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .missing = { g_ptr_array_new_with_free_func (g_free), g_ptr_array_new_with_free_func (g_free) },
    .pending = g_ptr_array_new_with_free_func (g_free),
  };
}

/** om_read_job_clear: */
void
om_read_job_clear (OmReadJob *self)
{
  g_clear_pointer (&self->keys, g_hash_table_unref);
  g_clear_pointer (&self->ids, g_hash_table_unref);
  g_clear_pointer (&self->missing[OM_ATTACHED_PHOTO], g_ptr_array_unref);
  g_clear_pointer (&self->missing[OM_ATTACHED_FILE], g_ptr_array_unref);
  g_clear_pointer (&self->pending, g_ptr_array_unref);
  g_clear_error (&self->failure);
}

/* The key in NFC, short, and with a number if the source gives it a second time. */
static char *
make_key (OmReadJob  *self,
          const char *key)
{
  g_autofree char *composed = g_utf8_normalize (key, -1, G_NORMALIZE_NFC);
  g_autofree char *plain = g_utf8_make_valid (composed != NULL ? composed : key, -1);
  g_autofree char *sum = NULL;
  gsize length = strlen (plain);

  if (length > KEY_MAX_BYTES)
    {
      const char *cut = g_utf8_find_prev_char (plain, plain + KEY_MAX_BYTES);
      char *shorter;

      sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, plain, (gssize) length);
      sum[16] = '\0';
      shorter = g_strdup_printf ("%.*s…%s", (int) (cut - plain), plain, sum);
      g_free (plain);
      plain = shorter;
    }

  return om_unique_name (self->keys, plain);
}

/**
 * om_read_job_draft:
 * @title: (nullable): title as the source has it
 * @content: text as the source has it
 *
 * A title without a text is the text, too; a title as long as a page is text and nothing else. The
 * date is unknown until the caller knows better.
 *
 * Returns: (transfer full): a draft
 */
OmDraft *
om_read_job_draft (OmReadJob  *self,
                   const char *title,
                   gsize       title_length,
                   const char *content,
                   gsize       content_length)
{
  OmDraft *draft = om_draft_new (NULL);
  gboolean has_title = title != NULL && !om_text_is_blank (title, title_length);
  gboolean has_content = !om_text_is_blank (content, content_length);

  if (has_title && title_length <= TITLE_MAX_BYTES)
    {
      draft->title = g_strndup (title, title_length);
      draft->content = has_content ? g_strndup (content, content_length) : g_strdup (draft->title);
    }
  else if (has_title && has_content)
    {
      GString *both = g_string_sized_new (title_length + content_length + 2);

      g_string_append_len (both, title, (gssize) title_length);
      g_string_append_c (both, '\n');
      g_string_append_len (both, content, (gssize) content_length);
      draft->content = g_string_free (both, FALSE);
    }
  else if (has_title)
    draft->content = g_strndup (title, title_length);
  else
    draft->content = g_strndup (content, content_length);

  draft->happened = om_moment_unknown (self->options->now);
  draft->has_happened = TRUE;
  draft->zone = g_time_zone_ref (self->options->zone);
  draft->origin = OM_ORIGIN_IMPORT;
  draft->dedup = OM_DEDUP_OFF;
  draft->source = g_strdup (self->source);
  return draft;
}

/**
 * om_read_job_emit:
 * @draft: (transfer full): an entry
 * @key: what names it within the source; a counter is added where the source repeats it
 *
 * Returns: %FALSE if reading is to stop: cancelled, refused or enough
 */
gboolean
om_read_job_emit (OmReadJob   *self,
                  OmDraft     *draft,
                  const char  *key,
                  GError     **error)
{
  g_autoptr (OmDraft) owned = draft;

  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  if (self->failure != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->failure));
      return FALSE;
    }

  for (guint i = 0; i + 1 < self->pending->len; i += 2)
    om_draft_add_attachment_file (owned, g_ptr_array_index (self->pending, i), NULL,
                                  g_ptr_array_index (self->pending, i + 1));
  g_ptr_array_set_size (self->pending, 0);
  g_free (owned->source_key);
  owned->source_key = make_key (self, key);
  self->n_entries++;
  return self->func (g_steal_pointer (&owned), self->data, error);
}

/**
 * om_read_job_emit_id:
 * @draft: (transfer full): an entry
 * @id: the source's own id of it
 * @place: where it stands, for remarks
 *
 * An entry that comes twice is one entry; another text under the same id is a second one, marked.
 *
 * Returns: %FALSE if reading is to stop
 */
gboolean
om_read_job_emit_id (OmReadJob   *self,
                     OmDraft     *draft,
                     const char  *id,
                     const char  *place,
                     GError     **error)
{
  g_autofree char *when = om_moment_format (&draft->happened);
  g_autofree char *all = g_strjoin ("\n", id, when, draft->title != NULL ? draft->title : "",
                                    draft->content, NULL);
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, all, -1);

  if (!g_hash_table_add (self->ids, g_steal_pointer (&sum)))
    {
      self->n_folded++;
      g_ptr_array_set_size (self->pending, 0);
      om_draft_free (draft);
      return TRUE;
    }
  /* A letter before it: no id can be taken for a checksum. */
  if (!g_hash_table_add (self->ids, g_strconcat ("i", id, NULL)))
    om_import_report_add (self->report, FALSE, place,
                          _("Another entry has the same id (%s) and another text; both came in."), id);
  return om_read_job_emit (self, draft, id, error);
}

/**
 * om_read_job_attach:
 * @data: of the entry
 * @kind: what to call it
 * @name: a file that belongs to the entry that is given away next
 * @member: (nullable): where the source has it; %NULL: it has not
 */
void
om_read_job_attach (OmReadJob    *self,
                    OmSourceData *data,
                    OmAttached    kind,
                    const char   *name,
                    OmMember     *member)
{
  char *path;

  if (!om_source_data_add_attachment (data, name))
    return;
  if (member == NULL)
    {
      g_ptr_array_add (self->missing[kind], g_strdup (name));
      return;
    }
  if (self->failure != NULL)
    return;
  path = om_container_dup_path (self->container, member, self->cancellable, &self->failure);
  if (path == NULL)
    return;
  g_ptr_array_add (self->pending, g_path_get_basename (name));
  g_ptr_array_add (self->pending, path);
}

/**
 * om_read_job_remark:
 *
 * Once all is read: says what was found of many entries.
 */
void
om_read_job_remark (OmReadJob *self)
{
  if (self->n_folded > 0)
    om_import_report_add (self->report, FALSE, NULL,
                          ngettext ("%u duplicate was there twice, with the same id and text, and came in once.",
                                    "%u duplicates were there twice, with the same id and text, and came in once.",
                                    self->n_folded),
                          self->n_folded);
  om_import_report_add_names (self->report, FALSE, self->missing[OM_ATTACHED_PHOTO],
                              ngettext ("photo missing",
                                        "photos missing", self->missing[OM_ATTACHED_PHOTO]->len));
  om_import_report_add_names (self->report, FALSE, self->missing[OM_ATTACHED_FILE],
                              ngettext ("attached file missing",
                                        "attached files missing", self->missing[OM_ATTACHED_FILE]->len));
}
