#include "configuration/candidate_property_changes.h"

#include <algorithm>
#include <utility>

#include "accounts/company_store.h"
#include "base/ascii.h"
#include "base/error.h"
#include "configuration/access.h"
#include "configuration/candidate_property_store.h"
#include "configuration/label.h"
#include "configuration/reading.h"
#include "configuration/text_pattern.h"
#include "configuration/value_order.h"
#include "events/audit_log.h"

namespace callboard::configuration {
namespace {

// "Driving licence" becomes drivingLicence; nothing is left of a label without Latin letters.
std::string key_from(std::string_view label) {
    std::string key;
    bool begins_word = false;
    for (const char c : label) {
        const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        const bool is_digit = c >= '0' && c <= '9';
        if (is_letter || (is_digit && !key.empty())) {
            const bool is_capital = begins_word && !key.empty() && c >= 'a' && c <= 'z';
            key += is_capital ? static_cast<char>(c - 'a' + 'A') : key.empty() ? lower(c) : c;
        }
        begins_word = !is_letter && !is_digit;
    }
    return key.substr(0, 36);
}

// A free key: the wanted one, or one made of the label, with a number if that is taken.
std::string chosen_key(const NewCandidateProperty& wanted, const std::vector<std::string>& taken) {
    const auto is_taken = [&](const std::string& key) { return std::ranges::binary_search(taken, key); };
    if (wanted.key) {
        if (!is_plain_id(*wanted.key) || wanted.key->contains('-'))
            throw Error{ErrorKind::unprocessable,
                        Fault{"VALIDATION_ERROR", "must consist of letters and digits", "/key"}};
        if (is_taken(*wanted.key))
            throw conflict("CANDIDATE_PROPERTY_KEY_ALREADY_EXISTS",
                           "there is or was a property with this key");
        return *wanted.key;
    }
    std::string base = key_from(wanted.label);
    if (base.empty()) base = "property";
    std::string key = base;
    for (int number = 2; is_taken(key); ++number) key = base + std::to_string(number);
    return key;
}

void require_room(std::size_t properties, std::size_t with_archived) {
    constexpr auto kCode = "CANDIDATE_PROPERTIES_LIMIT_EXCEEDED";
    if (properties >= kMostCandidateProperties)
        throw invalid_request(kCode, "there can be at most " + std::to_string(kMostCandidateProperties) +
                                         " candidate properties");
    if (with_archived >= kMostStoredProperties)
        throw invalid_request(kCode, "there can be at most " + std::to_string(kMostStoredProperties) +
                                         " candidate properties, with deleted ones, whose values are kept;"
                                         " change one instead");
}

void check_values(const NewCandidateProperty& wanted) {
    if (has_choices(wanted.type) == wanted.values.empty())
        throw Error{ErrorKind::unprocessable,
                    Fault{"VALIDATION_ERROR",
                          "a property of the type SINGLE_SELECT or MULTI_SELECT must have values, and no "
                          "other one has them",
                          "/values"}};
}

void check_format(const CandidatePropertyDraft& draft, PropertyType type) {
    const auto refuse = [](const char* message, const char* at) {
        throw Error{ErrorKind::unprocessable, Fault{"VALIDATION_ERROR", message, at}};
    };
    if (draft.text_format && type != PropertyType::text)
        refuse("only a property of the type TEXT has a format", "/textFormat");
    const bool has_pattern = draft.text_format == TextFormat::pattern;
    if (has_pattern != draft.pattern.has_value())
        refuse("is present if textFormat is PATTERN, and only then", "/pattern");
    if (has_pattern && !is_text_pattern(*draft.pattern))
        refuse("must not end with a backslash that stands for nothing", "/pattern");
}

CandidatePropertyDraft checked(CandidatePropertyDraft draft, PropertyType type) {
    draft.label = checked_label(draft.label);
    check_format(draft, type);
    std::ranges::sort(draft.contexts);
    const auto repeated = std::ranges::unique(draft.contexts);
    draft.contexts.erase(repeated.begin(), repeated.end());
    return draft;
}

[[noreturn]] void refuse_label() {
    throw conflict("CANDIDATE_PROPERTY_LABEL_ALREADY_EXISTS", "a property with this label already exists");
}

void record(db::Tx& tx, const accounts::Actor& actor, std::string_view name,
            const CandidateProperty& property, const std::optional<std::string>& value = {},
            const std::optional<std::string>& previous = {}, const std::optional<std::string>& current = {}) {
    events::audit(tx, actor,
                  {.name = name,
                   .entity_type = "CANDIDATE_PROPERTY",
                   .entity_id = property.id.text(),
                   .context = {{"key", property.key},
                               {"label", property.label},
                               {"valueId", value},
                               {"previous", previous},
                               {"current", current}}});
}

// Locked, so that the number of values and their labels cannot change meanwhile.
CandidateProperty locked_property(db::Tx& tx, const accounts::Actor& actor, std::string_view id_or_key) {
    require_changing(actor);
    accounts::store::lock_company(tx);
    return candidate_property(tx, actor, id_or_key);
}

CandidateProperty locked_select(db::Tx& tx, const accounts::Actor& actor, std::string_view id_or_key) {
    auto property = locked_property(tx, actor, id_or_key);
    require_choices(property);
    return property;
}

PropertyChoice existing_choice(db::Snapshot& snapshot, const CandidateProperty& property,
                               std::string_view id) {
    auto found = find_value(snapshot, property, id);
    if (!found) throw not_found("CANDIDATE_PROPERTY_VALUE_NOT_FOUND");
    return std::move(*found);
}

void require_own(const PropertyChoice& choice) {
    if (choice.is_library)
        throw invalid_request("CANDIDATE_PROPERTY_LIBRARY_READONLY_RESTRICTION",
                              "this value belongs to the library and cannot be changed");
}

// Throws if the label is taken, the id is, or the property has too many values.
PropertyChoice insert_choice(db::Tx& tx, const CandidateProperty& property, PropertyChoice choice) {
    choice.label = checked_label(choice.label);
    if (!is_plain_id(choice.id))
        throw Error{ErrorKind::unprocessable,
                    Fault{"VALIDATION_ERROR", "must consist of letters, digits and dashes", "/id"}};
    if (store::find_choice(tx, property.id, choice.id))
        throw conflict("CANDIDATE_PROPERTY_VALUE_ID_ALREADY_EXISTS", "a value with this id already exists");
    if (store::is_choice_label_taken(tx, property.id, choice))
        throw conflict("CANDIDATE_PROPERTY_VALUE_LABEL_ALREADY_EXISTS",
                       "a value with this label already exists");
    if (!store::insert(tx, property.id, choice)) throw changed_meanwhile();
    return choice;
}

}  // namespace

CandidateProperty add_candidate_property(db::Tx& tx, const accounts::Actor& actor,
                                         const NewCandidateProperty& wanted) {
    require_changing(actor);
    check_values(wanted);
    accounts::store::lock_company(tx);
    const auto keys = store::list_property_keys(tx);
    require_room(store::list_candidate_properties(tx).size(), keys.size());
    CandidateProperty made{checked(static_cast<const CandidatePropertyDraft&>(wanted), wanted.type),
                           tx.new_id<CandidatePropertyId>(), chosen_key(wanted, keys), wanted.type};
    if (!store::insert(tx, made)) refuse_label();
    for (const PropertyChoice& choice : wanted.values) insert_choice(tx, made, choice);
    record(tx, actor, "CANDIDATE_PROPERTY_CREATED", made);
    return made;
}

CandidateProperty replace_candidate_property(db::Tx& tx, const accounts::Actor& actor,
                                             std::string_view id_or_key, CandidatePropertyDraft draft,
                                             const ExpectedVersion& expected) {
    CandidateProperty before = locked_property(tx, actor, id_or_key);
    require_version(before.version, expected);
    CandidateProperty after{checked(std::move(draft), before.type), before.id, before.key, before.type,
                            before.version + 1};
    if (static_cast<const CandidatePropertyDraft&>(before) == after) return before;
    if (!store::update(tx, after, before.version)) refuse_label();
    record(tx, actor, "CANDIDATE_PROPERTY_UPDATED", after, std::nullopt, before.label, after.label);
    return after;
}

void archive_candidate_property(db::Tx& tx, const accounts::Actor& actor, std::string_view id_or_key,
                                const ExpectedVersion& expected) {
    const CandidateProperty before = locked_property(tx, actor, id_or_key);
    require_version(before.version, expected);
    store::archive_property(tx, before.id);
    record(tx, actor, "CANDIDATE_PROPERTY_DELETED", before);
}

PropertyChoice add_property_value(db::Tx& tx, const accounts::Actor& actor, std::string_view id_or_key,
                                  const std::optional<std::string>& id, const std::string& label) {
    const CandidateProperty property = locked_select(tx, actor, id_or_key);
    if (store::list_choices(tx, property.id).size() >= kMostPropertyChoices)
        throw invalid_request(
            "CANDIDATE_PROPERTY_VALUES_LIMIT_EXCEEDED",
            "a property can have at most " + std::to_string(kMostPropertyChoices) + " values");
    PropertyChoice made = insert_choice(
        tx, property,
        {.id = id ? *id : std::string{tx.new_id<CandidatePropertyId>().text()}, .label = label});
    record(tx, actor, "CANDIDATE_PROPERTY_VALUE_CREATED", property, made.id, std::nullopt, made.label);
    return made;
}

PropertyChoice rename_property_value(db::Tx& tx, const accounts::Actor& actor, std::string_view id_or_key,
                                     std::string_view value, const std::string& label) {
    const CandidateProperty property = locked_select(tx, actor, id_or_key);
    PropertyChoice before = existing_choice(tx, property, value);
    require_own(before);
    PropertyChoice after{.id = before.id, .label = checked_label(label)};
    if (after.label == before.label) return before;
    if (store::is_choice_label_taken(tx, property.id, after))
        throw conflict("CANDIDATE_PROPERTY_VALUE_LABEL_ALREADY_EXISTS",
                       "a value with this label already exists");
    store::rename_choice(tx, property.id, after);
    record(tx, actor, "CANDIDATE_PROPERTY_VALUE_UPDATED", property, after.id, before.label, after.label);
    return after;
}

void reorder_property_values(db::Tx& tx, const accounts::Actor& actor, std::string_view id_or_key,
                             const std::vector<std::string>& ids) {
    const CandidateProperty property = locked_select(tx, actor, id_or_key);
    const auto moved = moved_values(store::list_choice_places(tx, property.id), ids);
    if (moved.empty()) return;
    for (const ValuePlace& each : moved) store::move_choice(tx, property.id, each);
    record(tx, actor, "CANDIDATE_PROPERTY_VALUES_REORDERED", property);
}

void archive_property_value(db::Tx& tx, const accounts::Actor& actor, std::string_view id_or_key,
                            std::string_view value) {
    const CandidateProperty property = locked_select(tx, actor, id_or_key);
    const PropertyChoice before = existing_choice(tx, property, value);
    require_own(before);
    if (store::list_choices(tx, property.id).size() == 1)
        throw invalid_request("CANDIDATE_PROPERTY_LAST_VALUE", "the last value cannot be deleted");
    store::archive_choice(tx, property.id, before.id);
    record(tx, actor, "CANDIDATE_PROPERTY_VALUE_DELETED", property, before.id, before.label);
}

}  // namespace callboard::configuration
