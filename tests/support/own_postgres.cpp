#include "support/own_postgres.h"

#include <cstdlib>
#include <stdexcept>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace callboard::test {
namespace {

void shell(const std::string& command) {
    if (std::system(command.c_str()) != 0) throw std::runtime_error("failed: " + command);
}

}  // namespace

OwnPostgres::OwnPostgres() {
    const char* const before = std::getenv("TEST_POSTGRES_URL");
    previous_url_ = before ? before : "";
    const std::string command =
        "CALLBOARD='" CALLBOARD_PROGRAM "' '" CALLBOARD_SOURCE
        "/tools/with-postgres' sh -c 'echo $TEST_POSTGRES_URL; "
        "psql -AtX -c \"SHOW data_directory\" \"$TEST_POSTGRES_URL\"; cat >/dev/null'";
    int input[2];
    int output[2];
    if (pipe2(input, O_CLOEXEC) != 0 || pipe2(output, O_CLOEXEC) != 0) throw std::runtime_error("pipe");
    pid_ = fork();
    if (pid_ == 0) {
        dup2(input[0], 0);
        dup2(output[1], 1);
        execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
        _exit(127);
    }
    ::close(input[0]);
    ::close(output[1]);
    keep_open_ = input[1];
    const auto line = [&] {
        std::string text;
        for (char c = 0; read(output[0], &c, 1) == 1 && c != '\n';) text += c;
        return text;
    };
    setenv("TEST_POSTGRES_URL", line().c_str(), 1);
    data_directory_ = line();
    ::close(output[0]);
}

OwnPostgres::~OwnPostgres() {
    ::close(keep_open_);
    waitpid(pid_, nullptr, 0);
    setenv("TEST_POSTGRES_URL", previous_url_.c_str(), 1);
}

void OwnPostgres::restart() const {
    shell(
        "cd / && bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1) && "
        "$([ $(id -u) != 0 ] || echo setpriv --reuid=postgres --regid=postgres --clear-groups) "
        "$bin/pg_ctl -D '" +
        data_directory_ + "' -m immediate -w -l /dev/null restart >/dev/null");
}

// The first process is stopped before the others are listed: it would start new ones.
void OwnPostgres::kill() const {
    shell("first=$(head -n 1 '" + data_directory_ +
          "/postmaster.pid') && kill -STOP $first && kill -KILL $(cat /proc/$first/task/$first/children) "
          "$first");
}

}  // namespace callboard::test
