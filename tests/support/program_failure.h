// The expected behaviour of a failing command with --json: a message on standard error, and an object on
// standard output.
#pragma once

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/program.h"

namespace callboard::test {

inline void expect_failure(const Outcome& outcome, int code, const std::string& named) {
    EXPECT_EQ(outcome.code, code) << named << outcome.err;
    EXPECT_THAT(outcome.err, testing::HasSubstr(named));
    ASSERT_NO_THROW(outcome.json()) << outcome.out;
    const boost::json::value printed = outcome.json();
    const std::string message{printed.at("error").at("message").as_string()};
    EXPECT_EQ(printed.as_object().size(), 1U);
    EXPECT_EQ(printed.at("error").as_object().size(), 1U);
    EXPECT_THAT(outcome.err, testing::HasSubstr("callboard: " + message));
}

}  // namespace callboard::test
