/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GLib keeps its quarks in a table that it makes anew when it is full, and never frees the old one, for
 * another thread may be reading it. A program with some windows has more than the first 2,048. No
 * suppression can name that table: it is made before main(), in a library without frame pointers. */
#include "config.h"

#include "support/om-test-leaks.h"

#if defined (__has_feature)
#if __has_feature (address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif

#ifdef __SANITIZE_ADDRESS__

#include <link.h>
#include <string.h>

/* gcc brings the functions, not their headers. */
int    __sanitizer_get_ownership      (const volatile void *p);
size_t __sanitizer_get_allocated_size (const volatile void *p);
void   __lsan_ignore_object           (const void *p);

/* QUARK_BLOCK_SIZE of GLib, in pointers. */
#define TABLE_BYTES (2048 * sizeof (char *))

static gboolean
is_quark_table (gconstpointer candidate)
{
  const char *const *table = candidate;

  return __sanitizer_get_ownership (candidate) && __sanitizer_get_allocated_size (candidate) == TABLE_BYTES &&
         table[1] == g_quark_to_string (1);
}

/* The only pointer to the table is a static variable of GLib. */
__attribute__ ((no_sanitize ("address"))) static int
look_into (struct dl_phdr_info *library,
           size_t               size,
           void                *data)
{
  if (strstr (library->dlpi_name, "libglib-2.0") == NULL)
    return 0;
  for (int i = 0; i < library->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *segment = &library->dlpi_phdr[i];
      gpointer *start = (gpointer *) (library->dlpi_addr + segment->p_vaddr);

      if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W) == 0)
        continue;
      for (gsize n = 0; n < segment->p_memsz / sizeof (gpointer); n++)
        {
          if (start[n] != NULL && is_quark_table (start[n]))
            __lsan_ignore_object (start[n]);
        }
    }
  return 1;
}

#endif

/**
 * om_test_leaks_expect_quarks:
 *
 * For test programs of the window, first thing in main(). Does nothing without the sanitizer.
 */
void
om_test_leaks_expect_quarks (void)
{
#ifdef __SANITIZE_ADDRESS__
  dl_iterate_phdr (look_into, NULL);
#endif
}
