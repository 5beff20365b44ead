#include "wire/patch_document.h"

#include <algorithm>

#include <boost/json.hpp>

#include "wire/json.h"
#include "wire/json_limits.h"

namespace callboard::wire {

namespace json = boost::json;

namespace {

struct Size {
    std::size_t values = 0;
    std::size_t extra_members = 0;  // see kMostExtraMembers
};

// Recursive: a patched document is no deeper than kMaxJsonDepth.
void measure(const json::value& value, Size& size) {
    ++size.values;
    if (const auto* array = value.if_array())
        for (const json::value& element : *array) measure(element, size);
    if (const auto* object = value.if_object()) {
        size.extra_members += object->size() - std::min(object->size(), kFreeMembers);
        for (const auto& member : *object) measure(member.value(), size);
    }
}

}  // namespace

json::value tree_of(std::string_view text) {
    const JsonDocument document{text};
    return json::value(*static_cast<const json::value*>(document.root().native()), json::storage_ptr{});
}

std::string patched_text(const json::value& document, std::size_t size_before, ErrorKind kind) {
    std::string text = json::serialize(document);
    if (text.size() > std::max(kMostPatchedBytes, size_before))
        throw Error{kind, Fault{"VALIDATION_ERROR",
                                "the patched document exceeds 1 MiB (" + std::to_string(kMostPatchedBytes) +
                                    " bytes)",
                                {}}};
    Size size;
    measure(document, size);
    if (size.values > kMostValues)
        throw Error{kind, Fault{"VALIDATION_ERROR", "the patched document has " + too_many_values(), {}}};
    if (size.extra_members > kMostExtraMembers)
        throw Error{kind, Fault{"VALIDATION_ERROR", "the patched document has " + too_many_members(), {}}};
    return text;
}

}  // namespace callboard::wire
