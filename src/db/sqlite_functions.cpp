#include "db/sqlite_functions.h"

#include <memory>
#include <new>
#include <string>

#include <sqlite3.h>

#include "base/error.h"

namespace callboard::db {
namespace {

// SQLite gives zeroed memory for each group, and frees it without a destructor: it holds a pointer. An
// exception must not pass through SQLite.
struct Joined {
    std::string* text;
};

void append(Joined& joined, sqlite3_value* text, sqlite3_value* delimiter) {
    const auto add = [&](sqlite3_value* value) {
        const auto* const bytes = reinterpret_cast<const char*>(sqlite3_value_text(value));
        if (bytes) joined.text->append(bytes, static_cast<std::size_t>(sqlite3_value_bytes(value)));
    };
    if (joined.text) {
        add(delimiter);
    } else {
        joined.text = new std::string;
    }
    add(text);
}

void add_text(sqlite3_context* context, int /*count*/, sqlite3_value** arguments) {
    if (sqlite3_value_type(arguments[0]) == SQLITE_NULL) return;
    auto* const joined = static_cast<Joined*>(sqlite3_aggregate_context(context, sizeof(Joined)));
    if (!joined) return sqlite3_result_error_nomem(context);
    try {
        append(*joined, arguments[0], arguments[1]);
    } catch (const std::bad_alloc&) {
        sqlite3_result_error_nomem(context);
    }
}

// Called for every group that was begun, also after an error.
void finish(sqlite3_context* context) {
    auto* const joined = static_cast<Joined*>(sqlite3_aggregate_context(context, 0));
    if (!joined || !joined->text) return sqlite3_result_null(context);
    const std::unique_ptr<const std::string> text{joined->text};
    sqlite3_result_text64(context, text->data(), text->size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

}  // namespace

void add_sqlite_functions(sqlite3* handle) {
    const int code = sqlite3_create_function_v2(handle, "string_agg", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
                                                nullptr, nullptr, add_text, finish, nullptr);
    if (code != SQLITE_OK) throw internal("cannot add a function to SQLite");
}

}  // namespace callboard::db
