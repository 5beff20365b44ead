#include "base/id.h"

#include <gtest/gtest.h>

namespace callboard {
namespace {

static_assert(!std::is_constructible_v<JobId, UserId>);
static_assert(!std::is_convertible_v<std::string_view, JobId>);

TEST(Id, TakesOnlyTextOfItsForm) {
    EXPECT_TRUE(JobId::parse("01890000-0000-7000-8000-000000000000"));
    EXPECT_FALSE(JobId::parse("01890000-0000-7000-8000-00000000000"));
    EXPECT_FALSE(JobId::parse("01890000-0000-7000-8000-00000000000G"));
    EXPECT_FALSE(JobId::parse("01890000x0000-7000-8000-000000000000"));
    EXPECT_FALSE(JobId::parse("01890000-0000-7000-8000-00000000000A"));
    EXPECT_TRUE(UserId::parse("0123456789abcdef01234567"));
    EXPECT_FALSE(UserId::parse("0123456789abcdef0123456"));
    EXPECT_TRUE(DepartmentId::parse("18554"));
    EXPECT_FALSE(DepartmentId::parse(""));
    EXPECT_FALSE(DepartmentId::parse("12345678901234567890"));
    EXPECT_FALSE(DepartmentId::parse("-1"));
}

}  // namespace
}  // namespace callboard
