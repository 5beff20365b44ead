// Tables for bulk reading, shared by reports and the Analytics API. A table defines the source of its rows
// and its columns; reading selects columns, applies the visibility rule and scans the rows once, in ranges.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "accounts/actor.h"
#include "base/clock.h"
#include "base/function_ref.h"
#include "base/id.h"
#include "base/names.h"
#include "db/db.h"
#include "reports/table_walk.h"

namespace callboard::reports {

// Data types of the API. SQL types: text for id, text and word; integer for number, date (milliseconds),
// boolean (0 or 1) and decimal (thousandths).
enum class DataType { id, date, number, text, word, boolean, decimal };

// How the values of a group are combined.
enum class Aggregate { none, sum, least, greatest };

// Columns of candidate properties: of one value, as stored, or of an object with values by the ids of their
// properties, of which the reader sees those that they may see. Columns of offer properties: of an object
// with values by their keys.
enum class PropertyColumn { none, one, all, terms };

// In the SQL of a column with a `job_access_key`: the condition that the reader sees that job.
inline constexpr std::string_view kIsVisibleJob = "{is visible}";

struct Column {
    std::string_view id;    // jobTitle
    std::string_view name;  // Job title
    DataType type;
    std::string_view sql;                   // an expression over the table's rows
    std::string_view member;                // path within the JSON of `sql`: location.city
    std::string_view member_sql;            // an expression for the path, if it differs by row
    Aggregate aggregate = Aggregate::none;  // over a group, such as count(*)
    std::string_view divisor = {};          // of a quotient of two sums
    std::string_view text_sql = {};         // an expression that replaces the member where it is not null
    PropertyColumn properties = PropertyColumn::none;
    std::string_view job_access_key = {};  // column of the job id within `sql`: see kIsVisibleJob
};

// The visibility rule of the rows (jobs/access.h, candidates/access.h).
enum class RowAccess {
    by_job,        // jobs that are visible to the reader
    by_candidate,  // visible candidates, for some readers also those without an application
    by_property,   // values of properties that the reader may see, of visible applications and candidates
    administrators
};

struct Table {
    std::string_view name;   // of the query, in logs
    std::string_view from;   // FROM … WHERE x.company_id = $1
    std::string_view order;  // GROUP BY …, ORDER BY …
    RowAccess row_access;
    std::string_view row_access_key;  // column of the job or candidate id: a.job_id
    std::span<const Column> columns;
    std::string_view audience_key = {};  // by property: the column of its audience
    // The first one that a filter by date limits is used, otherwise the first; a table without any is read at
    // once.
    std::span<const Walk> walks = {};
    std::span<const std::string_view> groups = {};  // texts: the expressions of GROUP BY
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
    std::optional<std::int64_t> range_rows = {};  // instead of Walk::range_rows, for tests
};

// Restricting a property later may concern such rows.
bool shows_candidate_properties(const Selection& selection);

// Columns can be filtered if the database has their value for each row and it can be entered: not JSON
// members, properties, aggregates or decimals.
bool can_filter(const Column& column);

using VisitRow = FunctionRef<void(std::span<const Cell>)>;

// Visits every row once, in the order of the walk; none if the reader can see nothing. Each range is read in
// a snapshot of its own, and visited after it: a row that is changed meanwhile is shown as it was before or
// after, one that is added after the beginning is left out if its key is greater than those before. Rows are
// visited outside of any transaction. Runs on the calling thread.
void read_rows(db::Db& db, const CompanyId& company, const accounts::Actor& reader,
               const Selection& selection, const std::stop_token& stop, VisitRow visit);

// The number of rows that read_rows() would visit.
std::int64_t count_rows(db::Db& db, const CompanyId& company, const accounts::Actor& reader,
                        const Selection& selection, const std::stop_token& stop);

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
