#include "reports/table.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>

#include "accounts/role.h"
#include "base/error.h"
#include "candidates/access.h"
#include "candidates/properties.h"
#include "jobs/access.h"
#include "reports/group_merge.h"
#include "reports/property_texts.h"
#include "reports/row_buffer.h"
#include "wire/json.h"

namespace callboard::reports {
namespace {

// --- queries

// The distinct expressions of a selection.
class Expressions {
  public:
    int slot_of(std::string_view sql) {
        const auto found = std::ranges::find(all_, sql);
        if (found != all_.end()) return static_cast<int>(found - all_.begin());
        all_.emplace_back(sql);
        return static_cast<int>(all_.size() - 1);
    }

    std::string joined() const {
        std::string text;
        for (const std::string& sql : all_) text.append(text.empty() ? "" : ", ").append(sql);
        return text;
    }

  private:
    std::vector<std::string> all_;
};

// Returns false if the reader can see no rows.
bool narrow_to_visible(db::ListQuery& list, const accounts::Actor& reader, const Table& table) {
    switch (table.row_access) {
        case RowAccess::by_job: return jobs::narrow_to_visible_jobs(list, reader, table.row_access_key);
        case RowAccess::by_candidate:
            return candidates::narrow_to_visible(list, reader, table.row_access_key);
        case RowAccess::by_property:
            return candidates::narrow_to_visible_values(list, reader, table.row_access_key,
                                                        table.audience_key);
        case RowAccess::administrators: return accounts::rights_of(reader.role).manages_reports;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

template <class Values>
void narrow_to_values(db::ListQuery& list, const std::string& expression, const Values& values,
                      bool or_absent) {
    if (values.empty()) {
        list.where(or_absent ? expression + " IS NULL" : "1 = 0");
    } else if (!or_absent) {
        list.where_any(expression, values);
    } else {
        list.where("(" + expression + " IS NULL OR (1 = 1");
        list.where_any(expression, values).close("))");
    }
}

// Only canonical spellings of numbers can match.
std::vector<std::int64_t> numbers_among(const std::vector<std::string>& values) {
    std::vector<std::int64_t> numbers;
    for (const std::string& value : values) {
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
        if (error == std::errc{} && std::to_string(number) == value) numbers.push_back(number);
    }
    return numbers;
}

// Refers to values of the condition.
struct Narrowing {
    db::ListQuery& list;
    DataType type;
    std::string expression;

    void operator()(const DateBetween& dates) const {
        if (dates.from) list.where(expression + " >=", *dates.from);
        if (dates.to) list.where(expression + " <", *dates.to);
    }
    void operator()(const OneOf& one_of) const {
        if (type == DataType::number) {
            narrow_to_values(list, expression, numbers_among(one_of.values), one_of.or_absent);
        } else {
            narrow_to_values(list, expression, one_of.values, one_of.or_absent);
        }
    }
    void operator()(const IsTrue& truth) const { list.where(expression + " =", truth.wanted ? 1 : 0); }
};

bool fits(DataType type, const Condition& condition) {
    switch (type) {
        case DataType::date: return std::holds_alternative<DateBetween>(condition.what);
        case DataType::boolean: return std::holds_alternative<IsTrue>(condition.what);
        case DataType::id:
        case DataType::number:
        case DataType::text:
        case DataType::word: return std::holds_alternative<OneOf>(condition.what);
        case DataType::decimal: return false;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

void narrow_by(db::ListQuery& list, const Condition& condition) {
    const Column& column = *condition.column;
    if (!can_filter(column) || !fits(column.type, condition))
        throw internal("no such condition on the column " + std::string{column.id});
    std::visit(Narrowing{list, column.type, "(" + std::string{column.sql} + ")"}, condition.what);
}

// Returns false if the result is certainly empty.
bool narrow(db::ListQuery& list, const accounts::Actor& reader, const Selection& selection) {
    for (const Condition& condition : selection.conditions) narrow_by(list, condition);
    return narrow_to_visible(list, reader, selection.table);
}

// --- formatting

constexpr std::size_t kMostCharacters = 32;  // of a number or a date

char* put_two(char* at, unsigned value) {
    *at++ = static_cast<char>('0' + value / 10);
    *at++ = static_cast<char>('0' + value % 10);
    return at;
}

char* put_three(char* at, unsigned value) {
    *at++ = static_cast<char>('0' + value / 100);
    return put_two(at, value % 100);
}

// Formats 12.5, 3, 0.125.
char* put_decimal(char* at, char* end, std::int64_t thousandths) {
    if (thousandths < 0) *at++ = '-';
    const auto size = thousandths < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(thousandths)
                                      : static_cast<std::uint64_t>(thousandths);
    at = std::to_chars(at, end, size / 1000).ptr;
    const auto rest = static_cast<unsigned>(size % 1000);
    if (rest == 0) return at;
    *at++ = '.';
    at = put_three(at, rest);
    while (at[-1] == '0') --at;
    return at;
}

// Formats dates and caches the last day, because adjacent rows often share it. The text is valid until the
// next call.
class DateText {
  public:
    std::string_view show(std::int64_t ms) {
        const std::int64_t day = (ms >= 0 ? ms : ms - kDay + 1) / kDay;
        if (day != day_) begin(day);
        const auto rest = static_cast<unsigned>(ms - day * kDay);
        char* at = text_.data() + kTime;
        at = put_two(at, rest / 3'600'000);
        at = put_two(at + 1, rest / 60'000 % 60);
        at = put_two(at + 1, rest / 1000 % 60);
        put_three(at + 1, rest % 1000);
        return {text_.data(), kLength};
    }

  private:
    static constexpr std::int64_t kDay = 86'400'000;
    static constexpr std::size_t kTime = 11;  // offset of the time
    static constexpr std::size_t kLength = 24;

    void begin(std::int64_t day) {
        std::string whole;
        append_iso(whole, {day * kDay});
        std::memcpy(text_.data(), whole.data(), kLength);
        day_ = day;
    }

    std::array<char, kLength> text_{};
    std::int64_t day_ = std::numeric_limits<std::int64_t>::min();
};

// The formatted value of a column, valid until the next row.
struct ShownColumn {
    explicit ShownColumn(const Column& what) : column(what) {}

    std::string_view number(std::int64_t value) {
        return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr};
    }
    std::string_view number(double value) {
        const auto [end, error] =
            std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::fixed);
        if (error == std::errc{}) return {digits.data(), end};
        return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr};
    }
    std::string_view decimal(std::int64_t thousandths) {
        return {digits.data(), put_decimal(digits.data(), digits.data() + digits.size(), thousandths)};
    }

    const Column& column;
    int slot = 0;
    std::size_t document = 0;     // of columns from JSON
    std::optional<int> own_path;  // the slot with the path of the member
    std::optional<int> own_text;  // the slot with a text that replaces the member
    std::array<char, kMostCharacters> digits{};
    DateText date;
    std::string text;
};

void show(ShownColumn& shown, Cell& cell, const db::Row& row) {
    const int slot = shown.slot;
    cell = {.is_absent = row.is_null(slot), .text = {}, .number = 0};  // nothing of the row before
    if (cell.is_absent) return;
    switch (shown.column.type) {
        case DataType::id:
        case DataType::text:
        case DataType::word: cell.text = row.text(slot); return;
        case DataType::date:
            cell.number = row.integer(slot);
            cell.text = shown.date.show(cell.number);
            return;
        case DataType::number:
            cell.number = row.integer(slot);
            cell.text = shown.number(cell.number);
            return;
        case DataType::boolean:
            cell.number = row.integer(slot);
            cell.text = cell.number != 0 ? "true" : "false";
            return;
        case DataType::decimal:
            cell.number = row.integer(slot);
            cell.text = shown.decimal(cell.number);
            return;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

// --- JSON members

// The JSON of one row and slot, parsed on first use.
class Document {
  public:
    explicit Document(int slot) : slot_(slot) {}

    int slot() const { return slot_; }
    void forget() { parsed_.reset(); }
    wire::JsonValue root(const db::Row& row) {
        if (!parsed_) parsed_.emplace(row.text(slot_));
        return parsed_->root();
    }

  private:
    int slot_;
    std::optional<wire::JsonDocument> parsed_;
};

// By a path such as location.city.
std::optional<wire::JsonValue> member_at(wire::JsonValue value, std::string_view path) {
    for (;;) {
        if (value.kind() != wire::JsonKind::object) return std::nullopt;
        const auto dot = path.find('.');
        const auto found = value.find(path.substr(0, dot));
        if (!found || dot == std::string_view::npos) return found;
        value = *found;
        path.remove_prefix(dot + 1);
    }
}

std::string_view text_of(ShownColumn& shown, const wire::JsonValue& value) {
    switch (value.kind()) {
        case wire::JsonKind::text: return value.text();
        case wire::JsonKind::boolean: return value.boolean() ? "true" : "false";
        case wire::JsonKind::number:
            if (const auto whole = value.whole_number()) return shown.number(*whole);
            return shown.number(value.number());
        case wire::JsonKind::array:
        case wire::JsonKind::object: shown.text = value.to_json(); return shown.text;
        case wire::JsonKind::null: return {};
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

// The property of a job, as Shift: Night.
std::optional<std::string> property_of(const wire::JsonValue& value) {
    const auto label = member_at(value, "label");
    const auto its_value = member_at(value, "value.label");
    if (!label || !its_value) return std::nullopt;
    return std::string{label->text()}.append(": ").append(its_value->text());
}

// Joins texts: night shift, relocates
std::string_view list_of(ShownColumn& shown, const wire::JsonValue& array) {
    std::string all;
    for (std::size_t i = 0; i < array.size(); ++i) {
        all.append(i == 0 ? "" : ", ");
        if (const auto property = property_of(array.at(i))) {
            all.append(*property);
        } else {
            all.append(text_of(shown, array.at(i)));
        }
    }
    shown.text = std::move(all);
    return shown.text;
}

std::int64_t thousandths_of(double value) {
    constexpr double kMost = 9e15;  // beyond it a double cannot represent thousandths
    return std::llround(std::clamp(value, -kMost, kMost) * 1000);
}

// The value of a JSON member in the format of the database, for numbers, dates and booleans.
std::int64_t number_of(DataType type, const wire::JsonValue& value, std::string_view text) {
    switch (type) {
        case DataType::date: {
            const auto time = parse_iso(text);
            return time ? time->ms : 0;
        }
        case DataType::number: {
            std::int64_t number = 0;
            std::from_chars(text.data(), text.data() + text.size(), number);
            return number;
        }
        case DataType::decimal: {
            double number = 0;
            if (value.kind() == wire::JsonKind::number) return thousandths_of(value.number());
            std::from_chars(text.data(), text.data() + text.size(), number);
            return thousandths_of(number);
        }
        case DataType::boolean: return text == "true" ? 1 : 0;
        case DataType::id:
        case DataType::text:
        case DataType::word: return 0;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

void show_member(ShownColumn& shown, Cell& cell, Document& document, const db::Row& row) {
    if (shown.own_text && !row.is_null(*shown.own_text)) {
        cell = {.is_absent = false, .text = row.text(*shown.own_text)};
        return;
    }
    cell = {.is_absent = true, .text = {}, .number = 0};  // nothing of the row before
    if (row.is_null(shown.slot) || (shown.own_path && row.is_null(*shown.own_path))) return;
    const std::string_view path = shown.own_path ? row.text(*shown.own_path) : shown.column.member;
    const auto member = member_at(document.root(row), path);
    if (!member || member->kind() == wire::JsonKind::null) return;
    const bool is_list = member->kind() == wire::JsonKind::array;
    if (is_list && member->size() == 0) return;
    cell.is_absent = false;
    cell.text = is_list ? list_of(shown, *member) : text_of(shown, *member);
    cell.number = number_of(shown.column.type, *member, cell.text);
}

// --- properties

bool shows(const Selection& selection, PropertyColumn kind) {
    return std::ranges::any_of(selection.columns,
                               [&](const Column* column) { return column->properties == kind; });
}

bool is_list(PropertyColumn kind) {
    return kind == PropertyColumn::all || kind == PropertyColumn::terms;
}

// What the columns of properties in a selection need.
struct ListTexts {
    std::optional<PropertyTexts> properties;
    std::optional<TermTexts> terms;

    std::string listed(PropertyColumn kind, const wire::JsonValue& values) const {
        return kind == PropertyColumn::terms ? terms->listed(values) : properties->listed(values);
    }
};

ListTexts list_texts(db::Db& db, const CompanyId& company, const accounts::Actor& reader,
                     const Selection& selection, const std::stop_token& stop) {
    ListTexts texts;
    if (shows(selection, PropertyColumn::all) || shows(selection, PropertyColumn::one))
        db.read(company, [&](db::Snapshot& snapshot) { texts.properties.emplace(snapshot, reader); }, stop);
    if (shows(selection, PropertyColumn::terms))
        db.read(company, [&](db::Snapshot& snapshot) { texts.terms.emplace(snapshot); }, stop);
    return texts;
}

void show_property(ShownColumn& shown, Cell& cell, Document& document, const db::Row& row,
                   const ListTexts* texts) {
    cell = {.is_absent = true, .text = {}, .number = 0};  // nothing of the row before
    if (row.is_null(shown.slot)) return;
    if (is_list(shown.column.properties)) {
        shown.text = texts->listed(shown.column.properties, document.root(row));
        if (shown.text.empty()) return;
    } else if (shown.own_text && !row.is_null(*shown.own_text)) {
        shown.text = row.text(*shown.own_text);
    } else {
        shown.text = texts->properties->text_of(row.text(*shown.own_path), document.root(row));
    }
    cell.is_absent = false;
    cell.text = shown.text;
}

// The id of the reader, in columns: the first value of a query, after the company.
constexpr std::string_view kReader = "$2";

void bind_reader(db::ListQuery& list, const accounts::Actor& reader) {
    list.where_matching("? = ?", reader.id());
}

// The SQL of a column, with the visibility rule of jobs if it has a place for it.
std::string sql_for(const Column& column, const accounts::Actor& reader) {
    std::string sql{column.sql};
    if (column.job_access_key.empty()) return sql;
    std::string condition = jobs::visible_jobs_condition(reader, column.job_access_key);
    for (std::size_t at = condition.find('?'); at != std::string::npos; at = condition.find('?', at))
        condition.replace(at, 1, kReader);
    return sql.replace(sql.find(kIsVisibleJob), kIsVisibleJob.size(), condition);
}

// --- rows

class RowReader {
  public:
    // `texts` is needed for columns of properties only.
    RowReader(const Selection& selection, const accounts::Actor& reader, const ListTexts* texts)
        : reader_(reader), texts_(texts), cells_(selection.columns.size()) {
        shown_.reserve(selection.columns.size());
        for (const Column* column : selection.columns) add(*column);
        columns_ = expressions_.joined();
    }

    // The select list.
    std::string_view columns() const { return columns_; }

    // Adds what is needed to merge groups to the select list.
    GroupLayout add_groups(const Selection& selection) {
        GroupLayout layout;
        for (const std::string_view key : selection.table.groups)
            layout.keys.push_back(expressions_.slot_of(key));
        for (const Column* column : selection.columns) {
            if (column->aggregate == Aggregate::none) continue;
            GroupLayout::Value& value = layout.values.emplace_back(expressions_.slot_of(column->sql),
                                                                   column->aggregate, std::nullopt);
            if (!column->divisor.empty()) value.divisor = expressions_.slot_of(column->divisor);
        }
        columns_ = expressions_.joined();
        return layout;
    }

    std::span<const Cell> read(const db::Row& row) {
        for (auto& document : documents_) document->forget();
        for (std::size_t i = 0; i < shown_.size(); ++i) {
            ShownColumn& each = shown_[i];
            if (each.column.properties != PropertyColumn::none) {
                show_property(each, cells_[i], *documents_[each.document], row, texts_);
            } else if (is_member(each.column)) {
                show_member(each, cells_[i], *documents_[each.document], row);
            } else {
                show(each, cells_[i], row);
            }
        }
        return cells_;
    }

  private:
    static bool is_member(const Column& column) {
        return !column.member.empty() || !column.member_sql.empty() ||
               column.properties != PropertyColumn::none;
    }

    void add(const Column& column) {
        ShownColumn& shown = shown_.emplace_back(column);
        shown.slot = expressions_.slot_of(sql_for(column, reader_));
        if (!is_member(column)) return;
        if (!column.member_sql.empty()) shown.own_path = expressions_.slot_of(column.member_sql);
        if (!column.text_sql.empty()) shown.own_text = expressions_.slot_of(column.text_sql);
        shown.document = document_of(shown.slot);
    }

    // Columns of the same JSON share the parsed document.
    std::size_t document_of(int slot) {
        const auto found = std::ranges::find(documents_, slot, &Document::slot);
        if (found != documents_.end()) return static_cast<std::size_t>(found - documents_.begin());
        documents_.push_back(std::make_unique<Document>(slot));
        return documents_.size() - 1;
    }

    const accounts::Actor& reader_;
    const ListTexts* const texts_;
    Expressions expressions_;
    std::string columns_;
    std::vector<ShownColumn> shown_;
    std::vector<std::unique_ptr<Document>> documents_;
    std::vector<Cell> cells_;
};

// --- ranges

const Walk* walk_limited_by(const Condition& condition, const Table& table) {
    const auto* const dates = std::get_if<DateBetween>(&condition.what);
    if (!dates || (!dates->from && !dates->to)) return nullptr;
    const auto found = std::ranges::find(table.walks, condition.column->sql, &Walk::created);
    return found == table.walks.end() ? nullptr : &*found;
}

struct ChosenWalk {
    const Walk* walk = nullptr;  // null: the table is read at once
    WalkLimits limits;
};

ChosenWalk chosen_walk(const Selection& selection) {
    const Table& table = selection.table;
    for (const Condition& condition : selection.conditions) {
        const Walk* const walk = walk_limited_by(condition, table);
        if (!walk) continue;
        const auto& dates = std::get<DateBetween>(condition.what);
        return {walk, limits_of(*walk, dates.from, dates.to)};
    }
    return {table.walks.empty() ? nullptr : &table.walks.front(), {}};
}

// The query of the rows of a range; without a range, of all.
class RangeQuery {
  public:
    RangeQuery(const accounts::Actor& reader, const Selection& selection, std::string_view columns)
        : reader_(reader),
          selection_(selection),
          walk_(chosen_walk(selection).walk),
          sql_{selection.table.name, columns,
               walk_ && !walk_->rows.empty() ? walk_->rows : selection.table.from,
               walk_ && !walk_->order.empty() ? walk_->order : selection.table.order} {}

    void each(db::Snapshot& snapshot, const WalkRange* range, FunctionRef<void(const db::Row&)> visit) const {
        db::ListQuery list{sql_};
        if (sql_.columns.contains(kReader)) bind_reader(list, reader_);
        if (narrow_all(list, range)) snapshot.each(list.whole(), visit);
    }
    std::int64_t count(db::Snapshot& snapshot, const WalkRange* range) const {
        db::ListQuery list{sql_};
        return narrow_all(list, range) ? snapshot.number(list.count()) : 0;
    }

  private:
    bool narrow_all(db::ListQuery& list, const WalkRange* range) const {
        if (range) range->narrow(list);
        return narrow(list, reader_, selection_);
    }

    const accounts::Actor& reader_;
    const Selection& selection_;
    const Walk* const walk_;
    const db::ListSql sql_;
};

bool sees_any(const accounts::Actor& reader, const Table& table) {
    const db::ListSql sql{};
    db::ListQuery unused{sql};
    return narrow_to_visible(unused, reader, table);
}

// The values of a list of properties can have 800 KB, and PostgreSQL's rows of a range are kept in memory.
constexpr std::int64_t kMostRowsWithLists = 100;

std::int64_t range_rows_of(const Selection& selection, const Walk& walk) {
    if (selection.range_rows) return *selection.range_rows;
    const bool shows_lists = shows(selection, PropertyColumn::all) || shows(selection, PropertyColumn::terms);
    return shows_lists ? std::min(walk.range_rows, kMostRowsWithLists) : walk.range_rows;
}

void for_each_range(db::Db& db, const CompanyId& company, const Selection& selection,
                    const std::stop_token& stop, FunctionRef<void(db::Snapshot&, const WalkRange*)> read,
                    FunctionRef<void()> done) {
    const ChosenWalk chosen = chosen_walk(selection);
    if (!chosen.walk) {
        db.read(company, [&](db::Snapshot& snapshot) { read(snapshot, nullptr); }, stop);
        done();
        return;
    }
    const TableWalk walk{*chosen.walk, selection.table.name, chosen.limits,
                         range_rows_of(selection, *chosen.walk)};
    walk.run(
        db, company, stop, [&](db::Snapshot& snapshot, const WalkRange& range) { read(snapshot, &range); },
        done);
}

GroupMerge read_groups(db::Db& db, const CompanyId& company, const accounts::Actor& reader,
                       const Selection& selection, RowReader& rows, const std::stop_token& stop) {
    GroupMerge groups{rows.add_groups(selection)};
    const RangeQuery query{reader, selection, rows.columns()};
    for_each_range(
        db, company, selection, stop,
        [&](db::Snapshot& snapshot, const WalkRange* range) {
            groups.discard_range();
            query.each(snapshot, range, [&](const db::Row& row) { groups.add(row); });
        },
        [&] { groups.complete_range(); });
    return groups;
}

}  // namespace

bool shows_candidate_properties(const Selection& selection) {
    return selection.table.row_access == RowAccess::by_property || shows(selection, PropertyColumn::one) ||
           shows(selection, PropertyColumn::all);
}

bool can_filter(const Column& column) {
    return column.member.empty() && column.member_sql.empty() && column.properties == PropertyColumn::none &&
           column.aggregate == Aggregate::none && column.type != DataType::decimal;
}

void read_rows(db::Db& db, const CompanyId& company, const accounts::Actor& reader,
               const Selection& selection, const std::stop_token& stop, VisitRow visit) {
    if (!sees_any(reader, selection.table)) return;
    const ListTexts texts = list_texts(db, company, reader, selection, stop);
    RowReader rows{selection, reader, &texts};
    if (!selection.table.groups.empty()) {
        const GroupMerge groups = read_groups(db, company, reader, selection, rows, stop);
        groups.visit([&](const db::Row& row) { visit(rows.read(row)); });
        return;
    }
    RowBuffer buffer{selection.columns.size()};
    const RangeQuery query{reader, selection, rows.columns()};
    for_each_range(
        db, company, selection, stop,
        [&](db::Snapshot& snapshot, const WalkRange* range) {
            buffer.clear();
            query.each(snapshot, range, [&](const db::Row& row) { buffer.add(rows.read(row)); });
        },
        [&] { buffer.visit(visit); });
}

std::int64_t count_rows(db::Db& db, const CompanyId& company, const accounts::Actor& reader,
                        const Selection& selection, const std::stop_token& stop) {
    if (!sees_any(reader, selection.table)) return 0;
    if (!selection.table.groups.empty()) {
        RowReader rows{selection, reader, nullptr};
        return read_groups(db, company, reader, selection, rows, stop).size();
    }
    // Without columns, whose size limits the ranges.
    const Selection counted{selection.table, {}, selection.conditions, selection.range_rows};
    const RangeQuery query{reader, counted, ""};
    std::int64_t of_range = 0;
    std::int64_t total = 0;
    for_each_range(
        db, company, counted, stop,
        [&](db::Snapshot& snapshot, const WalkRange* range) { of_range = query.count(snapshot, range); },
        [&] { total += of_range; });
    return total;
}

}  // namespace callboard::reports
