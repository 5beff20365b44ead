#include "configuration/reading.h"

#include <utility>
#include <variant>

#include "accounts/company_store.h"
#include "base/error.h"
#include "base/in_quotes.h"
#include "configuration/access.h"

namespace callboard::configuration {
namespace {

const CandidateProperty& single_select(const accounts::Actor& actor, std::string_view id_or_key) {
    const CandidateProperty& property = candidate_property(actor, id_or_key);
    if (property.type != PropertyType::single_select)
        throw invalid_request("CANDIDATE_PROPERTY_NOT_SINGLE_SELECT",
                              "the values of this property are not a fixed list");
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

accounts::Company own_company(db::Snapshot& snapshot, const accounts::Actor& actor) {
    require_reading(actor);
    return accounts::store::own_company(snapshot);
}

std::span<const HiringProcess> hiring_processes(const accounts::Actor& actor) {
    require_reading(actor);
    return hiring_processes();
}

const HiringProcess& hiring_process(const accounts::Actor& actor, std::string_view id) {
    require_reading(actor);
    const HiringProcess* const process = find_hiring_process(id);
    if (!process) throw not_found("HIRING_PROCESS_NOT_FOUND");
    return *process;
}

std::span<const Term> reasons(const accounts::Actor& actor, ReasonKind kind) {
    require_reading(actor);
    return reasons(kind);
}

std::span<const OfferPropertyCategory> offer_properties(const accounts::Actor& actor) {
    if (accounts::rights_of(actor.role).sees == accounts::Jobs::none)
        throw forbidden("NO_ACCESS_TO_OFFERS", "users with this role may not see offers");
    return offer_properties();
}

std::span<const CandidateProperty> candidate_properties(const accounts::Actor& actor) {
    require_reading(actor);
    return candidate_properties();
}

const CandidateProperty& candidate_property(const accounts::Actor& actor, std::string_view id_or_key) {
    require_reading(actor);
    const CandidateProperty* const property = find_candidate_property(id_or_key);
    if (!property) throw not_found("CANDIDATE_PROPERTY_NOT_FOUND");
    return *property;
}

std::span<const Term> property_values(const accounts::Actor& actor, std::string_view id_or_key) {
    return single_select(actor, id_or_key).values;
}

const Term& property_value(const accounts::Actor& actor, std::string_view id_or_key, std::string_view value) {
    const Term* const found = find_value(single_select(actor, id_or_key), value);
    if (!found) throw not_found("CANDIDATE_PROPERTY_VALUE_NOT_FOUND");
    return *found;
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

Source source(const accounts::Actor& actor, std::string_view identifier) {
    require_reading(actor);
    auto found = find_source(identifier);
    if (!found) throw not_found("SOURCE_NOT_FOUND");
    return std::move(*found);
}

}  // namespace callboard::configuration
