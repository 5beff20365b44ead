// Values of queries and results: NULL, BIGINT or TEXT. Richer types exist only in C++.
#pragma once

#include <cassert>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/id.h"
#include "base/names.h"

namespace callboard::db {

// An argument of a query. It does not own its text, so it must not outlive the call.
class Value {
  public:
    enum class Kind { null, integer, text };

    // NOLINTBEGIN(google-explicit-constructor): the arguments of a query are written as they are
    Value() = default;
    Value(std::nullopt_t) {}
    Value(std::integral auto number) : kind_(Kind::integer), integer_(static_cast<std::int64_t>(number)) {}
    Value(std::string_view text) : kind_(Kind::text), text_(text) {}
    Value(const std::string& text) : Value(std::string_view{text}) {}
    Value(const char* text) : Value(std::string_view{text}) {}
    Value(Timestamp time) : Value(time.ms) {}
    Value(Named auto member) : Value(name_of(member)) {}
    template <class Tag>
    Value(const Id<Tag>& id) : Value(id.text()) {}
    template <class T>
    Value(const std::optional<T>& maybe) {
        if (maybe) *this = Value(*maybe);
    }
    // NOLINTEND(google-explicit-constructor)
    Value(bool) = delete;  // a time or a state instead of a flag

    Kind kind() const { return kind_; }
    std::int64_t integer() const { return integer_; }
    std::string_view text() const { return text_; }

  private:
    Kind kind_ = Kind::null;
    std::int64_t integer_ = 0;
    std::string_view text_;
};

// A row of a result; its texts are valid only while it is visited.
class Row {
  public:
    Row() = default;
    Row(const Row&) = delete;
    Row& operator=(const Row&) = delete;

    virtual bool is_null(int column) const = 0;
    virtual std::string_view text(int column) const = 0;
    virtual std::int64_t integer(int column) const = 0;

    std::string string(int column) const { return std::string{text(column)}; }
    Timestamp time(int column) const { return {integer(column)}; }
    template <class AnyId>
    AnyId id(int column) const {
        return AnyId::from_trusted(text(column));
    }
    template <Named Enum>
    Enum member(int column) const {
        const auto known = named<Enum>(text(column));
        assert(known);  // the CHECK constraint has the same names
        return *known;
    }

    std::optional<std::string> optional_string(int column) const {
        return is_null(column) ? std::nullopt : std::optional{string(column)};
    }
    std::optional<Timestamp> optional_time(int column) const {
        return is_null(column) ? std::nullopt : std::optional{time(column)};
    }
    template <class AnyId>
    std::optional<AnyId> optional_id(int column) const {
        return is_null(column) ? std::nullopt : std::optional{id<AnyId>(column)};
    }

  protected:
    ~Row() = default;
};

}  // namespace callboard::db
