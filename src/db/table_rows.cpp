#include "db/table_rows.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "base/encoding.h"

namespace callboard::db {
namespace {

// The list of migrations, and the index of schema/008_candidate_text.*.sql.
constexpr std::array<std::string_view, 3> kOwnOfEngine{"schema_file", "candidate_text",
                                                       "candidate_text_entry"};

constexpr Statement kReferences{
    .name = "table_references", .text = "PRAGMA foreign_key_check", .fixed = true};

std::string value_text(const Column& column, const Row& row, int place) {
    if (row.is_null(place)) return "NULL";
    if (column.type == ColumnType::bigint) return std::to_string(row.integer(place));
    return "'" + readable(row.text(place)) + "'";
}

}  // namespace

std::string column_list(const Table& table) {
    std::string list;
    for (const Column& column : table.columns) list += (list.empty() ? "" : ", ") + quoted(column.name);
    return list;
}

std::string key_list(const Table& table) {
    std::string list;
    for (const std::size_t place : table.key)
        list += (list.empty() ? "" : ", ") + quoted(table.columns[place].name);
    return list;
}

std::string select_all(const Table& table, Engine engine) {
    std::string order;
    for (const std::size_t place : table.key) {
        const Column& column = table.columns[place];
        order += (order.empty() ? "" : ", ") + quoted(column.name);
        if (engine == Engine::postgres && column.type == ColumnType::text) order += " COLLATE \"C\"";
    }
    return "SELECT " + column_list(table) + " FROM " + quoted(table.name) + " ORDER BY " + order;
}

std::string row_name(const Table& table, const Row& row) {
    std::string text = "the row of table " + table.name + " with ";
    for (const std::size_t place : table.key) {
        if (place != table.key.front()) text += ", ";
        text += table.columns[place].name + " = " +
                value_text(table.columns[place], row, static_cast<int>(place));
    }
    return text;
}

std::vector<Table> common_tables(Connection& connection) {
    std::vector<Table> tables = tables_of(connection);
    std::erase_if(tables, [](const Table& table) {
        return std::ranges::find(kOwnOfEngine, table.name) != kOwnOfEngine.end();
    });
    return tables;
}

Table search_order(Engine engine) {
    using enum ColumnType;
    const bool is_sqlite = engine == Engine::sqlite;
    return {.name = is_sqlite ? "candidate_text_entry" : "candidate_text",
            .columns = {{.name = "company_id", .type = text},
                        {.name = "candidate_id", .type = text},
                        {.name = is_sqlite ? "number" : "rowid", .type = bigint}},
            .key = {0, 1},
            .parents = {}};
}

void require_references(Connection& sqlite, const std::vector<Table>& tables) {
    struct Orphan {
        std::string table;
        std::int64_t row = 0;
        std::string parent;
    };
    std::optional<Orphan> orphan;
    sqlite.query(kReferences, {}, [&](const Row& row) {
        orphan = {.table = row.string(0), .row = row.integer(1), .parent = row.string(2)};
        return false;
    });
    if (!orphan) return;
    const auto table = std::ranges::find(tables, orphan->table, &Table::name);
    std::string name = "a row of table " + orphan->table;
    if (table != tables.end()) {
        const std::string text =
            "SELECT " + column_list(*table) + " FROM " + quoted(table->name) + " WHERE rowid = $1";
        sqlite.query({.name = table->name, .text = text, .fixed = false}, std::vector<Value>{orphan->row},
                     [&](const Row& row) {
                         name = row_name(*table, row);
                         return false;
                     });
    }
    throw unavailable("the source is damaged: " + name + " refers to a row of table " + orphan->parent +
                      " that does not exist");
}

}  // namespace callboard::db
