// Direct queries of a running server's database, for state that no operation returns.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "support/each_database.h"
#include "support/postgres_session.h"

namespace callboard::test {

class Rows {
  public:
    Rows(std::string sqlite_file, const PostgresDatabase* postgres)
        : sqlite_file_(std::move(sqlite_file)), postgres_(postgres) {}

    // The columns of every row, joined by spaces.
    std::vector<std::string> select(const std::string& sql) const {
        return postgres_ ? PostgresSession{postgres_->url()}.select(sql) : from_sqlite(sql);
    }

  private:
    std::vector<std::string> from_sqlite(const std::string& sql) const {
        sqlite3* handle = nullptr;
        EXPECT_EQ(sqlite3_open_v2(sqlite_file_.c_str(), &handle, SQLITE_OPEN_READWRITE, nullptr), SQLITE_OK);
        sqlite3_busy_timeout(handle, 5000);
        std::vector<std::string> rows;
        const auto add = [](void* into, int columns, char** values, char**) {
            std::string line;
            for (int column = 0; column < columns; ++column)
                line.append(column > 0 ? " " : "").append(values[column] ? values[column] : "");
            static_cast<std::vector<std::string>*>(into)->push_back(std::move(line));
            return 0;
        };
        EXPECT_EQ(sqlite3_exec(handle, sql.c_str(), add, &rows, nullptr), SQLITE_OK)
            << sqlite3_errmsg(handle);
        sqlite3_close(handle);
        return rows;
    }

    std::string sqlite_file_;
    const PostgresDatabase* postgres_;
};

}  // namespace callboard::test
