#include "base/child_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace callboard {
namespace {

constexpr std::size_t kMostKept = std::size_t{64} * 1024;

[[noreturn]] void fail(const std::string& what, int error) {
    throw std::runtime_error("cannot run " + what + ": " + std::generic_category().message(error));
}

// The two ends of a pipe, or of a socket pair.
class Pipe {
  public:
    enum class Kind { pipe, sockets };

    explicit Pipe(const std::string& what, Kind kind = Kind::pipe) {
        const int made = kind == Kind::pipe
                             ? pipe2(ends_.data(), O_CLOEXEC)
                             : socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends_.data());
        if (made != 0) fail(what, errno);
    }
    ~Pipe() {
        close_at(0);
        close_at(1);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    int reading_end() const { return ends_[0]; }
    int writing_end() const { return ends_[1]; }
    void close_reading_end() { close_at(0); }
    void close_writing_end() { close_at(1); }

  private:
    void close_at(std::size_t end) {
        if (ends_[end] >= 0) close(ends_[end]);
        ends_[end] = -1;
    }

    std::array<int, 2> ends_{-1, -1};
};

// The standard streams of a child, seen from here.
struct Pipes {
    explicit Pipes(const std::string& what) : input(what, Pipe::Kind::sockets), output(what), errors(what) {}

    void close_ends_of_child() {
        input.close_reading_end();
        output.close_writing_end();
        errors.close_writing_end();
    }

    Pipe input;  // sockets: writing to them need not raise SIGPIPE
    Pipe output;
    Pipe errors;
};

class FileActions {
  public:
    FileActions(const Pipes& pipes, bool has_input) {
        posix_spawn_file_actions_init(&actions_);
        if (has_input) {
            posix_spawn_file_actions_adddup2(&actions_, pipes.input.reading_end(), STDIN_FILENO);
        } else {
            posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        }
        posix_spawn_file_actions_adddup2(&actions_, pipes.output.writing_end(), STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&actions_, pipes.errors.writing_end(), STDERR_FILENO);
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

using Take = std::function<void(std::string_view)>;

// Returns false at end of file, or on an error other than EINTR.
bool read_some(int descriptor, const Take& take) {
    std::array<char, std::size_t{64} * 1024> bytes{};
    const ssize_t count = read(descriptor, bytes.data(), bytes.size());
    if (count < 0) return errno == EINTR;
    if (count == 0) return false;
    take({bytes.data(), static_cast<std::size_t>(count)});
    return true;
}

Take keep_beginning(std::string& kept) {
    return [&kept](std::string_view bytes) { kept.append(bytes.substr(0, kMostKept - kept.size())); };
}

// What is written to the standard input of the child.
class Input {
  public:
    explicit Input(const std::function<std::string_view()>& next) : next_(next) {}

    // Returns false at the end, or when the child reads no more.
    bool write_some(int descriptor) {
        if (left_.empty()) left_ = next_();
        if (left_.empty()) return false;
        const ssize_t count = send(descriptor, left_.data(), left_.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (count < 0) return errno == EINTR || errno == EAGAIN;
        left_.remove_prefix(static_cast<std::size_t>(count));
        return true;
    }

  private:
    const std::function<std::string_view()>& next_;
    std::string_view left_;
};

void exchange(Pipes& pipes, const ProcessStreams& streams, FinishedProcess& into) {
    enum : std::size_t { kOutput, kErrors, kInput };
    std::array<pollfd, 3> watched{pollfd{pipes.output.reading_end(), POLLIN, 0},
                                  pollfd{pipes.errors.reading_end(), POLLIN, 0},
                                  pollfd{streams.input ? pipes.input.writing_end() : -1, POLLOUT, 0}};
    const Take take_output = streams.output ? streams.output : keep_beginning(into.output);
    const Take take_errors = keep_beginning(into.errors);
    Input input{streams.input};
    while (watched[kOutput].fd >= 0 || watched[kErrors].fd >= 0) {
        if (poll(watched.data(), watched.size(), -1) < 0 && errno != EINTR) return;
        const auto is_ready = [&](std::size_t i) { return watched[i].fd >= 0 && watched[i].revents != 0; };
        if (is_ready(kOutput) && !read_some(watched[kOutput].fd, take_output)) watched[kOutput].fd = -1;
        if (is_ready(kErrors) && !read_some(watched[kErrors].fd, take_errors)) watched[kErrors].fd = -1;
        if (is_ready(kInput) && !input.write_some(watched[kInput].fd)) {
            watched[kInput].fd = -1;
            pipes.input.close_writing_end();
        }
    }
}

// A child that is killed unless it was waited for.
class Child {
  public:
    explicit Child(pid_t id) : id_(id) {}
    ~Child() {
        if (id_ < 0) return;
        kill(id_, SIGKILL);
        waitpid(id_, nullptr, 0);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    int exit_code(const std::string& name) {
        int status = 0;
        while (waitpid(id_, &status, 0) < 0)
            if (errno != EINTR) fail(name, errno);
        id_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }

  private:
    pid_t id_;
};

}  // namespace

std::optional<FinishedProcess> run_process(const std::vector<std::string>& command,
                                           const std::vector<std::pair<std::string, std::string>>& variables,
                                           const ProcessStreams& streams) {
    const std::string& name = command.front();
    Pipes pipes{name};
    const FileActions actions{pipes, static_cast<bool>(streams.input)};
    std::vector<std::string> words = command;
    std::vector<std::string> environment = environment_with(variables);
    pid_t id = -1;
    const int result = posix_spawnp(&id, name.c_str(), actions.get(), nullptr, pointers(words).data(),
                                    pointers(environment).data());
    if (result == ENOENT) return std::nullopt;
    if (result != 0) fail(name, result);
    Child child{id};
    pipes.close_ends_of_child();
    FinishedProcess finished;
    exchange(pipes, streams, finished);
    finished.exit_code = child.exit_code(name);
    return finished;
}

}  // namespace callboard
