#include "careers/structured_data.h"

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace callboard::careers {
namespace {

namespace json = boost::json;
using testing::HasSubstr;
using testing::Not;

postings::FullPosting posting(
    std::string sections = R"({"jobDescription":{"title":"Work","text":"<p>Cook</p>"}})") {
    postings::FullPosting made{{.id = PostingId::from_trusted("743999"),
                                .uuid = PostingUuid::from_trusted("01890000-0000-7000-8000-000000000001"),
                                .job = JobId::from_trusted("01890000-0000-7000-8000-000000000002"),
                                .ad = JobAdId::from_trusted("01890000-0000-7000-8000-000000000003"),
                                .is_default_ad = true,
                                .visibility = postings::Visibility::everyone,
                                .is_active = true,
                                .is_on_boards = false,
                                .title = "Cook </script><script>alert(1)</script>",
                                .slug = "cook",
                                .language = "en",
                                .released_at = {784'111'777'000}},
                               {},
                               std::move(sections)};
    made.content.location.city = "Atlanta";
    made.content.location.country = "us";
    made.content.type_of_employment = postings::PostingTerm{.id = "permanent", .label = "Full-time"};
    return made;
}

const Publisher kPublisher{
    .name = "Acme", .identifier = "acme", .website = "https://acme.test", .logo = std::nullopt};

json::value data(const postings::FullPosting& shown) {
    return json::parse(job_posting_data(shown, kPublisher, "https://x.test/careers/acme/743999-cook"));
}

TEST(StructuredData, IsAJobPosting) {
    const json::value found = data(posting());

    EXPECT_EQ(found.at("@context"), "https://schema.org/");
    EXPECT_EQ(found.at("@type"), "JobPosting");
    EXPECT_EQ(found.at("title"), "Cook </script><script>alert(1)</script>");
    EXPECT_EQ(found.at("description"), "<h2>Work</h2><p>Cook</p>");
    EXPECT_EQ(found.at("datePosted"), "1994-11-06T08:49:37.000Z");
    EXPECT_EQ(found.at("employmentType"), "FULL_TIME");
    EXPECT_EQ(found.at("hiringOrganization").at("name"), "Acme");
    EXPECT_EQ(found.at("hiringOrganization").at("sameAs"), "https://acme.test");
    EXPECT_EQ(found.at("jobLocation").at("address").at("addressLocality"), "Atlanta");
    EXPECT_EQ(found.at("jobLocation").at("address").at("addressCountry"), "US");
    EXPECT_EQ(found.at("identifier").at("value"), "743999");
    EXPECT_FALSE(found.as_object().contains("jobLocationType"));
}

TEST(StructuredData, CannotEndItsElement) {
    const std::string text = job_posting_data(posting(), kPublisher, "https://x.test/?a=1&b=2");

    for (const char* const part : {"<", ">", "&"}) EXPECT_THAT(text, Not(HasSubstr(part)));
    EXPECT_EQ(json::parse(text).at("url"), "https://x.test/?a=1&b=2");
    EXPECT_EQ(safe_in_script(R"("<!-- & -->")"), R"("\u003c!-- \u0026 --\u003e")");
}

TEST(StructuredData, OfRemoteJobsNamesTheCountry) {
    postings::FullPosting remote = posting();
    remote.content.location.remote = true;

    const json::value found = data(remote);

    EXPECT_EQ(found.at("jobLocationType"), "TELECOMMUTE");
    EXPECT_EQ(found.at("applicantLocationRequirements").at("@type"), "Country");
}

TEST(StructuredData, AlwaysHasADescription) {
    EXPECT_EQ(description_of(posting("{}")),
              "<p>Cook &lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;</p>");
}

}  // namespace
}  // namespace callboard::careers
