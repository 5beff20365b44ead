#include "postings/shown_fields.h"

#include <algorithm>
#include <optional>

#include "configuration/job_property_label_store.h"
#include "configuration/job_property_store.h"

namespace callboard::postings {
namespace {

bool is_among(const std::vector<std::string>& properties, const PostingField& field) {
    return std::ranges::find(properties, field.field_id) != properties.end();
}

}  // namespace

bool relabel(PostingField& field, configuration::PresentLabels& labels, const std::string& language) {
    const auto property = JobPropertyId::from_trusted(field.field_id);
    const bool is_renamed = labels.renew(field.field_label, property, std::nullopt, language);
    return (field.value_id && labels.renew(field.value_label, property, field.value_id, language)) ||
           is_renamed;
}

ShownFields::ShownFields(db::Snapshot& snapshot)
    : hidden_(configuration::store::list_hidden_job_properties(snapshot)),
      renamed_(configuration::store::list_renamed_job_properties(snapshot)),
      labels_(snapshot) {}

void ShownFields::renew(PostingContent& content, const std::string& language) {
    std::erase_if(content.custom_field, [&](const PostingField& each) { return is_among(hidden_, each); });
    for (PostingField& each : content.custom_field)
        if (is_among(renamed_, each)) relabel(each, labels_, language);
}

std::string ShownFields::renewed(std::string content, const std::string& language) {
    const auto has = [&](const std::string& property) { return content.contains(property); };
    if (!std::ranges::any_of(hidden_, has) && !std::ranges::any_of(renamed_, has)) return content;
    auto decoded = wire::decode<PostingContent>(content);
    renew(decoded, language);
    return wire::to_json(decoded);
}

}  // namespace callboard::postings
