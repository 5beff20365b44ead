#include "db/sqlite_connection.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include <sqlite3.h>

#include "base/encoding.h"
#include "base/error.h"
#include "db/parameters.h"
#include "db/sqlite_functions.h"

namespace callboard::db {
namespace {

constexpr std::size_t kMostComposed = 256;  // cached list queries, which differ by filters

// SQLite's memory statistics take a lock for every allocation: a third of the time of a point read.
void configure_engine() {
    static const int kOnce = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    static_cast<void>(kOnce);
}

// These texts are for operators, at the command line and in the log; clients never see them.
Error failure(sqlite3* handle, std::string_view name) {
    const int code = handle ? sqlite3_errcode(handle) : SQLITE_NOMEM;
    const std::string reason = handle ? sqlite3_errmsg(handle) : "out of memory";
    const char* const known_file = handle ? sqlite3_db_filename(handle, "main") : nullptr;
    const std::string file = known_file ? known_file : "";
    const std::string detail = std::string{name} + ": " + reason;
    switch (code & 0xff) {
        case SQLITE_INTERRUPT: return timed_out();
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB:
            return unavailable("the database file " + file + " is damaged or not a SQLite database (" +
                               reason + "); restore it from a backup");
        case SQLITE_READONLY:
            return unavailable("cannot write the database file " + file + " (" + reason +
                               "); check the owner and the permissions of the file and its folder");
        case SQLITE_FULL:
            return unavailable("cannot write the database file " + file + " (" + detail +
                               "); free some space");
        case SQLITE_IOERR:
            return unavailable("cannot read or write the database file " + file + " (" + detail + ", " +
                               std::generic_category().message(sqlite3_system_errno(handle)) +
                               "); check the disk");
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
        case SQLITE_NOMEM:
        case SQLITE_CANTOPEN: return unavailable(detail);
        default: return internal(detail);
    }
}

Error opening_failure(const std::string& path, sqlite3* handle) {
    return unavailable("cannot open the database file " + path + " (" +
                       (handle ? sqlite3_errmsg(handle) : "out of memory") +
                       "); check that its folder exists and may be written by this user");
}

struct Location {
    std::string name;
    int flags;
};

// Without a WAL no server uses the database, so it is opened as immutable: SQLite then creates no files
// beside it.
Location location_of(const std::string& path, SqliteConnection::Role role) {
    if (role != SqliteConnection::Role::inspector)
        return {path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX};
    const bool has_log = std::filesystem::exists(path + "-wal");
    return {"file:" + percent_encode(path) + "?mode=ro" + (has_log ? "" : "&immutable=1"),
            SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX};
}

// As the cache size: a negative number; positive ones are pages.
std::string kibibytes(std::size_t bytes) {
    return "-" + std::to_string(bytes / 1024);
}

sqlite3* opened(const std::string& path, SqliteConnection::Role role) {
    configure_engine();
    const Location location = location_of(path, role);
    sqlite3* handle = nullptr;
    if (sqlite3_open_v2(location.name.c_str(), &handle, location.flags, nullptr) == SQLITE_OK) return handle;
    const std::unique_ptr<sqlite3, decltype(&sqlite3_close)> closes{handle, sqlite3_close};
    throw opening_failure(path, handle);
}

}  // namespace

// A prepared statement, its parameters, and its current row.
class SqliteConnection::Prepared final : public Row {
  public:
    Prepared(sqlite3* handle, const Statement& statement) : handle_(handle), name_(statement.name) {
        const int count = parameter_count(statement.text);
        if (sqlite3_prepare_v3(handle, statement.text.data(), static_cast<int>(statement.text.size()),
                               SQLITE_PREPARE_PERSISTENT, &statement_, nullptr) != SQLITE_OK) {
            throw failure(handle, name_);
        }
        // To SQLite "$2" is a *name*: its index is the order of first appearance, not 2.
        for (int number = 1; number <= count; ++number) {
            index_.push_back(
                sqlite3_bind_parameter_index(statement_, ("$" + std::to_string(number)).c_str()));
        }
    }
    ~Prepared() { sqlite3_finalize(statement_); }

    void visit(std::span<const Value> args, Visit visit) {
        const Run run{*this};
        bind(args);
        while (step())
            if (!visit(*this)) return;
    }

    std::int64_t execute(std::span<const Value> args) {
        const Run run{*this};
        bind(args);
        while (step()) {
        }
        return sqlite3_changes64(handle_);
    }

    bool running() const { return running_; }

    bool is_null(int column) const override { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }
    std::int64_t integer(int column) const override { return sqlite3_column_int64(statement_, column); }
    std::string_view text(int column) const override {
        // One call that checks the state of the connection instead of two. Such a value must not be used by
        // two threads at a time, and neither is a connection.
        sqlite3_value* const value = sqlite3_column_value(statement_, column);
        const unsigned char* const bytes = sqlite3_value_text(value);
        return {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(sqlite3_value_bytes(value))};
    }

  private:
    // From bind to reset. Running a statement again while its rows are visited would reset it.
    class Run {
      public:
        explicit Run(Prepared& prepared) : prepared_(prepared) {
            if (std::exchange(prepared_.running_, true))
                throw internal(prepared_.name_ + ": is running already");
        }
        Run(const Run&) = delete;
        Run& operator=(const Run&) = delete;
        ~Run() {
            sqlite3_reset(prepared_.statement_);
            prepared_.running_ = false;
        }

      private:
        Prepared& prepared_;
    };

    void bind(std::span<const Value> args) {
        check_arguments(name_, index_.size(), args.size());
        for (std::size_t i = 0; i < args.size(); ++i) bind(index_[i], args[i]);
    }
    void bind(int index, const Value& value) {
        int result = SQLITE_OK;
        switch (value.kind()) {
            case Value::Kind::null: result = sqlite3_bind_null(statement_, index); break;
            case Value::Kind::integer: result = sqlite3_bind_int64(statement_, index, value.integer()); break;
            case Value::Kind::text:
                // SQLITE_STATIC, no copy: the text outlives the call, and the statement is reset before it
                // returns.
                result =
                    sqlite3_bind_text64(statement_, index, value.text().data() ? value.text().data() : "",
                                        value.text().size(), SQLITE_STATIC, SQLITE_UTF8);
                break;
        }
        if (result != SQLITE_OK) throw failure(handle_, name_);
    }
    bool step() {
        const int result = sqlite3_step(statement_);
        if (result == SQLITE_ROW) return true;
        if (result != SQLITE_DONE) throw failure(handle_, name_);
        return false;
    }

    sqlite3* handle_;
    sqlite3_stmt* statement_ = nullptr;
    std::string name_;
    std::vector<int> index_;
    bool running_ = false;
};

SqliteConnection::SqliteConnection(sqlite3* handle) : handle_(handle) {}

// Delegates, so that the destructor closes the file if the rest throws.
SqliteConnection::SqliteConnection(const std::string& path, Role role, const SqliteSizes& sizes)
    : SqliteConnection(opened(path, role)) {
    sqlite3_extended_result_codes(handle_, 0);
    add_sqlite_functions(handle_);
    if (role == Role::inspector) {
        script("PRAGMA busy_timeout = 10000; PRAGMA query_only = ON");
        return;
    }
    if (role == Role::loader) {
        script(
            "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; "
            "PRAGMA cache_size = -32000");
        return;
    }
    script("PRAGMA busy_timeout = 10000; PRAGMA foreign_keys = ON");
    use_log();
    if (role == Role::writer) {
        // No automatic checkpoints: within a commit they would delay all callers that wait for it.
        script(
            "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0; PRAGMA temp_store = MEMORY; "
            "PRAGMA cache_size = " +
            kibibytes(sizes.writer_cache));
        sqlite3_wal_hook(
            handle_,
            [](void* self, sqlite3*, const char*, int pages) {
                static_cast<SqliteConnection*>(self)->log_pages_ = pages;
                return SQLITE_OK;
            },
            this);
    } else {
        // Sorting for reports may need more than memory: beyond one megabyte it spills to a file.
        script("PRAGMA query_only = ON; PRAGMA mmap_size = " + std::to_string(sizes.mapped) +
               "; PRAGMA cache_size = " + kibibytes(sizes.reader_cache));
    }
}

// The change of the mode fails at once if another program makes it at the same time, because SQLite does not
// wait for a lock while it holds another one. A transaction waits.
void SqliteConnection::use_log() {
    constexpr int kMostAttempts = 100;
    for (int attempt = 1;; ++attempt) {
        const int result = sqlite3_exec(handle_, "PRAGMA journal_mode = WAL", nullptr, nullptr, nullptr);
        if (result == SQLITE_OK) return;
        if (result != SQLITE_BUSY || attempt == kMostAttempts) throw failure(handle_, "journal mode");
        script("BEGIN IMMEDIATE; ROLLBACK");
    }
}

SqliteConnection::~SqliteConnection() {
    fixed_.clear();
    composed_.clear();
    sqlite3_close(handle_);
}

void SqliteConnection::query(const Statement& statement, std::span<const Value> args, Visit visit) {
    require_not_streaming();
    prepared(statement).visit(args, visit);
}

void SqliteConnection::stream(const Statement& statement, std::span<const Value> args, Visit visit) {
    const Streaming streaming{*this};
    prepared(statement).visit(args, visit);  // SQLite streams anyway
}

std::int64_t SqliteConnection::execute(const Statement& statement, std::span<const Value> args) {
    require_not_streaming();
    return prepared(statement).execute(args);
}

void SqliteConnection::script(std::string_view text) {
    ++scripts_;
    if (sqlite3_exec(handle_, std::string{text}.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
        throw failure(handle_, "script");
    }
}

void SqliteConnection::command(std::string_view text) {
    execute({text, text, true}, {});
}

bool SqliteConnection::in_transaction() const {
    return sqlite3_get_autocommit(handle_) == 0;
}

std::int64_t SqliteConnection::writes() const {
    return sqlite3_total_changes64(handle_) + scripts_;  // SQLite counts rows, not changes of the schema
}

std::int64_t SqliteConnection::data_version() {
    constexpr std::string_view kVersion = "PRAGMA data_version";
    std::int64_t version = 0;
    query({kVersion, kVersion, true}, {}, [&](const Row& row) {
        version = row.integer(0);
        return false;
    });
    return version;
}

void SqliteConnection::set_stop_token(const std::stop_token* stop) {
    constexpr int kSteps = 10'000;  // virtual machine instructions, some hundred microseconds
    const auto asked = [](void* token) -> int {
        return static_cast<const std::stop_token*>(token)->stop_requested() ? 1 : 0;
    };
    sqlite3_progress_handler(handle_, kSteps, stop ? +asked : nullptr, const_cast<std::stop_token*>(stop));
}

bool SqliteConnection::checkpoint_and_restart_log() {
    sqlite3_busy_timeout(handle_, 20);
    const int result =
        sqlite3_wal_checkpoint_v2(handle_, nullptr, SQLITE_CHECKPOINT_RESTART, nullptr, nullptr);
    sqlite3_busy_timeout(handle_, 10'000);
    if (result == SQLITE_BUSY) return false;
    if (result != SQLITE_OK) throw failure(handle_, "checkpoint");
    log_pages_ = 0;
    return true;
}

void SqliteConnection::checkpoint_passive() {
    const int result =
        sqlite3_wal_checkpoint_v2(handle_, nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
    if (result != SQLITE_OK && result != SQLITE_BUSY) throw failure(handle_, "checkpoint");
}

SqliteConnection::Prepared& SqliteConnection::prepared(const Statement& statement) {
    if (statement.fixed) {
        auto& slot = fixed_[statement.text.data()];
        if (!slot) slot = std::make_unique<Prepared>(handle_, statement);
        return *slot;
    }
    if (composed_.size() >= kMostComposed) {
        std::erase_if(composed_, [](const auto& entry) { return !entry.second->running(); });
    }
    auto& slot = composed_[std::string{statement.text}];
    if (!slot) slot = std::make_unique<Prepared>(handle_, statement);
    return *slot;
}

}  // namespace callboard::db
