/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "support/om-test-golden.h"
#include "text/om-classify.h"
#include "text/om-language.h"
#include "text/test-text.h"

static gboolean
check_classify (JsonObject *in,
                JsonNode   *out,
                guint       number)
{
  const char *text = json_object_get_string_member (in, "text");
  JsonObject *expected = json_node_get_object (out);
  JsonArray *additional = json_object_get_array_member (expected, "additional");
  OmSector explicit_sector = OM_SECTOR_UNKNOWN;
  OmClassification result;
  guint extra = 0;

  if (om_test_has_other_letters (text))
    return FALSE;
  if (json_object_has_member (in, "metadata"))
    {
      JsonObject *metadata = json_object_get_object_member (in, "metadata");

      if (json_object_has_member (metadata, "sector"))
        explicit_sector = om_sector_from_nick (json_object_get_string_member (metadata, "sector"));
    }

  result = om_classify_reference (text, explicit_sector);
  g_assert_cmpstr (om_sector_to_nick (result.primary), ==, json_object_get_string_member (expected, "primary"));
  om_assert_near (result.confidence, json_object_get_double_member (expected, "confidence"), 1e-12);
  g_assert_cmpuint (result.n_extras, ==, json_array_get_length (additional));
  for (guint i = 0; i < result.n_extras; i++)
    {
      g_assert_cmpstr (om_sector_to_nick (result.extras[i]), ==, json_array_get_string_element (additional, i));
      extra |= 1u << result.extras[i];
    }
  g_assert_cmpuint (result.extra, ==, extra);

  /* What the window and the command use says the same of English, with a few characters of Chinese
   * in it or without. */
  if (!om_language_has_chinese (text))
    {
      OmClassification ours = om_classify (text, explicit_sector);

      g_assert_cmpint (ours.primary, ==, result.primary);
      g_assert_cmpuint (ours.extra, ==, result.extra);
      om_assert_near (ours.confidence, result.confidence, 0);
    }
  return TRUE;
}

static void
test_golden (void)
{
  om_test_golden_run ("classify", check_classify);
}

static void
test_weights (void)
{
  g_autoptr (JsonObject) file = om_test_golden_load ("constants");
  JsonObject *sectors = json_object_get_object_member (json_object_get_object_member (file, "constants"), "sectors");

  for (int sector = 0; sector < OM_N_SECTORS; sector++)
    {
      JsonObject *numbers = json_object_get_object_member (sectors, om_sector_to_nick (sector));

      om_assert_near (om_sector_weight (sector), om_test_number (numbers, "weight", -1), 0);
    }
}

static void
test_languages (void)
{
  static const struct
  {
    OmSector    sector;
    const char *text;
  } texts[] = {
    { OM_SECTOR_EPISODIC, "昨天我们去了港口,看到了一只海豹。" },
    { OM_SECTOR_EPISODIC, "上周五我参加了合唱团的排练。" },
    { OM_SECTOR_PROCEDURAL, "怎么包饺子:第一步和面,然后擀皮,最后煮熟。" },
    { OM_SECTOR_EMOTIONAL, "我很难过,也有点焦虑,压力很大。" },
    { OM_SECTOR_REFLECTIVE, "我意识到这是一个规律,教训是要早点睡。" },
    { OM_SECTOR_EPISODIC, "Gestern waren wir am Hafen und haben eine Robbe gesehen." },
    { OM_SECTOR_EMOTIONAL, "Ich bin traurig und wütend, und ich habe Angst." },
    { OM_SECTOR_REFLECTIVE, "Mir ist klar geworden: die Lehre daraus ist, früher zu schlafen." },
    { OM_SECTOR_EPISODIC, "Ayer fuimos al puerto y vimos una foca." },
    { OM_SECTOR_EMOTIONAL, "Estoy triste y tengo miedo, qué horrible." },
    { OM_SECTOR_EPISODIC, "Hier nous sommes allés au port et nous avons vu un phoque." },
    { OM_SECTOR_EMOTIONAL, "Je suis triste et en colère, j'ai peur." },
    { OM_SECTOR_SEMANTIC, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      OmClassification result = om_classify (texts[i].text, OM_SECTOR_UNKNOWN);

      if (result.primary != texts[i].sector)
        g_error ("“%s” is taken for %s", texts[i].text, om_sector_to_nick (result.primary));
    }
}

static void
test_explicit (void)
{
  OmClassification result = om_classify ("yesterday I felt sad", OM_SECTOR_PROCEDURAL);

  g_assert_cmpint (result.primary, ==, OM_SECTOR_PROCEDURAL);
  g_assert_cmpuint (result.extra, ==, 0);
  g_assert_cmpfloat (result.confidence, ==, 1);
}

static void
test_explain (void)
{
  g_auto (GStrv) episodic = om_classify_explain ("Today I went home. TODAY we saw a seal, I felt happy!!", OM_SECTOR_EPISODIC);
  g_auto (GStrv) emotional = om_classify_explain ("Today I went home. TODAY we saw a seal, I felt happy!!", OM_SECTOR_EMOTIONAL);
  g_auto (GStrv) none = om_classify_explain ("Today I went home.", OM_SECTOR_REFLECTIVE);
  g_auto (GStrv) chinese = om_classify_explain ("昨天很难过", OM_SECTOR_EMOTIONAL);
  g_autofree char *joined = g_strjoinv (" ", episodic);
  g_autofree char *feelings = g_strjoinv (" ", emotional);

  g_assert_cmpstr (joined, ==, "Today went saw felt");
  g_assert_cmpstr (feelings, ==, "felt happy !!");
  g_assert_cmpuint (g_strv_length (none), ==, 0);
  g_assert_true (g_strv_contains ((const char *const *) chinese, "难过"));
}

void
test_classify_add (void)
{
  g_test_add_func ("/classify/golden", test_golden);
  g_test_add_func ("/classify/weights", test_weights);
  g_test_add_func ("/classify/languages", test_languages);
  g_test_add_func ("/classify/explicit", test_explicit);
  g_test_add_func ("/classify/explain", test_explain);
}
