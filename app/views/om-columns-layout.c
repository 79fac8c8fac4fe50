/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmColumnsLayout: children in equal columns, as many side by side as there is room for; what does not fit
 * goes into the next line, beginning below the longest of the line before. GtkFlowBox does the same, but
 * takes the focus on the way. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-columns-layout.h"

#define SPACING 12
/* Narrower than this nobody reads a sentence. */
#define COLUMN_WIDTH 164

struct _OmColumnsLayout
{
  GtkLayoutManager parent_instance;
};

G_DEFINE_FINAL_TYPE (OmColumnsLayout, om_columns_layout, GTK_TYPE_LAYOUT_MANAGER)

static GtkWidget *
next_shown (GtkWidget *child)
{
  while (child != NULL && !gtk_widget_should_layout (child))
    child = gtk_widget_get_next_sibling (child);
  return child;
}

static int
least_width (GtkWidget *widget)
{
  int least = COLUMN_WIDTH;

  for (GtkWidget *child = next_shown (gtk_widget_get_first_child (widget)); child != NULL;
       child = next_shown (gtk_widget_get_next_sibling (child)))
    {
      int minimum;

      gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
      least = MAX (least, minimum);
    }
  return least;
}

static int
count_shown (GtkWidget *widget)
{
  int n = 0;

  for (GtkWidget *child = next_shown (gtk_widget_get_first_child (widget)); child != NULL;
       child = next_shown (gtk_widget_get_next_sibling (child)))
    n++;
  return n;
}

/* How many side by side in @width: of those that need several lines, each line as full as the others. */
static int
count_columns (GtkWidget *widget,
               int        width)
{
  int n = MAX (1, count_shown (widget));
  int most = CLAMP ((width + SPACING) / (least_width (widget) + SPACING), 1, n);
  int lines = (n + most - 1) / most;

  return (n + lines - 1) / lines;
}

static int
column_width (int width,
              int n_columns)
{
  return MAX (1, (width - (n_columns - 1) * SPACING) / n_columns);
}

static int
measure_line (GtkWidget  *first,
              int         n_columns,
              int         width,
              GtkWidget **next)
{
  int height = 0;
  GtkWidget *child = first;

  for (int i = 0; child != NULL && i < n_columns; i++, child = next_shown (gtk_widget_get_next_sibling (child)))
    {
      int natural;

      gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, width, NULL, &natural, NULL, NULL);
      height = MAX (height, natural);
    }
  *next = child;
  return height;
}

static GtkSizeRequestMode
om_columns_layout_get_request_mode (GtkLayoutManager *manager,
                                    GtkWidget        *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
om_columns_layout_measure (GtkLayoutManager *manager,
                           GtkWidget        *widget,
                           GtkOrientation    orientation,
                           int               for_size,
                           int              *minimum,
                           int              *natural,
                           int              *minimum_baseline,
                           int              *natural_baseline)
{
  GtkWidget *child = next_shown (gtk_widget_get_first_child (widget));
  int n = MAX (1, count_shown (widget));
  int least = least_width (widget);
  int n_columns;

  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = least;
      *natural = n * least + (n - 1) * SPACING;
      return;
    }
  n_columns = count_columns (widget, for_size < 0 ? n * (least + SPACING) : for_size);
  while (child != NULL)
    *natural += measure_line (child, n_columns, column_width (MAX (for_size, least), n_columns), &child) +
                (*natural > 0 ? SPACING : 0);
  *minimum = *natural;
}

static void
om_columns_layout_allocate (GtkLayoutManager *manager,
                            GtkWidget        *widget,
                            int               width,
                            int               height,
                            int               baseline)
{
  gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int n_columns = count_columns (widget, width);
  int each = column_width (width, n_columns);
  GtkWidget *first = next_shown (gtk_widget_get_first_child (widget));
  int y = 0;

  while (first != NULL)
    {
      GtkWidget *next;
      int line_height = measure_line (first, n_columns, each, &next);
      int x = 0;

      for (GtkWidget *child = first; child != next; child = next_shown (gtk_widget_get_next_sibling (child)))
        {
          GtkAllocation place = { mirrored ? width - x - each : x, y, each, line_height };

          gtk_widget_size_allocate (child, &place, -1);
          x += each + SPACING;
        }
      y += line_height + SPACING;
      first = next;
    }
}

static void
om_columns_layout_class_init (OmColumnsLayoutClass *klass)
{
  GtkLayoutManagerClass *manager_class = GTK_LAYOUT_MANAGER_CLASS (klass);

  manager_class->get_request_mode = om_columns_layout_get_request_mode;
  manager_class->measure = om_columns_layout_measure;
  manager_class->allocate = om_columns_layout_allocate;
}

static void
om_columns_layout_init (OmColumnsLayout *self)
{
}
