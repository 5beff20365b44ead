// Tables for bulk reading, shared by reports and the Analytics API. A table defines the source of its rows
// and its columns; reading selects columns, applies the visibility rule and scans the rows once.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "accounts/actor.h"
#include "base/clock.h"
#include "base/function_ref.h"
#include "base/names.h"
#include "db/db.h"

namespace callboard::reports {

// Data types of the API. SQL types: text for id, text and word; integer for number, date (milliseconds),
// boolean (0 or 1) and decimal (thousandths).
enum class DataType { id, date, number, text, word, boolean, decimal };

struct Column {
    std::string_view id;    // jobTitle
    std::string_view name;  // Job title
    DataType type;
    std::string_view sql;         // an expression over the table's rows
    std::string_view member;      // path within the JSON of `sql`: location.city
    std::string_view member_sql;  // an expression for the path, if it differs by row
    bool aggregate = false;       // over a group: count(*)
};

// The visibility rule of the rows (jobs/access.h, candidates/access.h).
enum class RowAccess {
    by_job,        // jobs that are visible to the reader
    by_candidate,  // visible candidates, for some readers also those without an application
    administrators
};

struct Table {
    std::string_view name;   // of the query, in logs
    std::string_view from;   // FROM … WHERE x.company_id = $1
    std::string_view order;  // GROUP BY …, ORDER BY …
    RowAccess row_access;
    std::string_view row_access_key;  // column of the job or candidate id: a.job_id
    std::span<const Column> columns;
};

// A value of a row, valid during the visit. `text` is formatted: dates in the reader's format, decimals with
// a point, JSON members as text.
struct Cell {
    bool is_absent = true;
    std::string_view text;
    std::int64_t number = 0;  // unformatted number, date, boolean or decimal
};

// Conditions on columns, combined with AND and evaluated by the database.
struct DateBetween {
    std::optional<Timestamp> from;  // inclusive
    std::optional<Timestamp> to;    // exclusive
};
struct OneOf {
    std::vector<std::string> values;
    bool or_absent = false;
};
struct IsTrue {
    bool wanted = true;
};
struct Condition {
    const Column* column = nullptr;
    std::variant<DateBetween, OneOf, IsTrue> what;
};

struct Selection {
    const Table& table;
    std::vector<const Column*> columns;
    std::vector<Condition> conditions;
};

// Columns can be filtered if the database has their value for each row and it can be entered: not JSON
// members, aggregates or decimals.
bool can_filter(const Column& column);

using VisitRow = FunctionRef<void(std::span<const Cell>)>;

// Visits every row once, in the table's order; none if the reader can see nothing.
void read_rows(db::Snapshot& snapshot, const accounts::Actor& reader, const Selection& selection,
               VisitRow visit);

// The number of rows that read_rows() would visit.
std::int64_t count_rows(db::Snapshot& snapshot, const accounts::Actor& reader, const Selection& selection);

}  // namespace callboard::reports

template <>
struct callboard::Names<callboard::reports::DataType> {
    using enum callboard::reports::DataType;
    static constexpr std::string_view kName = "ReportDataType";
    static constexpr std::array kList{
        std::pair{id, std::string_view{"ID"}},           std::pair{date, std::string_view{"DATE"}},
        std::pair{number, std::string_view{"NUMBER"}},   std::pair{text, std::string_view{"TEXT"}},
        std::pair{word, std::string_view{"ENUM"}},       std::pair{boolean, std::string_view{"BOOLEAN"}},
        std::pair{decimal, std::string_view{"DECIMAL"}},
    };
};
