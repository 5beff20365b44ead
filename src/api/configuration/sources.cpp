#include "api/configuration/sources.h"

#include <utility>

#include "base/encoding.h"
#include "base/error.h"
#include "configuration/reading.h"
#include "configuration/source_changes.h"

namespace callboard::api {
namespace {

using configuration::SourceType;

std::string values_path(std::string_view type) {
    return "/configuration/sources/" + std::string{type} + "/values";
}

// The link always has the subtype: a value with the same id may be added to another subtype later.
SourceDetailsAction details(const auto& call, std::string_view type, const std::string& sub_type,
                            const std::string& id) {
    return {
        .source_details = {.url = call.link(values_path(type) + "/" + id + "?sourceSubType=" + sub_type)}};
}

SourceIdentifier source_identifier(const edge::PathParams& path) {
    return path.id<SourceIdentifier>("sourceIdentifier", "SOURCE_NOT_FOUND");
}

SourceDefinition view(configuration::store::StoredSource source) {
    return {.identifier = source.identifier,
            .id = std::move(source.id),
            .label = std::move(source.label),
            .type = {std::move(source.type)},
            .sub_type = {std::move(source.sub_type)}};
}

}  // namespace

SourceTypeList list_source_types(db::Snapshot&, const edge::Call<>& call) {
    SourceTypeList list{};
    for (const SourceType& type : configuration::source_types(call.actor())) {
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
    const auto& [sub_type, limit, offset] = call.query;
    const std::string_view type = call.path.text("sourceType");
    auto page = configuration::source_values(
        snapshot, call.actor(), {.type = type, .sub_type = sub_type, .limit = limit, .offset = offset});
    SourceValueList list{.total_found = page.total, .limit = limit, .offset = offset, .content = {}};
    for (auto& value : page.values) {
        auto actions = details(call, type, value.sub_type, value.id);
        list.content.push_back({.id = std::move(value.id),
                                .label = std::move(value.label),
                                .source_sub_type = {std::move(value.sub_type)},
                                .identifier = value.identifier,
                                .actions = std::move(actions)});
    }
    return list;
}

SourceValueView get_source_value(db::Snapshot& snapshot,
                                 const edge::Call<wire::Nothing, SourceValueQuery>& call) {
    const std::string_view type = call.path.text("sourceType");
    auto source = configuration::source_value(snapshot, call.actor(), type, call.query.source_sub_type,
                                              call.path.text("sourceValueId"));
    auto actions = details(call, type, source.sub_type, source.id);
    const auto identifier = configuration::identifier_of(snapshot, source);
    return {.id = std::move(source.id),
            .label = std::move(source.label),
            .source_sub_type = {std::move(source.sub_type)},
            .identifier = identifier,
            .actions = std::move(actions)};
}

SourceView get_source(db::Snapshot& snapshot, const edge::Call<>& call) {
    auto source = configuration::source(snapshot, call.actor(), source_identifier(call.path));
    return {.label = std::move(source.label),
            .type = {std::move(source.type)},
            .sub_type = {std::move(source.sub_type)}};
}

edge::Reply<SourceDefinition> create_source(db::Tx& tx, const edge::Call<NewSourceInput>& call) {
    const NewSourceInput& input = call.body;
    edge::Reply<SourceDefinition> made{.view =
                                           view(configuration::add_source(tx, call.actor(),
                                                                          {.type = input.source_type,
                                                                           .sub_type = input.source_sub_type,
                                                                           .id = input.id,
                                                                           .label = input.label}))};
    made.location = call.link("/configuration/sources/" + std::string{made.view.identifier.text()});
    return made;
}

SourceDefinition resolve_recruiter_source(db::Tx& tx, const edge::Call<wire::Nothing, RecruiterQuery>& call) {
    const auto& name = call.query.source_name;
    if (!name || trim(*name).empty())
        throw invalid_request("INVALID_PARAMETER", "sourceName is required, and must not be blank");
    return view(configuration::resolve_recruiter(tx, call.actor(), *name));
}

SourceDefinition rename_source(db::Tx& tx, const edge::Call<LabelInput>& call) {
    return view(
        configuration::rename_source(tx, call.actor(), source_identifier(call.path), call.body.label));
}

wire::Nothing delete_source(db::Tx& tx, const edge::Call<>& call) {
    configuration::archive_source(tx, call.actor(), source_identifier(call.path));
    return {};
}

}  // namespace callboard::api
