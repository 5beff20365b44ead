#include "db/catalog.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

namespace callboard::db {
namespace {

// Table, column, type, whether it is computed, place in the primary key from 1 on.
constexpr Statement kSqliteColumns{.name = "catalog_columns",
                                   .text = R"sql(
    SELECT t.name, c.name, lower(c.type), c.hidden <> 0, c.pk
    FROM pragma_table_list t JOIN pragma_table_xinfo(t.name) c
    WHERE t.schema = 'main' AND t.type IN ('table', 'virtual') AND t.name NOT GLOB 'sqlite_*'
    ORDER BY t.name, c.name)sql",
                                   .fixed = true};

constexpr Statement kPostgresColumns{.name = "catalog_columns",
                                     .text = R"sql(
    SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod), CAST(a.attgenerated <> '' AS INTEGER),
           coalesce((SELECT k.place FROM pg_index i, unnest(i.indkey) WITH ORDINALITY k (number, place)
                     WHERE i.indrelid = c.oid AND i.indisprimary AND k.number = a.attnum), 0)
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relkind IN ('r', 'p', 'f')
      AND c.relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('schema_file'))
    ORDER BY c.relname COLLATE "C", a.attname COLLATE "C")sql",
                                     .fixed = true};

constexpr Statement kSqliteReferences{.name = "catalog_references",
                                      .text = R"sql(
    SELECT DISTINCT t.name, f."table"
    FROM pragma_table_list t JOIN pragma_foreign_key_list(t.name) f
    WHERE t.schema = 'main' AND t.type = 'table')sql",
                                      .fixed = true};

constexpr Statement kPostgresReferences{.name = "catalog_references",
                                        .text = R"sql(
    SELECT DISTINCT c.relname, p.relname
    FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid JOIN pg_class p ON p.oid = f.confrelid
    WHERE f.contype = 'f'
      AND c.relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('schema_file')))sql",
                                        .fixed = true};

constexpr Statement kPostgresTables{.name = "catalog_tables",
                                    .text = R"sql(
    SELECT count(*) FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE relkind IN ('r', 'p') AND nspname <> 'information_schema' AND left(nspname, 3) <> 'pg_')sql",
                                    .fixed = true};

ColumnType type_of(std::string_view name, bool is_computed) {
    if (!is_computed && name == "bigint") return ColumnType::bigint;
    if (!is_computed && name == "text") return ColumnType::text;
    return ColumnType::other;
}

}  // namespace

std::vector<Table> tables_of(Connection& connection) {
    const bool is_sqlite = connection.engine() == Engine::sqlite;
    std::vector<Table> tables;
    std::vector<std::pair<std::int64_t, std::size_t>> key;  // of the last table: place in it, column
    const auto finish_key = [&] {
        std::ranges::sort(key);
        for (const auto& [place, column] : key) tables.back().key.push_back(column);
        key.clear();
    };
    connection.query(is_sqlite ? kSqliteColumns : kPostgresColumns, {}, [&](const Row& row) {
        if (tables.empty() || tables.back().name != row.text(0)) {
            finish_key();
            tables.push_back({.name = row.string(0), .columns = {}, .key = {}, .parents = {}});
        }
        Table& table = tables.back();
        if (row.integer(4) > 0) key.emplace_back(row.integer(4), table.columns.size());
        table.columns.push_back({.name = row.string(1), .type = type_of(row.text(2), row.integer(3) != 0)});
        return true;
    });
    finish_key();
    connection.query(is_sqlite ? kSqliteReferences : kPostgresReferences, {}, [&](const Row& row) {
        const auto found = std::ranges::find(tables, row.text(0), &Table::name);
        if (found != tables.end()) found->parents.push_back(row.string(1));
        return true;
    });
    return tables;
}

std::int64_t count_postgres_tables(Connection& connection) {
    std::int64_t count = 0;
    connection.query(kPostgresTables, {}, [&](const Row& row) {
        count = row.integer(0);
        return false;
    });
    return count;
}

std::vector<Table> parents_first(std::vector<Table> tables) {
    std::vector<Table> sorted;
    const auto is_ready = [&](const Table& table) {
        return std::ranges::all_of(table.parents, [&](const std::string& parent) {
            return parent == table.name || std::ranges::find(sorted, parent, &Table::name) != sorted.end();
        });
    };
    while (!tables.empty()) {
        const auto next = std::ranges::find_if(tables, is_ready);
        if (next == tables.end())
            throw internal("the foreign keys of the table " + tables.front().name + " form a circle");
        sorted.push_back(std::move(*next));
        tables.erase(next);
    }
    return sorted;
}

std::string quoted(const std::string& name) {
    std::string text = "\"";
    for (const char c : name) text.append(c == '"' ? "\"\"" : std::string(1, c));
    return text + "\"";
}

}  // namespace callboard::db
