#include "postings/links.h"

#include <string>

#include <gtest/gtest.h>

namespace callboard::postings {
namespace {

const PostingId kId = PostingId::from_trusted("743999102030405");

TEST(PostingLinks, HaveASlugOfLettersAndDigits) {
    EXPECT_EQ(slug_of("Line Cook (m/f/d), 2nd shift"), "line-cook-m-f-d-2nd-shift");
    EXPECT_EQ(slug_of("Küchenhilfe"), "kuchenhilfe");
    EXPECT_EQ(slug_of("料理"), "%E6%96%99-%E7%90%86");
    EXPECT_EQ(slug_of("***"), "");
}

TEST(PostingLinks, HaveAShortSlugForALongTitle) {
    std::string title;
    for (int i = 0; i < 50; ++i) title += "word ";

    const std::string slug = slug_of(title);

    EXPECT_LE(slug.size(), 80U);
    EXPECT_TRUE(slug.ends_with("word"));
}

TEST(PostingLinks, LeadToThePageAndToItsForm) {
    const std::string link = link_of("acme", kId, "line-cook");

    EXPECT_EQ(page_path(link), "/careers/acme/743999102030405-line-cook");
    EXPECT_EQ(apply_path(link), "/careers/acme/743999102030405-line-cook?oga=true");
    EXPECT_EQ(page_path(link_of("acme", kId, "")), "/careers/acme/743999102030405");
}

TEST(PostingLinks, AreReadByTheirIdOnly) {
    EXPECT_EQ(id_in("743999102030405-line-cook"), "743999102030405");
    EXPECT_EQ(id_in("743999102030405"), "743999102030405");
    EXPECT_EQ(id_in("-x"), "");
}

}  // namespace
}  // namespace callboard::postings
