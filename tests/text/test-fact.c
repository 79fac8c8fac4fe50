/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plain facts: our own sentences, with what must not be taken for one. */
#include "config.h"

#include <string.h>

#include "memory/om-error.h"
#include "text/om-fact.h"
#include "text/test-text.h"

/* @facts: "subject|predicate|value", "" if the sentence states none */
typedef struct
{
  const char *text;
  const char *fact;
} Case;

static const Case cases[] = {
  { "I live in Ghent.", "me|home|Ghent" },
  { "I live in the Garenstraat in Ghent, number 17, second floor, the door with the brass fish.",
    "me|home|the Garenstraat in Ghent" },
  { "I moved to Lisbon last spring.", "me|home|Lisbon" },
  { "I’ve moved to Oslo, and I like the snow.", "me|home|Oslo" },
  { "My address is Kolenkaai 88.", "me|home|Kolenkaai 88" },
  { "I work at Waterlijn, a flood-mapping office.", "me|employer|Waterlijn" },
  { "I work at the city archive now, keeper of the map room.", "me|employer|the city archive" },
  { "I'm a nurse.", "me|job|nurse" },
  { "I work as a tram driver.", "me|job|tram driver" },
  { "I'm 35 years old.", "me|age|35" },
  { "I turned forty-one today.", "me|age|forty-one" },
  { "My birthday is 3 July.", "me|birthday|3 July" },
  { "Marit's birthday is 30 November.", "Marit|birthday|30 November" },
  { "My sister's birthday is on 2 May.", "my sister|birthday|2 May" },
  { "Anselm works in his own workshop.", "" },
  { "Joris works at the harbour authority now, radar room.", "Joris|employer|the harbour authority" },
  { "Marit lives at Korenbloemstraat 60.", "Marit|home|Korenbloemstraat 60" },
  { "My dentist is Dr. Verhelst, Kolenkaai 88.", "me|dentist|Dr. Verhelst" },
  { "My physio is Lieve Baert, at the practice.", "me|physio|Lieve Baert" },
  { "My new phone is a Pixel 8.", "me|phone|a Pixel 8" },
  { "My cat is called Mosterd.", "my cat|name|Mosterd" },
  { "I have a dog named Otto.", "my dog|name|Otto" },
  { "I have two sisters.", "me|sister|two" },
  { "I'm married now.", "me|marital status|married" },
  { "My name is Ines Lin.", "me|name|Ines Lin" },
  { "I'm from Rotterdam.", "me|origin|Rotterdam" },
  { "I was born in Wenzhou.", "me|birthplace|Wenzhou" },
  { "我住在温州。", "me|home|温州" },
  { "我搬到上海了。", "me|home|上海" },
  { "我在一家医院工作。", "me|employer|一家医院" },
  { "我是护士。", "me|job|护士" },
  { "我今年三十五岁。", "me|age|三十五" },
  { "我的生日是三月五日。", "me|birthday|三月五日" },
  { "妈妈的生日是三月十四日，属鸡。", "妈妈|birthday|三月十四日" },
  { "外婆住在温州五马街后面的墨池巷九号，院子里有一棵枇杷树。", "外婆|home|温州五马街后面的墨池巷九号" },
  { "我的猫叫芝麻。", "我的猫|name|芝麻" },
  { "我养了一只狗，叫豆豆。", "我的狗|name|豆豆" },
  { "我的手机是小米。", "me|手机|小米" },
  { "我有两个姐姐。", "me|姐姐|两" },
  { "我来自云南。", "me|origin|云南" },
  /* Not stated, not plainly, not of now, not by the writer. */
  { "I live in fear of mistakes.", "" },
  { "I used to live in Ghent.", "" },
  { "I don't live in Ghent.", "" },
  { "If I live in Ghent, I walk.", "" },
  { "I want to live in Ghent.", "" },
  { "Do I live in Ghent?", "" },
  { "\"I live in Ghent,\" he said.", "" },
  { "I work for a living.", "" },
  { "I work at home.", "" },
  { "I'm a mess.", "" },
  { "I'm 35 minutes late.", "" },
  { "I moved to the window.", "" },
  { "My boss is angry.", "" },
  { "My phone is broken.", "" },
  { "My teacher is a saint.", "" },
  { "No longer in the Garenstraat.", "" },
  { "She says I live in a museum.", "" },
  { "我以前住在温州。", "" },
  { "我想住在海边。", "" },
  { "我住在这里吗？", "" },
  { "他说：“我住在温州。”", "" },
  { "我不是护士。", "" },
  { "我住了三天。", "" },
  { "我的手机坏了。", "" },
};

static void
test_cases (void)
{
  guint right = 0, stated = 0, taken = 0;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GArray) facts = om_facts_find (cases[i].text);
      const OmFact *fact = facts->len > 0 ? &g_array_index (facts, OmFact, 0) : NULL;
      g_autofree char *found = fact != NULL ? g_strjoin ("|", fact->subject, fact->predicate, fact->value, NULL)
                                            : g_strdup ("");

      stated += *cases[i].fact != '\0';
      taken += facts->len > 0;
      if (strcmp (found, cases[i].fact) == 0)
        right += facts->len > 0;
      else
        g_test_message ("%s gives %s, not %s", cases[i].text, found, cases[i].fact);
      if (*cases[i].fact == '\0')
        g_assert_cmpuint (facts->len, ==, 0);
    }
  g_test_message ("facts: %u stated, %u taken, %u right", stated, taken, right);
  g_assert_cmpuint (right, ==, taken);
  g_assert_cmpuint (right * 100, >=, stated * 95);
}

static void
test_file (void)
{
  static const char *const broken[] = {
    "", "{}", "{\"format\":\"openmemory-facts/1\",\"language\":\"en\",\"refuse\":[],\"patterns\":[{\"any\":[\"(\"]}]}",
    "{\"format\":\"openmemory-facts/1\",\"language\":\"en\",\"refuse\":[],\"patterns\":[{\"any\":[\"a\"]}]}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autoptr (GBytes) json = g_bytes_new_static (broken[i], strlen (broken[i]));
      g_autoptr (GError) error = NULL;

      g_assert_false (om_facts_check (json, &error));
      g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
    }
}

void
test_fact_add (void)
{
  g_test_add_func ("/text/fact/file", test_file);
  g_test_add_func ("/text/fact/cases", test_cases);
}
