#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/recorded_company.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Answer;
using test::EventRow;
using test::given_job;
using test::id_in;
using test::job_input;
using test::of_errors;
using test::put;
using test::RecordedCompany;
using test::repeated;
using test::text;
using testing::ElementsAre;

class JobNote : public RecordedCompany {
  protected:
    const std::string job_ = given_job(administrator_);
    const std::string path_ = job_ + "/note";

    static json::value note(const std::string& content) { return {{"content", content}}; }
    Answer write(const std::string& content) { return put(administrator_, path_, note(content)); }
};

TEST_P(JobNote, IsNotThereUntilItIsWritten) {
    const auto missing = administrator_.get(path_);
    EXPECT_EQ(refusal(missing), (Refusal{404, "NOTE_NOT_FOUND"}));

    const auto written = write("Ask Robin.");

    EXPECT_EQ(written.status, 200);
    EXPECT_EQ(written.json(), note("Ask Robin."));
    EXPECT_EQ(administrator_.get(path_).status, 200);
    EXPECT_EQ(administrator_.get(path_).json(), note("Ask Robin."));
}

TEST_P(JobNote, IsOneThatIsReplaced) {
    write("first");
    EXPECT_EQ(write("second").status, 200);

    EXPECT_EQ(administrator_.get(path_).json(), note("second"));
}

TEST_P(JobNote, MayBeEmptied) {
    write("something");

    EXPECT_EQ(write("").json(), note(""));
    EXPECT_EQ(administrator_.get(path_).json(), note(""));
}

TEST_P(JobNote, KeepsItsTextAsItIs) {
    for (const std::string content :
         {"Zażółć gęślą jaźń", "主厨 🍳👩🏽‍🍳", "<p>\"quotes\" \\ &amp;</p>",
          "line\nfeed\ttab\r\x01\x1f", "'; DROP TABLE job_note; --", "   ", "null"}) {
        EXPECT_EQ(write(content).status, 200) << content;
        EXPECT_EQ(text(administrator_.get(path_).json().at("content")), content);
    }
}

TEST_P(JobNote, HasAtMost20000Characters) {
    for (const std::string letter : {"x", "é", "🦊"}) {
        const auto longest = write(repeated(letter, 20'000));
        EXPECT_EQ(longest.status, 200) << letter;
        EXPECT_EQ(administrator_.get(path_).body, longest.body);

        const auto refused = write(repeated(letter, 20'001));

        EXPECT_EQ(refusal(refused), (Refusal{422, "VALIDATION_ERROR"})) << letter;
        EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre("/content"));
        EXPECT_EQ(administrator_.get(path_).body, longest.body);
    }
}

TEST_P(JobNote, WithACharacterThatNotEveryDatabaseKeepsIsRefused) {
    expect_nothing_written([&] {
        const auto refused = administrator_.request("PUT", path_, R"({"content":"a\u0000b"})",
                                                    {{"Content-Type", "application/json"}});
        EXPECT_EQ(refusal(refused), (Refusal{422, "VALIDATION_ERROR"}));
        EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre("/content"));
    });
}

TEST_P(JobNote, NeedsAText) {
    expect_nothing_written([&] {
        for (const std::string body : {"", "{}", R"({"content":null})", R"({"content":7})",
                                       R"({"content":["x"]})", R"({"text":"x"})"}) {
            const auto refused =
                administrator_.request("PUT", path_, body, {{"Content-Type", "application/json"}});
            EXPECT_EQ(refusal(refused), (Refusal{422, "VALIDATION_ERROR"})) << body;
            EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre("/content")) << body;
        }
        const auto broken = administrator_.request("PUT", path_, "{", {{"Content-Type", "application/json"}});
        EXPECT_EQ(refusal(broken), (Refusal{400, "INVALID_JSON"}));
    });
    EXPECT_EQ(administrator_.get(path_).status, 404);
}

TEST_P(JobNote, IsAChangeOfItsJob) {
    const auto written = during([&] { EXPECT_EQ(write("Ask Robin.").status, 200); });

    EXPECT_THAT(written.events, ElementsAre(EventRow{"job.updated", {{"id", id_in(job_)}}}));
    EXPECT_THAT(written.audit_names(), ElementsAre("JOB_UPDATED"));
    EXPECT_EQ(written.audit.at(0).entity_type, "JOB");
    EXPECT_EQ(written.audit.at(0).entity_id, id_in(job_));
    EXPECT_EQ(written.audit.at(0).author_id, administrator_id_);
}

TEST_P(JobNote, ThatSaysTheSameIsNoChange) {
    write("Ask Robin.");

    expect_nothing_written([&] { EXPECT_EQ(write("Ask Robin.").json(), note("Ask Robin.")); });

    EXPECT_THAT(during([&] { write("Ask Robin!"); }).event_names(), ElementsAre("job.updated"));
}

TEST_P(JobNote, BelongsToItsJobAlone) {
    const std::string other = given_job(administrator_) + "/note";

    write("mine");

    EXPECT_EQ(administrator_.get(other).status, 404);
    EXPECT_EQ(put(administrator_, other, note("other")).status, 200);
    EXPECT_EQ(administrator_.get(path_).json(), note("mine"));
}

TEST_P(JobNote, SurvivesAReplacementOfItsJob) {
    write("stays");

    EXPECT_EQ(put(administrator_, job_, job_input()).status, 200);

    EXPECT_EQ(administrator_.get(path_).json(), note("stays"));
}

TEST_P(JobNote, IsWrittenAlsoByRestrictedMembersOfTheTeam) {
    const auto member = colleague("RESTRICTED");
    join_team(job_, member.id);
    auto restricted = client(member.key);

    const auto written = during([&] { EXPECT_EQ(put(restricted, path_, note("from Robin")).status, 200); });

    EXPECT_EQ(restricted.get(path_).json(), note("from Robin"));
    EXPECT_EQ(written.record("JOB_UPDATED").author_id, member.id);
}

TEST_P(JobNote, OfAHiddenJobIsHidden) {
    write("secret");
    for (const std::string role : {"STANDARD", "RESTRICTED", "EMPLOYEE"}) {
        SCOPED_TRACE(role);
        auto outsider = client(colleague(role).key);
        expect_nothing_written([&] {
            EXPECT_EQ(refusal(outsider.get(path_)), (Refusal{401, "UNAUTHORIZED_TO_ACCESS_JOB"}));
            EXPECT_EQ(refusal(put(outsider, path_, note("x"))), (Refusal{401, "UNAUTHORIZED_TO_ACCESS_JOB"}));
        });
    }
    EXPECT_EQ(administrator_.get(path_).json(), note("secret"));
}

TEST_P(JobNote, OfAnUnknownJobIsUnknown) {
    expect_unknown([&](const std::string& job) { return administrator_.get(job + "/note"); });
    expect_unknown([&](const std::string& job) { return put(administrator_, job + "/note", note("x")); });
}

TEST_P(JobNote, WrittenByManyAtOnceIsOneOfTheirs) {
    std::vector<int> statuses(8);
    const auto written = during([&] {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < statuses.size(); ++i)
            threads.emplace_back([&, i] {
                auto caller = client(acme_.api_key);
                statuses[i] = put(caller, path_, note("note " + std::to_string(i))).status;
            });
    });

    EXPECT_THAT(statuses, testing::Each(200));
    EXPECT_THAT(text(administrator_.get(path_).json().at("content")), testing::MatchesRegex("note [0-7]"));
    EXPECT_EQ(written.events.size(), 8U);
    EXPECT_EQ(written.audit.size(), 8U);
}

RUN_ON_EACH_DATABASE(JobNote);

}  // namespace
}  // namespace callboard
