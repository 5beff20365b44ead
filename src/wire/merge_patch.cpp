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

void describe_merge_patch(JsonWriter& out, Description target, Schemas& schemas) {
    out.open_object();
    out.member("type", "object");
    out.key("properties");
    out.open_object();
    for (const DescribedField& each : target) {
        out.prepared_key(*each.name);
        if (each.required) {
            each.schema(out, *each.rule, schemas);
            continue;
        }
        out.open_object();
        out.key("anyOf");
        out.open_array();
        each.schema(out, *each.rule, schemas);
        out.raw(R"({"type":"null"})");
        out.close_array();
        out.close_object();
    }
    out.close_object();
    out.close_object();
}

}  // namespace callboard::wire
