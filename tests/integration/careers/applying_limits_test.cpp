// How much can be sent with the form of a job.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/careers/careers_site.h"

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

RUN_ON_EACH_DATABASE(CareersFormSize);

}  // namespace
}  // namespace callboard
