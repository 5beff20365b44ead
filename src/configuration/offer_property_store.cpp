#include "configuration/offer_property_store.h"

#include <string>

#include "base/encoding.h"
#include "wire/json.h"
#include "wire/json_writer.h"

namespace callboard::configuration::store {
namespace {

constexpr db::Sql kList{"offer_property_list", R"sql(
    SELECT name, category, label, type, necessity, version, choices FROM offer_property
    WHERE company_id = $1 AND archived_at IS NULL ORDER BY position, name)sql"};

constexpr db::Sql kListWithoutChoices{"offer_property_list_without_choices", R"sql(
    SELECT name, category, label, type, necessity, version FROM offer_property
    WHERE company_id = $1 AND archived_at IS NULL ORDER BY position, name)sql"};

constexpr db::Sql kFind{"offer_property_find", R"sql(
    SELECT name, category, label, type, necessity, version, choices FROM offer_property
    WHERE company_id = $1 AND name = $2 AND archived_at IS NULL)sql"};

constexpr db::Sql kInsert{"offer_property_insert", R"sql(
    INSERT INTO offer_property (company_id, name, category, label, label_key, type, necessity, position, version, updated_at,
                                choices)
    VALUES ($1, $2, $3, $4, $5, $6, $7,
            (SELECT coalesce(max(position), 0) + 1 FROM offer_property WHERE company_id = $1), $8, $9, $10)
    ON CONFLICT (company_id, name)
    DO UPDATE SET category = excluded.category, label = excluded.label, label_key = excluded.label_key,
                  type = excluded.type, necessity = excluded.necessity, position = excluded.position,
                  version = offer_property.version + 1, updated_at = excluded.updated_at, choices = excluded.choices,
                  archived_at = NULL
    WHERE offer_property.archived_at IS NOT NULL)sql"};

constexpr db::Sql kUpdate{"offer_property_update", R"sql(
    UPDATE offer_property SET category = $3, label = $4, label_key = $5, type = $6, necessity = $7, version = $8,
                              updated_at = $9, choices = $10
    WHERE company_id = $1 AND name = $2 AND version = $11)sql"};

constexpr db::Sql kArchive{"offer_property_archive", R"sql(
    UPDATE offer_property SET archived_at = $3 WHERE company_id = $1 AND name = $2)sql"};

constexpr std::string_view kRequired = "REQUIRED";

std::string_view necessity_of(const OfferProperty& property) {
    return property.required ? kRequired : std::string_view{"OPTIONAL"};
}

std::optional<std::string> json_of(const std::vector<std::string>& choices) {
    if (choices.empty()) return std::nullopt;
    std::string text;
    wire::JsonWriter json{text};
    json.open_array();
    for (const std::string& choice : choices) json.text(choice);
    json.close_array();
    return text;
}

std::vector<std::string> choices_from(const std::optional<std::string>& json) {
    if (!json) return {};
    const wire::JsonDocument document{*json};
    std::vector<std::string> choices;
    for (std::size_t i = 0; i < document.root().size(); ++i)
        choices.emplace_back(document.root().at(i).text());
    return choices;
}

OfferProperty property_without_choices(const db::Row& row) {
    return {{.category = row.string(1),
             .label = row.string(2),
             .required = row.text(4) == kRequired,
             .type = row.member<OfferPropertyType>(3)},
            row.string(0),
            row.integer(5)};
}

OfferProperty property_from(const db::Row& row) {
    OfferProperty property = property_without_choices(row);
    property.choices = choices_from(row.optional_string(6));
    return property;
}

}  // namespace

std::vector<OfferProperty> list_offer_properties(db::Snapshot& snapshot) {
    return snapshot.all(kList, {}, property_from);
}

std::vector<OfferProperty> list_offer_properties_without_choices(db::Snapshot& snapshot) {
    return snapshot.all(kListWithoutChoices, {}, property_without_choices);
}

std::optional<OfferProperty> find_offer_property(db::Snapshot& snapshot, std::string_view key) {
    if (!is_utf8(key) || key.contains('\0')) return std::nullopt;
    return snapshot.first(kFind, {key}, property_from);
}

bool insert(db::Tx& tx, const OfferProperty& property) {
    const std::string label_key = fold(property.label);
    const auto choices = json_of(property.choices);
    return tx.execute(kInsert, {property.key, property.category, property.label, label_key, property.type,
                                necessity_of(property), property.version, tx.now, choices}) == 1;
}

bool update(db::Tx& tx, const OfferProperty& property, std::int64_t version_before) {
    const std::string label_key = fold(property.label);
    const auto choices = json_of(property.choices);
    return tx.execute(kUpdate, {property.key, property.category, property.label, label_key, property.type,
                                necessity_of(property), property.version, tx.now, choices, version_before}) ==
           1;
}

void archive_offer_property(db::Tx& tx, std::string_view key) {
    tx.execute(kArchive, {key, tx.now});
}

}  // namespace callboard::configuration::store
