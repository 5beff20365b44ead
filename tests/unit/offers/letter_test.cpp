#include "offers/letter.h"

#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/languages.h"

namespace callboard::offers {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

std::string letter_in(const std::string& language) {
    return text_of({.company = "Acme",
                    .candidate = "Ada {job}",
                    .job_title = "Cook",
                    .date = {1'700'000'000'000},
                    .terms = {{"salary", "52000"}},
                    .language = language},
                   {});
}

TEST(Letter, IsInEachOfTheLanguagesOfMails) {
    std::set<std::string> all{letter_in("en")};
    for (const std::string_view language : kTranslatedLanguages) {
        const std::string letter = letter_in(std::string{language});
        EXPECT_THAT(letter, AllOf(StartsWith("Acme\n2023-11-14\n\n"), HasSubstr("Ada {job}"),
                                  HasSubstr("Cook"), HasSubstr("salary: 52000\n")));
        EXPECT_TRUE(letter.ends_with("\nAcme\n")) << letter;
        all.insert(letter);
    }
    EXPECT_EQ(all.size(), kTranslatedLanguages.size() + 1);
}

TEST(Letter, IsInTheLanguageWithoutItsRegionOrInEnglish) {
    EXPECT_EQ(letter_in("fr-CA"), letter_in("fr"));
    EXPECT_EQ(letter_in("ja"), letter_in("en"));
    EXPECT_EQ(letter_in(""), letter_in("en"));
    EXPECT_THAT(letter_in("en"), HasSubstr("Dear Ada {job},"));
}

}  // namespace
}  // namespace callboard::offers
