#include "base/error.h"

#include <gtest/gtest.h>

namespace callboard {
namespace {

struct Made {
    Error error;
    ErrorKind kind;
    std::string_view code;
};

TEST(Error, IsWhatItsMakerSays) {
    for (const Made& made : {Made{invalid_request("CODE", "why"), ErrorKind::invalid_request, "CODE"},
                             Made{not_found("CODE"), ErrorKind::not_found, "CODE"},
                             Made{no_access("CODE", "why"), ErrorKind::no_access, "CODE"},
                             Made{forbidden("CODE", "why"), ErrorKind::forbidden, "CODE"},
                             Made{conflict("CODE", "why"), ErrorKind::conflict, "CODE"},
                             Made{changed_meanwhile(), ErrorKind::conflict, "CONFLICT"},
                             Made{timed_out(), ErrorKind::timed_out, "REQUEST_TIMEOUT"},
                             Made{unavailable("why"), ErrorKind::unavailable, "SERVICE_UNAVAILABLE"},
                             Made{internal("why"), ErrorKind::internal, "INTERNAL_ERROR"}}) {
        EXPECT_EQ(made.error.kind, made.kind);
        ASSERT_EQ(made.error.faults.size(), 1U);
        EXPECT_EQ(made.error.faults.front().code, made.code);
        EXPECT_FALSE(made.error.faults.front().message.empty());
        EXPECT_TRUE(made.error.faults.front().path.empty());
        EXPECT_EQ(made.error.what(), made.error.faults.front().message);
    }
}

TEST(Error, TellsTheMessageThatItWasGiven) {
    EXPECT_EQ(not_found("HIRING_TEAM_MEMBER_NOT_FOUND").faults.front().message,
              "hiring team member not found");
    EXPECT_EQ(not_found("HIRING_PROCESS_NOT_FOUND").faults.front().message, "hiring process not found");
    EXPECT_EQ(not_found("OFFERS_NOT_FOUND").faults.front().message, "offers not found");
    EXPECT_EQ(not_found("CODE", "no such job").faults.front().message, "no such job");
    EXPECT_EQ(forbidden("CODE", "needs a right").faults.front().message, "needs a right");
}

TEST(Error, KeepsWhatOnlyTheLogMayKnowOutOfItsFaults) {
    for (const Error& error : {internal("disk sda1 is gone"), unavailable("disk sda1 is gone"),
                               conflict("CODE", "why").because("disk sda1 is gone")}) {
        EXPECT_EQ(error.detail, "disk sda1 is gone");
        EXPECT_EQ(error.faults.front().message.find("sda1"), std::string::npos);
        EXPECT_EQ(std::string_view{error.what()}.find("sda1"), std::string_view::npos);
    }
}

TEST(Error, CarriesEveryFault) {
    const Error error{ErrorKind::unprocessable,
                      std::vector{Fault{"A", "first", "/a"}, Fault{"B", "second", "/b"}}};

    ASSERT_EQ(error.faults.size(), 2U);
    EXPECT_EQ(error.faults[1].code, "B");
    EXPECT_EQ(error.faults[1].path, "/b");
    EXPECT_STREQ(error.what(), "first");
}

TEST(Error, IsCaughtAsAStandardException) {
    EXPECT_THROW(throw not_found("CODE"), std::exception);
}

}  // namespace
}  // namespace callboard
