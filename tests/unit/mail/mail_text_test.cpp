#include "mail/mail_text.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/embedded.h"
#include "base/languages.h"

namespace callboard::mail {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const Mail kMail{
    .kind = Kind::webhook_suspended,
    .to = "ops@example.test",
    .values = {{"subscription", "s-1"}, {"url", "https://hooks.example.test/in"}, {"time", "today"}}};

Mail in_language(std::string language) {
    Mail mail = kMail;
    mail.language = std::move(language);
    return mail;
}

TEST(MailText, OfEachKindIsInAllLanguagesWithTheSameValues) {
    for (const auto& [kind, name] : Names<Kind>::kList) {
        Mail english{.kind = kind, .to = "", .values = {}};
        for (const std::string& value : value_names(kind, "en")) english.values[value] = "x";
        for (const std::string_view language : kTranslatedLanguages) {
            EXPECT_EQ(value_names(kind, language), value_names(kind, "en")) << name << " " << language;
            Mail translated = english;
            translated.language = language;
            EXPECT_NE(text_of(translated).subject, text_of(english).subject) << name << " " << language;
            EXPECT_NE(text_of(translated).text, text_of(english).text) << name << " " << language;
        }
    }
}

TEST(MailText, ThereIsNoTemplateWithoutAKind) {
    EXPECT_EQ(template_files().size(), Names<Kind>::kList.size());
}

TEST(MailText, IsInTheLanguageOfTheReader) {
    EXPECT_EQ(text_of(in_language("en")).subject, "Webhook subscription suspended");
    EXPECT_EQ(text_of(in_language("de")).subject, "Webhook-Abonnement ausgesetzt");
    EXPECT_EQ(text_of(in_language("fr-CA")).subject, text_of(in_language("fr")).subject);
    for (const std::string other : {"", "ja", "e", "-", "en-US"})
        EXPECT_EQ(text_of(in_language(other)).subject, text_of(in_language("en")).subject) << other;
}

TEST(MailText, LanguagesWithTextsAreKnown) {
    for (const std::string language : {"en", "en-GB", "de", "de-AT", "pt-BR", "sv"})
        EXPECT_TRUE(has_texts_in(language)) << language;
    for (const std::string language : {"", "cs", "cs-CZ", "e", "-", "deu"})
        EXPECT_FALSE(has_texts_in(language)) << language;
}

TEST(MailText, HasTheValues) {
    const MailText text = text_of(kMail);
    EXPECT_THAT(text.text,
                StartsWith("The subscription s-1 to https://hooks.example.test/in was suspended on today:"));
    EXPECT_THAT(
        text.html,
        AllOf(StartsWith("<!doctype html>\n<html lang=\"en\">"),
              HasSubstr("<p>The subscription s-1 to https://hooks.example.test/in was suspended on today:"),
              HasSubstr("</p>\n<p>Undelivered notifications")));
}

TEST(MailText, ShowsHostileValuesAsText) {
    Mail mail = kMail;
    mail.values["subscription"] =
        "<a href=\"https://evil.example\">click</a>\r\nBcc: victim@example.test\x7f {url} &amp;";
    const MailText text = text_of(mail);
    EXPECT_THAT(text.html,
                AllOf(Not(HasSubstr("<a")), HasSubstr("&lt;a href=&quot;https://evil.example&quot;&gt;"),
                      HasSubstr("{url} &amp;amp;")));
    EXPECT_THAT(text.text, AllOf(Not(HasSubstr("\r")), Not(HasSubstr("\nBcc")), Not(HasSubstr("\x7f"))));
}

TEST(MailText, ValuesDoNotChangeTheOrderOfTheText) {
    Mail mail = kMail;
    mail.values["subscription"] = "a\u202eb\u2066\u2069c\u2028d\u2029e";
    EXPECT_THAT(text_of(mail).text, StartsWith("The subscription a b  c d e to "));
}

TEST(MailText, CutsLongValuesBetweenCharacters) {
    Mail mail = kMail;
    mail.values["subscription"] = std::string(299, 'x') + "\u00fc" + std::string(10'000, 'y');
    const MailText text = text_of(mail);
    EXPECT_THAT(text.text, AllOf(HasSubstr(std::string(299, 'x') + " to "), Not(HasSubstr("yy"))));
}

}  // namespace
}  // namespace callboard::mail
