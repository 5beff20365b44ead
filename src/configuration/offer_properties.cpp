#include "configuration/offer_properties.h"

#include <set>
#include <utility>

#include "accounts/company_store.h"
#include "base/encoding.h"
#include "base/error.h"
#include "configuration/access.h"
#include "configuration/label.h"
#include "configuration/offer_property_store.h"
#include "events/audit_log.h"
#include "wire/json_writer.h"

namespace callboard::configuration {
namespace {

void require_offers(const accounts::Actor& actor) {
    if (accounts::rights_of(actor.role).sees == accounts::Jobs::none)
        throw forbidden("NO_ACCESS_TO_OFFERS", "users with this role may not see offers");
}

OfferProperty existing(db::Snapshot& snapshot, std::string_view key) {
    auto found = store::find_offer_property(snapshot, key);
    if (!found) throw not_found("OFFER_PROPERTY_NOT_FOUND");
    return std::move(*found);
}

void check_choices(OfferPropertyDraft& draft) {
    const auto refuse = [](std::string message, std::string at) {
        throw Error{ErrorKind::unprocessable, Fault{"VALIDATION_ERROR", std::move(message), std::move(at)}};
    };
    if (!draft.choices.empty() && draft.type != OfferPropertyType::select)
        refuse("only a property of the type SELECT has values", "/values");
    std::set<std::string> seen;
    for (std::size_t i = 0; i < draft.choices.size(); ++i) {
        const std::string at = "/values/" + std::to_string(i);
        draft.choices[i] = checked_label(draft.choices[i], at);
        if (!seen.insert(fold(draft.choices[i])).second) refuse("is the same as another value", at);
    }
}

OfferPropertyDraft checked(OfferPropertyDraft draft) {
    draft.label = checked_label(draft.label);
    draft.category = checked_label(draft.category, "/category");
    check_choices(draft);
    return draft;
}

std::string audit_json(const OfferPropertyDraft& property) {
    std::string text;
    wire::JsonWriter json{text};
    json.open_object();
    json.member("category", property.category);
    json.member("label", property.label);
    json.member("type", name_of(property.type));
    json.key("required");
    json.boolean(property.required);
    if (!property.choices.empty()) {
        json.key("values");
        json.open_array();
        for (const std::string& choice : property.choices) json.text(choice);
        json.close_array();
    }
    json.close_object();
    return text;
}

void record(db::Tx& tx, const accounts::Actor& actor, std::string_view name, const OfferProperty& property) {
    const std::string current = audit_json(property);
    events::audit(tx, actor,
                  {.name = name,
                   .entity_type = "OFFER_PROPERTY",
                   .entity_id = property.key,
                   .context = {{"current", events::AuditValue::json(current)}}});
}

}  // namespace

std::vector<OfferProperty> offer_properties_without_choices(db::Snapshot& snapshot) {
    return store::list_offer_properties_without_choices(snapshot);
}

std::vector<std::string> offer_property_choices(db::Snapshot& snapshot, std::string_view key) {
    auto found = store::find_offer_property(snapshot, key);
    return found ? std::move(found->choices) : std::vector<std::string>{};
}

std::vector<OfferProperty> offer_properties(db::Snapshot& snapshot, const accounts::Actor& actor) {
    require_offers(actor);
    return store::list_offer_properties(snapshot);
}

OfferProperty offer_property(db::Snapshot& snapshot, const accounts::Actor& actor, std::string_view key) {
    require_offers(actor);
    return existing(snapshot, key);
}

OfferProperty add_offer_property(db::Tx& tx, const accounts::Actor& actor, const std::string& key,
                                 OfferPropertyDraft draft) {
    require_changing(actor);
    if (!is_plain_id(key))
        throw Error{ErrorKind::unprocessable,
                    Fault{"VALIDATION_ERROR", "must consist of letters, digits and dashes", "/key"}};
    accounts::store::lock_company(tx);
    if (store::list_offer_properties_without_choices(tx).size() >= kMostOfferProperties)
        throw invalid_request(
            "OFFER_PROPERTIES_LIMIT_EXCEEDED",
            "there can be at most " + std::to_string(kMostOfferProperties) + " offer properties");
    if (!store::insert(tx, {checked(std::move(draft)), key}))
        throw conflict("OFFER_PROPERTY_KEY_ALREADY_EXISTS", "an offer property with this key already exists");
    OfferProperty made = existing(tx, key);
    record(tx, actor, "OFFER_PROPERTY_CREATED", made);
    return made;
}

OfferProperty replace_offer_property(db::Tx& tx, const accounts::Actor& actor, std::string_view key,
                                     OfferPropertyDraft draft, const ExpectedVersion& expected) {
    require_changing(actor);
    accounts::store::lock_company(tx);
    OfferProperty before = existing(tx, key);
    require_version(before.version, expected);
    OfferProperty after{checked(std::move(draft)), before.key, before.version + 1};
    if (static_cast<const OfferPropertyDraft&>(before) == after) return before;
    if (!store::update(tx, after, before.version)) throw changed_meanwhile();
    record(tx, actor, "OFFER_PROPERTY_UPDATED", after);
    return after;
}

void archive_offer_property(db::Tx& tx, const accounts::Actor& actor, std::string_view key,
                            const ExpectedVersion& expected) {
    require_changing(actor);
    accounts::store::lock_company(tx);
    const OfferProperty before = existing(tx, key);
    require_version(before.version, expected);
    store::archive_offer_property(tx, before.key);
    record(tx, actor, "OFFER_PROPERTY_DELETED", before);
}

}  // namespace callboard::configuration
