// A source and a target for transfers between the engines, and the failures of these transfers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/secret.h"
#include "db/transfer.h"
#include "support/each_database.h"
#include "support/rows.h"
#include "support/temporary_folder.h"

namespace callboard::test {

inline constexpr Timestamp kNow{1'800'000'000'000};

inline constexpr auto kIgnore = [](std::int64_t) {};

inline void sqlite_command(const std::filesystem::path& file, const std::string& sql,
                           int expected = SQLITE_OK) {
    sqlite3* handle = nullptr;
    ASSERT_EQ(sqlite3_open(file.c_str(), &handle), SQLITE_OK);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 0, nullptr);
    EXPECT_EQ(sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr), expected)
        << sql << sqlite3_errmsg(handle);
    sqlite3_close(handle);
}

// What is said to the operator, or nothing.
inline std::string failure_of(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        return error.detail.empty() ? error.what() : error.detail;
    }
    return "";
}

// All steps of a transfer but the commit.
inline void transfer_tables(db::TransferSource& from, db::TransferTarget& to) {
    db::inspect_tables(from, to);
    db::copy_tables(from, to, kIgnore);
    db::compare_tables(from, to, kIgnore);
}

// Two databases of different engines.
class TransferDatabases {
  public:
    explicit TransferDatabases(Engine source) : source_(source) { make_file(); }

    void change_source(const std::string& sql) const {
        if (source_ == Engine::postgres) return postgres_command(filled_.url(), sql);
        sqlite_command(file_, sql);
    }
    std::vector<std::string> select_from_target(const std::string& sql) const {
        return Rows{new_file_, source_ == Engine::sqlite ? &empty_ : nullptr}.select(sql);
    }

    using Work = std::function<void(db::TransferSource&, db::TransferTarget&)>;
    void between(const Work& work) const {
        if (source_ == Engine::sqlite) {
            db::TransferSource from{file_};
            db::TransferTarget to{Secret{empty_.url()}, kNow};
            work(from, to);
        } else {
            std::ofstream{new_file_};
            db::TransferSource from{Secret{filled_.url()}};
            db::TransferTarget to{new_file_, kNow};
            work(from, to);
        }
    }
    // Of a transfer that is not committed.
    std::string failure() const {
        return failure_of([&] { between(transfer_tables); });
    }

    const std::filesystem::path& file() const { return file_; }
    const std::string& url() const { return filled_.url(); }

  private:
    void make_file() const {
        std::ofstream{file_};
        db::TransferTarget target{file_, kNow};
        target.commit();
    }

    const Engine source_;
    const TemporaryFolder folder_;
    const std::filesystem::path file_ = folder_.path() / "source.db";
    const std::filesystem::path new_file_ = folder_.path() / "target.db";
    const PostgresDatabase filled_;
    const PostgresDatabase empty_{PostgresDatabase::Schema::none};
};

}  // namespace callboard::test
