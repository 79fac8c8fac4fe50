/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be done on the Graph page: open, look around, find a path, link and unlink with a way back, and take a
 * picture. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-graph-page-private.h"

#include <glib/gi18n.h>

#include "engine/om-path.h"
#include "views/om-toast.h"

#define ZOOM_STEP 1.4

/* Paths ------------------------------------------------------------------------------------------ */

static gboolean
is_on_map (OmGraphPage  *self,
           const GArray *rows)
{
  OmMap *map = om_graph_model_get_map (self->model);

  for (guint i = 0; i < rows->len; i++)
    {
      if (map == NULL || om_map_find (map, g_array_index (rows, gint64, i)) == OM_MAP_NONE)
        return FALSE;
    }
  return TRUE;
}

static void
path_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  g_autoptr (OmGraphPage) self = OM_GRAPH_PAGE (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmPath) path = om_engine_find_path_finish (OM_ENGINE (source), result, &error);
  g_autofree char *words = NULL;
  guint n_links;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->model == NULL)
    return;
  if (path == NULL)
    {
      om_graph_page_show_note (self, error->message);
      return;
    }
  n_links = path->weights->len;
  if (path->ids[0] == NULL)
    {
      om_graph_model_set_path (self->model, NULL);
      om_graph_page_show_note (self, _("No links lead from one to the other."));
      return;
    }
  words = g_strdup_printf (ngettext ("The path has %u link.", "The path has %u links.", n_links), n_links);
  om_graph_page_show_note (self, words);
  om_graph_model_set_path (self->model, path->rows);
  /* What lies beyond the neighbourhood that is shown is brought in. */
  if (!is_on_map (self, path->rows))
    om_graph_model_set_centers (self->model, (const char *const *) path->ids);
  om_graph_view_fit (self->view);
}

/** om_graph_page_find_path: shows the way with the fewest links from one memory to another */
void
om_graph_page_find_path (OmGraphPage *self,
                         const char  *from,
                         const char  *to)
{
  g_autoptr (OmFilter) filter = om_filter_new ();

  /* Nothing that does not come up by itself. */
  filter->by_itself = TRUE;
  om_engine_find_path_async (om_session_get_engine (self->session), from, to, OM_PATH_MAX_STEPS, filter, FALSE,
                             self->cancellable, path_cb, g_object_ref (self));
}

/* Links ------------------------------------------------------------------------------------------ */

/** Linking: a link that was made or taken away. */
typedef struct
{
  OmGraphPage *page; /* (owned) */
  char        *source;
  char        *target;
  gboolean     link;
  gboolean     undoing;
} Linking;

static void
linking_free (Linking *self)
{
  g_object_unref (self->page);
  g_free (self->source);
  g_free (self->target);
  g_free (self);
}

static void start_linking (OmGraphPage *self,
                           const char  *source,
                           const char  *target,
                           gboolean     link,
                           gboolean     undoing);

static void
undo_cb (AdwToast    *toast,
         OmGraphPage *self)
{
  if (self->session != NULL)
    start_linking (self, g_object_get_data (G_OBJECT (toast), "source"), g_object_get_data (G_OBJECT (toast), "target"),
                   g_object_get_data (G_OBJECT (toast), "link") == NULL, TRUE);
}

static void
linked_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  Linking *linking = data;
  OmGraphPage *self = linking->page;
  g_autoptr (GError) error = NULL;
  gboolean done = om_engine_link_finish (OM_ENGINE (source), result, &error);

  if (self->model != NULL && !done)
    om_toast_show (GTK_WIDGET (self), error->message);
  else if (self->model != NULL && !linking->undoing)
    {
      AdwToast *toast = om_toast_new (linking->link ? _("The memories are linked") : _("The link was removed"));

      g_object_set_data_full (G_OBJECT (toast), "source", g_strdup (linking->source), g_free);
      g_object_set_data_full (G_OBJECT (toast), "target", g_strdup (linking->target), g_free);
      g_object_set_data (G_OBJECT (toast), "link", GINT_TO_POINTER (linking->link));
      adw_toast_set_button_label (toast, _("_Undo"));
      g_signal_connect_object (toast, "button-clicked", G_CALLBACK (undo_cb), self, 0);
      om_toast_add (GTK_WIDGET (self), toast);
    }
  linking_free (linking);
}

static void
start_linking (OmGraphPage *self,
               const char  *source,
               const char  *target,
               gboolean     link,
               gboolean     undoing)
{
  Linking *linking = g_new0 (Linking, 1);

  linking->page = g_object_ref (self);
  linking->source = g_strdup (source);
  linking->target = g_strdup (target);
  linking->link = link;
  linking->undoing = undoing;
  om_engine_link_async (om_session_get_engine (self->session), source, target, link, NULL, linked_cb, linking);
}

/** om_graph_page_link: links two memories by hand, or takes such a link away; a toast offers the way back */
void
om_graph_page_link (OmGraphPage *self,
                    const char  *source,
                    const char  *target,
                    gboolean     link)
{
  start_linking (self, source, target, link, FALSE);
}

/* Acts on the chosen one ------------------------------------------------------------------------- */

/* (nullable): the id of the memory that is chosen. */
static const char *
chosen_id (OmGraphPage *self)
{
  guint32 selected = self->model != NULL ? om_graph_model_get_selected (self->model) : OM_MAP_NONE;

  return selected != OM_MAP_NONE ? om_graph_model_get_id (self->model, selected) : NULL;
}

static void
open_cb (GtkWidget  *widget,
         const char *name,
         GVariant   *parameter)
{
  OmGraphPage *self = OM_GRAPH_PAGE (widget);
  guint32 selected = om_graph_model_get_selected (self->model);

  if (selected != OM_MAP_NONE)
    g_signal_emit_by_name (self->view, "opened", selected);
}

static void
around_cb (GtkWidget  *widget,
           const char *name,
           GVariant   *parameter)
{
  OmGraphPage *self = OM_GRAPH_PAGE (widget);
  g_autofree char *id = g_strdup (chosen_id (self));

  if (id != NULL)
    om_graph_page_show_around (self, id);
}

static void
whole_cb (GtkWidget  *widget,
          const char *name,
          GVariant   *parameter)
{
  OmGraphPage *self = OM_GRAPH_PAGE (widget);

  /* The button goes away. */
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
  om_graph_page_show_around (self, NULL);
}

static void
start_cb (GtkWidget  *widget,
          const char *name,
          GVariant   *parameter)
{
  OmGraphPage *self = OM_GRAPH_PAGE (widget);
  const char *id = chosen_id (self);

  if (id == NULL)
    return;
  g_free (self->start_id);
  self->start_id = g_strdup (id);
  gtk_widget_action_set_enabled (widget, "graph.path-here", TRUE);
  gtk_widget_action_set_enabled (widget, "graph.link-here", TRUE);
  om_graph_page_show_note (self, _("Choose the other memory now, and in its menu what to do."));
}

static void
path_here_cb (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  OmGraphPage *self = OM_GRAPH_PAGE (widget);
  const char *id = chosen_id (self);

  if (id != NULL && self->start_id != NULL)
    om_graph_page_find_path (self, self->start_id, id);
}

static void
link_here_cb (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  OmGraphPage *self = OM_GRAPH_PAGE (widget);
  const char *id = chosen_id (self);

  if (id == NULL || self->start_id == NULL || g_str_equal (id, self->start_id))
    return;
  om_graph_page_show_note (self, NULL);
  om_graph_page_link (self, self->start_id, id, TRUE);
}

static void
clear_path_cb (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  OmGraphPage *self = OM_GRAPH_PAGE (widget);

  gtk_widget_grab_focus (GTK_WIDGET (self->view));
  om_graph_model_set_path (self->model, NULL);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  om_graph_page_show_note (self, NULL);
}

/* The picture ------------------------------------------------------------------------------------ */

static void
zoom_cb (GtkWidget  *widget,
         const char *name,
         GVariant   *parameter)
{
  om_graph_view_zoom (OM_GRAPH_PAGE (widget)->view, g_str_equal (name, "graph.zoom-in") ? ZOOM_STEP : 1 / ZOOM_STEP);
}

static void
fit_cb (GtkWidget  *widget,
        const char *name,
        GVariant   *parameter)
{
  om_graph_view_fit (OM_GRAPH_PAGE (widget)->view);
}

static void
arrange_cb (GtkWidget  *widget,
            const char *name,
            GVariant   *parameter)
{
  OmGraphPage *self = OM_GRAPH_PAGE (widget);

  om_graph_model_arrange_anew (self->model);
  om_graph_view_fit (self->view);
}

static void
copy_cb (GtkWidget  *widget,
         const char *name,
         GVariant   *parameter)
{
  OmGraphPage *self = OM_GRAPH_PAGE (widget);
  g_autoptr (GdkTexture) texture = NULL;

  if (om_graph_model_get_map (self->model) == NULL)
    return;
  texture = om_graph_view_get_picture (self->view);
  gdk_clipboard_set_texture (gtk_widget_get_clipboard (widget), texture);
  om_toast_show (GTK_WIDGET (self), _("The picture is in the clipboard"));
}

static void
written_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  g_autoptr (OmGraphPage) self = OM_GRAPH_PAGE (data);
  g_autoptr (GError) error = NULL;

  if (g_file_replace_contents_finish (G_FILE (source), result, NULL, &error))
    om_toast_show (GTK_WIDGET (self), _("The map was saved"));
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    om_toast_show (GTK_WIDGET (self), error->message);
}

static void
chosen_cb (GtkNativeDialog *dialog,
           int              response,
           OmGraphPage     *self)
{
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT
                             ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (self->chooser))
                             : NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;

  g_clear_object (&self->chooser);
  if (file == NULL)
    return;
  bytes = om_graph_view_export (self->view, self->as_svg, &error);
  if (bytes == NULL)
    om_toast_show (GTK_WIDGET (self), error->message);
  else
    g_file_replace_contents_bytes_async (file, bytes, NULL, FALSE, G_FILE_CREATE_NONE, self->cancellable, written_cb,
                                         g_object_ref (self));
}

static void
save_cb (GtkWidget  *widget,
         const char *name,
         GVariant   *parameter)
{
  OmGraphPage *self = OM_GRAPH_PAGE (widget);
  GtkRoot *root = gtk_widget_get_root (widget);
  const char *extension = g_variant_get_string (parameter, NULL);
  g_autofree char *file_name = NULL;

  if (om_graph_model_get_map (self->model) == NULL || self->chooser != NULL)
    return;
  self->as_svg = g_str_equal (extension, "svg");
  /* Translators: how the file of a picture of the map is called, without its ending */
  file_name = g_strdup_printf ("%s.%s", _("Map of memories"), self->as_svg ? "svg" : "png");
  self->chooser = gtk_file_chooser_native_new (_("Save Map"), GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                                               GTK_FILE_CHOOSER_ACTION_SAVE, _("_Save"), NULL);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), g_strdelimit (file_name, "/\\", '-'));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (chosen_cb), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

/** om_graph_page_class_add_acts: installs all actions of the group "graph" */
void
om_graph_page_class_add_acts (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "graph.open", NULL, open_cb);
  gtk_widget_class_install_action (widget_class, "graph.around", NULL, around_cb);
  gtk_widget_class_install_action (widget_class, "graph.whole", NULL, whole_cb);
  gtk_widget_class_install_action (widget_class, "graph.start", NULL, start_cb);
  gtk_widget_class_install_action (widget_class, "graph.path-here", NULL, path_here_cb);
  gtk_widget_class_install_action (widget_class, "graph.link-here", NULL, link_here_cb);
  gtk_widget_class_install_action (widget_class, "graph.clear-path", NULL, clear_path_cb);
  gtk_widget_class_install_action (widget_class, "graph.zoom-in", NULL, zoom_cb);
  gtk_widget_class_install_action (widget_class, "graph.zoom-out", NULL, zoom_cb);
  gtk_widget_class_install_action (widget_class, "graph.fit", NULL, fit_cb);
  gtk_widget_class_install_action (widget_class, "graph.arrange", NULL, arrange_cb);
  gtk_widget_class_install_action (widget_class, "graph.copy", NULL, copy_cb);
  gtk_widget_class_install_action (widget_class, "graph.save", "s", save_cb);
}
