// Tables that are read out as they are: what reports and the Analytics API have in common. A table says where
// its rows come from and what can be told of each; reading picks columns, narrows the rows to what the reader
// may see, and goes through them once.
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

// As the API calls them. What the database gives: id, text and word a text, number a number, date
// milliseconds, boolean 0 or 1, decimal thousandths.
enum class DataType { id, date, number, text, word, boolean, decimal };

struct Column {
    std::string_view id;    // jobTitle
    std::string_view name;  // Job title
    DataType type;
    std::string_view sql;              // an expression over the table's rows
    std::string_view member = {};      // of JSON that the expression gives: location.city
    std::string_view member_sql = {};  // the same, where each row has another: an expression that gives it
    bool aggregate = false;            // of all rows of a group: count(*)
};

// Which rows somebody sees, and by which column that is decided (jobs/access.h, candidates/access.h).
enum class Sight {
    by_job,        // those of jobs that the reader sees
    by_candidate,  // people with an application that the reader sees; for some also people without one
    administrators
};

struct Table {
    std::string_view name;   // of the query, in logs
    std::string_view from;   // FROM … WHERE x.company_id = $1
    std::string_view order;  // GROUP BY …, ORDER BY …
    Sight sight;
    std::string_view sight_key;  // the job's or the candidate's id: a.job_id
    std::span<const Column> columns;
};

// One value of a row, valid while the row is visited. `text` is ready to be shown: a date as the reader wants
// it, a decimal with its point; of JSON the member's text.
struct Cell {
    bool is_absent = true;
    std::string_view text;
    std::int64_t number = 0;  // of number, date, boolean and decimal: as the database gave it
};

// Conditions on columns, all of which hold. They go to the database.
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

// A column can be filtered by when the database itself knows its value of each row, and people can say it:
// not what comes out of JSON, nor aggregates, nor decimals.
bool can_filter(const Column& column);

using VisitRow = FunctionRef<void(std::span<const Cell>)>;

// Every row, once, in the table's order; nothing at all for a reader who sees none.
void read_rows(db::Snapshot& snapshot, const accounts::Actor& reader, const Selection& selection,
               VisitRow visit);

// How many rows that would be.
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
