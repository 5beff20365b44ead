// What a command that fails must do: say why on standard error, and nothing else.
#pragma once

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/program.h"

namespace callboard::test {

inline void expect_failure(const Outcome& outcome, int code, const std::string& named) {
    EXPECT_EQ(outcome.code, code) << named << outcome.err;
    EXPECT_THAT(outcome.out, testing::IsEmpty()) << named;
    EXPECT_THAT(outcome.err, testing::HasSubstr(named));
}

}  // namespace callboard::test
