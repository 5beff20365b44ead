#include "base/child_process.h"

#include <gtest/gtest.h>

namespace callboard {
namespace {

TEST(ChildProcess, GivesExitCodeAndBothStreams) {
    const auto finished = run_process({"sh", "-c", "echo out; echo err >&2; exit 3"});

    ASSERT_TRUE(finished);
    EXPECT_EQ(finished->exit_code, 3);
    EXPECT_EQ(finished->output, "out\n");
    EXPECT_EQ(finished->errors, "err\n");
}

TEST(ChildProcess, AMissingProgramIsNothing) {
    EXPECT_FALSE(run_process({"no-such-program-anywhere"}));
}

TEST(ChildProcess, ASignalIsAnExitCodeAbove128) {
    EXPECT_EQ(run_process({"sh", "-c", "kill -9 $$"})->exit_code, 128 + 9);
}

TEST(ChildProcess, VariablesAreAddedAndReplaced) {
    const auto finished = run_process({"sh", "-c", "echo \"$PATH_OF_TEST $HOME\"; test -n \"$PATH\""},
                                      {{"PATH_OF_TEST", "a b"}, {"HOME", "/elsewhere"}});

    EXPECT_EQ(finished->output, "a b /elsewhere\n");
    EXPECT_EQ(finished->exit_code, 0) << "the rest of the environment is inherited";
}

TEST(ChildProcess, ArgumentsAreNoShellText) {
    EXPECT_EQ(run_process({"printf", "%s", "$(id); *"})->output, "$(id); *");
}

TEST(ChildProcess, ReadsNothing) {
    EXPECT_EQ(run_process({"cat"})->output, "");
}

TEST(ChildProcess, OfVeryMuchOutputTheBeginningIsKept) {
    const auto finished =
        run_process({"sh", "-c", "head -c 1000000 /dev/zero; head -c 1000000 /dev/zero >&2"});

    EXPECT_EQ(finished->exit_code, 0);
    EXPECT_EQ(finished->output.size(), 64U * 1024);
    EXPECT_EQ(finished->errors.size(), 64U * 1024);
}

}  // namespace
}  // namespace callboard
