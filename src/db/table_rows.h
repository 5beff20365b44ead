// Statements over all rows of a table, and rows in messages. Private to this folder.
#pragma once

#include <string>
#include <vector>

#include "db/catalog.h"
#include "db/connection.h"
#include "db/value.h"

namespace callboard::db {

// The names of all columns, for SELECT and INSERT.
std::string column_list(const Table& table);

// The same of the primary key.
std::string key_list(const Table& table);

// The rows in the order of the primary key: texts by their bytes, whatever the collation of the database is.
std::string select_all(const Table& table, Engine engine);

// The table and the primary key of a row of select_all(), for messages.
std::string row_name(const Table& table, const Row& row);

// The tables whose rows are the same on both engines.
std::vector<Table> common_tables(Connection& connection);

// Where the engine keeps the order of the entries of the search index of candidates.
Table search_order(Engine engine);

// Throws if a row in SQLite refers to a row that does not exist.
void require_references(Connection& sqlite, const std::vector<Table>& tables);

}  // namespace callboard::db
