// A form as browsers and OAuth clients send it: application/x-www-form-urlencoded, in a body or after the
// question mark.
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

    // Nothing when a percent sign starts no escape.
    static std::optional<Form> parse(std::string_view text);

    // Those of the named fields that a JSON object has. Nothing when it is none, or one of them is no text.
    static std::optional<Form> parse_json(std::string_view text, std::span<const std::string_view> names);

    // An empty field is no field.
    std::optional<std::string_view> get(std::string_view name) const;
    std::string_view text(std::string_view name) const { return get(name).value_or(""); }

    bool has_repeated(std::string_view name) const;
    bool has_any_twice() const;

  private:
    std::vector<std::pair<std::string, std::string>> fields_;
};

}  // namespace callboard::wire
