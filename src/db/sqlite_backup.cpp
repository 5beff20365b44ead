#include <memory>
#include <string>

#include <sqlite3.h>

#include "base/error.h"
#include "db/backup.h"

namespace callboard::db {
namespace {

constexpr int kPagesAtOnce = 1024;
constexpr std::int64_t kUsualPageSize = 4096;  // for the progress, which need not be exact

struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close(handle); }
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Handle = std::unique_ptr<sqlite3, Close>;
using Statement = std::unique_ptr<sqlite3_stmt, Close>;

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& reason) {
    throw unavailable("cannot copy the database: " + file.string() + ": " + reason);
}

Handle open(const std::filesystem::path& file) {
    sqlite3* opened = nullptr;
    const int result =
        sqlite3_open_v2(file.c_str(), &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
    Handle handle{opened};
    if (result != SQLITE_OK) fail(file, sqlite3_errstr(result));
    sqlite3_busy_timeout(opened, 10'000);
    return handle;
}

void execute(const Handle& handle, const std::filesystem::path& file, const char* sql) {
    if (sqlite3_exec(handle.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK)
        fail(file, sqlite3_errmsg(handle.get()));
}

// The first column of the first row.
std::string text(const Handle& handle, const std::filesystem::path& file, const char* sql) {
    sqlite3_stmt* made = nullptr;
    sqlite3_prepare_v2(handle.get(), sql, -1, &made, nullptr);
    const Statement statement{made};
    if (!statement || sqlite3_step(made) != SQLITE_ROW) fail(file, sqlite3_errmsg(handle.get()));
    const auto* const bytes = reinterpret_cast<const char*>(sqlite3_column_text(made, 0));
    return bytes ? bytes : "";
}

void copy_pages(const Handle& from, const Handle& to, const std::filesystem::path& target,
                FunctionRef<void(std::int64_t bytes)> progress) {
    sqlite3_backup* const backup = sqlite3_backup_init(to.get(), "main", from.get(), "main");
    if (!backup) fail(target, sqlite3_errmsg(to.get()));
    int result = SQLITE_OK;
    std::int64_t copied = 0;
    while (result == SQLITE_OK) {
        result = sqlite3_backup_step(backup, kPagesAtOnce);
        const std::int64_t pages = sqlite3_backup_pagecount(backup) - sqlite3_backup_remaining(backup);
        progress((pages - copied) * kUsualPageSize);
        copied = pages;
    }
    const int finished = sqlite3_backup_finish(backup);
    if (result != SQLITE_DONE || finished != SQLITE_OK) fail(target, sqlite3_errstr(result));
}

}  // namespace

void copy_sqlite(const std::filesystem::path& database, const std::filesystem::path& target,
                 FunctionRef<void(std::int64_t bytes)> progress) {
    const Handle from = open(database);
    const Handle to = open(target);
    // No journal and no fsync: an interrupted copy is deleted, and the caller syncs the complete file.
    execute(to, target, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
    // One read transaction for all steps: otherwise every commit of a server would restart the copy.
    execute(from, database, "BEGIN; SELECT count(*) FROM sqlite_schema");
    copy_pages(from, to, target, progress);
    execute(from, database, "COMMIT");
    // The header says WAL mode, but the copy has no WAL.
    text(to, target, "PRAGMA journal_mode = DELETE");
    if (const std::string found = text(to, target, "PRAGMA quick_check(1)"); found != "ok")
        fail(target, "the copy is damaged: " + found);
}

}  // namespace callboard::db
