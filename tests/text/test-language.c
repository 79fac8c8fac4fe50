/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "text/om-language.h"

#include "text/test-text.h"

static const struct
{
  OmLanguage  language;
  const char *text;
} sentences[] = {
  { OM_LANGUAGE_EN, "Went for a run." },
  { OM_LANGUAGE_EN, "Yesterday Jonas and I walked to the harbour and saw a seal." },
  { OM_LANGUAGE_EN, "lighthouse keeper" },
  { OM_LANGUAGE_EN, "Bread: 500 g rye flour, 10 g salt, 350 g water." },
  { OM_LANGUAGE_EN, "Café with Žižek's new book, très chic." },
  { OM_LANGUAGE_EN, "I can't decide whether this is a good idea." },
  { OM_LANGUAGE_EN, "Learning Slovene: dober dan, hvala, prosim, kje je postaja." },
  { OM_LANGUAGE_EN, "Met Wei at the station, we had 饺子 for lunch." },
  { OM_LANGUAGE_EN, "Dentist 10:30" },
  { OM_LANGUAGE_EN, "war memorial" },
  { OM_LANGUAGE_EN, "hat" },
  { OM_LANGUAGE_EN, "mail to user@example.com" },
  { OM_LANGUAGE_EN, "Watched Das Leben der Anderen with Ines, it was even better than the first time." },
  { OM_LANGUAGE_EN, "Feeling tired today." },
  { OM_LANGUAGE_EN, "Ich liebe dich, he said, and then he left for the airport without another word." },

  { OM_LANGUAGE_DE, "Heute war ich mit Jonas am Kanal." },
  { OM_LANGUAGE_DE, "Der Reiher stand auf dem Schleusentor und wartete." },
  { OM_LANGUAGE_DE, "Ich habe schlecht geschlafen und bin müde." },
  { OM_LANGUAGE_DE, "Morgen muss ich die Steuererklärung abgeben." },
  { OM_LANGUAGE_DE, "Die Probe war gut, aber der Tenor fehlte." },
  { OM_LANGUAGE_DE, "Wir haben den ganzen Abend Karten gespielt." },
  { OM_LANGUAGE_DE, "Das Brot braucht eine Stunde im Ofen." },
  { OM_LANGUAGE_DE, "Warum fällt es mir so schwer, nein zu sagen?" },
  { OM_LANGUAGE_DE, "Oma ist gestürzt, zum Glück ist nichts gebrochen." },
  { OM_LANGUAGE_DE, "Das Meeting mit dem Customer Success Team war nicht gut vorbereitet." },
  { OM_LANGUAGE_DE, "nicht vergessen" },
  { OM_LANGUAGE_DE, "Endlich Regen. Die Tomaten freuen sich und ich mich auch." },

  { OM_LANGUAGE_ES, "Hoy he paseado por el canal con Jonás." },
  { OM_LANGUAGE_ES, "Ayer fuimos al puerto y vimos una foca." },
  { OM_LANGUAGE_ES, "No he dormido bien y estoy muy cansada." },
  { OM_LANGUAGE_ES, "¿Por qué me cuesta tanto decir que no?" },
  { OM_LANGUAGE_ES, "Mañana tengo que entregar la declaración." },
  { OM_LANGUAGE_ES, "La abuela se cayó, pero no se ha roto nada." },
  { OM_LANGUAGE_ES, "El pan necesita una hora en el horno." },
  { OM_LANGUAGE_ES, "Cenamos con mis padres y hablamos de las vacaciones." },
  { OM_LANGUAGE_ES, "Por fin llueve, los tomates están contentos." },
  { OM_LANGUAGE_ES, "Me gusta cómo huele la biblioteca en noviembre." },
  { OM_LANGUAGE_ES, "Hemos jugado a las cartas toda la noche." },
  { OM_LANGUAGE_ES, "La reunión de hoy fue demasiado larga y sin ningún resultado." },

  { OM_LANGUAGE_FR, "Aujourd'hui, j'ai marché le long du canal avec Jonas." },
  { OM_LANGUAGE_FR, "Hier nous sommes allés au port et nous avons vu un phoque." },
  { OM_LANGUAGE_FR, "J'ai mal dormi et je suis fatiguée." },
  { OM_LANGUAGE_FR, "Pourquoi est-ce si difficile de dire non ?" },
  { OM_LANGUAGE_FR, "Demain je dois rendre la déclaration." },
  { OM_LANGUAGE_FR, "Grand-mère est tombée, mais rien n'est cassé." },
  { OM_LANGUAGE_FR, "Le pain doit rester une heure dans le four." },
  { OM_LANGUAGE_FR, "On a joué aux cartes toute la soirée." },
  { OM_LANGUAGE_FR, "Enfin la pluie, les tomates sont contentes." },
  { OM_LANGUAGE_FR, "J'aime l'odeur de la bibliothèque en novembre." },
  { OM_LANGUAGE_FR, "La réunion était trop longue et sans résultat." },
  { OM_LANGUAGE_FR, "Nous avons mangé chez mes parents et parlé des vacances." },

  { OM_LANGUAGE_ZH, "今天和小雨去了运河边。" },
  { OM_LANGUAGE_ZH, "昨天我们去了港口,看到了一只海豹。" },
  { OM_LANGUAGE_ZH, "我昨晚没睡好,很累。" },
  { OM_LANGUAGE_ZH, "为什么拒绝别人这么难?" },
  { OM_LANGUAGE_ZH, "明天要交报税表。" },
  { OM_LANGUAGE_ZH, "奶奶摔倒了,幸好没有骨折。" },
  { OM_LANGUAGE_ZH, "面包要在烤箱里烤一个小时。" },
  { OM_LANGUAGE_ZH, "和同事开会讨论 React 的新版本,大家意见不一。" },
  { OM_LANGUAGE_ZH, "終於下雨了,番茄很高興。" },
  { OM_LANGUAGE_ZH, "我喜欢十一月图书馆的味道。" },
  { OM_LANGUAGE_ZH, "饺子怎么包" },
  { OM_LANGUAGE_ZH, "你好" },

  { OM_LANGUAGE_JA, "家族で花見をした。桜がきれいだった。" },
  { OM_LANGUAGE_JA, "今日は図書館で本を読みました。" },
  { OM_LANGUAGE_KO, "서울에서 친구를 만났다." },
  { OM_LANGUAGE_RU, "Сегодня мы гуляли вдоль канала." },
  { OM_LANGUAGE_IT, "Oggi ho camminato lungo il canale con Jonas e abbiamo visto un airone." },
  { OM_LANGUAGE_IT, "Non ho dormito bene e sono molto stanca." },
  { OM_LANGUAGE_PT, "Hoje não dormi bem e estou muito cansada." },
  { OM_LANGUAGE_PT, "Ontem fomos ao porto e vimos uma foca." },
  { OM_LANGUAGE_NL, "Vandaag heb ik niet goed geslapen en ik ben moe." },
  { OM_LANGUAGE_NL, "Gisteren zijn we naar de haven gegaan en hebben een zeehond gezien." },
  { OM_LANGUAGE_SV, "Idag har jag inte sovit bra och jag är trött." },
  { OM_LANGUAGE_SV, "Vi gick till hamnen och såg en säl." },

  { OM_LANGUAGE_UNKNOWN, "" },
  { OM_LANGUAGE_UNKNOWN, "🎉 12:30 !!" },
  { OM_LANGUAGE_UNKNOWN, "ทะเลสาบตอนเช้า" },
  { OM_LANGUAGE_UNKNOWN, "שלום עולם" },
};

static void
test_detect (void)
{
  guint n_wrong = 0;

  for (guint i = 0; i < G_N_ELEMENTS (sentences); i++)
    {
      OmLanguage language = om_language_detect (sentences[i].text);

      if (language == sentences[i].language)
        continue;
      g_test_message ("“%s” is taken for %s", sentences[i].text, om_language_to_code (language));
      n_wrong++;
    }
  g_assert_cmpuint (n_wrong, ==, 0);
}

static void
test_chinese (void)
{
  g_assert_true (om_language_has_chinese ("今天和小雨去了运河边。"));
  g_assert_true (om_language_has_chinese ("今天天气很好。 Met Wei at the station."));
  g_assert_true (om_language_has_chinese ("你好"));
  g_assert_false (om_language_has_chinese ("我feel好 happy"));
  g_assert_false (om_language_has_chinese ("Met Wei at the station and we had 饺子 for lunch."));
  g_assert_false (om_language_has_chinese ("家族で花見をした。桜がきれいだった。"));
  g_assert_false (om_language_has_chinese (""));
}

static void
test_codes (void)
{
  for (int i = 1; i < OM_N_LANGUAGES; i++)
    g_assert_cmpint (om_language_from_code (om_language_to_code ((OmLanguage) i)), ==, i);
  g_assert_null (om_language_to_code (OM_LANGUAGE_UNKNOWN));
  g_assert_cmpint (om_language_from_code ("DE"), ==, OM_LANGUAGE_DE);
  g_assert_cmpint (om_language_from_code ("zh_CN.UTF-8"), ==, OM_LANGUAGE_ZH);
  g_assert_cmpint (om_language_from_code (NULL), ==, OM_LANGUAGE_UNKNOWN);
  g_assert_cmpint (om_language_from_code (""), ==, OM_LANGUAGE_UNKNOWN);
  g_assert_cmpint (om_language_from_code ("e"), ==, OM_LANGUAGE_UNKNOWN);
  g_assert_cmpint (om_language_from_code ("eng"), ==, OM_LANGUAGE_UNKNOWN);
  g_assert_cmpint (om_language_from_code ("xx"), ==, OM_LANGUAGE_UNKNOWN);
}

void
test_language_add (void)
{
  g_test_add_func ("/language/detect", test_detect);
  g_test_add_func ("/language/chinese", test_chinese);
  g_test_add_func ("/language/codes", test_codes);
}
