#include "base/child_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace callboard {
namespace {

constexpr std::size_t kMostKept = std::size_t{64} * 1024;

[[noreturn]] void fail(const std::string& what, int error) {
    throw std::runtime_error("cannot run " + what + ": " + std::generic_category().message(error));
}

class Pipe {
  public:
    explicit Pipe(const std::string& what) {
        if (pipe2(ends_.data(), O_CLOEXEC) != 0) fail(what, errno);
    }
    ~Pipe() {
        close_at(0);
        close_at(1);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    int reading_end() const { return ends_[0]; }
    int writing_end() const { return ends_[1]; }
    void close_writing_end() { close_at(1); }

  private:
    void close_at(std::size_t end) {
        if (ends_[end] >= 0) close(ends_[end]);
        ends_[end] = -1;
    }

    std::array<int, 2> ends_{-1, -1};
};

class FileActions {
  public:
    FileActions(const Pipe& output, const Pipe& errors) {
        posix_spawn_file_actions_init(&actions_);
        posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&actions_, output.writing_end(), STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&actions_, errors.writing_end(), STDERR_FILENO);
    }
    ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
    FileActions(const FileActions&) = delete;
    FileActions& operator=(const FileActions&) = delete;

    const posix_spawn_file_actions_t* get() const { return &actions_; }

  private:
    posix_spawn_file_actions_t actions_{};
};

std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& variables) {
    std::vector<std::string> all;
    const auto is_replaced = [&](std::string_view entry) {
        return std::ranges::any_of(variables, [&](const auto& variable) {
            return entry.starts_with(variable.first) && entry.substr(variable.first.size()).starts_with('=');
        });
    };
    for (char** entry = environ; entry && *entry; ++entry)
        if (!is_replaced(*entry)) all.emplace_back(*entry);
    for (const auto& [name, value] : variables) all.push_back(std::string{name}.append("=").append(value));
    return all;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> all;
    all.reserve(texts.size() + 1);
    for (std::string& text : texts) all.push_back(text.data());
    all.push_back(nullptr);
    return all;
}

// Returns false at end of file, or on an error other than EINTR.
bool read_some(int descriptor, std::string& kept) {
    std::array<char, 4096> bytes{};
    const ssize_t count = read(descriptor, bytes.data(), bytes.size());
    if (count < 0) return errno == EINTR;
    if (count == 0) return false;
    const std::size_t room = kMostKept - kept.size();
    kept.append(bytes.data(), std::min(static_cast<std::size_t>(count), room));
    return true;
}

void read_both(const Pipe& output, const Pipe& errors, FinishedProcess& into) {
    std::array<pollfd, 2> watched{pollfd{output.reading_end(), POLLIN, 0},
                                  pollfd{errors.reading_end(), POLLIN, 0}};
    const std::array<std::string*, 2> texts{&into.output, &into.errors};
    while (watched[0].fd >= 0 || watched[1].fd >= 0) {
        if (poll(watched.data(), watched.size(), -1) < 0 && errno != EINTR) return;
        for (std::size_t i = 0; i < watched.size(); ++i) {
            const bool ready = watched[i].fd >= 0 && watched[i].revents != 0;
            if (ready && !read_some(watched[i].fd, *texts[i])) watched[i].fd = -1;
        }
    }
}

}  // namespace

std::optional<FinishedProcess> run_process(
    const std::vector<std::string>& command,
    const std::vector<std::pair<std::string, std::string>>& variables) {
    const std::string& name = command.front();
    Pipe output{name};
    Pipe errors{name};
    const FileActions actions{output, errors};
    std::vector<std::string> words = command;
    std::vector<std::string> environment = environment_with(variables);
    pid_t child = -1;
    const int result = posix_spawnp(&child, name.c_str(), actions.get(), nullptr, pointers(words).data(),
                                    pointers(environment).data());
    if (result == ENOENT) return std::nullopt;
    if (result != 0) fail(name, result);
    output.close_writing_end();
    errors.close_writing_end();
    FinishedProcess finished;
    read_both(output, errors, finished);
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) fail(name, errno);
    finished.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return finished;
}

}  // namespace callboard
