#include "configuration/offer_property_store.h"

#include "base/encoding.h"

namespace callboard::configuration::store {
namespace {

constexpr db::Sql kList{"offer_property_list", R"sql(
    SELECT name, category, label, type, necessity, version FROM offer_property
    WHERE company_id = $1 AND archived_at IS NULL ORDER BY position, name)sql"};

constexpr db::Sql kFind{"offer_property_find", R"sql(
    SELECT name, category, label, type, necessity, version FROM offer_property
    WHERE company_id = $1 AND name = $2 AND archived_at IS NULL)sql"};

constexpr db::Sql kInsert{"offer_property_insert", R"sql(
    INSERT INTO offer_property (company_id, name, category, label, label_key, type, necessity, position, version, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7,
            (SELECT coalesce(max(position), 0) + 1 FROM offer_property WHERE company_id = $1), $8, $9)
    ON CONFLICT (company_id, name)
    DO UPDATE SET category = excluded.category, label = excluded.label, label_key = excluded.label_key,
                  type = excluded.type, necessity = excluded.necessity, position = excluded.position,
                  version = offer_property.version + 1, updated_at = excluded.updated_at, archived_at = NULL
    WHERE offer_property.archived_at IS NOT NULL)sql"};

constexpr db::Sql kUpdate{"offer_property_update", R"sql(
    UPDATE offer_property SET category = $3, label = $4, label_key = $5, type = $6, necessity = $7, version = $8,
                              updated_at = $9
    WHERE company_id = $1 AND name = $2 AND version = $10)sql"};

constexpr db::Sql kArchive{"offer_property_archive", R"sql(
    UPDATE offer_property SET archived_at = $3 WHERE company_id = $1 AND name = $2)sql"};

constexpr std::string_view kRequired = "REQUIRED";

std::string_view necessity_of(const OfferProperty& property) {
    return property.required ? kRequired : std::string_view{"OPTIONAL"};
}

OfferProperty property_from(const db::Row& row) {
    return {{.category = row.string(1),
             .label = row.string(2),
             .required = row.text(4) == kRequired,
             .type = row.member<OfferPropertyType>(3)},
            row.string(0),
            row.integer(5)};
}

}  // namespace

std::vector<OfferProperty> list_offer_properties(db::Snapshot& snapshot) {
    return snapshot.all(kList, {}, property_from);
}

std::optional<OfferProperty> find_offer_property(db::Snapshot& snapshot, std::string_view key) {
    if (!is_utf8(key) || key.contains('\0')) return std::nullopt;
    return snapshot.first(kFind, {key}, property_from);
}

bool insert(db::Tx& tx, const OfferProperty& property) {
    const std::string label_key = fold(property.label);
    return tx.execute(kInsert, {property.key, property.category, property.label, label_key, property.type,
                                necessity_of(property), property.version, tx.now}) == 1;
}

bool update(db::Tx& tx, const OfferProperty& property, std::int64_t version_before) {
    const std::string label_key = fold(property.label);
    return tx.execute(kUpdate, {property.key, property.category, property.label, label_key, property.type,
                                necessity_of(property), property.version, tx.now, version_before}) == 1;
}

void archive_offer_property(db::Tx& tx, std::string_view key) {
    tx.execute(kArchive, {key, tx.now});
}

}  // namespace callboard::configuration::store
