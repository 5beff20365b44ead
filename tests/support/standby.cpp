#include "support/standby.h"

#include <stdexcept>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/child_process.h"
#include "support/each_database.h"

namespace callboard::test {
namespace {

bool is_free(std::uint16_t port) {
    const int probe = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    const bool free = bind(probe, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    close(probe);
    return free;
}

// Not an ephemeral port: a client that connects to one without a listener may connect to itself, and then
// nobody can listen there.
std::uint16_t lasting_port() {
    auto port = static_cast<std::uint16_t>(20'000 + getpid() % 10'000);
    while (!is_free(port)) ++port;
    return port;
}

}  // namespace

Standby::Standby(const std::string& primary)
    : primary_(primary), port_(lasting_port()), folder_(script({"make", primary, std::to_string(port_)})) {}

Standby::~Standby() {
    script({"remove", folder_});
}

std::string Standby::url() const {
    return "postgresql://callboard@127.0.0.1:" + std::to_string(port_) + primary_.substr(primary_.rfind('/'));
}

void Standby::stop() const {
    script({"stop", folder_});
}

void Standby::start() const {
    script({"start", folder_, std::to_string(port_)});
}

void Standby::promote() const {
    script({"promote", folder_});
}

void Standby::fall_behind() const {
    postgres_command(url(), "SELECT pg_wal_replay_pause()");  // asynchronous: WAL may still be replayed
    postgres_command(url(),
                     "DO $$ BEGIN WHILE pg_get_wal_replay_pause_state() <> 'paused' LOOP "
                     "PERFORM pg_sleep(0.01); END LOOP; END $$");
}

void Standby::catch_up() const {
    postgres_command(url(), "SELECT pg_wal_replay_resume()");
}

std::string Standby::script(const std::vector<std::string>& arguments) {
    std::vector<std::string> command{"sh", CALLBOARD_SOURCE "/tests/support/standby.sh"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    const auto done = run_process(command);
    if (!done || done->exit_code != 0) throw std::runtime_error("standby.sh: " + (done ? done->errors : ""));
    return done->output.substr(0, done->output.find('\n'));
}

}  // namespace callboard::test
