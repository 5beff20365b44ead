#include "wire/merge_patch.h"

#include <boost/json.hpp>

#include "wire/patch_document.h"

namespace callboard::wire {
namespace {

namespace json = boost::json;

// Neither is deeper than kMaxJsonDepth, so recursion and result are bounded, too.
void merge(json::value& target, const json::value& patch) {
    if (!patch.is_object()) {
        target = patch;
        return;
    }
    if (!target.is_object()) target = json::object{};
    json::object& members = target.get_object();
    for (const auto& [key, value] : patch.get_object()) {
        if (value.is_null()) {
            members.erase(key);
        } else {
            merge(members[key], value);
        }
    }
}

}  // namespace

std::string apply_merge_patch(std::string_view patch, std::string_view document, ErrorKind kind) {
    json::value target = tree_of(document);
    merge(target, tree_of(patch));
    return patched_text(target, document.size(), kind);
}

}  // namespace callboard::wire
