#include <compare>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "db/table_rows.h"
#include "db/transfer.h"

namespace callboard::db {
namespace {

std::strong_ordering order_of(const Column& column, int place, const Row& left, const Row& right) {
    if (left.is_null(place) || right.is_null(place)) return right.is_null(place) <=> left.is_null(place);
    if (column.type == ColumnType::bigint) return left.integer(place) <=> right.integer(place);
    return left.text(place) <=> right.text(place);
}

// The rows of a table in SQLite one by one, while those of PostgreSQL are streamed.
class NextRow {
  public:
    NextRow(Connection& sqlite, const Table& table) : sqlite_(sqlite), table_(table) {
        const std::string end = " ORDER BY " + key_list(table) + " LIMIT 1";
        const std::string begin = "SELECT " + column_list(table) + " FROM " + quoted(table.name);
        first_ = begin + end;
        std::string places;
        for (std::size_t i = 1; i <= table.key.size(); ++i)
            places.append(i == 1 ? "$" : ", $").append(std::to_string(i));
        next_ = begin + " WHERE (" + key_list(table) + ") > (" + places + ")" + end;
    }

    // Calls `visit` with the row after the one of the last call, if there is one.
    template <class Visit>
    bool visit(Visit visit) {
        std::vector<Value> after;
        for (std::size_t i = 0; i < key_.size(); ++i)
            after.push_back(type(i) == ColumnType::bigint ? Value{key_[i].first} : Value{key_[i].second});
        Key found;
        sqlite_.query({.name = table_.name, .text = key_.empty() ? first_ : next_, .fixed = false}, after,
                      [&](const Row& row) {
                          visit(row);
                          found = key_of(row);
                          return false;
                      });
        if (found.empty()) return false;
        key_ = std::move(found);
        return true;
    }

  private:
    using Key = std::vector<std::pair<std::int64_t, std::string>>;  // a number or a text for each column

    ColumnType type(std::size_t i) const { return table_.columns[table_.key[i]].type; }

    Key key_of(const Row& row) const {
        Key key;
        for (std::size_t i = 0; i < table_.key.size(); ++i) {
            const int place = static_cast<int>(table_.key[i]);
            const bool is_number = type(i) == ColumnType::bigint;
            key.emplace_back(is_number ? row.integer(place) : 0, is_number ? "" : row.string(place));
        }
        return key;
    }

    Connection& sqlite_;
    const Table& table_;
    std::string first_;
    std::string next_;
    Key key_;  // of the last row
};

Error difference(const std::string& what) {
    return unavailable("the comparison after the copy failed: " + what +
                       "; the target was not kept, and the source is unchanged");
}

void compare(const Table& table, const Row& in_postgres, const Row& in_sqlite) {
    for (const std::size_t place : table.key) {
        const auto order = order_of(table.columns[place], static_cast<int>(place), in_postgres, in_sqlite);
        if (order < 0) throw difference(row_name(table, in_postgres) + " is only in PostgreSQL");
        if (order > 0) throw difference(row_name(table, in_sqlite) + " is only in SQLite");
    }
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        if (order_of(table.columns[i], static_cast<int>(i), in_postgres, in_sqlite) != 0)
            throw difference(row_name(table, in_postgres) + " differs in " + table.columns[i].name);
}

void compare_table(Connection& postgres, Connection& sqlite, const Table& table, TransferProgress progress) {
    NextRow next{sqlite, table};
    const std::string all = select_all(table, Engine::postgres);
    postgres.stream({.name = table.name, .text = all, .fixed = false}, {}, [&](const Row& row) {
        if (!next.visit([&](const Row& other) { compare(table, row, other); }))
            throw difference(row_name(table, row) + " is only in PostgreSQL");
        progress(1);
        return true;
    });
    next.visit([&](const Row& row) { throw difference(row_name(table, row) + " is only in SQLite"); });
}

}  // namespace

void compare_tables(TransferSource& source, TransferTarget& target, TransferProgress progress) {
    const bool from_sqlite = source.engine() == Engine::sqlite;
    Connection& sqlite = from_sqlite ? source.connection() : target.connection();
    Connection& postgres = from_sqlite ? target.connection() : source.connection();
    for (const Table& table : common_tables(target.connection()))
        compare_table(postgres, sqlite, table, progress);
}

}  // namespace callboard::db
