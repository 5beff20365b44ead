#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <sqlite3.h>

#include "base/embedded.h"
#include "base/encoding.h"
#include "db/backup.h"

namespace callboard::db {
namespace {

// By statement and not by type, because SQLite runs the statement. It writes the beginning of these itself.
constexpr auto kOtherStatements = R"sql(
    SELECT sql FROM sqlite_schema
    WHERE sql NOT GLOB 'CREATE TABLE *' AND sql NOT GLOB 'CREATE INDEX *'
      AND sql NOT GLOB 'CREATE UNIQUE INDEX *')sql";

constexpr auto kHasSchema = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'schema_file'";

constexpr auto kSchema = "SELECT coalesce(max(number), 0) FROM schema_file";

struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close(handle); }
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

struct Unreadable {
    std::string reason;
};

class Candidate {
  public:
    // Immutable: SQLite creates no files beside it, whatever its header says.
    explicit Candidate(const std::filesystem::path& file) {
        sqlite3* opened = nullptr;
        const std::string name = "file:" + percent_encode(file.string()) + "?mode=ro&immutable=1";
        const int result = sqlite3_open_v2(
            name.c_str(), &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
        handle_.reset(opened);
        if (result != SQLITE_OK) throw Unreadable{sqlite3_errstr(result)};
        sqlite3_db_config(opened, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    }

    // The first column of all rows.
    std::vector<std::string> texts(const char* sql) const {
        sqlite3_stmt* made = nullptr;
        sqlite3_prepare_v2(handle_.get(), sql, -1, &made, nullptr);
        const std::unique_ptr<sqlite3_stmt, Close> statement{made};
        if (!statement) throw unreadable();
        std::vector<std::string> found;
        int result = SQLITE_OK;
        while ((result = sqlite3_step(made)) == SQLITE_ROW) {
            const auto* const bytes = reinterpret_cast<const char*>(sqlite3_column_text(made, 0));
            found.emplace_back(bytes ? bytes : "");
        }
        if (result != SQLITE_DONE) throw unreadable();
        return found;
    }

  private:
    Unreadable unreadable() const { return {sqlite3_errmsg(handle_.get())}; }

    std::unique_ptr<sqlite3, Close> handle_;
};

// SQLite stores these statements as they are in the schema files.
bool is_ours(const std::string& statement) {
    return std::ranges::any_of(schema_files(),
                               [&](const EmbeddedFile& file) { return file.text.contains(statement); });
}

}  // namespace

std::optional<std::string> fault_of_sqlite(const std::filesystem::path& database, std::int64_t schema) {
    try {
        const Candidate candidate{database};
        if (!std::ranges::all_of(candidate.texts(kOtherStatements), is_ours))
            return "is not a backup of callboard: its database has triggers or views of another program";
        if (candidate.texts(kHasSchema).empty())
            return "is not a backup of callboard: its database has no tables of callboard";
        if (candidate.texts(kSchema) != std::vector{std::to_string(schema)})
            return "is damaged: its database does not have schema " + std::to_string(schema) +
                   " of its header";
        if (candidate.texts("PRAGMA quick_check(1)") != std::vector<std::string>{"ok"})
            return "is damaged: its database fails PRAGMA quick_check";
        return std::nullopt;
    } catch (const Unreadable& error) {
        return "is damaged: its database cannot be read: " + readable(error.reason);
    }
}

}  // namespace callboard::db
