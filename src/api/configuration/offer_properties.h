#pragma once

#include <string_view>
#include <vector>

#include "configuration/offer_properties.h"
#include "db/db.h"
#include "edge/call.h"
#include "wire/shape.h"

namespace callboard::api {

struct OfferPropertyView {
    std::string_view key;
    std::string_view label;
    bool required = false;
    configuration::OfferPropertyType type{};

    static constexpr std::string_view kName = "OfferProperty";
    static constexpr auto shape() {
        using Self = OfferPropertyView;
        return wire::fields(wire::field("key", &Self::key), wire::field("label", &Self::label),
                            wire::field("required", &Self::required), wire::field("type", &Self::type));
    }
};

struct OfferPropertyCategoryView {
    std::string_view id;
    std::vector<OfferPropertyView> properties;

    static constexpr std::string_view kName = "OfferPropertyCategory";
    static constexpr auto shape() {
        return wire::fields(wire::field("id", &OfferPropertyCategoryView::id),
                            wire::field("properties", &OfferPropertyCategoryView::properties));
    }
};

struct OfferPropertyList {
    std::vector<OfferPropertyCategoryView> categories;

    static constexpr std::string_view kName = "OfferProperties";
    static constexpr auto shape() {
        return wire::fields(wire::field("categories", &OfferPropertyList::categories));
    }
};

OfferPropertyList list_offer_properties(db::Snapshot& snapshot, const edge::Call<>& call);

}  // namespace callboard::api
