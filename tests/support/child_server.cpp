#include "support/child_server.h"

#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/http_client.h"

namespace callboard::test {
namespace {

bool accepts_connections(std::uint16_t port) {
    try {
        const Connection connection{port};
        return true;
    } catch (const std::runtime_error&) {
        return false;
    }
}

}  // namespace

ChildServer::ChildServer(const std::vector<std::string>& command, std::uint16_t port,
                         const std::filesystem::path& log) {
    std::vector<std::string> words = command;
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions{};
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    const int result = posix_spawnp(&pid_, argv.front(), &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (result != 0) throw std::runtime_error("cannot start " + command.front());
    while (!accepts_connections(port)) {
        if (waitpid(pid_, nullptr, WNOHANG) == pid_) {
            pid_ = -1;
            std::ifstream file{log};
            throw std::runtime_error(command.front() +
                                     " ended: " + std::string{std::istreambuf_iterator<char>{file}, {}});
        }
        std::this_thread::sleep_for(std::chrono::milliseconds{5});
    }
}

ChildServer::~ChildServer() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGTERM);
    waitpid(pid_, nullptr, 0);
}

}  // namespace callboard::test
