// The properties of offers. An offer can have others, too. A deleted property is archived: offers that have
// it keep it as one of the others.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "accounts/actor.h"
#include "base/names.h"
#include "base/version_tag.h"
#include "db/db.h"

namespace callboard::configuration {

inline constexpr std::size_t kMostOfferProperties = 100;
inline constexpr std::size_t kMostOfferPropertyChoices = 200;  // of one property

enum class OfferPropertyType {
    boolean,
    country,
    currency,
    date,
    number,
    percent,
    region,
    text,
    user,
    select
};

struct OfferPropertyDraft {
    std::string category;  // such as COMPENSATION
    std::string label;
    bool required = false;  // an offer cannot be sent without it
    OfferPropertyType type{};
    std::vector<std::string> choices = {};  // of a select; empty: every text

    bool operator==(const OfferPropertyDraft&) const = default;
};

struct OfferProperty : OfferPropertyDraft {
    std::string key;  // unique across all categories, because offers store no category
    std::int64_t version = 1;
};

// In their order, without archived ones. The choices are left empty: there may be megabytes of them.
std::vector<OfferProperty> offer_properties_without_choices(db::Snapshot& snapshot);
// Empty if there is no such property.
std::vector<std::string> offer_property_choices(db::Snapshot& snapshot, std::string_view key);

// In their order, without archived ones. Throws NO_ACCESS_TO_OFFERS for a role that cannot see jobs.
std::vector<OfferProperty> offer_properties(db::Snapshot& snapshot, const accounts::Actor& actor);
// Throws OFFER_PROPERTY_NOT_FOUND, too.
OfferProperty offer_property(db::Snapshot& snapshot, const accounts::Actor& actor, std::string_view key);

// Throws OFFER_PROPERTY_KEY_ALREADY_EXISTS. An archived property with the key returns.
OfferProperty add_offer_property(db::Tx& tx, const accounts::Actor& actor, const std::string& key,
                                 OfferPropertyDraft draft);
OfferProperty replace_offer_property(db::Tx& tx, const accounts::Actor& actor, std::string_view key,
                                     OfferPropertyDraft draft, const ExpectedVersion& expected = {});
void archive_offer_property(db::Tx& tx, const accounts::Actor& actor, std::string_view key,
                            const ExpectedVersion& expected = {});

}  // namespace callboard::configuration

template <>
struct callboard::Names<callboard::configuration::OfferPropertyType> {
    using enum callboard::configuration::OfferPropertyType;
    static constexpr std::string_view kName = "OfferPropertyType";
    static constexpr std::array kList{
        std::pair{boolean, std::string_view{"BOOLEAN"}},   std::pair{country, std::string_view{"COUNTRY"}},
        std::pair{currency, std::string_view{"CURRENCY"}}, std::pair{date, std::string_view{"DATE"}},
        std::pair{number, std::string_view{"NUMBER"}},     std::pair{percent, std::string_view{"PERCENT"}},
        std::pair{region, std::string_view{"REGION"}},     std::pair{text, std::string_view{"TEXT"}},
        std::pair{user, std::string_view{"USER"}},         std::pair{select, std::string_view{"SELECT"}}};
};
