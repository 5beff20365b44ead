// What a command with --json that fails must do: say why on standard error, and in an object on standard
// output.
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
    const auto& error = outcome.json().at("error").as_object();
    EXPECT_EQ(error.size(), 1U);
    EXPECT_THAT(outcome.err,
                testing::HasSubstr("callboard: " + std::string{error.at("message").as_string()}));
}

}  // namespace callboard::test
