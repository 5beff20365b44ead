#include "configuration/reading.h"

#include <utility>
#include <variant>

#include "base/error.h"
#include "base/in_quotes.h"
#include "configuration/access.h"
#include "configuration/candidate_property_store.h"

namespace callboard::configuration {
namespace {

CandidateProperty select(db::Snapshot& snapshot, const accounts::Actor& actor, std::string_view id_or_key) {
    CandidateProperty property = candidate_property(snapshot, actor, id_or_key);
    require_choices(property);
    return property;
}

void require_sub_type(const SourceType& type, const std::optional<std::string>& sub_type) {
    if (!sub_type || type.has(*sub_type)) return;
    throw invalid_request("SOURCE_TYPE_AND_SUBTYPE_INVALID", "the source type " + in_quotes(type.id) +
                                                                 " has no subtype " + in_quotes(*sub_type));
}

Source chosen(std::variant<Source, SourceFault> choice) {
    if (auto* const source = std::get_if<Source>(&choice)) return std::move(*source);
    if (std::get<SourceFault>(choice) == SourceFault::sub_type_required)
        throw invalid_request("SUBTYPE_REQUIRED",
                              "several subtypes have a source with this id; sourceSubType is required");
    throw not_found("SOURCE_NOT_FOUND");
}

}  // namespace

std::vector<CandidateProperty> candidate_properties(db::Snapshot& snapshot, const accounts::Actor& actor) {
    require_reading(actor);
    return candidate_properties(snapshot);
}

CandidateProperty candidate_property(db::Snapshot& snapshot, const accounts::Actor& actor,
                                     std::string_view id_or_key) {
    require_reading(actor);
    auto property = find_candidate_property(snapshot, id_or_key);
    if (!property) throw not_found("CANDIDATE_PROPERTY_NOT_FOUND");
    return std::move(*property);
}

std::vector<PropertyChoice> property_values(db::Snapshot& snapshot, const accounts::Actor& actor,
                                            std::string_view id_or_key) {
    return store::list_choices(snapshot, select(snapshot, actor, id_or_key).id);
}

PropertyChoice property_value(db::Snapshot& snapshot, const accounts::Actor& actor,
                              std::string_view id_or_key, std::string_view value) {
    auto found = find_value(snapshot, select(snapshot, actor, id_or_key), value);
    if (!found) throw not_found("CANDIDATE_PROPERTY_VALUE_NOT_FOUND");
    return std::move(*found);
}

void require_choices(const CandidateProperty& property) {
    if (!has_choices(property.type))
        throw invalid_request("CANDIDATE_PROPERTY_NOT_SINGLE_SELECT",
                              "the values of this property are not a fixed list");
}

std::span<const SourceType> source_types(const accounts::Actor& actor) {
    require_reading(actor);
    return source_types();
}

SourcePage source_values(db::Snapshot& snapshot, const accounts::Actor& actor,
                         const SourceValuesRequest& request) {
    require_reading(actor);
    const SourceType* const type = find_source_type(request.type);
    if (!type) throw not_found("SOURCE_TYPE_NOT_FOUND");
    require_sub_type(*type, request.sub_type);
    return source_values(snapshot, *type, request.sub_type, request.limit, request.offset);
}

Source source_value(db::Snapshot& snapshot, const accounts::Actor& actor, std::string_view type,
                    const std::optional<std::string>& sub_type, std::string_view id) {
    require_reading(actor);
    const SourceType* const known = find_source_type(type);
    if (!known)
        throw invalid_request("SOURCE_TYPE_INVALID", "source type " + in_quotes(type) + " does not exist");
    require_sub_type(*known, sub_type);
    return chosen(choose_source(snapshot, type, sub_type, id));
}

Source source(db::Snapshot& snapshot, const accounts::Actor& actor, const SourceIdentifier& identifier) {
    require_reading(actor);
    auto found = find_source(snapshot, identifier);
    if (!found) throw not_found("SOURCE_NOT_FOUND");
    return std::move(*found);
}

}  // namespace callboard::configuration
