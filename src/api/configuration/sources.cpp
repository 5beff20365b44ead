#include "api/configuration/sources.h"

#include <utility>
#include <variant>

#include "base/error.h"
#include "base/id.h"
#include "base/in_quotes.h"
#include "configuration/departments.h"
#include "configuration/sources.h"

namespace callboard::api {
namespace {

using configuration::Source;
using configuration::SourceFault;
using configuration::SourceType;

std::string values_path(std::string_view type) {
    return "/configuration/sources/" + std::string{type} + "/values";
}

// The subtype stands in the link even where it is not needed: another one may get the same id some day.
SourceDetailsAction details(const auto& call, std::string_view type, const std::string& sub_type,
                            const std::string& id) {
    return {
        .source_details = {.url = call.link(values_path(type) + "/" + id + "?sourceSubType=" + sub_type)}};
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

SourceTypeList list_source_types(db::Snapshot&, const edge::Call<>& call) {
    configuration::require_reading(call.actor());
    SourceTypeList list{};
    for (const SourceType& type : configuration::source_types()) {
        SourceTypeView view{.id = type.id,
                            .label = type.label,
                            .subtypes = {},
                            .actions = {.values = {.url = call.link(values_path(type.id))}}};
        for (const auto sub_type : type.sub_types) view.subtypes.push_back({std::string{sub_type}});
        list.content.push_back(std::move(view));
    }
    list.total_found = std::ssize(list.content);
    return list;
}

SourceValueList list_source_values(db::Snapshot& snapshot,
                                   const edge::Call<wire::Nothing, SourceValuesQuery>& call) {
    configuration::require_reading(call.actor());
    const auto& [sub_type, limit, offset] = call.query;
    const SourceType* const type = configuration::find_source_type(call.path.text("sourceType"));
    if (!type) throw not_found("SOURCE_TYPE_NOT_FOUND");
    require_sub_type(*type, sub_type);
    auto page = configuration::source_values(snapshot, *type, sub_type, limit, offset);
    SourceValueList list{.total_found = page.total, .limit = limit, .offset = offset, .content = {}};
    for (auto& value : page.values) {
        auto actions = details(call, type->id, value.sub_type, value.id);
        list.content.push_back({.id = std::move(value.id),
                                .label = std::move(value.label),
                                .source_sub_type = {std::move(value.sub_type)},
                                .actions = std::move(actions)});
    }
    return list;
}

SourceValueView get_source_value(db::Snapshot& snapshot,
                                 const edge::Call<wire::Nothing, SourceValueQuery>& call) {
    configuration::require_reading(call.actor());
    const auto& sub_type = call.query.source_sub_type;
    const SourceType* const type = configuration::find_source_type(call.path.text("sourceType"));
    if (!type)
        throw invalid_request("SOURCE_TYPE_INVALID",
                              "source type " + in_quotes(call.path.text("sourceType")) + " does not exist");
    require_sub_type(*type, sub_type);
    auto source =
        chosen(configuration::choose_source(snapshot, type->id, sub_type, call.path.text("sourceValueId")));
    auto actions = details(call, type->id, source.sub_type, source.id);
    return {.id = std::move(source.id),
            .label = std::move(source.label),
            .source_sub_type = {std::move(source.sub_type)},
            .actions = std::move(actions)};
}

SourceView get_source(db::Snapshot&, const edge::Call<>& call) {
    configuration::require_reading(call.actor());
    auto source = configuration::find_source(call.path.text("sourceIdentifier"));
    if (!source) throw not_found("SOURCE_NOT_FOUND");
    return {.label = std::move(source->label),
            .type = {std::move(source->type)},
            .sub_type = {std::move(source->sub_type)}};
}

}  // namespace callboard::api
