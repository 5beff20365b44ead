// How much can be sent with the form of a job, and how often.
#include <chrono>
#include <future>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/careers/careers_site.h"
#include "support/eventually.h"

namespace callboard {
namespace {

using test::Answer;
using testing::HasSubstr;
using testing::Not;

using Fields = std::vector<std::pair<std::string, std::string>>;

Fields person(Fields more = {}) {
    Fields fields{{"firstName", "Ada"}, {"lastName", "Byron"}, {"email", "ada@example.com"}};
    fields.insert(fields.end(), more.begin(), more.end());
    return fields;
}

std::string repeated(std::string_view text, std::size_t times) {
    std::string all;
    for (std::size_t i = 0; i < times; ++i) all += text;
    return all;
}

class CareersFormSize : public test::CareersServer {};

TEST_P(CareersFormSize, TheLongestMessageIsAccepted) {
    EXPECT_EQ(send(published("Cook"), person({{"message", repeated("\U0001F373", 4'000)}})).status, 303);
}

TEST_P(CareersFormSize, ATextThatIsSomewhatTooLongIsSentBack) {
    const std::string text(4'001, 'x');

    const Answer answer = send(published("Cook"), person({{"message", text}}));

    EXPECT_EQ(answer.status, 422);
    EXPECT_THAT(answer.body, HasSubstr(text));
}

TEST_P(CareersFormSize, AnOverLongTextIsNotSentBack) {
    const std::string page = published("Cook");
    for (const std::string field : {"message", "firstName", "sourceId"}) {
        const Answer answer = send(page, person({{field, std::string(16'001, '"')}}));

        EXPECT_EQ(answer.status, 422) << field;
        EXPECT_THAT(answer.body, Not(HasSubstr("&quot;&quot;"))) << field;
        EXPECT_THAT(answer.body, HasSubstr("<form")) << field << ": the rest can be corrected";
    }
}

TEST_P(CareersFormSize, AllTextsTogetherAreLimited) {
    const std::string page = published("Cook");
    Fields many;
    for (int i = 0; i < 17; ++i) many.emplace_back("field" + std::to_string(i), std::string(16'000, '"'));

    const Answer answer = send(page, person(std::move(many)));

    EXPECT_EQ(answer.status, 422);
    EXPECT_THAT(answer.body, HasSubstr("too long"));
    EXPECT_LT(answer.body.size(), 64U * 1024);
}

// A form with many fields is a large page.
TEST_P(CareersFormSize, WhatIsSentBackWaitsForNoWriter) {
    const std::string page = published("Cook");
    std::promise<void> begun;
    std::promise<void> end;
    auto writing = std::async(std::launch::async, [&] {
        server.db->write(company, [&](db::Tx&) {
            begun.set_value();
            end.get_future().wait();
        });
    });
    begun.get_future().wait();

    auto answer = std::async(std::launch::async, [&] { return send(page, {{"firstName", "Ada"}}).status; });

    EXPECT_EQ(answer.wait_for(test::kLongestWait), std::future_status::ready);
    end.set_value();
    writing.get();
    EXPECT_EQ(answer.get(), 422);
}

RUN_ON_EACH_DATABASE(CareersFormSize);

throttle::Limits two_applications() {
    throttle::Limits limits;
    limits.of(throttle::Policy::applying) = {.requests = 2, .period = std::chrono::minutes{1}};
    return limits;
}

class CareersPostingLimits : public test::CareersServer {
  protected:
    CareersPostingLimits() : CareersServer(two_applications()) {}

    // "923128548632797-cook"
    static std::string id_and_slug(const std::string& page) { return page.substr(page.rfind('/') + 1); }
    std::string uuid_of_newest() {
        const auto list = recruiter.get("/v1/companies/acme/postings");
        return std::string{list.json().at("content").at(0).at("uuid").as_string()};
    }
    Answer apply_with_credential(const std::string& uuid, const std::string& email) {
        return recruiter.post("/postings/" + uuid + "/candidates",
                              R"({"firstName":"Ada","lastName":"Byron","email":")" + email + "\"}");
    }
};

TEST_P(CareersPostingLimits, AreTheSameForAllSpellingsOfTheCompany) {
    const std::string posting = id_and_slug(published("Cook"));

    EXPECT_EQ(send("/careers/acme/" + posting, person()).status, 303);
    EXPECT_EQ(send("/careers/ACME/" + posting, person()).status, 303);
    EXPECT_EQ(send("/careers/Acme/" + posting, person()).status, 429);
    EXPECT_EQ(send("/careers/aCme/" + posting, person()).status, 429);
}

TEST_P(CareersPostingLimits, AreSharedWithTheApi) {
    const std::string page = published("Cook");
    const std::string uuid = uuid_of_newest();

    EXPECT_EQ(send(page, person()).status, 303);
    EXPECT_EQ(apply_with_credential(uuid, "grace@example.com").status, 200);
    EXPECT_EQ(apply_with_credential(uuid, "alan@example.com").status, 429);
    EXPECT_EQ(send(page, person()).status, 429);
}

TEST_P(CareersPostingLimits, AreSharedByPostingsThatDoNotExist) {
    const std::string page = published("Cook");

    EXPECT_EQ(send("/careers/acme/1", person()).status, 404);
    EXPECT_EQ(send("/careers/acme/2", person()).status, 404);
    EXPECT_EQ(send("/careers/acme/3", person()).status, 429);
    EXPECT_EQ(apply_with_credential("01a1e900-0000-7000-8000-000000000001", "a@example.com").status, 429);
    EXPECT_EQ(send(page, person()).status, 303);
}

TEST_P(CareersPostingLimits, OfACompanyAreNotUsedUpByOthers) {
    const std::string page = published("Cook");
    const std::string uuid = uuid_of_newest();
    const CompanyId other = given::company(*server.db, "other");
    test::Client stranger{
        server.port(), {{"X-SmartToken", given::api_key(*server.db, other, given::user(*server.db, other))}}};
    for (int i = 0; i < 3; ++i)
        stranger.post("/postings/" + uuid + "/candidates",
                      R"({"firstName":"Ada","lastName":"Byron","email":"ada@example.com"})");

    EXPECT_EQ(send(page, person()).status, 303);
}

RUN_ON_EACH_DATABASE(CareersPostingLimits);

}  // namespace
}  // namespace callboard
