// A list query, built from the filters that are present, so that each of them can use its index: "$2 IS NULL
// OR city = $2" would scan the table.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/value.h"

namespace callboard::db {

// The fixed parts. `from` names the tables and binds the company: FROM job j WHERE j.company_id = $1
struct ListSql {
    std::string_view name;
    std::string_view columns;
    std::string_view from;
    std::string_view order;
};

// Values are not copied and must live until the query was run.
class ListQuery {
  public:
    explicit ListQuery(const ListSql& sql);

    // "city =" with one value; "(created_at, id) <" with two (keyset pagination).
    ListQuery& where(std::string_view left, const Value& value);
    ListQuery& where(std::string_view left, const Value& first, const Value& second);

    // Any of the values; no values mean no filter.
    template <class Values>
    ListQuery& where_any(std::string_view column, const Values& values) {
        if (values.empty()) return *this;
        if (values.size() == 1) return where(std::string{column} + " =", values.front());
        open(column).append(" IN (");
        for (const auto& value : values)
            text_.append(&value == &values.front() ? "" : ", ").append(take(value));
        text_ += ')';
        return *this;
    }

    // A condition without a value.
    ListQuery& where(std::string_view condition);

    // A complete condition in which each "?" is replaced by the value.
    ListQuery& where_matching(std::string_view condition, const Value& value);

    // Text after the last condition, such as the closing parentheses of one.
    ListQuery& close(std::string_view brackets);

    // The end of a list inside another one: its order, and one page of it. Called after the last condition.
    ListQuery& close_page(std::string_view order, std::int64_t limit, std::int64_t offset,
                          std::string_view brackets);

    // Called last: the whole list, one page of it, or the number of its rows.
    ListQuery& whole();
    ListQuery& page(std::int64_t limit, std::int64_t offset = 0);
    ListQuery& count(std::optional<std::int64_t> at_most = std::nullopt);

    std::string_view name() const { return sql_.name; }
    std::string_view text() const { return text_; }
    std::span<const Value> values() const { return values_; }  // from $2 on

  private:
    std::string& open(std::string_view left);
    std::string take(const Value& value);  // adds the value and returns its placeholder "$n"

    const ListSql& sql_;
    std::string text_;
    std::vector<Value> values_;
};

// A copy of a query that owns its values, so that the originals may be destroyed.
class KeptQuery {
  public:
    explicit KeptQuery(const ListQuery& query);
    KeptQuery(KeptQuery&&) = default;
    KeptQuery& operator=(KeptQuery&&) = default;

    std::string_view name() const { return name_; }
    std::string_view text() const { return text_; }
    std::span<const Value> values() const { return values_; }

  private:
    std::string name_;
    std::string text_;
    std::vector<std::string> texts_;  // to which the values refer
    std::vector<Value> values_;
};

}  // namespace callboard::db
