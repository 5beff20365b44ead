// The bodies of SCIM requests: members by their case-insensitive name, values of the expected type, and the
// operations of a patch (RFC 7644, section 3.5.2). All functions throw a fault that names the attribute.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scim/filter.h"
#include "wire/json.h"

namespace callboard::scim {

inline constexpr std::size_t kMostOperations = 1'000;

std::optional<wire::JsonValue> find_member(const wire::JsonValue& object, std::string_view name);

// Throws invalidSyntax unless the value is an object.
void require_object(const wire::JsonValue& value, std::string_view what);

// Throws invalidSyntax if names in one object, at any depth, differ only in case: which one counts?
void require_distinct_names(const wire::JsonValue& value);

// null is an empty text.
std::string text_of(const wire::JsonValue& value, std::string_view attribute);

// Also the texts "True" and "False", which Entra ID sends.
bool boolean_of(const wire::JsonValue& value, std::string_view attribute);

// The elements of an array; one value alone is its only element, null has none.
std::vector<wire::JsonValue> elements_of(const wire::JsonValue& value);

// The element itself, or its member "value".
std::string element_text(const wire::JsonValue& element, std::string_view attribute);

enum class PatchAction { add, replace, remove };

struct PatchOperation {
    PatchAction action{};
    std::optional<Path> path;              // nothing: `value` is an object with attributes
    std::optional<wire::JsonValue> value;  // valid as long as the document
};

std::vector<PatchOperation> read_operations(const wire::JsonValue& body);

// The operations with their document.
struct PatchBody {
    explicit PatchBody(std::string_view text)
        : document(text), operations(read_operations(document.root())) {}

    const wire::JsonDocument document;
    const std::vector<PatchOperation> operations;
};

}  // namespace callboard::scim
