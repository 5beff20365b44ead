// Runs `callboard doctor` on each engine and reads its findings.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <system_error>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "support/each_database.h"
#include "support/program.h"
#include "support/temporary_folder.h"

namespace callboard::test {

struct Finding {
    std::string state;
    std::string message;
    std::string remedy;
};

class DoctorFixture : public testing::TestWithParam<Engine> {
  protected:
    Arguments database() const { return postgres ? Arguments{"--database", postgres->url()} : Arguments{}; }
    Arguments where() const {
        Arguments flags{"--data-dir", data_dir};
        const auto more = database();
        flags.insert(flags.end(), more.begin(), more.end());
        return flags;
    }
    Outcome doctor(Arguments more = {}) const {
        Arguments arguments{"doctor"};
        const auto flags = where();
        arguments.insert(arguments.end(), flags.begin(), flags.end());
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments);
    }
    static std::map<std::string, Finding> findings(const Outcome& outcome) {
        std::map<std::string, Finding> found;
        for (const auto& check : outcome.json().at("checks").as_array()) {
            const auto text = [&](const char* key) {
                const auto* const value = check.as_object().if_contains(key);
                return value ? std::string{value->as_string()} : "";
            };
            found[text("name")] = {text("state"), text("message"), text("remedy")};
        }
        return found;
    }
    // The only check that failed or warned; the exit code distinguishes these.
    Finding finding(const std::string& name, int code, Arguments more = {}) const {
        more.emplace_back("--json");
        const Outcome outcome = doctor(more);
        EXPECT_EQ(outcome.code, code) << outcome.out << outcome.err;
        EXPECT_EQ(outcome.json().at("ok").as_bool(), code == 0);
        auto all = findings(outcome);
        EXPECT_TRUE(all.contains(name)) << outcome.out;
        if (all[name].state != "ok") EXPECT_NE(all[name].remedy, "");
        return all[name];
    }
    void start_once() const {
        ServerProcess server{data_dir, database()};
        server.terminate();
        EXPECT_EQ(server.wait(), 0);
    }
    void change(const std::string& sql) const {
        if (postgres) return postgres_command(postgres->url(), sql);
        sqlite3* handle = nullptr;
        ASSERT_EQ(sqlite3_open((data_dir + "/callboard.db").c_str(), &handle), SQLITE_OK);
        EXPECT_EQ(sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
            << sqlite3_errmsg(handle);
        sqlite3_close(handle);
    }
    std::set<std::string> files() const {
        std::set<std::string> names;
        std::error_code error;
        for (std::filesystem::recursive_directory_iterator each{folder.path(), error}, end;
             !error && each != end; ++each)
            if (!each->path().string().contains(".log")) names.insert(each->path());
        return names;
    }

    const TemporaryFolder folder;
    const std::string data_dir = folder.path() / "data";
    const std::unique_ptr<PostgresDatabase> postgres =
        GetParam() == Engine::postgres ? std::make_unique<PostgresDatabase>() : nullptr;
};

}  // namespace callboard::test
