// The real binary: its commands, and servers on free ports with their own data directories.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <sys/types.h>

#include "support/http_client.h"
#include "support/temporary_folder.h"

namespace callboard::test {

struct Outcome {
    int code = -1;
    std::string out;
    std::string err;

    boost::json::value json() const { return boost::json::parse(out); }
    std::string text(const std::string& key) const { return std::string{json().at(key).as_string()}; }
};

using Arguments = std::vector<std::string>;
using Variables = std::vector<std::string>;  // NAME=value

// Runs a command to its end, with only the given variables of our settings.
Outcome run(const Arguments& arguments, const std::string& input = "", const Variables& variables = {});

// `callboard serve`; killed by the destructor.
class ServerProcess {
  public:
    // Waits until it listens; throws with its output if it exits before.
    explicit ServerProcess(const std::filesystem::path& data_dir, const Arguments& more = {},
                           const Variables& variables = {});
    ~ServerProcess();

    ServerProcess(const ServerProcess&) = delete;
    ServerProcess& operator=(const ServerProcess&) = delete;

    std::uint16_t port() const { return port_; }
    pid_t pid() const { return pid_; }
    std::string output() const;  // both streams, so far

    void kill();       // kill -9
    void terminate();  // SIGTERM

    // The exit code; nothing if it does not end. Fails the test if it ended with work in flight.
    std::optional<int> wait();

  private:
    pid_t pid_ = -1;
    std::uint16_t port_ = 0;
    std::filesystem::path log_;
};

// A command that runs until it is stopped; killed by the destructor.
class BackgroundCommand {
  public:
    explicit BackgroundCommand(const Arguments& arguments);
    ~BackgroundCommand();

    BackgroundCommand(const BackgroundCommand&) = delete;
    BackgroundCommand& operator=(const BackgroundCommand&) = delete;

    std::string output() const;  // both streams, so far
    int stop(int signal);        // the exit code

  private:
    const TemporaryFolder folder_;
    pid_t pid_;
};

}  // namespace callboard::test
