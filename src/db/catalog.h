// The tables of a database, as its engine describes them. Private to this folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "db/connection.h"

namespace callboard::db {

enum class ColumnType { bigint, text, other };  // other: a type that only one engine has, or a computed value

struct Column {
    std::string name;
    ColumnType type{};

    bool operator==(const Column&) const = default;
};

struct Table {
    std::string name;
    std::vector<Column> columns;       // by name
    std::vector<std::size_t> key;      // the primary key, as places in `columns`
    std::vector<std::string> parents;  // tables that its foreign keys refer to
};

// All tables by name, without those that belong to the engine itself or are the inside of a full-text index.
// On PostgreSQL, the tables of the schema that the search path finds `schema_file` in.
std::vector<Table> tables_of(Connection& connection);

// The tables of all schemas of a PostgreSQL database but its own.
std::int64_t count_postgres_tables(Connection& connection);

// Sorted so that every table is after those that it refers to.
std::vector<Table> parents_first(std::vector<Table> tables);

// The name as an identifier in SQL.
std::string quoted(const std::string& name);

}  // namespace callboard::db
