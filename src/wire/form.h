// A form (application/x-www-form-urlencoded) as browsers and OAuth clients send it, in a body or in a query
// string.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace callboard::wire {

class Form {
  public:
    Form() = default;
    explicit Form(std::vector<std::pair<std::string, std::string>> fields) : fields_(std::move(fields)) {}

    // nullopt if a percent-encoding is invalid.
    static std::optional<Form> parse(std::string_view text);

    // The named fields of a JSON object; null counts as absent. nullopt if the text is not a JSON object or
    // one of the fields is not a string.
    static std::optional<Form> parse_json(std::string_view text, std::span<const std::string_view> names);

    // An empty field counts as absent.
    std::optional<std::string_view> get(std::string_view name) const;
    std::string_view text(std::string_view name) const { return get(name).value_or(""); }

    bool contains(std::string_view name) const;  // also if it is empty
    bool has_repeated(std::string_view name) const;
    bool has_any_twice() const;

  private:
    std::vector<std::pair<std::string, std::string>> fields_;
};

}  // namespace callboard::wire
