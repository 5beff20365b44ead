#include "wire/json_patch.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include <boost/json.hpp>

#include "base/error.h"
#include "base/in_quotes.h"
#include "wire/patch_document.h"

namespace callboard::wire {
namespace {

namespace json = boost::json;

constexpr std::size_t kMostOperations = 1000;

constexpr std::array<std::string_view, 4> kMembers{"op", "path", "from", "value"};

// The maximum cost of a patch: the characters that it inserts, copies and compares, plus four per value, plus
// one per array element that is shifted. The values in the patch itself count, too.
constexpr std::size_t kMostWork = 2 * kMostPatchedBytes;
constexpr std::size_t kWorkOfValue = 4;

// The maximum size of an object that a patch inserts: its keys may have colliding hashes (hash flooding).
constexpr std::size_t kMostMembers = 1000;

const json::value& native(const JsonValue& value) {
    return *static_cast<const json::value*>(value.native());
}

// --- reading

bool needs_value(PatchAction op) {
    return op == PatchAction::add || op == PatchAction::replace || op == PatchAction::test;
}
bool needs_from(PatchAction op) {
    return op == PatchAction::move || op == PatchAction::copy;
}

bool is_pointer(std::string_view text) {
    if (!text.empty() && text.front() != '/') return false;
    for (auto at = text.find('~'); at != std::string_view::npos; at = text.find('~', at + 1))
        if (at + 1 == text.size() || (text[at + 1] != '0' && text[at + 1] != '1')) return false;
    return true;
}

std::string read_pointer(const JsonValue& operation, std::string_view name, Reading& reading) {
    const Reading::Step step{reading, name};
    const auto found = operation.find(name);
    if (!found) {
        reading.fault("is required");
        return "";
    }
    auto text = Codec<std::string>::read(*found, {}, reading);
    if (!text) return "";
    if (!is_pointer(*text)) reading.fault("must be a JSON pointer such as /name");
    return std::move(*text);
}

std::optional<PatchAction> read_action(const JsonValue& operation, Reading& reading) {
    const Reading::Step step{reading, "op"};
    if (const auto op = operation.find("op")) return Codec<PatchAction>::read(*op, {}, reading);
    reading.fault("is required");
    return std::nullopt;
}

void read_rest(PatchOperation& operation, const JsonValue& value, Reading& reading) {
    if (needs_from(operation.op)) operation.from = read_pointer(value, "from", reading);
    if (!needs_value(operation.op)) return;
    const Reading::Step step{reading, "value"};
    if (const auto found = value.find("value")) {
        operation.value = json::serialize(native(*found));
    } else {
        reading.fault("is required");
    }
}

PatchOperation read_operation(const JsonValue& value, Reading& reading) {
    PatchOperation operation;
    if (value.kind() != JsonKind::object) {
        reading.fault("must be an object");
        return operation;
    }
    operation.path = read_pointer(value, "path", reading);
    if (const auto action = read_action(value, reading)) {
        operation.op = *action;
        read_rest(operation, value, reading);
    }
    note_unknown_members(value, kMembers, reading);
    return operation;
}

// --- applying

// Equality of RFC 6902, section 4.6: 1 and 1.0 are the same number.
bool same(const json::value& left, const json::value& right) {
    if (left.is_number() && right.is_number() && (left.is_double() || right.is_double()))
        return left.to_number<double>() == right.to_number<double>();
    if (left.is_array() && right.is_array())
        return std::ranges::equal(left.get_array(), right.get_array(), same);
    if (left.is_object() && right.is_object()) {
        const json::object& other = right.get_object();
        return left.get_object().size() == other.size() &&
               std::ranges::all_of(left.get_object(), [&](const json::key_value_pair& member) {
                   const json::value* const match = other.if_contains(member.key());
                   return match && same(member.value(), *match);
               });
    }
    return left == right;
}

struct Extent {
    std::size_t work = kWorkOfValue;
    std::size_t depth = 0;    // of nested arrays and objects
    std::size_t members = 0;  // of the largest object
};

Extent extent_of(const json::value& value) {
    Extent all;
    const auto add = [&](const json::value& inner) {
        const Extent its = extent_of(inner);
        all.work += its.work;
        all.depth = std::max(all.depth, its.depth + 1);
        all.members = std::max(all.members, its.members);
    };
    if (value.is_structured()) all.depth = 1;
    if (const auto* text = value.if_string()) all.work += text->size();
    if (const auto* array = value.if_array())
        for (const json::value& element : *array) add(element);
    if (const auto* object = value.if_object()) {
        all.members = object->size();
        for (const auto& member : *object) {
            all.work += member.key().size();
            add(member.value());
        }
    }
    return all;
}

std::string unescaped(std::string_view token) {
    std::string text;
    for (std::size_t i = 0; i < token.size(); ++i) {
        if (token[i] == '~') {
            text += token[++i] == '0' ? '~' : '/';
        } else {
            text += token[i];
        }
    }
    return text;
}

std::optional<std::size_t> index_in(const std::string& token, std::size_t most) {
    std::size_t index = 0;
    const char* const end = token.data() + token.size();
    const auto [stop, error] = std::from_chars(token.data(), end, index);
    const bool canonical = token.size() == 1 || !token.starts_with('0');
    if (error != std::errc{} || stop != end || !canonical || index > most) return std::nullopt;
    return index;
}

// The target of a pointer: its parent, and the member name or array index in it.
struct Place {
    json::value* around;
    std::string name;
};

// The document is never deeper than kMaxJsonDepth, not even between two operations: copying, destroying and
// comparing values is recursive.
class Patching {
  public:
    explicit Patching(std::string_view document) : document_(tree_of(document)) {}

    const json::value& document() const { return document_; }

    void run(const PatchOperation& operation, std::size_t number) {
        at_ = "/" + std::to_string(number);
        work(operation.path.size() + operation.from.size());
        switch (operation.op) {
            case PatchAction::add: return add(operation);
            case PatchAction::remove: return remove(operation.path, "/path");
            case PatchAction::replace: return replace(operation);
            case PatchAction::move: return move(operation);
            case PatchAction::copy: return copy(operation);
            case PatchAction::test: return test(operation);
        }
        std::abort();  // unreachable: -Werror=switch keeps the list complete
    }

  private:
    void add(const PatchOperation& operation) {
        json::value value = tree_of(operation.value);
        require_room(operation.path, value);
        put(operation.path, std::move(value));
    }

    void replace(const PatchOperation& operation) {
        json::value& target = existing(operation.path, "/path");
        json::value value = tree_of(operation.value);
        require_room(operation.path, value);
        target = std::move(value);
    }

    void copy(const PatchOperation& operation) {
        const json::value& source = existing(operation.from, "/from");
        require_room(operation.path, source);
        put(operation.path, json::value(source));  // braces would make an array
    }

    void move(const PatchOperation& operation) {
        json::value& source = existing(operation.from, "/from");
        if (operation.path == operation.from) return;
        if (operation.path.starts_with(operation.from + "/"))
            fail("/path", "a value cannot be moved into itself");
        require_room(operation.path, source);
        json::value value = std::move(source);
        remove(operation.from, "/from");
        put(operation.path, std::move(value));
    }

    void test(const PatchOperation& operation) {
        const json::value& found = existing(operation.path, "/path");
        const json::value expected = tree_of(operation.value);
        work(extent_of(expected).work);
        if (same(found, expected)) return;
        throw Error{
            ErrorKind::conflict,
            Fault{"CONFLICT", "test failed: the value at " + in_quotes(operation.path) + " is different",
                  at_ + "/value"}};
    }

    void work(std::size_t more) {
        work_ += more;
        if (work_ > kMostWork)
            fail("", "the patch is too expensive: its operations copy, compare and move more than " +
                         std::to_string(kMostWork) + " characters");
    }

    // Checks the limits before the value is inserted at the pointer.
    void require_room(const std::string& pointer, const json::value& value) {
        const Extent extent = extent_of(value);
        const auto around = static_cast<std::size_t>(std::ranges::count(pointer, '/'));
        if (around + extent.depth > kMaxJsonDepth)
            fail("/path",
                 "the patch nests the document deeper than " + std::to_string(kMaxJsonDepth) + " levels");
        if (extent.members > kMostMembers)
            fail("/path",
                 "the patch creates an object with more than " + std::to_string(kMostMembers) + " members");
        work(extent.work);
    }

    json::value& existing(std::string_view pointer, std::string_view member) {
        json::error_code error;
        json::value* const found = document_.find_pointer(pointer, error);
        if (!found) fail(member, "there is no value at " + in_quotes(pointer));
        return *found;
    }

    Place place(std::string_view pointer, std::string_view member) {
        const auto slash = pointer.rfind('/');
        json::value& around = existing(pointer.substr(0, slash), member);
        return {&around, unescaped(pointer.substr(slash + 1))};
    }

    void put(const std::string& pointer, json::value value) {
        if (pointer.empty()) {
            document_ = std::move(value);
            return;
        }
        const auto [around, name] = place(pointer, "/path");
        if (auto* object = around->if_object()) {
            (*object)[name] = std::move(value);
        } else if (auto* array = around->if_array()) {
            const auto index = name == "-" ? array->size() : index_in(name, array->size());
            if (!index) fail("/path", "invalid array index in " + in_quotes(pointer));
            work(array->size() - *index);
            array->insert(array->begin() + static_cast<std::ptrdiff_t>(*index), std::move(value));
        } else {
            fail("/path", "cannot add a value at " + in_quotes(pointer));
        }
    }

    void remove(const std::string& pointer, std::string_view member) {
        existing(pointer, member);
        if (pointer.empty()) {
            document_ = nullptr;
            return;
        }
        const auto [around, name] = place(pointer, member);
        if (auto* object = around->if_object()) {
            object->erase(name);
        } else {
            json::array& array = around->as_array();
            const std::size_t index = index_in(name, array.size()).value();
            work(array.size() - index);
            array.erase(array.begin() + static_cast<std::ptrdiff_t>(index));
        }
    }

    [[noreturn]] void fail(std::string_view member, std::string message) const {
        throw Error{ErrorKind::unprocessable,
                    Fault{"VALIDATION_ERROR", std::move(message), at_ + std::string{member}}};
    }

    json::value document_;
    std::size_t work_ = 0;
    std::string at_;  // the operation, as a pointer into the patch
};

void describe_operation(JsonWriter& out, Schemas& schemas) {
    out.open_object();
    out.member("type", "object");
    out.key("required");
    out.raw(R"(["op","path"])");
    out.key("properties");
    out.open_object();
    out.key("op");
    Codec<PatchAction>::schema(out, {}, schemas);
    out.key("path");
    out.raw(R"({"type":"string"})");
    out.key("from");
    out.raw(R"({"type":"string"})");
    out.key("value");
    out.raw(R"({})");
    out.close_object();
    out.close_object();
}

}  // namespace

std::optional<JsonPatch> read_patch(const JsonValue& value, Reading& reading) {
    if (value.kind() != JsonKind::array) {
        reading.fault("must be an array of operations (RFC 6902)");
        return std::nullopt;
    }
    if (value.size() > kMostOperations) {
        reading.fault("must have at most " + std::to_string(kMostOperations) + " operations");
        return std::nullopt;
    }
    JsonPatch patch;
    for (std::size_t i = 0; i < value.size(); ++i) {
        const Reading::Step step{reading, std::to_string(i)};
        patch.operations.push_back(read_operation(value.at(i), reading));
    }
    return patch;
}

void write_patch(JsonWriter& out, const JsonPatch& patch) {
    out.open_array();
    for (const PatchOperation& operation : patch.operations) {
        out.open_object();
        out.member("op", name_of(operation.op));
        if (needs_from(operation.op)) out.member("from", operation.from);
        out.member("path", operation.path);
        if (needs_value(operation.op)) {
            out.key("value");
            out.raw(operation.value);
        }
        out.close_object();
    }
    out.close_array();
}

void describe_patch(JsonWriter& out, Schemas& schemas) {
    schemas.refer(out, "JsonPatch", [&](JsonWriter& inner) {
        inner.open_object();
        inner.member("type", "array");
        inner.member("description", "RFC 6902");
        inner.member("maxItems", static_cast<std::int64_t>(kMostOperations));
        inner.key("items");
        schemas.refer(inner, "JsonPatchOperation",
                      [&](JsonWriter& operation) { describe_operation(operation, schemas); });
        inner.close_object();
    });
}

std::string apply_patch(const JsonPatch& patch, std::string_view document) {
    Patching patching{document};
    for (std::size_t i = 0; i < patch.operations.size(); ++i) patching.run(patch.operations[i], i);
    return patched_text(patching.document(), document.size(), ErrorKind::unprocessable);
}

}  // namespace callboard::wire
