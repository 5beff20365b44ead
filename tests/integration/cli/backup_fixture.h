// A database with a company, its backups, and places to restore them to, on each engine.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "base/child_process.h"
#include "support/each_database.h"
#include "support/program.h"
#include "support/tenant.h"

namespace callboard::test {

inline std::string bytes_of(const std::filesystem::path& file) {
    std::ifstream in{file, std::ios::binary};
    return {std::istreambuf_iterator<char>{in}, {}};
}

inline Arguments joined(Arguments left, const Arguments& right) {
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

// An empty data directory, and on PostgreSQL an empty database.
class Place {
  public:
    explicit Place(Engine engine)
        : postgres_(engine == Engine::postgres
                        ? std::make_unique<PostgresDatabase>(PostgresDatabase::Schema::none)
                        : nullptr) {}

    Arguments database() const { return postgres_ ? Arguments{"--database", postgres_->url()} : Arguments{}; }
    Arguments where() const { return joined({"--data-dir", data_dir()}, database()); }
    std::filesystem::path data_dir() const { return folder_.path() / "data"; }

    // Of a query with one number as its result.
    int number(const std::string& sql) const { return postgres_ ? postgres_number(sql) : sqlite_number(sql); }
    bool is_empty() const {
        if (std::filesystem::exists(data_dir() / "callboard.db") ||
            std::filesystem::exists(data_dir() / "reports") ||
            std::filesystem::exists(data_dir() / "secrets.key"))
            return false;
        return !postgres_ || !has_tables();
    }
    bool has_tables() const {
        return number(
                   "SELECT count(*) FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', "
                   "'information_schema')") > 0;
    }

  private:
    int sqlite_number(const std::string& sql) const {
        sqlite3* handle = nullptr;
        EXPECT_EQ(
            sqlite3_open_v2((data_dir() / "callboard.db").c_str(), &handle, SQLITE_OPEN_READWRITE, nullptr),
            SQLITE_OK);
        int number = -1;
        const auto keep = [](void* into, int, char** values, char**) {
            *static_cast<int*>(into) = std::stoi(values[0]);
            return 0;
        };
        EXPECT_EQ(sqlite3_exec(handle, sql.c_str(), keep, &number, nullptr), SQLITE_OK)
            << sqlite3_errmsg(handle);
        sqlite3_close(handle);
        return number;
    }
    int postgres_number(const std::string& sql) const {
        const auto asked = run_process({"psql", "--dbname=" + postgres_->url(), "-Atc", sql});
        EXPECT_EQ(asked->exit_code, 0) << asked->errors;
        return std::stoi(asked->output);
    }

    const TemporaryFolder folder_;
    const std::unique_ptr<PostgresDatabase> postgres_;
};

class BackupFixture : public testing::TestWithParam<Engine> {
  protected:
    bool on_postgres() const { return GetParam() == Engine::postgres; }

    Outcome back_up(const std::filesystem::path& file, const Arguments& more = {"--json"}) const {
        return run(joined(joined({"backup", file.string()}, place.where()), more));
    }
    Outcome restore(const std::filesystem::path& file, const Place& to, const Arguments& more = {}) const {
        return run(joined(joined({"restore", file.string(), "--json"}, to.where()), more));
    }
    // A file with a key, which only its owner may read.
    std::string key_file(const std::string& name, const std::string& text) const {
        const std::filesystem::path file = folder.path() / name;
        std::ofstream{file} << text << "\n";
        std::filesystem::permissions(file, std::filesystem::perms::owner_read);
        return file;
    }

    const TemporaryFolder folder;
    const std::filesystem::path copy = folder.path() / "copy";
    const Place place{GetParam()};
    const Tenant tenant = add_tenant(place.where(), "acme");
};

}  // namespace callboard::test
