#include "cli/request_filter.h"

#include <string>

#include <gtest/gtest.h>

#include "cli/spec.h"

namespace callboard::cli {
namespace {

bool accepts(const RequestFilter& filter, const std::string& request) {
    const wire::JsonDocument document{request};
    return filter.accepts(document.root());
}

const std::string kRequest =
    R"({"status":429,"ms":12.5,"operation":"createJob","company":"c-1","user":"u-1","application":"a-1"})";
const std::string kOfNobody = R"({"status":200,"ms":0.1,"operation":"startPage"})";

TEST(RequestFilters, AcceptEverythingByDefault) {
    EXPECT_TRUE(accepts({}, kRequest));
    EXPECT_TRUE(accepts({}, kOfNobody));
    EXPECT_FALSE(accepts({}, "{}")) << "which is no request";
}

TEST(RequestFilters, CompareIdsAndNames) {
    EXPECT_TRUE(
        accepts({.company = "c-1", .user = "u-1", .application = "a-1", .operation = "createJob"}, kRequest));
    EXPECT_FALSE(accepts({.company = "c-2"}, kRequest));
    EXPECT_FALSE(accepts({.user = "u"}, kRequest));
    EXPECT_FALSE(accepts({.application = "a-2"}, kRequest));
    EXPECT_FALSE(accepts({.operation = "createjob"}, kRequest));
    EXPECT_FALSE(accepts({.company = "c-1"}, kOfNobody));
}

TEST(RequestFilters, AcceptAnyOfTheStatuses) {
    const auto with = [](std::initializer_list<std::string> statuses) {
        return RequestFilter{.statuses = {statuses.begin(), statuses.end()}};
    };
    EXPECT_TRUE(accepts(with({"429"}), kRequest));
    EXPECT_TRUE(accepts(with({"4xx"}), kRequest));
    EXPECT_TRUE(accepts(with({"5xx", "4xx"}), kRequest));
    EXPECT_FALSE(accepts(with({"428", "430", "5xx"}), kRequest));
    EXPECT_FALSE(accepts(with({"4xx"}), kOfNobody));
}

TEST(RequestFilters, CompareTheTime) {
    EXPECT_TRUE(accepts({.slower_than = 12.4}, kRequest));
    EXPECT_FALSE(accepts({.slower_than = 12.5}, kRequest));
}

TEST(RequestFilters, RefuseWhatIsNoStatus) {
    for (const std::string wrong :
         {"", "4", "42", "4291", "4x", "x4x", "xxx", "6xx", "0xx", "4XX", "abc", "-29", "099"})
        EXPECT_THROW(StatusFilter{wrong}, UsageError) << wrong;
}

}  // namespace
}  // namespace callboard::cli
