#include "wire/age.h"

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "wire/query.h"

namespace callboard::wire {
namespace {

using namespace std::chrono_literals;
using testing::StartsWith;

struct Question {
    std::optional<Age> age;

    static constexpr auto shape() { return fields(field("age", &Question::age)); }
};

TEST(Ages, AreReadInWords) {
    const std::vector<std::pair<std::string, std::chrono::milliseconds>> known{
        {"90+minutes", 90min},
        {"1%20minute", 1min},
        {"7+hours", 7h},
        {"1+hour", 1h},
        {"10+days", 240h},
        {"1+day", 24h},
        {"1+week", 168h},
        {"2+weeks", 336h},
        {"2+months", 1440h},
        {"1+month", 720h},
        {"1+year", 8760h},
        {"3+years", 26280h},
        {"99999+years", 99999 * 8760h}};
    for (const auto& [text, length] : known)
        EXPECT_EQ(decode_query<Question>("age=" + text).age->length, length) << text;
    EXPECT_FALSE(decode_query<Question>("age=").age);
}

TEST(Ages, ThatAreNoneAreNamed) {
    for (const std::string text : {"x",
                                   "10",
                                   "days",
                                   "10days",
                                   "+days",
                                   "10++days",
                                   "-1+days",
                                   "%2B1+day",
                                   "0+days",
                                   "100000+days",
                                   "99999999999999999999+days",
                                   "1.5+days",
                                   "10+DAYS",
                                   "10+dayss",
                                   "10+decades",
                                   "10+days+",
                                   "+10+days",
                                   "1+d",
                                   "10+s",
                                   "%00",
                                   "%ff"}) {
        try {
            decode_query<Question>("age=" + text);
            ADD_FAILURE() << text;
        } catch (const Error& error) {
            EXPECT_EQ(error.kind, ErrorKind::invalid_request);
            EXPECT_EQ(error.faults.front().code, "INVALID_PARAMETER");
            EXPECT_THAT(error.faults.front().message, StartsWith("age must be"));
        }
    }
}

}  // namespace
}  // namespace callboard::wire
