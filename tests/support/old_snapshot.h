// A transaction of PostgreSQL that sees the data as it was at its beginning: what is deleted meanwhile is
// kept for it, in tables and indexes.
#pragma once

#include <memory>
#include <string>

#include <gtest/gtest.h>
#include <libpq-fe.h>

namespace callboard::test {

class OldSnapshot {
  public:
    explicit OldSnapshot(const std::string& url) : connection_(PQconnectdb(url.c_str()), PQfinish) {
        run("BEGIN ISOLATION LEVEL REPEATABLE READ");
        run("SELECT count(*) FROM company");
    }

  private:
    void run(const char* sql) {
        const std::unique_ptr<PGresult, decltype(&PQclear)> result{PQexec(connection_.get(), sql), PQclear};
        const auto status = PQresultStatus(result.get());
        EXPECT_TRUE(status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) << sql;
    }

    const std::unique_ptr<PGconn, decltype(&PQfinish)> connection_;
};

}  // namespace callboard::test
