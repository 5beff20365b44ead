#include <algorithm>
#include <string>
#include <vector>

#include "base/encoding.h"
#include "db/table_rows.h"
#include "db/transfer.h"

namespace callboard::db {
namespace {

constexpr Statement kIntegrity{
    .name = "transfer_integrity", .text = "PRAGMA integrity_check(1)", .fixed = true};
constexpr Statement kEncoding{.name = "transfer_encoding", .text = "PRAGMA encoding", .fixed = true};

std::string first_text(Connection& connection, const Statement& statement) {
    std::string found;
    connection.query(statement, {}, [&](const Row& row) {
        found = row.string(0);
        return false;
    });
    return found;
}

// Tables of this program that the transfer could not read or write would be a mistake of a migration.
void require_transferable(const Table& table) {
    const bool is_known = std::ranges::none_of(
        table.columns, [](const Column& column) { return column.type == ColumnType::other; });
    if (table.key.empty() || !is_known)
        throw internal("the table " + table.name +
                       " has no primary key, or a column that is neither BIGINT nor TEXT");
}

void require_same(const std::vector<Table>& wanted, const std::vector<Table>& found) {
    std::string unknown;
    for (const Table& table : found)
        if (std::ranges::find(wanted, table.name, &Table::name) == wanted.end())
            unknown += (unknown.empty() ? "" : ", ") + readable(table.name);
    if (!unknown.empty())
        throw conflict("UNKNOWN_TABLES",
                       "the source has tables that are not callboard's, and would be lost: " + unknown +
                           "; drop them, or move them elsewhere");
    for (const Table& table : wanted) {
        const auto same = std::ranges::find(found, table.name, &Table::name);
        if (same == found.end()) throw unavailable("the source is damaged: it has no table " + table.name);
        if (same->columns != table.columns || same->key != table.key)
            throw unavailable("the source is damaged: its table " + table.name +
                              " does not have the columns or the primary key of this schema");
    }
}

// SQLite stores values of any type in any column.
void require_types(Connection& connection, const Table& table) {
    std::string faults;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const Column& column = table.columns[i];
        const bool is_key = std::ranges::find(table.key, i) != table.key.end();
        faults += " WHEN typeof(" + quoted(column.name) + ") NOT IN ('" +
                  (column.type == ColumnType::bigint ? "integer" : "text") + (is_key ? "'" : "', 'null'") +
                  ") THEN '" + column.name + "'";
    }
    const std::string fault = "CASE" + faults + " END";
    const std::string text = "SELECT " + column_list(table) + ", " + fault + " FROM " + quoted(table.name) +
                             " WHERE " + fault + " IS NOT NULL LIMIT 1";
    connection.query({.name = table.name, .text = text, .fixed = false}, {}, [&](const Row& row) -> bool {
        throw unavailable("the source is damaged: " + row_name(table, row) + " has in " +
                          row.string(static_cast<int>(table.columns.size())) +
                          " a value of another type than the column");
    });
}

std::int64_t count_rows(Connection& connection, const Table& table) {
    std::int64_t count = 0;
    const std::string text = "SELECT count(*) FROM " + quoted(table.name);
    connection.query({.name = table.name, .text = text, .fixed = false}, {}, [&](const Row& row) {
        count = row.integer(0);
        return true;
    });
    return count;
}

// quick_check would miss rows that are not in the index by which they are read.
void require_sound_sqlite(Connection& connection, const std::vector<Table>& tables) {
    if (std::string found = first_text(connection, kIntegrity); found != "ok") {
        std::ranges::replace(found, '\n', ' ');
        throw unavailable("the source is damaged (" + readable(found) + "); restore it from a backup");
    }
    if (const std::string encoding = first_text(connection, kEncoding); encoding != "UTF-8")
        throw unavailable("the source was not made by callboard: its encoding is " + encoding);
    for (const Table& table : tables) require_types(connection, table);
}

}  // namespace

std::vector<TransferredTable> inspect_tables(TransferSource& source, TransferTarget& target) {
    const std::vector<Table> tables = common_tables(target.connection());
    std::ranges::for_each(tables, require_transferable);
    require_same(tables, common_tables(source.connection()));
    if (source.engine() == Engine::sqlite) {
        require_sound_sqlite(source.connection(), tables);
        require_references(source.connection(), tables);
    }
    std::vector<TransferredTable> counted;
    for (const Table& table : tables)
        counted.push_back({.name = table.name, .rows = count_rows(source.connection(), table)});
    return counted;
}

}  // namespace callboard::db
