/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Day One's JSON export: `NAME.json` for each journal at the top of a zip, media beside it by their
 * checksums. There is no schema of it; this is what its files hold. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "archive/om-json-source.h"
#include "archive/om-markdown-edit.h"
#include "memory/om-error.h"

#define MOMENT "dayone-moment:"
#define LINK_TO_ENTRY "view?entryId="

/* What a moment's address has before its id: nothing for photos. */
static const struct
{
  const char *member; /* of the entry */
  const char *folder; /* in the zip */
  const char *word;   /* the mark in the text */
} media[] = {
  { "photos", "photos", "photo" },
  { "videos", "videos", "video" },
  { "audios", "audios", "audio" },
  { "pdfAttachments", "pdfs", "pdf" },
};

/** A journal while it is read. */
typedef struct
{
  OmReadJob   *job;
  OmContainer *container;
  const char  *journal; /* its name */
  GHashTable  *media;   /* (owned): id to file name, of all entries so far */
} Journal;

/** What the links of a text are about. */
typedef struct
{
  Journal   *journal;
  GPtrArray *links; /* (owned): ids of entries */
} Links;

/* The name a medium's file has, or NULL if its parts are none of a name. */
static char *
media_name (OmJsonValue *item)
{
  OmJsonValue *md5 = om_json_value_find (item, "md5");
  OmJsonValue *type = om_json_value_find (item, "type");

  if (type == NULL)
    type = om_json_value_find (item, "format");
  if (md5 == NULL || md5->kind != OM_JSON_STRING ||
      strspn (md5->text, "0123456789abcdefABCDEF") != 32 || md5->text[32] != '\0')
    return NULL;
  if (type == NULL || type->kind != OM_JSON_STRING || *type->text == '\0' ||
      strspn (type->text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") !=
          strlen (type->text))
    return g_strdup (md5->text);
  return g_strdup_printf ("%s.%s", md5->text, type->text);
}

/* Files of the entry, each noted by its id for the marks in the text. */
static void
take_media (Journal      *self,
            OmJsonValue  *entry,
            const char   *place,
            OmSourceData *data)
{
  for (guint m = 0; m < G_N_ELEMENTS (media); m++)
    {
      OmJsonValue *list = om_json_value_find (entry, media[m].member);

      for (guint i = 0; list != NULL && list->kind == OM_JSON_ARRAY_START &&
                        i < list->children->len; i++)
        {
          OmJsonValue *item = g_ptr_array_index (list->children, i);
          OmJsonValue *id = om_json_value_find (item, "identifier");
          g_autofree char *name = media_name (item);
          g_autofree char *path = NULL;

          if (name == NULL)
            {
              om_import_report_add (self->job->report, FALSE, place,
                                    _("The %s has an unsafe name or none and was not looked for."),
                                    media[m].word);
              continue;
            }
          path = g_strconcat (media[m].folder, "/", name, NULL);
          om_read_job_attach (self->job, data, m == 0 ? OM_ATTACHED_PHOTO : OM_ATTACHED_FILE, name,
                              om_container_find (self->container, path));
          if (id != NULL && id->kind == OM_JSON_STRING)
            g_hash_table_replace (self->media, g_strdup (id->text), g_steal_pointer (&name));
        }
    }
}

static char *
target_cb (const char *target,
           gboolean    embed,
           gpointer    data)
{
  Links *links = data;
  const char *entry = strstr (target, LINK_TO_ENTRY);
  const char *id = strrchr (target, '/');

  if (g_str_has_prefix (target, "dayone") && entry != NULL)
    g_ptr_array_add (links->links, g_strdup (entry + strlen (LINK_TO_ENTRY)));
  if (!g_str_has_prefix (target, MOMENT) || id == NULL)
    return NULL;
  return g_strdup (g_hash_table_lookup (links->journal->media, id + 1));
}

/* Without words between its brackets a mark would be seen by nobody. */
static char *
name_marks (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "![](" MOMENT, -1);
  g_autoptr (GString) out = g_string_new (parts[0]);

  for (guint i = 1; parts[0] != NULL && parts[i] != NULL; i++)
    {
      guint m = g_str_has_prefix (parts[i], "/video/") ? 1
                : g_str_has_prefix (parts[i], "/audio/") ? 2
                : g_str_has_prefix (parts[i], "/pdfAttachment/") ? 3 : 0;

      g_string_append_printf (out, "![%s](" MOMENT "%s", media[m].word, parts[i]);
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* The words of the rich text, for entries that have no other. */
static char *
rich_text (OmJsonValue *entry)
{
  const char *raw = om_json_value_take_string (entry, "richText");
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (OmJsonScanner) scanner = NULL;
  g_autoptr (OmJsonValue) rich = NULL;
  OmJsonValue *contents;

  if (raw == NULL)
    return g_strdup ("");
  scanner = om_json_scanner_new (raw, strlen (raw));
  rich = om_json_value_read (scanner, om_json_scanner_next (scanner, NULL), NULL);
  contents = om_json_value_find (rich, "contents");
  for (guint i = 0; contents != NULL && contents->kind == OM_JSON_ARRAY_START &&
                    i < contents->children->len; i++)
    {
      const char *words = om_json_value_take_string (g_ptr_array_index (contents->children, i),
                                                     "text");

      g_string_append (text, words != NULL ? words : "");
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
join (GString    *text,
      const char *part)
{
  if (part == NULL || *part == '\0')
    return;
  if (text->len > 0)
    g_string_append (text, ", ");
  g_string_append (text, part);
}

/* Place and weather in words; the numbers are kept beside them. */
static void
keep_circumstances (OmJsonValue  *entry,
                    OmSourceData *data)
{
  OmJsonValue *location = om_json_value_take (entry, "location", OM_JSON_OBJECT_START);
  OmJsonValue *weather = om_json_value_take (entry, "weather", OM_JSON_OBJECT_START);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) raw = g_string_new (NULL);

  if (location != NULL)
    {
      join (text, om_json_value_take_string (location, "placeName"));
      join (text, om_json_value_take_string (location, "localityName"));
      if (text->len > 0)
        om_source_data_add (data, "location", text->str);
      om_json_value_append (location, raw);
      om_source_data_add_json (data, "location_data", raw->str);
    }
  if (weather != NULL)
    {
      OmJsonValue *degrees = om_json_value_find (weather, "temperatureCelsius");

      g_string_truncate (text, 0);
      g_string_truncate (raw, 0);
      if (degrees != NULL && degrees->kind == OM_JSON_NUMBER)
        g_string_append_printf (text, "%s °C", degrees->text);
      join (text, om_json_value_take_string (weather, "conditionsDescription"));
      if (text->len > 0)
        om_source_data_add (data, "weather", text->str);
      om_json_value_append (weather, raw);
      om_source_data_add_json (data, "weather_data", raw->str);
    }
}

/* The instant, seen from the place of writing; of an all-day entry its day there. */
static void
take_date (Journal      *self,
           OmJsonValue  *entry,
           const char   *place,
           OmSourceData *data,
           OmDraft      *draft)
{
  const char *created = om_json_value_take_string (entry, "creationDate");
  const char *zone_name = om_json_value_take_string (entry, "timeZone");
  g_autoptr (GTimeZone) zone = NULL;
  gboolean all_day = om_json_value_take_true (entry, "isAllDay");
  OmMoment moment;

  if (zone_name != NULL && *zone_name != '\0')
    {
      zone = g_time_zone_new_identifier (zone_name);
      om_source_data_add (data, "timeZone", zone_name);
    }
  if (zone != NULL)
    {
      g_time_zone_unref (draft->zone);
      draft->zone = g_time_zone_ref (zone);
    }
  if (created == NULL || !om_moment_parse (created, draft->zone, &moment, NULL))
    {
      if (created != NULL)
        om_source_data_add (data, "creationDate", created);
      return;
    }

  if (moment.precision == OM_PRECISION_INSTANT)
    moment = om_moment_at (moment.ms, draft->zone);
  if (all_day)
    {
      int year, month, day;

      om_moment_civil_date (&moment, &year, &month, &day);
      moment = om_moment_on_day (year, month, day);
      om_source_data_add (data, "creationDate", created);
    }
  draft->happened = moment;
}

static gboolean
entry_cb (OmJsonValue  *entry,
          const char   *place,
          gpointer      journal_data,
          GError      **error)
{
  Journal *self = journal_data;
  g_autoptr (OmSourceData) data = om_source_data_new ();
  g_autoptr (OmTagSet) tags = om_tag_set_new ();
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (OmDraft) draft = NULL;
  g_autofree char *raw = om_json_value_take_text (entry, "text");
  g_autofree char *named = NULL;
  g_autofree char *marked = NULL;
  g_autofree char *text = NULL;
  g_autofree char *title = NULL;
  const char *id = om_json_value_take_string (entry, "uuid");
  const char *content;
  Links links = { .journal = self, .links = ids };

  om_source_data_add (data, "journal", self->journal);
  if (*raw == '\0')
    {
      g_free (raw);
      raw = rich_text (entry);
    }
  take_media (self, entry, place, data);
  named = name_marks (raw);
  marked = om_markdown_retarget (named, target_cb, &links);
  text = om_markdown_unescape (marked);
  content = text;
  title = om_markdown_take_title (&content);

  draft = om_read_job_draft (self->job, title, title != NULL ? strlen (title) : 0, content,
                             strlen (content));
  take_date (self, entry, place, data, draft);
  om_json_source_take_tags (entry, "tags", tags);
  if (om_json_value_take_true (entry, "starred"))
    draft->flags |= OM_FLAG_STARRED;
  if (om_json_value_take_true (entry, "isPinned"))
    draft->flags |= OM_FLAG_PINNED;
  if (ids->len > 0)
    {
      g_ptr_array_add (ids, NULL);
      draft->links = g_strdupv ((char **) ids->pdata);
    }
  keep_circumstances (entry, data);
  return om_json_source_finish (self->job, g_steal_pointer (&draft), tags, entry, data, id, place,
                                error);
}

static gboolean
is_journal (const OmMember *member)
{
  return strchr (member->path, '/') == NULL && g_str_has_suffix (member->path, ".json");
}

static int
day_one_probe (OmContainer  *look,
               GCancellable *cancellable)
{
  GPtrArray *members = om_container_get_members (look);

  if (om_container_get_kind (look) == OM_CONTAINER_TAR)
    return 0;
  for (guint i = 0; i < members->len; i++)
    {
      OmMember *member = g_ptr_array_index (members, i);
      g_autofree char *head = NULL;

      if (!is_journal (member))
        continue;
      head = om_container_head (look, member, OM_FORMAT_HEAD, cancellable);
      if (head != NULL && strstr (head, "\"entries\"") != NULL &&
          strstr (head, "\"creationDate\"") != NULL)
        return 95;
      if (head != NULL && strstr (head, "\"entries\"") != NULL &&
          strstr (head, "\"metadata\"") != NULL && strstr (head, "\"version\"") != NULL)
        return 40;
    }
  return 0;
}

static gboolean
day_one_read (OmReadJob    *job,
              OmContainer  *container,
              GError      **error)
{
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GPtrArray *members = om_container_get_members (container);
  gboolean found = FALSE;

  for (guint i = 0; i < members->len; i++)
    {
      OmMember *member = g_ptr_array_index (members, i);
      g_autofree char *name = NULL;
      Journal journal = { .job = job, .container = container, .media = ids };

      if (!is_journal (member) && om_container_get_kind (container) != OM_CONTAINER_FILE)
        continue;
      found = TRUE;
      name = g_strndup (member->path, strcspn (member->path, "."));
      journal.journal = name;
      if (!om_json_source_read (job, container, member, "entries", entry_cb, &journal, NULL, error))
        return FALSE;
    }
  if (!found)
    g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                 _("“%s” holds no journal of Day One, which would be a JSON file at its top."),
                 om_container_get_name (container));
  return found;
}

const OmFormat om_day_one_format = {
  .name = "dayone",
  .title = "Day One",
  .probe = day_one_probe,
  .read = day_one_read,
};
