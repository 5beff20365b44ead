#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/shared_server.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::given_job;
using test::of_errors;
using test::SharedServer;
using test::text;
using testing::AnyOf;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

class JobPublication : public SharedServer {
  protected:
    static std::pair<std::string, std::string> state(test::Client& caller, const std::string& path) {
        const auto job = caller.get(path).json();
        return {text(job.at("postingStatus")), text(job.at("status"))};
    }
    using State = std::pair<std::string, std::string>;
};

TEST_P(JobPublication, ShowsAJobToEveryoneAndStartsSourcing) {
    auto caller = client(company().api_key);
    const std::string path = given_job(caller);

    const auto published = caller.post(path + "/publication", "");

    EXPECT_EQ(published.status, 204);
    EXPECT_THAT(published.body, IsEmpty());
    EXPECT_EQ(published.header("content-length"), "");
    EXPECT_EQ(state(caller, path), (State{"PUBLIC", "SOURCING"}));
    EXPECT_EQ(caller.get("/jobs").json().at("content").at(0).at("postingStatus"), "PUBLIC");
}

TEST_P(JobPublication, MovesBetweenItsAudiences) {
    auto caller = client(company().api_key);
    const std::string path = given_job(caller);
    const std::vector<std::pair<std::string, std::string>> moves{
        {R"({"visibility":"INTERNAL"})", "INTERNAL"},
        {R"({"visibility":"PUBLIC"})", "PUBLIC"},
        {R"({"visibility":"INTERNAL","aggregators":false})", "INTERNAL"},
        {R"({"visibility":null,"aggregators":null})", "PUBLIC"},
        {R"({"visibility":"INTERNAL"})", "INTERNAL"},
        {"{}", "PUBLIC"},
    };
    for (const auto& [body, posting] : moves) {
        EXPECT_EQ(caller.post(path + "/publication", body).status, 204) << body;
        EXPECT_EQ(state(caller, path), (State{posting, "SOURCING"}));
    }
}

TEST_P(JobPublication, CanBeTakenBackAndTheJobStaysSourcing) {
    auto caller = client(company().api_key);
    const std::string path = given_job(caller);
    caller.post(path + "/publication", "");

    const auto taken_back = caller.del(path + "/publication");

    EXPECT_EQ(taken_back.status, 204);
    EXPECT_THAT(taken_back.body, IsEmpty());
    EXPECT_EQ(state(caller, path), (State{"NOT_PUBLISHED", "SOURCING"}));
    EXPECT_EQ(caller.post(path + "/publication", "").status, 204);
    EXPECT_EQ(state(caller, path), (State{"PUBLIC", "SOURCING"}));
}

TEST_P(JobPublication, MayBeRepeatedInBothDirections) {
    auto caller = client(company().api_key);
    const std::string path = given_job(caller);

    EXPECT_EQ(caller.del(path + "/publication").status, 204);
    EXPECT_EQ(state(caller, path), (State{"NOT_PUBLISHED", "CREATED"}));
    for (int i = 0; i < 2; ++i) EXPECT_EQ(caller.post(path + "/publication", "").status, 204);
    for (int i = 0; i < 2; ++i) EXPECT_EQ(caller.del(path + "/publication").status, 204);
}

TEST_P(JobPublication, IsActivityButNoUpdate) {
    auto caller = client(company().api_key);
    const std::string path = given_job(caller);
    const auto before = caller.get(path).json();
    const auto later = [&] {
        EXPECT_EQ(caller.post(path + "/publication", "").status, 204);
        EXPECT_EQ(caller.del(path + "/publication").status, 204);
        return text(caller.get(path).json().at("lastActivityOn")) > text(before.at("lastActivityOn"));
    };
    bool moved = false;
    for (int i = 0; i < 100 && !moved; ++i) moved = later();

    EXPECT_TRUE(moved);
    EXPECT_EQ(caller.get(path).json().at("updatedOn"), before.at("updatedOn"));
    EXPECT_EQ(caller.get(path).json().at("createdOn"), before.at("createdOn"));
}

TEST_P(JobPublication, KnowsTwoAudiences) {
    auto caller = client(company().api_key);
    const std::string path = given_job(caller);

    for (const std::string body :
         {R"({"visibility":"PRIVATE"})", R"({"visibility":"NOT_PUBLISHED"})", R"({"visibility":"public"})",
          R"({"visibility":""})", R"({"visibility":1})", R"({"aggregators":"true"})",
          R"({"aggregators":0})"}) {
        const auto refused = caller.post(path + "/publication", body);
        EXPECT_EQ(refused.status, 422) << body;
        EXPECT_EQ(refused.error_code(), "VALIDATION_ERROR");
        EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre(AnyOf("/visibility", "/aggregators")));
    }
    EXPECT_EQ(state(caller, path), (State{"NOT_PUBLISHED", "CREATED"}));
}

TEST_P(JobPublication, ReportsBothFaultsAtOnce) {
    auto caller = client(company().api_key);
    const std::string path = given_job(caller);

    const auto refused = caller.post(path + "/publication", R"({"visibility":"PRIVATE","aggregators":7})");

    EXPECT_THAT(of_errors(refused, "dataPath"), UnorderedElementsAre("/visibility", "/aggregators"));
}

RUN_ON_EACH_DATABASE(JobPublication);

}  // namespace
}  // namespace callboard
