// The table offer_property.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "configuration/offer_properties.h"
#include "db/db.h"

namespace callboard::configuration::store {

std::vector<OfferProperty> list_offer_properties(db::Snapshot& snapshot);
std::vector<OfferProperty> list_offer_properties_without_choices(db::Snapshot& snapshot);
std::optional<OfferProperty> find_offer_property(db::Snapshot& snapshot, std::string_view key);

// At the end. Replaces an archived one with the key; false if the key is taken.
bool insert(db::Tx& tx, const OfferProperty& property);
bool update(db::Tx& tx, const OfferProperty& property, std::int64_t version_before);
void archive_offer_property(db::Tx& tx, std::string_view key);

}  // namespace callboard::configuration::store
