#include "wire/json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/value_stack.hpp>

#include "base/error.h"
#include "wire/json_limits.h"

namespace callboard::wire {
namespace {

namespace json = boost::json;

// Detects duplicate keys in an object. Boost.JSON would silently keep the last one, and another parser of the
// same bytes might keep the first.
class KeyWatch {
  public:
    void object_begins() { starts_.push_back(hashes_.size()); }
    void key_part(std::string_view part) { key_ += part; }
    void key_ends(std::string_view last_part) {
        key_ += last_part;
        hashes_.push_back(std::hash<std::string_view>{}(key_));
        key_.clear();
    }
    // Of the innermost object, so far.
    std::size_t members() const { return hashes_.size() - starts_.back(); }
    // False if the object has a duplicate key.
    bool object_ends() {
        const auto first = hashes_.begin() + static_cast<std::ptrdiff_t>(starts_.back());
        std::sort(first, hashes_.end());
        const bool unique = std::adjacent_find(first, hashes_.end()) == hashes_.end();
        hashes_.erase(first, hashes_.end());
        starts_.pop_back();
        return unique;
    }

  private:
    std::string key_;
    std::vector<std::size_t> hashes_;
    std::vector<std::size_t> starts_;
};

// The handler of the parser: builds the tree and checks what the parser does not: duplicate keys, and the
// numbers of members and values.
struct Builder {
    static constexpr std::size_t max_object_size = json::object::max_size();
    static constexpr std::size_t max_array_size = json::array::max_size();
    static constexpr std::size_t max_key_size = kLongestKey;
    static constexpr std::size_t max_string_size = json::string::max_size();

    explicit Builder(json::storage_ptr storage) : stack(std::move(storage)) {}

    bool on_document_begin(json::error_code&) { return true; }
    bool on_document_end(json::error_code&) { return true; }
    bool on_object_begin(json::error_code& error) {
        keys.object_begins();
        return count_value(error);
    }
    bool on_object_end(std::size_t members, json::error_code& error) {
        if (!keys.object_ends()) return refuse("duplicate key in an object", error);
        stack.push_object(members);
        return true;
    }
    bool on_array_begin(json::error_code& error) { return count_value(error); }
    bool on_array_end(std::size_t elements, json::error_code&) {
        stack.push_array(elements);
        return true;
    }
    bool on_key_part(json::string_view part, std::size_t, json::error_code&) {
        keys.key_part({part.data(), part.size()});
        stack.push_chars(part);
        return true;
    }
    bool on_key(json::string_view part, std::size_t, json::error_code& error) {
        keys.key_ends({part.data(), part.size()});
        if (keys.members() > kFreeMembers && ++extra_members > kMostExtraMembers)
            return refuse(too_many_members(), error);
        stack.push_key(part);
        return true;
    }
    bool on_string_part(json::string_view part, std::size_t, json::error_code&) {
        stack.push_chars(part);
        return true;
    }
    bool on_string(json::string_view part, std::size_t, json::error_code& error) {
        stack.push_string(part);
        return count_value(error);
    }
    bool on_number_part(json::string_view part, json::error_code&) {
        number.append(part.data(), part.size());
        return true;
    }
    bool on_int64(std::int64_t value, json::string_view, json::error_code& error) {
        number.clear();
        stack.push_int64(value);
        return count_value(error);
    }
    bool on_uint64(std::uint64_t value, json::string_view, json::error_code& error) {
        number.clear();
        stack.push_uint64(value);
        return count_value(error);
    }
    // Parsed again: Boost's fast conversion can be off in the last digit, and numbers must round-trip.
    bool on_double(double value, json::string_view part, json::error_code& error) {
        number.append(part.data(), part.size());
        std::from_chars(number.data(), number.data() + number.size(), value);
        number.clear();
        stack.push_double(value);
        return count_value(error);
    }
    bool on_bool(bool value, json::error_code& error) {
        stack.push_bool(value);
        return count_value(error);
    }
    bool on_null(json::error_code& error) {
        stack.push_null();
        return count_value(error);
    }
    bool on_comment_part(json::string_view, json::error_code&) { return true; }
    bool on_comment(json::string_view, json::error_code&) { return true; }

    bool count_value(json::error_code& error) {
        return ++values <= kMostValues || refuse(too_many_values(), error);
    }
    bool refuse(std::string why, json::error_code& error) {
        fault = std::move(why);
        error = json::error::extra_data;  // any: the parser stops
        return false;
    }

    json::value_stack stack;
    KeyWatch keys;
    std::size_t values = 0;
    std::size_t extra_members = 0;
    std::string number;
    std::string fault;  // empty: none
};

Error invalid_json(const std::string& what, std::size_t offset) {
    return invalid_request("INVALID_JSON",
                           "the body is not valid JSON: " + what + " at offset " + std::to_string(offset));
}

json::parse_options strict() {
    json::parse_options options;
    options.max_depth = kMaxJsonDepth;
    return options;
}

const json::value& real(const void* value) {
    return *static_cast<const json::value*>(value);
}

}  // namespace

// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): to clear the buffer would cost time
struct JsonDocument::Tree {
    std::array<unsigned char, 4096> first_buffer;  // most bodies need no allocation beyond this one
    json::monotonic_resource memory{first_buffer.data(), first_buffer.size()};
    json::value root = json::value(json::storage_ptr{&memory});
};

std::string too_many_members() {
    return "more than " + std::to_string(kMostExtraMembers) + " members in all, not counting the first " +
           std::to_string(kFreeMembers) + " of each object";
}

std::string too_many_values() {
    return "more than " + std::to_string(kMostValues) + " values in all";
}

JsonDocument::JsonDocument(std::string_view text) : tree_(std::make_unique<Tree>()) {
    json::basic_parser<Builder> parser{strict(), json::storage_ptr{&tree_->memory}};
    Builder& builder = parser.handler();
    builder.stack.reset(&tree_->memory);
    json::error_code error;
    const std::size_t used = parser.write_some(false, text.data(), text.size(), error);
    if (!builder.fault.empty()) throw invalid_json(builder.fault, used);
    if (error == json::error::too_deep) {
        throw invalid_json("nested deeper than " + std::to_string(kMaxJsonDepth) + " levels", used);
    }
    if (error == json::error::key_too_large) {
        throw invalid_json("a key longer than " + std::to_string(kLongestKey) + " bytes", used);
    }
    if (error) throw invalid_json(error.message(), used);
    if (used < text.size()) throw invalid_json("unexpected data after the value", used);
    tree_->root = builder.stack.release();
}

JsonDocument::~JsonDocument() = default;

JsonValue JsonDocument::root() const {
    return JsonValue{&tree_->root};
}

JsonKind JsonValue::kind() const {
    switch (real(value_).kind()) {
        case json::kind::null: return JsonKind::null;
        case json::kind::bool_: return JsonKind::boolean;
        case json::kind::int64:
        case json::kind::uint64:
        case json::kind::double_: return JsonKind::number;
        case json::kind::string: return JsonKind::text;
        case json::kind::array: return JsonKind::array;
        case json::kind::object: return JsonKind::object;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

bool JsonValue::boolean() const {
    return real(value_).get_bool();
}

double JsonValue::number() const {
    return real(value_).to_number<double>();
}

std::optional<std::int64_t> JsonValue::whole_number() const {
    json::error_code error;
    const auto number = real(value_).to_number<std::int64_t>(error);
    if (error) return std::nullopt;
    return number;
}

std::string_view JsonValue::text() const {
    const json::string& text = real(value_).get_string();
    return {text.data(), text.size()};
}

std::size_t JsonValue::size() const {
    return real(value_).get_array().size();
}

JsonValue JsonValue::at(std::size_t index) const {
    return JsonValue{&real(value_).get_array()[index]};
}

std::optional<JsonValue> JsonValue::find(std::string_view key) const {
    const json::value* const member =
        real(value_).get_object().if_contains(json::string_view{key.data(), key.size()});
    if (!member) return std::nullopt;
    return JsonValue{member};
}

std::size_t JsonValue::member_count() const {
    return real(value_).get_object().size();
}

std::vector<std::pair<std::string_view, JsonValue>> JsonValue::members() const {
    std::vector<std::pair<std::string_view, JsonValue>> all;
    for (const auto& member : real(value_).get_object())
        all.emplace_back(std::string_view{member.key().data(), member.key().size()},
                         JsonValue{&member.value()});
    return all;
}

void JsonValue::for_each_key(FunctionRef<void(std::string_view)> what) const {
    for (const auto& member : real(value_).get_object())
        what(std::string_view{member.key().data(), member.key().size()});
}

std::string JsonValue::to_json() const {
    return json::serialize(real(value_));
}

}  // namespace callboard::wire
