#include "base/child_process.h"

#include <stdexcept>
#include <string>

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

TEST(ChildProcess, StreamsOfAnySizePassThrough) {
    const std::string piece(100'000, 'x');
    int given = 0;
    std::size_t taken = 0;

    const auto finished =
        run_process({"cat"}, {},
                    {.output = [&](std::string_view bytes) { taken += bytes.size(); },
                     .input = [&] { return given++ < 50 ? std::string_view{piece} : std::string_view{}; }});

    EXPECT_EQ(finished->exit_code, 0);
    EXPECT_EQ(taken, 50 * piece.size());
    EXPECT_EQ(finished->output, "");
}

TEST(ChildProcess, ThatReadsNoMoreEndsItsInput) {
    const std::string piece(100'000, 'x');
    const auto endless = [&]() -> std::string_view { return piece; };

    const auto finished =
        run_process({"sh", "-c", "head -c 1; exit 3"}, {}, {.output = {}, .input = endless});

    EXPECT_EQ(finished->exit_code, 3);
    EXPECT_EQ(finished->output, "x");
}

TEST(ChildProcess, IsKilledWhenAStreamFails) {
    const auto broken = [](std::string_view) { throw std::runtime_error{"the disk is full"}; };
    EXPECT_THROW(run_process({"sh", "-c", "echo x; sleep 100"}, {}, {.output = broken, .input = {}}),
                 std::runtime_error);
    const auto damaged = []() -> std::string_view { throw std::runtime_error{"the file is damaged"}; };
    EXPECT_THROW(run_process({"cat"}, {}, {.output = {}, .input = damaged}), std::runtime_error);
}

}  // namespace
}  // namespace callboard
