#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/common/actions.h"
#include "api/configuration/term_list.h"
#include "base/id.h"
#include "db/db.h"
#include "edge/call.h"
#include "wire/list_parameters.h"
#include "wire/shape.h"

namespace callboard::api {

// A reference to a source type or subtype.
struct SourceReference {
    std::string id;

    static constexpr std::string_view kName = "SourceReference";
    static constexpr auto shape() { return wire::fields(wire::field("id", &SourceReference::id)); }
};

struct ValuesAction {
    Action values;

    static constexpr std::string_view kName = "SourceTypeActions";
    static constexpr auto shape() { return wire::fields(wire::field("values", &ValuesAction::values)); }
};

struct SourceTypeView {
    std::string_view id;
    std::string_view label;
    std::vector<SourceReference> subtypes;
    ValuesAction actions;

    static constexpr std::string_view kName = "SourceType";
    static constexpr auto shape() {
        using Self = SourceTypeView;
        return wire::fields(wire::field("id", &Self::id), wire::field("label", &Self::label),
                            wire::field("subtypes", &Self::subtypes), wire::field("actions", &Self::actions));
    }
};

struct SourceTypeList {
    std::int64_t total_found;
    std::vector<SourceTypeView> content;

    static constexpr std::string_view kName = "SourceTypes";
    static constexpr auto shape() {
        return wire::fields(wire::field("totalFound", &SourceTypeList::total_found),
                            wire::field("content", &SourceTypeList::content));
    }
};

struct SourceDetailsAction {
    Action source_details;

    static constexpr std::string_view kName = "SourceValueActions";
    static constexpr auto shape() {
        return wire::fields(wire::field("sourceDetails", &SourceDetailsAction::source_details));
    }
};

struct SourceValueView {
    std::string id;
    std::string label;
    SourceReference source_sub_type;
    std::optional<SourceIdentifier> identifier;
    SourceDetailsAction actions;

    static constexpr std::string_view kName = "SourceValue";
    static constexpr auto shape() {
        using Self = SourceValueView;
        return wire::fields(wire::field("id", &Self::id), wire::field("label", &Self::label),
                            wire::field("sourceSubType", &Self::source_sub_type),
                            wire::field("identifier", &Self::identifier,
                                        {.about = "For updateSource and deleteSource; referrals have none."}),
                            wire::field("actions", &Self::actions));
    }
};

struct SourceValueList {
    std::int64_t total_found;
    std::int64_t limit;
    std::int64_t offset;
    std::vector<SourceValueView> content;

    static constexpr std::string_view kName = "SourceValues";
    static constexpr auto shape() {
        using Self = SourceValueList;
        return wire::fields(wire::field("totalFound", &Self::total_found), wire::field("limit", &Self::limit),
                            wire::field("offset", &Self::offset), wire::field("content", &Self::content));
    }
};

struct SourceView {
    std::string label;
    SourceReference type;
    SourceReference sub_type;

    static constexpr std::string_view kName = "Source";
    static constexpr auto shape() {
        using Self = SourceView;
        return wire::fields(wire::field("label", &Self::label), wire::field("type", &Self::type),
                            wire::field("subType", &Self::sub_type));
    }
};

struct NewSourceInput {
    std::string source_type;
    std::optional<std::string> source_sub_type;
    std::optional<std::string> id;
    std::string label;

    static constexpr std::string_view kName = "SourceDefinitionInput";
    static constexpr auto shape() {
        using Self = NewSourceInput;
        return wire::fields(
            wire::field("sourceType", &Self::source_type, {.min_length = 1, .max_length = 256}),
            wire::field("sourceSubType", &Self::source_sub_type,
                        {.max_length = 256, .about = "Required if the type has several."}),
            wire::field("id", &Self::id,
                        {.min_length = 1,
                         .max_length = 36,
                         .about = "Letters, digits and dashes; generated if omitted."}),
            wire::field("label", &Self::label, {.min_length = 1, .max_length = 256, .one_line = true}));
    }
    static NewSourceInput example() {
        return {
            .source_type = "AGENCY", .source_sub_type = "AGENCY", .id = "top-cooks", .label = "Top Cooks"};
    }
};

// A source with its ids.
struct SourceDefinition {
    SourceIdentifier identifier;
    std::string id;
    std::string label;
    SourceReference type;
    SourceReference sub_type;

    static constexpr std::string_view kName = "SourceDefinition";
    static constexpr auto shape() {
        using Self = SourceDefinition;
        return wire::fields(wire::field("identifier", &Self::identifier), wire::field("id", &Self::id),
                            wire::field("label", &Self::label), wire::field("type", &Self::type),
                            wire::field("subType", &Self::sub_type));
    }
};

struct SourceValuesQuery {
    std::optional<std::string> source_sub_type;
    std::int64_t limit = 100;
    std::int64_t offset = 0;

    static constexpr auto shape() {
        using Self = SourceValuesQuery;
        return wire::fields(wire::field("sourceSubType", &Self::source_sub_type),
                            wire::limit_field(&Self::limit), wire::offset_field(&Self::offset));
    }
};

struct SourceValueQuery {
    std::optional<std::string> source_sub_type;

    static constexpr auto shape() {
        return wire::fields(
            wire::field("sourceSubType", &SourceValueQuery::source_sub_type,
                        {.about = "Required if several subtypes of the type have a value with this id."}));
    }
};

struct RecruiterQuery {
    std::optional<std::string> source_name;

    static constexpr auto shape() {
        return wire::fields(wire::field("sourceName", &RecruiterQuery::source_name,
                                        {.min_length = 1,
                                         .max_length = 256,
                                         .one_line = true,
                                         .about = "Required: the name of the recruiter."}));
    }
};

SourceTypeList list_source_types(db::Snapshot& snapshot, const edge::Call<>& call);
SourceValueList list_source_values(db::Snapshot& snapshot,
                                   const edge::Call<wire::Nothing, SourceValuesQuery>& call);
SourceValueView get_source_value(db::Snapshot& snapshot,
                                 const edge::Call<wire::Nothing, SourceValueQuery>& call);

// Finds the source by the identifier in the views of applications.
SourceView get_source(db::Snapshot& snapshot, const edge::Call<>& call);

edge::Reply<SourceDefinition> create_source(db::Tx& tx, const edge::Call<NewSourceInput>& call);
SourceDefinition resolve_recruiter_source(db::Tx& tx, const edge::Call<wire::Nothing, RecruiterQuery>& call);
SourceDefinition rename_source(db::Tx& tx, const edge::Call<LabelInput>& call);
wire::Nothing delete_source(db::Tx& tx, const edge::Call<>& call);

}  // namespace callboard::api
