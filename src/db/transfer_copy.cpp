#include <algorithm>
#include <cstddef>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/encoding.h"
#include "db/table_rows.h"
#include "db/transfer.h"

namespace callboard::db {
namespace {

// Of one statement. Rows may be large: documents of offers are.
constexpr std::size_t kMostValues = 2'000;
constexpr std::size_t kMostBytes = std::size_t{1024} * 1024;

constexpr std::size_t kLongestId = 36;  // base/id.h has no room for more

constexpr Statement kContinueNumbers{.name = "transfer_numbers",
                                     .text = R"sql(
    SELECT setval(pg_get_serial_sequence('candidate_text', 'rowid'), max(rowid)) FROM candidate_text)sql",
                                     .fixed = true};

// A value with its text.
struct Cell {
    Value::Kind kind = Value::Kind::null;
    std::int64_t integer = 0;
    std::string text;

    Value value() const {
        switch (kind) {
            case Value::Kind::null: return {};
            case Value::Kind::integer: return integer;
            case Value::Kind::text: return text;
        }
        return {};
    }
};

Cell cell_of(const Column& column, const Row& row, int place) {
    if (row.is_null(place)) return {};
    if (column.type == ColumnType::bigint)
        return {.kind = Value::Kind::integer, .integer = row.integer(place), .text = {}};
    return {.kind = Value::Kind::text, .integer = 0, .text = row.string(place)};
}

void require_storable(const Table& table, const Column& column, const Row& row, std::string_view text) {
    if (text.contains('\0') || !is_utf8(text))
        throw unavailable(row_name(table, row) + " has in " + column.name +
                          " a text with a NUL character or invalid UTF-8, which PostgreSQL cannot store; "
                          "correct it in the source");
    if (column.name == "id" && text.size() > kLongestId)
        throw unavailable("the source is damaged: " + row_name(table, row) + " has an id that is too long");
}

// Rows of one table, written with few statements.
class Inserter {
  public:
    // `constant` is a column that gets an empty text, or empty.
    Inserter(Connection& to, const Table& table, std::string_view constant)
        : to_(to),
          table_(table),
          begin_("INSERT INTO " + quoted(table.name) + " (" + column_list(table)),
          end_(constant.empty() ? ")" : ", '')"),
          most_rows_(std::max<std::size_t>(1, kMostValues / table.columns.size())) {
        if (!constant.empty()) begin_.append(", ").append(constant);
        begin_ += ") VALUES ";
    }

    void add(const Table& from, const Row& row) {
        if (rows_ == 0) first_ = row_name(from, row);
        for (std::size_t i = 0; i < table_.columns.size(); ++i) {
            cells_.push_back(cell_of(table_.columns[i], row, static_cast<int>(i)));
            bytes_ += cells_.back().text.size();
            require_storable(from, from.columns[i], row, cells_.back().text);
        }
        if (++rows_ == most_rows_ || bytes_ >= kMostBytes) flush();
    }

    void flush() {
        if (rows_ == 0) return;
        std::vector<Value> values;
        values.reserve(cells_.size());
        for (const Cell& cell : cells_) values.push_back(cell.value());
        try {
            to_.execute({.name = table_.name, .text = statement(), .fixed = false}, values);
        } catch (const Error& error) {
            throw unavailable("cannot write " + std::to_string(rows_) + " rows, the first of which is " +
                              first_ + ": " + (error.detail.empty() ? error.what() : error.detail));
        }
        cells_.clear();
        bytes_ = 0;
        rows_ = 0;
    }

  private:
    std::string statement() const {
        std::string text = begin_;
        int number = 0;
        for (std::size_t row = 0; row < rows_; ++row) {
            text += row == 0 ? "(" : ", (";
            for (std::size_t i = 0; i < table_.columns.size(); ++i)
                text.append(i == 0 ? "$" : ", $").append(std::to_string(++number));
            text += end_;
        }
        return text;
    }

    Connection& to_;
    const Table& table_;
    std::string begin_;
    const std::string end_;
    const std::size_t most_rows_;
    std::vector<Cell> cells_;
    std::size_t rows_ = 0;
    std::size_t bytes_ = 0;
    std::string first_;
};

struct Side {
    Connection& connection;
    const Table& table;
};

// Otherwise PostgreSQL would check references to these rows by a plan for an empty table, which may look for
// an application among all of the same job.
void analyze(Connection& connection, const Table& table) {
    if (connection.engine() == Engine::postgres) connection.script("ANALYZE " + quoted(table.name));
}

void copy(const Side& from, const Side& to, std::string_view constant, TransferProgress progress) {
    Inserter inserter{to.connection, to.table, constant};
    const std::string all = select_all(from.table, from.connection.engine());
    from.connection.stream({.name = from.table.name, .text = all, .fixed = false}, {}, [&](const Row& row) {
        inserter.add(from.table, row);
        progress(1);
        return true;
    });
    inserter.flush();
}

void empty(Connection& connection, const Table& table) {
    connection.execute({.name = table.name, .text = "DELETE FROM " + quoted(table.name), .fixed = false}, {});
}

// An entry keeps its place, by which lists are sorted. PostgreSQL has it in the table of the words.
void copy_search_order(TransferSource& source, TransferTarget& target) {
    const Table from = search_order(source.engine());
    const Table to = search_order(target.engine());
    const bool to_postgres = target.engine() == Engine::postgres;
    copy({source.connection(), from}, {target.connection(), to}, to_postgres ? "words" : "",
         [](std::int64_t) {});
    if (to_postgres) target.connection().query(kContinueNumbers, {}, [](const Row&) { return true; });
}

}  // namespace

void copy_tables(TransferSource& source, TransferTarget& target, TransferProgress progress) {
    const std::vector<Table> tables = parents_first(common_tables(target.connection()));
    // Migrations write first rows of some tables.
    for (const Table& table : tables | std::views::reverse) empty(target.connection(), table);
    for (const Table& table : tables) {
        copy({source.connection(), table}, {target.connection(), table}, "", progress);
        analyze(target.connection(), table);
    }
    copy_search_order(source, target);
    // PostgreSQL has checked every row.
    if (target.engine() == Engine::sqlite) require_references(target.connection(), tables);
}

}  // namespace callboard::db
