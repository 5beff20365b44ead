#include "support/redis.h"

#include <array>
#include <chrono>
#include <csignal>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <arpa/inet.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/free_port.h"

namespace callboard::test {
namespace {

sockaddr_in loopback(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    return address;
}

}  // namespace

RedisServer::RedisServer(std::vector<std::string> options) : options_(std::move(options)) {
    // Another test may take the port first.
    constexpr int kMostTries = 10;
    for (int tries = 1;; ++tries) {
        try {
            port_ = free_port();
            start();
            return;
        } catch (const std::runtime_error&) {
            if (tries == kMostTries) throw;
        }
    }
}

RedisServer::~RedisServer() {
    kill();
}

void RedisServer::start() {
    std::vector<std::string> words{"redis-server",
                                   "--port",
                                   std::to_string(port_),
                                   "--bind",
                                   "127.0.0.1",
                                   "--save",
                                   "",
                                   "--appendonly",
                                   "no",
                                   "--dir",
                                   folder_.path(),
                                   "--daemonize",
                                   "no",
                                   "--loglevel",
                                   "warning"};
    words.insert(words.end(), options_.begin(), options_.end());
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions{};
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    const int result = posix_spawnp(&pid_, "redis-server", &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (result != 0) throw std::runtime_error("cannot start redis-server");
    // Compares the folder: another test's server may listen on the port.
    while (!ask("CONFIG GET dir").contains(folder_.path().string())) {
        if (waitpid(pid_, nullptr, WNOHANG) == pid_) {
            pid_ = -1;
            throw std::runtime_error("redis-server ended");
        }
        std::this_thread::sleep_for(std::chrono::milliseconds{5});
    }
}

void RedisServer::kill() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    pid_ = -1;
}

void RedisServer::pause() {
    ::kill(pid_, SIGSTOP);
}

void RedisServer::proceed() {
    ::kill(pid_, SIGCONT);
}

std::string RedisServer::ask(const std::string& command) const {
    const int connection = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address = loopback(port_);
    std::string answer;
    if (connect(connection, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0) {
        const std::string line = command + "\r\n";
        std::array<char, 4096> bytes{};
        if (send(connection, line.data(), line.size(), MSG_NOSIGNAL) > 0) {
            const ssize_t count = recv(connection, bytes.data(), bytes.size(), 0);
            if (count > 0) answer.assign(bytes.data(), static_cast<std::size_t>(count));
        }
    }
    close(connection);
    return answer;
}

}  // namespace callboard::test
