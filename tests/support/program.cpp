#include "support/program.h"

#include <atomic>
#include <csignal>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/eventually.h"
#include "support/temporary_folder.h"

namespace callboard::test {
namespace {

std::string contents(const std::filesystem::path& file) {
    std::ifstream in{file};
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

pid_t spawn(const Arguments& arguments, const Variables& variables, const std::string& in,
            const std::string& out, const std::string& err) {
    posix_spawn_file_actions_t actions{};
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, in.c_str(), O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, out.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    posix_spawn_file_actions_addopen(&actions, 2, err.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);

    std::vector<std::string> argv_texts{CALLBOARD_PROGRAM};
    argv_texts.insert(argv_texts.end(), arguments.begin(), arguments.end());
    std::vector<std::string> env_texts = variables;
    for (char** entry = environ; *entry; ++entry)
        if (!std::string_view{*entry}.starts_with("CALLBOARD_")) env_texts.emplace_back(*entry);
    std::vector<char*> argv;
    std::vector<char*> env;
    for (auto& text : argv_texts) argv.push_back(text.data());
    for (auto& text : env_texts) env.push_back(text.data());
    argv.push_back(nullptr);
    env.push_back(nullptr);

    pid_t pid = -1;
    const int result = posix_spawn(&pid, CALLBOARD_PROGRAM, &actions, nullptr, argv.data(), env.data());
    posix_spawn_file_actions_destroy(&actions);
    if (result != 0) throw std::runtime_error(std::string{"cannot start "} + CALLBOARD_PROGRAM);
    return pid;
}

// Disables rate limits for most tests. Tests of limits set them by flags, which take precedence, or in a
// settings file.
const Variables kLimitsOff{"CALLBOARD_CUSTOMER_REQUESTS=0",
                           "CALLBOARD_CUSTOMER_CONCURRENCY=0",
                           "CALLBOARD_PUBLICATION_REQUESTS=0",
                           "CALLBOARD_SCIM_REQUESTS=0",
                           "CALLBOARD_SCIM_CONCURRENCY=0",
                           "CALLBOARD_TOKEN_REQUESTS=0",
                           "CALLBOARD_TOKEN_REQUESTS_PER_ADDRESS=0",
                           "CALLBOARD_STATIC_FILE_REQUESTS=0",
                           "CALLBOARD_PAGE_REQUESTS=0",
                           "CALLBOARD_APPLICATIONS_PER_ADDRESS=0",
                           "CALLBOARD_APPLICATIONS_PER_POSTING=0",
                           "CALLBOARD_FAILED_AUTHENTICATIONS=0"};

int exit_code(int status) {
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

Outcome run(const Arguments& arguments, const std::string& input, const Variables& variables) {
    const TemporaryFolder folder;
    const auto in = folder.path() / "in";
    std::ofstream{in} << input;
    const pid_t pid = spawn(arguments, variables, in, folder.path() / "out", folder.path() / "err");
    int status = 0;
    waitpid(pid, &status, 0);
    return {exit_code(status), contents(folder.path() / "out"), contents(folder.path() / "err")};
}

ServerProcess::ServerProcess(const std::filesystem::path& data_dir, const Arguments& more,
                             const Variables& variables) {
    static std::atomic<int> count{0};
    std::filesystem::create_directories(data_dir.parent_path());
    log_ = data_dir.string() + ".log" + std::to_string(++count);
    Arguments arguments{"serve", "--data-dir", data_dir.string()};
    if (std::ranges::find(more, "--listen") == more.end()) {
        arguments.insert(arguments.end(), {"--listen", "127.0.0.1:0"});
    }
    arguments.insert(arguments.end(), more.begin(), more.end());
    Variables environment = variables;
    if (std::ranges::find(more, "--config") == more.end())
        environment.insert(environment.end(), kLimitsOff.begin(), kLimitsOff.end());
    pid_ = spawn(arguments, environment, "/dev/null", log_, log_);

    constexpr std::string_view kLine = "listening on http";
    for (;;) {
        const std::string printed = output();
        if (const auto at = printed.find(kLine);
            at != std::string::npos && printed.find('\n', at) != std::string::npos) {
            const auto end = printed.find('\n', at);
            const std::string address = printed.substr(at, end - at);
            port_ = static_cast<std::uint16_t>(std::stoi(address.substr(address.rfind(':') + 1)));
            return;
        }
        int status = 0;
        if (waitpid(pid_, &status, WNOHANG) == pid_) {
            pid_ = -1;
            throw std::runtime_error("the server ended before it listened: " + printed);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds{5});
    }
}

ServerProcess::~ServerProcess() {
    kill();
}

std::string ServerProcess::output() const {
    return contents(log_);
}

void ServerProcess::kill() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    pid_ = -1;
}

void ServerProcess::terminate() {
    if (pid_ > 0) ::kill(pid_, SIGTERM);
}

std::optional<int> ServerProcess::wait() {
    int status = 0;
    if (pid_ <= 0 || !eventually([&] { return waitpid(pid_, &status, WNOHANG) == pid_; }))
        return std::nullopt;
    pid_ = -1;
    EXPECT_FALSE(output().contains("work still in flight")) << output();
    return exit_code(status);
}

BackgroundCommand::BackgroundCommand(const Arguments& arguments)
    : pid_(spawn(arguments, {}, "/dev/null", folder_.path() / "out", folder_.path() / "out")) {}

BackgroundCommand::~BackgroundCommand() {
    if (pid_ > 0) stop(SIGKILL);
}

std::string BackgroundCommand::output() const {
    return contents(folder_.path() / "out");
}

int BackgroundCommand::stop(int signal) {
    ::kill(pid_, signal);
    int status = 0;
    waitpid(std::exchange(pid_, -1), &status, 0);
    return exit_code(status);
}

}  // namespace callboard::test
