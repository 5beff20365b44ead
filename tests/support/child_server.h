// A server of somebody else, such as nginx or PgBouncer, that listens on a local port. Killed by the
// destructor.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <sys/types.h>

namespace callboard::test {

class ChildServer {
  public:
    // Waits until it accepts connections. Throws with its output, which is written to the file, if it ends
    // before.
    ChildServer(const std::vector<std::string>& command, std::uint16_t port,
                const std::filesystem::path& log);
    ~ChildServer();

    ChildServer(const ChildServer&) = delete;
    ChildServer& operator=(const ChildServer&) = delete;

    pid_t pid() const { return pid_; }

  private:
    pid_t pid_ = -1;
};

}  // namespace callboard::test
