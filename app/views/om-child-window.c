/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A window that belongs to another. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-child-window.h"

/**
 * om_child_window_attach:
 * @child: a window without work of its own, for it is closed without a question
 * @parent: (nullable): the window it belongs to
 *
 * @child stands above @parent, goes with it, and knows the keys of the program, such as that to quit.
 */
void
om_child_window_attach (GtkWindow *child,
                        GtkWindow *parent)
{
  if (parent == NULL)
    return;

  gtk_window_set_transient_for (child, parent);
  gtk_window_set_destroy_with_parent (child, TRUE);
  gtk_window_set_application (child, gtk_window_get_application (parent));
}
