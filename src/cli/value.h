// The output values of a command: named values, formatted as text or JSON.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace callboard::cli {

class Value;
using Fields = std::vector<std::pair<std::string_view, Value>>;

// A string, a number, a boolean, a list of strings or a list of objects.
class Value {
  public:
    // NOLINTBEGIN(google-explicit-constructor): values are written as they are
    Value(std::string text) : value_(std::move(text)) {}
    Value(std::string_view text) : value_(std::string{text}) {}
    Value(const char* text) : value_(std::string{text}) {}
    Value(std::same_as<bool> auto truth) : value_(truth) {}
    Value(std::integral auto number)
        requires(!std::same_as<decltype(number), bool>)
        : value_(static_cast<std::int64_t>(number)) {}
    Value(std::vector<std::string> texts) : value_(std::move(texts)) {}
    Value(std::vector<Fields> objects) : value_(std::move(objects)) {}
    // NOLINTEND(google-explicit-constructor)

    bool is_list() const { return value_.index() >= 3; }

    const auto& variant() const { return value_; }

  private:
    std::variant<std::string, std::int64_t, bool, std::vector<std::string>, std::vector<Fields>> value_;
};

std::string to_text(const Value& value);
std::string to_json(const Fields& fields);

}  // namespace callboard::cli
