// Ids in paths that are not text: unknown ones, on every database.
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "integration/careers/careers_site.h"

namespace callboard {
namespace {

using test::Answer;

constexpr auto kUnreadable = {"%ff", "a%80", "%00", "a%00b", "%0a", "%7f", "%c2%85"};

class UnreadableIds : public test::CareersServer {
  protected:
    // What an id gets that is text, and unknown.
    void expect_as_unknown(test::Client& client, const std::string& method, const std::string& before,
                           const std::string& after, const std::string& body = "") {
        const auto ask = [&](const std::string& id) {
            return client.request(method, before + id + after, body, {{"Content-Type", "application/json"}});
        };
        const Answer unknown = ask("nothing");
        EXPECT_LT(unknown.status, 500) << before;
        for (const std::string id : kUnreadable) {
            const Answer answer = ask(id);
            EXPECT_EQ(answer.status, unknown.status) << method << " " << before << id << after;
            if (unknown.status < 400 || &client == &anybody) continue;
            EXPECT_EQ(answer.error_code(), unknown.error_code()) << method << " " << before << id << after;
        }
    }
};

TEST_P(UnreadableIds, AreUnknownOnThePublicPages) {
    for (const std::string after : {"", "/1", "/logo", "/style.css", "/feed.xml", "/sitemap.xml", "/status"})
        expect_as_unknown(anybody, "GET", "/careers/", after);
    expect_as_unknown(anybody, "GET", "/careers/acme/", "");
}

TEST_P(UnreadableIds, AreUnknownInTheApi) {
    const auto made = recruiter.post("/configuration/job-properties",
                                     R"({"label":"Shift","category":"job","visible":true})");
    ASSERT_EQ(made.status, 201) << made.body;
    const std::string property =
        "/configuration/job-properties/" + std::string{made.json().at("id").as_string()};

    expect_as_unknown(recruiter, "GET", "/v1/companies/", "/postings");
    expect_as_unknown(recruiter, "GET", "/v1/companies/acme/postings/", "");
    expect_as_unknown(recruiter, "GET", "/jobs/", "");
    expect_as_unknown(recruiter, "GET", "/candidates/", "");
    expect_as_unknown(recruiter, "GET", "/configuration/job-properties/", "");
    expect_as_unknown(recruiter, "GET", "/configuration/candidate-properties/", "");
    expect_as_unknown(recruiter, "GET", "/configuration/sources/", "/values");
    expect_as_unknown(recruiter, "GET", "/postings/", "/configuration");
    expect_as_unknown(recruiter, "DELETE", property + "/values/", "");
    expect_as_unknown(recruiter, "PUT", property + "/archive-values/", "");
}

RUN_ON_EACH_DATABASE(UnreadableIds);

}  // namespace
}  // namespace callboard
