#include "wire/merge_patch.h"

#include <boost/json.hpp>

namespace callboard::wire {
namespace {

namespace json = boost::json;

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

json::value parsed(std::string_view text) {
    json::parse_options options;
    options.max_depth = kMaxJsonDepth;
    json::error_code failed;
    json::value value = json::parse(text, failed, {}, options);
    // A number beyond all bounds can be read, and is written so that it cannot.
    if (failed) throw invalid_request("INVALID_JSON", "a number is too large");
    return value;
}

}  // namespace

std::string apply_merge_patch(std::string_view patch, std::string_view document) {
    json::value target = parsed(document);
    merge(target, parsed(patch));
    return json::serialize(target);
}

}  // namespace callboard::wire
