// A connection to PostgreSQL that stays open, for tests that ask often.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <libpq-fe.h>

namespace callboard::test {

class PostgresSession {
  public:
    explicit PostgresSession(const std::string& url) : connection_(PQconnectdb(url.c_str()), PQfinish) {}

    // The columns of every row, joined by spaces.
    std::vector<std::string> select(const std::string& sql) const {
        const std::unique_ptr<PGresult, decltype(&PQclear)> result{PQexec(connection_.get(), sql.c_str()),
                                                                   PQclear};
        EXPECT_EQ(PQresultStatus(result.get()), PGRES_TUPLES_OK) << PQerrorMessage(connection_.get());
        std::vector<std::string> rows;
        for (int row = 0; row < PQntuples(result.get()); ++row) {
            std::string line;
            for (int column = 0; column < PQnfields(result.get()); ++column)
                line.append(column > 0 ? " " : "").append(PQgetvalue(result.get(), row, column));
            rows.push_back(std::move(line));
        }
        return rows;
    }
    // The first value of the first row, or nothing.
    std::string ask(const std::string& sql) const {
        const std::unique_ptr<PGresult, decltype(&PQclear)> result{PQexec(connection_.get(), sql.c_str()),
                                                                   PQclear};
        const auto status = PQresultStatus(result.get());
        if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
            throw std::runtime_error(PQerrorMessage(connection_.get()));
        return PQntuples(result.get()) > 0 ? PQgetvalue(result.get(), 0, 0) : "";
    }

  private:
    std::unique_ptr<PGconn, decltype(&PQfinish)> connection_;
};

}  // namespace callboard::test
