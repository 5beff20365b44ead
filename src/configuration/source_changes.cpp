#include "configuration/source_changes.h"

#include <utility>

#include "accounts/company_store.h"
#include "base/error.h"
#include "base/in_quotes.h"
#include "configuration/access.h"
#include "configuration/label.h"
#include "events/audit_log.h"

namespace callboard::configuration {
namespace {

std::string sub_type_of(const NewSource& wanted) {
    const SourceType* const type = find_source_type(wanted.type);
    if (!type || type->id == kReferrals)
        throw invalid_request("SOURCE_TYPE_INVALID",
                              "sources of the type " + in_quotes(wanted.type) + " cannot be added");
    if (wanted.sub_type && !type->has(*wanted.sub_type))
        throw invalid_request(
            "SOURCE_TYPE_AND_SUBTYPE_INVALID",
            "the source type " + in_quotes(type->id) + " has no subtype " + in_quotes(*wanted.sub_type));
    if (!wanted.sub_type && type->sub_types.size() > 1)
        throw invalid_request("SUBTYPE_REQUIRED", "the source type " + in_quotes(type->id) +
                                                      " has several subtypes; sourceSubType is required");
    return wanted.sub_type.value_or(std::string{type->sub_types.front()});
}

store::StoredSource own_source(db::Snapshot& snapshot, const SourceIdentifier& identifier) {
    auto found = store::find_source(snapshot, identifier);
    if (!found || found->is_archived) throw not_found("SOURCE_NOT_FOUND");
    if (found->is_built_in)
        throw conflict("SOURCE_IS_BUILT_IN",
                       "this source is used by the server itself and cannot be changed");
    return std::move(*found);
}

void record(db::Tx& tx, const accounts::Actor& actor, std::string_view name,
            const store::StoredSource& source, const std::optional<std::string>& previous = {}) {
    events::audit(tx, actor,
                  {.name = name,
                   .entity_type = "SOURCE",
                   .entity_id = source.identifier.text(),
                   .context = {{"sourceType", source.type},
                               {"sourceSubType", source.sub_type},
                               {"sourceValueId", source.id},
                               {"previous", previous},
                               {"label", source.label}}});
}

}  // namespace

store::StoredSource add_source(db::Tx& tx, const accounts::Actor& actor, const NewSource& wanted) {
    require_changing(actor);
    const auto identifier = tx.new_id<SourceIdentifier>();
    const store::StoredSource made{{.type = wanted.type,
                                    .sub_type = sub_type_of(wanted),
                                    .id = wanted.id.value_or(std::string{identifier.text()}),
                                    .label = checked_label(wanted.label)},
                                   identifier};
    if (!is_plain_id(made.id))
        throw Error{ErrorKind::unprocessable,
                    Fault{"VALIDATION_ERROR", "must consist of letters, digits and dashes", "/id"}};
    accounts::store::lock_company(tx);
    if (store::count_sources(tx, made.type, std::nullopt) >= std::int64_t{kMostSources})
        throw invalid_request("SOURCES_LIMIT_EXCEEDED",
                              "a type can have at most " + std::to_string(kMostSources) + " sources");
    if (!store::insert(tx, made))
        throw conflict("SOURCE_ID_ALREADY_EXISTS", "a source with this id already exists in the subtype");
    // One that was archived has returned with its old identifier.
    auto kept = own_source(tx, store::find_identifier(tx, made).value_or(identifier));
    record(tx, actor, "SOURCE_CREATED", kept);
    return kept;
}

store::StoredSource resolve_recruiter(db::Tx& tx, const accounts::Actor& actor, const std::string& name) {
    constexpr auto kAgency = "AGENCY";
    require_changing(actor);
    accounts::store::lock_company(tx);  // of calls at once with the same name, one adds it
    const std::string label = checked_label(name, "sourceName");
    if (auto known = store::find_source_by_label(tx, kAgency, label)) return std::move(*known);
    return add_source(tx, actor, {.type = kAgency, .sub_type = kAgency, .id = std::nullopt, .label = label});
}

store::StoredSource rename_source(db::Tx& tx, const accounts::Actor& actor,
                                  const SourceIdentifier& identifier, const std::string& label) {
    require_changing(actor);
    accounts::store::lock_company(tx);
    store::StoredSource source = own_source(tx, identifier);
    const std::string previous = std::exchange(source.label, checked_label(label));
    if (source.label == previous) return source;
    store::rename_source(tx, identifier, source.label);
    record(tx, actor, "SOURCE_UPDATED", source, previous);
    return source;
}

void archive_source(db::Tx& tx, const accounts::Actor& actor, const SourceIdentifier& identifier) {
    require_changing(actor);
    accounts::store::lock_company(tx);
    const store::StoredSource source = own_source(tx, identifier);
    store::archive_source(tx, identifier);
    record(tx, actor, "SOURCE_DELETED", source);
}

}  // namespace callboard::configuration
