// HTML in the default ad of a job: no operation stores executable markup.
#include "markup/html.h"

#include <string>
#include <vector>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/given.h"
#include "support/test_server.h"

namespace callboard {
namespace {

namespace json = boost::json;
using testing::HasSubstr;

const std::string kHostile =
    R"html(<p onclick="x()">Hello <strong>you</strong><script>x</script><a href="javascript:x">x</a></p>)html";
const std::string kClean = "<p>Hello <strong>you</strong>x</p>";

class JobHtml : public testing::TestWithParam<test::Engine> {
  protected:
    static json::object input(const std::string& text) {
        return {{"title", "Cook"},
                {"industry", {{"id", "restaurants"}}},
                {"function", {{"id", "production"}}},
                {"experienceLevel", {{"id", "entry_level"}}},
                {"location", {{"countryCode", "us"}, {"city", "Atlanta"}}},
                {"jobAd", {{"sections", {{"jobDescription", {{"text", text}}}}}}}};
    }
    test::Answer send(const std::string& method, const std::string& path, const json::value& body) {
        return client.request(method, path, json::serialize(body), {{"Content-Type", "application/json"}});
    }
    test::Answer replace_text(const std::string& job, const std::string& text) {
        return send(
            "PATCH", job,
            json::array{
                {{"op", "replace"}, {"path", "/jobAd/sections/jobDescription/text"}, {"value", text}}});
    }
    static std::string text_of(const test::Answer& job) {
        return job.json().at("jobAd").at("sections").at("jobDescription").at("text").as_string().c_str();
    }
    std::string given_job(const std::string& text) {
        const auto made = send("POST", "/jobs", input(text));
        EXPECT_EQ(made.status, 201) << made.body;
        return std::string{"/jobs/"} + made.json().at("id").as_string().c_str();
    }

    test::TestServer server{{.engine = GetParam()}};
    const CompanyId company = given::company(*server.db);
    const accounts::Actor admin = given::user(*server.db, company);
    test::Client client = server.client_with_key(given::api_key(*server.db, company, admin));
};

TEST_P(JobHtml, IsSanitisedByEveryOperationThatWritesIt) {
    const std::string job = given_job(kHostile);
    EXPECT_EQ(text_of(client.get(job)), kClean);

    EXPECT_EQ(text_of(replace_text(job, "Soup.")), "Soup.");
    EXPECT_EQ(text_of(replace_text(job, kHostile)), kClean);
    EXPECT_EQ(text_of(client.get(job)), kClean);

    EXPECT_EQ(text_of(replace_text(job, "Soup.")), "Soup.");
    EXPECT_EQ(text_of(send("PUT", job, input(kHostile))), kClean);
    EXPECT_EQ(text_of(client.get(job)), kClean);
}

TEST_P(JobHtml, ThatIsSentAgainChangesNothing) {
    const std::string job = given_job(kHostile);
    const auto before = given::events(*server.db, company);

    EXPECT_EQ(send("PUT", job, input(kHostile)).status, 200);
    EXPECT_EQ(send("PUT", job, input(kClean)).status, 200);
    EXPECT_EQ(replace_text(job, kHostile).status, 200);

    EXPECT_EQ(given::events(*server.db, company), before);
}

TEST_P(JobHtml, OfAnEarlierVersionIsSanitisedWhenItsJobIsNextChanged) {
    auto draft = given::draft();
    draft.ad_sections.job_description = jobs::AdSection{.text = markup::Html::from_trusted(kHostile)};
    const std::string job = "/jobs/" + std::string{given::job(*server.db, company, admin, draft).text()};
    EXPECT_EQ(text_of(client.get(job)), kHostile);

    const auto changed =
        send("PATCH", job, json::array{{{"op", "replace"}, {"path", "/title"}, {"value", "Chef"}}});

    EXPECT_EQ(text_of(changed), kClean);
    EXPECT_EQ(text_of(client.get(job)), kClean);
}

TEST_P(JobHtml, ThatCannotBeStoredIsRefusedWithItsPlace) {
    std::string deep;
    for (int i = 0; i < 4'000; ++i) deep += "<div>";
    const std::string long_when_escaped = "<p>" + std::string(6'000, '&') + "</p>";
    std::string crowded = "<p";
    for (int i = 0; i < 4'000; ++i) crowded += " a" + std::to_string(i);

    for (const std::string& text : {deep, long_when_escaped, crowded + ">"}) {
        const auto refused = send("POST", "/jobs", input(text));
        EXPECT_EQ(refused.status, 422) << refused.body;
        EXPECT_EQ(refused.json().at("errors").at(0).at("dataPath"), "/jobAd/sections/jobDescription/text");
        EXPECT_EQ(refused.error_code(), "VALIDATION_ERROR");
    }
    EXPECT_THAT(send("POST", "/jobs", input(deep)).body, HasSubstr("200 nested HTML elements"));
    EXPECT_THAT(send("POST", "/jobs", input(crowded)).body, HasSubstr("more than 100 attributes in one tag"));
    EXPECT_THAT(send("POST", "/jobs", input(long_when_escaped)).body,
                HasSubstr("it has 30007 after escaping"));
}

TEST_P(JobHtml, VideosAreLinksToTheWeb) {
    const std::string job = given_job("x");
    const json::object videos{
        {"urls", json::array{"https://video.test/1", "javascript:x", "HTTP://video.test", "mailto:a@b.test",
                             " https://video.test", "/1", "data:x"}}};
    json::object whole = input("x");
    whole["jobAd"] = {{"sections", {{"videos", videos}}}};
    const auto places = [](const test::Answer& refused) {
        EXPECT_EQ(refused.status, 422) << refused.body;
        std::vector<std::string> all;
        for (const auto& error : refused.json().at("errors").as_array())
            all.emplace_back(error.at("dataPath").as_string().c_str());
        return all;
    };
    const auto wrong_in = [](const std::string& place) {
        std::vector<std::string> all;
        for (const std::string number : {"1", "3", "4", "5", "6"})
            all.push_back(place + "/videos/urls/" + number);
        return all;
    };

    EXPECT_EQ(places(send("POST", "/jobs", whole)), wrong_in("/jobAd/sections"));
    EXPECT_EQ(places(send("PUT", job, whole)), wrong_in("/jobAd/sections"));
    const json::object ad{{"title", "Koch"}, {"jobAd", {{"videos", videos}}}};
    EXPECT_EQ(places(send("POST", job + "/jobads", ad)), wrong_in("/jobAd"));
}

RUN_ON_EACH_DATABASE(JobHtml);

}  // namespace
}  // namespace callboard
