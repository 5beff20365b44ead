// A Redis server for one test, on a free local port.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <sys/types.h>

#include "support/temporary_folder.h"

namespace callboard::test {

class RedisServer {
  public:
    explicit RedisServer(std::vector<std::string> options = {});  // of redis-server
    ~RedisServer();

    RedisServer(const RedisServer&) = delete;
    RedisServer& operator=(const RedisServer&) = delete;

    std::string url() const { return "redis://127.0.0.1:" + std::to_string(port_); }
    std::uint16_t port() const { return port_; }

    void start();  // on the same port, empty
    void kill();
    void pause();  // accepts connections without answering
    void proceed();

    // The reply to one command, as text.
    std::string ask(const std::string& command) const;

  private:
    const std::vector<std::string> options_;
    TemporaryFolder folder_;
    std::uint16_t port_;
    pid_t pid_ = -1;
};

}  // namespace callboard::test
