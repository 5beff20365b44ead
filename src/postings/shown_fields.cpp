#include "postings/shown_fields.h"

#include <algorithm>

#include "configuration/job_property_store.h"

namespace callboard::postings {

ShownFields::ShownFields(db::Snapshot& snapshot)
    : hidden_(configuration::store::list_hidden_job_properties(snapshot)) {}

void ShownFields::narrow(PostingContent& content) const {
    std::erase_if(content.custom_field, [&](const PostingField& each) {
        return std::ranges::find(hidden_, each.field_id) != hidden_.end();
    });
}

std::string ShownFields::in(std::string content) const {
    const auto has = [&](const std::string& property) { return content.contains(property); };
    if (!std::ranges::any_of(hidden_, has)) return content;
    auto narrowed = wire::decode<PostingContent>(content);
    narrow(narrowed);
    return wire::to_json(narrowed);
}

}  // namespace callboard::postings
