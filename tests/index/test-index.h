/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of the index share: random vectors like those of the built-in embedder. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void    test_doc_set_add        (void);
void    test_scan_kernel_add    (void);
void    test_vector_index_add   (void);
void    test_vector_search_add  (void);
void    test_state_table_add    (void);
void    test_waypoint_graph_add (void);
void    test_word_holding_add (void);
void    test_word_index_add     (void);
void    test_word_query_add     (void);
void    test_word_search_add    (void);
void    test_word_snapshot_add  (void);

void    test_random_vector      (GRand  *random,
                                 float  *vector,
                                 gsize   dimension);
double  test_cosine             (const float *a,
                                 const float *b,
                                 gsize        dimension);

G_END_DECLS
