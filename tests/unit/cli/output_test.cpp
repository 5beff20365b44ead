#include "cli/output.h"

#include <gtest/gtest.h>

namespace callboard::cli {
namespace {

TEST(WithoutEscapes, KeepsTextAndLines) {
    EXPECT_EQ(without_escapes("name\tvalue\nZoë\u00a0Ü 日本\n"), "name\tvalue\nZoë\u00a0Ü 日本\n");
}

// What a stranger's server responds, or a file contains, must not control the operator's terminal.
TEST(WithoutEscapes, ReplacesWhatControlsATerminal) {
    EXPECT_EQ(without_escapes("\x1b]0;title\a\x1b[2J\x7f\r"), "?]0;title??[2J??");
    EXPECT_EQ(without_escapes("a\u009b2Jb"), "a?2Jb");
}

}  // namespace
}  // namespace callboard::cli
