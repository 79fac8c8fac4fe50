/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The embedder's interface: what holds of every embedder. */
#include "config.h"

#include "embed/om-embedder.h"

/* Writes the sector's number, and refuses the empty text; knows nothing of several sectors. */
#define TEST_TYPE_EMBEDDER (test_embedder_get_type ())
G_DECLARE_FINAL_TYPE (TestEmbedder, test_embedder, TEST, EMBEDDER, GObject)

struct _TestEmbedder
{
  GObject parent_instance;
};

static void test_embedder_iface_init (OmEmbedderInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TestEmbedder,
                               test_embedder,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (OM_TYPE_EMBEDDER, test_embedder_iface_init))

void test_hash_embedder_add (void);

static const char *
test_embedder_get_name (OmEmbedder *embedder)
{
  return "test-1";
}

static guint
test_embedder_get_dimension (OmEmbedder *embedder)
{
  return 1;
}

static gboolean
test_embedder_embed (OmEmbedder *embedder,
                     const char *text,
                     OmSector    sector,
                     float      *out)
{
  if (*text == '\0')
    return FALSE;

  *out = (float) sector;
  return TRUE;
}

static void
test_embedder_iface_init (OmEmbedderInterface *iface)
{
  iface->get_name = test_embedder_get_name;
  iface->get_dimension = test_embedder_get_dimension;
  iface->embed = test_embedder_embed;
}

static void
test_embedder_class_init (TestEmbedderClass *klass)
{
}

static void
test_embedder_init (TestEmbedder *self)
{
}

static void
test_one_by_one (void)
{
  g_autoptr (OmEmbedder) embedder = g_object_new (TEST_TYPE_EMBEDDER, NULL);
  float numbers[OM_N_SECTORS] = { -1.0f, -1.0f, -1.0f, -1.0f, -1.0f };
  float *const out[OM_N_SECTORS] = { &numbers[0], NULL, &numbers[2], NULL, &numbers[4] };

  g_assert_cmpstr (om_embedder_get_name (embedder), ==, "test-1");
  g_assert_cmpuint (om_embedder_get_dimension (embedder), ==, 1);

  g_assert_true (om_embedder_embed_sectors (embedder, "text", 1u << 2 | 1u << 4, out));
  g_assert_cmpfloat (numbers[0], ==, -1.0f);
  g_assert_cmpfloat (numbers[2], ==, 2.0f);
  g_assert_cmpfloat (numbers[4], ==, 4.0f);

  numbers[2] = -1.0f;
  g_assert_false (om_embedder_embed_sectors (embedder, "", 1u << 2, out));
  g_assert_cmpfloat (numbers[2], ==, -1.0f);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/embed/interface/one-by-one", test_one_by_one);
  test_hash_embedder_add ();
  return g_test_run ();
}
