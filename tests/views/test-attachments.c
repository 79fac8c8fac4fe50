/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures and files on a memory's page: shown, named, added by dropping, taken off and put back. */
#include "config.h"

#include <adwaita.h>
#include <glib/gstdio.h>

#include "engine/om-attachments.h"
#include "test-views.h"
#include "views/om-attachment-files.h"
#include "views/om-attachments-box.h"
#include "views/om-memories-page.h"
#include "views/om-memory-page.h"

typedef struct
{
  Fixture      *fixture;
  OmWindow     *window;
  OmMemoryPage *page;
  GtkWidget    *box;
  char         *id;      /* (owned) */
  char         *picture; /* (owned) */
  char         *file;    /* (owned) */
} Page;

static void
page_open (Page    *self,
           Fixture *fixture)
{
  g_autoptr (GdkPixbuf) pixbuf = gdk_pixbuf_new (GDK_COLORSPACE_RGB, FALSE, 8, 320, 200);
  g_autoptr (GError) error = NULL;
  GtkWidget *memories;

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  fixture_open (fixture);
  self->fixture = fixture;
  self->id = fixture_remember (fixture, "The heron at the second lock.");
  self->picture = g_build_filename (fixture->folder, "heron & egret <1>.png", NULL);
  self->file = g_build_filename (fixture->folder, "notes.txt", NULL);
  gdk_pixbuf_fill (pixbuf, 0x3584e4ff);
  g_assert_true (gdk_pixbuf_save (pixbuf, self->picture, "png", &error, NULL));
  g_assert_true (g_file_set_contents (self->file, "What is written elsewhere.", -1, NULL));
  self->window = fixture_show_window (fixture);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->window), "win.show-page", "s", "memories"));
  memories = test_find (GTK_WIDGET (self->window), OM_TYPE_MEMORIES_PAGE, 0);
  self->page = OM_MEMORY_PAGE (test_find (GTK_WIDGET (self->window), OM_TYPE_MEMORY_PAGE, 0));
  self->box = test_find (GTK_WIDGET (self->page), OM_TYPE_ATTACHMENTS_BOX, 0);
  om_memories_page_open (OM_MEMORIES_PAGE (memories), self->id, 0);
  wait_until (om_memory_page_get_sheet (self->page) != NULL &&
              om_sheet_get_memory (om_memory_page_get_sheet (self->page)) != NULL);
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (self->page)));
}

static void
page_close (Page *self)
{
  test_close (GTK_WIDGET (self->window));
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  g_free (self->id);
  g_free (self->picture);
  g_free (self->file);
}

static guint
count (Page *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) files =
      om_engine_get_attachments (om_session_get_engine (self->fixture->session), self->id, NULL, &error);

  g_assert_no_error (error);
  return files->len;
}

static void
add (Page       *self,
     const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GSList files = { .data = file };

  g_assert_true (om_memory_page_attach (self->page, &files));
}

static GtkWidget *
find_row (Page       *self,
          const char *title)
{
  GtkWidget *row;

  for (guint i = 0; (row = test_find (self->box, ADW_TYPE_ACTION_ROW, i)) != NULL; i++)
    {
      if (g_str_equal (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), title))
        return row;
    }
  return NULL;
}

/* (nullable): the button of the first picture. */
static GtkWidget *
find_picture (Page *self)
{
  GtkWidget *button;

  for (guint i = 0; (button = test_find (self->box, GTK_TYPE_BUTTON, i)) != NULL; i++)
    {
      if (gtk_widget_has_css_class (button, "attachment-picture"))
        return button;
    }
  return NULL;
}

static gboolean
is_painted (Page *self)
{
  GtkWidget *button = find_picture (self);
  GtkWidget *picture = button != NULL ? gtk_stack_get_visible_child (GTK_STACK (gtk_button_get_child (GTK_BUTTON (button)))) : NULL;

  return picture != NULL && gtk_image_get_paintable (GTK_IMAGE (picture)) != NULL && gtk_widget_get_mapped (picture);
}

static void
test_shown (Fixture      *fixture,
            gconstpointer data)
{
  Page page;

  page_open (&page, fixture);
  g_assert_false (gtk_widget_get_visible (page.box));
  add (&page, page.picture);
  wait_until (is_painted (&page));
  add (&page, page.file);
  wait_until (find_row (&page, "notes.txt") != NULL);
  g_assert_true (gtk_widget_get_mapped (find_row (&page, "notes.txt")));
  wait_until (is_painted (&page));
  test_assert_names (GTK_WIDGET (page.page));
  /* What cannot be copied is said, and what is there stays. */
  add (&page, "/nowhere/at/all.png");
  wait_until (test_find (GTK_WIDGET (page.window), ADW_TYPE_TOAST_OVERLAY, 0) != NULL &&
              test_find_label (GTK_WIDGET (page.window), "There is no file “/nowhere/at/all.png”.") != NULL);
  g_assert_cmpuint (count (&page), ==, 2);
  /* Another memory has none. */
  om_memory_page_show (page.page, NULL);
  g_assert_false (gtk_widget_get_visible (page.box));
  page_close (&page);
}

static void
test_removed (Fixture      *fixture,
              gconstpointer data)
{
  Page page;

  page_open (&page, fixture);
  add (&page, page.file);
  wait_until (find_row (&page, "notes.txt") != NULL);
  add (&page, page.picture);
  wait_until (is_painted (&page));
  g_assert_true (gtk_widget_activate_action (find_row (&page, "notes.txt"), "attachments.remove", "u", 0));
  wait_until (find_row (&page, "notes.txt") == NULL);
  g_assert_cmpuint (count (&page), ==, 1);
  test_undo_toast (GTK_WIDGET (page.window), "“notes.txt” was removed");
  wait_until (find_row (&page, "notes.txt") != NULL);
  g_assert_cmpuint (count (&page), ==, 2);
  /* A name may hold what markup is made of. */
  g_assert_true (gtk_widget_activate_action (find_row (&page, "notes.txt"), "attachments.remove", "u", 1));
  wait_until (find_picture (&page) == NULL);
  test_undo_toast (GTK_WIDGET (page.window), "“heron & egret <1>.png” was removed");
  wait_until (is_painted (&page));
  page_close (&page);
}

/* Where the middle of the page is in the window, once it is laid out and nothing lies over it. */
static gboolean
is_laid_out (Page   *self,
             double *x,
             double *y)
{
  GtkWidget *page = GTK_WIDGET (self->page);
  GtkWidget *under = NULL;

  if (gtk_widget_translate_coordinates (page, GTK_WIDGET (self->window), gtk_widget_get_width (page) / 2.0,
                                        gtk_widget_get_height (page) / 2.0, x, y))
    under = gtk_widget_pick (GTK_WIDGET (self->window), *x, *y, GTK_PICK_DEFAULT);
  return under != NULL && gtk_widget_is_ancestor (under, page);
}

/* A file that is dropped on the page belongs to the memory, elsewhere on the window it is an import. */
static void
test_dropped (Fixture      *fixture,
              gconstpointer data)
{
  Page page;
  g_autoptr (GListModel) controllers = NULL;
  g_autoptr (GFile) file = NULL;
  GSList files = { 0 };
  g_auto (GValue) value = G_VALUE_INIT;
  gboolean taken = FALSE;
  double x;
  double y;

  page_open (&page, fixture);
  controllers = gtk_widget_observe_controllers (GTK_WIDGET (page.window));
  file = g_file_new_for_path (page.file);
  files.data = file;
  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_set_boxed (&value, &files);
  wait_until (is_laid_out (&page, &x, &y));
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_DROP_TARGET (controller) && gtk_event_controller_get_propagation_phase (controller) == GTK_PHASE_CAPTURE)
        g_signal_emit_by_name (controller, "drop", &value, x, y, &taken);
    }
  g_assert_true (taken);
  wait_until (find_row (&page, "notes.txt") != NULL);
  page_close (&page);
}

/* It says so; opening it says why it cannot be. */
static void
test_missing (Fixture      *fixture,
              gconstpointer data)
{
  Page page;
  g_autoptr (GPtrArray) files = NULL;
  g_autofree char *path = NULL;

  page_open (&page, fixture);
  add (&page, page.file);
  wait_until (find_row (&page, "notes.txt") != NULL);
  files = om_engine_get_attachments (om_session_get_engine (fixture->session), page.id, NULL, NULL);
  path = om_engine_dup_attachment_path (om_session_get_engine (fixture->session), g_ptr_array_index (files, 0));
  g_assert_cmpint (g_unlink (path), ==, 0);
  add (&page, page.picture);
  wait_until (is_painted (&page));
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (find_row (&page, "notes.txt"))), ==,
                   "The file is missing. Look for it in a backup.");
  page_close (&page);
}

typedef struct
{
  gboolean done;
  GFile   *file; /* (owned) (nullable) */
} Copied;

static void
copied_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  Copied *copied = data;
  g_autoptr (GError) error = NULL;

  copied->file = om_attachment_copy_out_finish (result, &error);
  g_assert_no_error (error);
  copied->done = TRUE;
}

/* What is opened is a copy of its own name: whatever is written into it, the memory keeps what it has. */
static void
test_opened (Fixture      *fixture,
             gconstpointer data)
{
  Page page;
  g_autoptr (GPtrArray) files = NULL;
  g_autofree char *path = NULL;
  g_autofree char *copy = NULL;
  g_autofree char *name = NULL;
  g_autofree char *kept = NULL;
  Copied copied = { 0 };

  page_open (&page, fixture);
  add (&page, page.file);
  wait_until (find_row (&page, "notes.txt") != NULL);
  files = om_engine_get_attachments (om_session_get_engine (fixture->session), page.id, NULL, NULL);
  path = om_engine_dup_attachment_path (om_session_get_engine (fixture->session), g_ptr_array_index (files, 0));
  om_attachment_copy_out_async (path, g_ptr_array_index (files, 0), NULL, NULL, copied_cb, &copied);
  wait_until (copied.done);
  copy = g_file_get_path (copied.file);
  name = g_file_get_basename (copied.file);
  g_assert_cmpstr (name, ==, "notes.txt");
  g_assert_cmpstr (copy, !=, path);
  g_assert_true (g_file_set_contents (copy, "scribbled over", -1, NULL));
  g_assert_true (g_file_get_contents (path, &kept, NULL, NULL));
  g_assert_cmpstr (kept, ==, "What is written elsewhere.");
  g_object_unref (copied.file);
  page_close (&page);
}

#define add_test(name, func) g_test_add ("/views/attachments/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_attachments_add (void)
{
  add_test ("shown", test_shown);
  add_test ("removed", test_removed);
  add_test ("dropped", test_dropped);
  add_test ("missing", test_missing);
  add_test ("opened", test_opened);
}
