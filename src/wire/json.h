// Parsed and validated JSON. Hides the parser, so that files that decode bodies do not include it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/function_ref.h"

namespace callboard::wire {

inline constexpr std::size_t kMaxJsonDepth = 64;

enum class JsonKind { null, boolean, number, text, array, object };

// A value of a JsonDocument; valid as long as the document.
class JsonValue {
  public:
    explicit JsonValue(const void* value) : value_(value) {}

    JsonKind kind() const;
    bool boolean() const;
    double number() const;
    std::optional<std::int64_t> whole_number() const;  // nullopt if it has a fraction or does not fit
    std::string_view text() const;

    std::size_t size() const;  // of an array
    JsonValue at(std::size_t index) const;
    std::optional<JsonValue> find(std::string_view key) const;  // of an object
    std::size_t member_count() const;
    std::vector<std::pair<std::string_view, JsonValue>> members() const;
    void for_each_key(FunctionRef<void(std::string_view)> what) const;

    std::string to_json() const;

    const void* native() const { return value_; }  // the parser's own value, for files of this folder

  private:
    const void* value_;
};

class JsonDocument {
  public:
    // Throws Error INVALID_JSON, with the offset, for anything that is not one JSON value in valid UTF-8,
    // is nested deeper than kMaxJsonDepth, or has a duplicate key in an object.
    explicit JsonDocument(std::string_view text);
    ~JsonDocument();

    JsonDocument(const JsonDocument&) = delete;
    JsonDocument& operator=(const JsonDocument&) = delete;

    JsonValue root() const;

  private:
    struct Tree;
    std::unique_ptr<Tree> tree_;
};

}  // namespace callboard::wire
