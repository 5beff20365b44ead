// A separate PostgreSQL server for the databases created from now on, until it is destroyed. For tests that
// stop or configure it.
#pragma once

#include <string>

#include <sys/types.h>

namespace callboard::test {

class OwnPostgres {
  public:
    OwnPostgres();
    ~OwnPostgres();

    OwnPostgres(const OwnPostgres&) = delete;
    OwnPostgres& operator=(const OwnPostgres&) = delete;

    void restart() const;  // immediately, like after a crash
    void kill() const;     // all its processes with SIGKILL, as if the machine had lost power

  private:
    pid_t pid_ = -1;
    int keep_open_ = -1;
    std::string previous_url_;
    std::string data_directory_;
};

}  // namespace callboard::test
