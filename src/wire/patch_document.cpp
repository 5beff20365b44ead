#include "wire/patch_document.h"

#include <algorithm>

#include <boost/json.hpp>

#include "wire/json.h"

namespace callboard::wire {

namespace json = boost::json;

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
    return text;
}

}  // namespace callboard::wire
