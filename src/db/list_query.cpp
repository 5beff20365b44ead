#include "db/list_query.h"

namespace callboard::db {

ListQuery::ListQuery(const ListSql& sql) : sql_(sql), text_(sql.from) {}

ListQuery& ListQuery::where(std::string_view left, const Value& value) {
    open(left).append(" ").append(take(value));
    return *this;
}

ListQuery& ListQuery::where(std::string_view left, const Value& first, const Value& second) {
    open(left).append(" (").append(take(first)).append(", ").append(take(second)).append(")");
    return *this;
}

ListQuery& ListQuery::where(std::string_view condition) {
    open(condition);
    return *this;
}

ListQuery& ListQuery::where_matching(std::string_view condition, const Value& value) {
    open("");
    const std::string placeholder = take(value);
    for (const char c : condition) {
        if (c == '?') {
            text_ += placeholder;
        } else {
            text_ += c;
        }
    }
    return *this;
}

ListQuery& ListQuery::close(std::string_view brackets) {
    text_ += brackets;
    return *this;
}

ListQuery& ListQuery::close_page(std::string_view order, std::int64_t limit, std::int64_t offset,
                                 std::string_view brackets) {
    text_.append(" ").append(order).append(" LIMIT ").append(take(limit));
    text_.append(" OFFSET ").append(take(offset));
    return close(brackets);
}

ListQuery& ListQuery::whole() {
    text_.insert(0, std::string{"SELECT "}.append(sql_.columns).append(" "));
    text_.append(" ").append(sql_.order);
    return *this;
}

ListQuery& ListQuery::page(std::int64_t limit, std::int64_t offset) {
    whole();
    text_.append(" LIMIT ").append(take(limit));
    if (offset > 0) text_.append(" OFFSET ").append(take(offset));
    return *this;
}

ListQuery& ListQuery::count(std::optional<std::int64_t> at_most) {
    text_.insert(0, "SELECT count(*) FROM (SELECT 1 ");
    if (at_most) text_.append(" LIMIT ").append(take(*at_most));
    text_.append(") counted");
    return *this;
}

KeptQuery::KeptQuery(const ListQuery& query)
    : name_(query.name()), text_(query.text()), values_(query.values().begin(), query.values().end()) {
    texts_.reserve(values_.size());  // so that the texts keep their places
    for (Value& value : values_)
        if (value.kind() == Value::Kind::text) value = texts_.emplace_back(value.text());
}

std::string& ListQuery::open(std::string_view left) {
    return text_.append(" AND ").append(left);
}

std::string ListQuery::take(const Value& value) {
    values_.push_back(value);
    return "$" + std::to_string(values_.size() + 1);
}

}  // namespace callboard::db
