#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "configuration/offer_properties.h"
#include "db/db.h"
#include "edge/call.h"
#include "wire/shape.h"

namespace callboard::api {

inline constexpr wire::Rule kChosenFrom{.about = "What a SELECT can have; absent if it can have any text."};

struct OfferPropertyView {
    std::string key;
    std::string label;
    bool required = false;
    configuration::OfferPropertyType type{};
    std::optional<std::vector<std::string>> values;

    static constexpr std::string_view kName = "OfferProperty";
    static constexpr auto shape() {
        using Self = OfferPropertyView;
        return wire::fields(wire::field("key", &Self::key), wire::field("label", &Self::label),
                            wire::field("required", &Self::required), wire::field("type", &Self::type),
                            wire::field("values", &Self::values, kChosenFrom));
    }
};

struct OfferPropertyCategoryView {
    std::string id;
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

// One property, with its category.
struct OfferPropertyDetails {
    std::string key;
    std::string category;
    std::string label;
    bool required = false;
    configuration::OfferPropertyType type{};
    std::optional<std::vector<std::string>> values;

    static constexpr std::string_view kName = "OfferPropertyDetails";
    static constexpr auto shape() {
        using Self = OfferPropertyDetails;
        return wire::fields(wire::field("key", &Self::key), wire::field("category", &Self::category),
                            wire::field("label", &Self::label), wire::field("required", &Self::required),
                            wire::field("type", &Self::type),
                            wire::field("values", &Self::values, kChosenFrom));
    }
};

struct OfferPropertyChange {
    std::string category;
    std::string label;
    std::optional<bool> required;
    configuration::OfferPropertyType type{};
    std::optional<std::vector<std::string>> values;

    static constexpr std::string_view kName = "OfferPropertyChange";
    static constexpr wire::Rule kText{.min_length = 1, .max_length = 256, .one_line = true};
    static constexpr wire::Rule kRequired{.about = "Whether an offer needs it to be sent; false if omitted."};
    static constexpr wire::Rule kValues{
        .min_length = 1,
        .max_length = 256,
        .one_line = true,
        .max_items = configuration::kMostOfferPropertyChoices,
        .about = "What offers can have; only for a SELECT, which can have any text without them."};
    static constexpr auto shape() {
        using Self = OfferPropertyChange;
        return wire::fields(wire::field("category", &Self::category, kText),
                            wire::field("label", &Self::label, kText),
                            wire::field("required", &Self::required, kRequired),
                            wire::field("type", &Self::type), wire::field("values", &Self::values, kValues));
    }
    static OfferPropertyChange example() {
        return {.category = "COMPENSATION",
                .label = "Base salary",
                .required = true,
                .type = configuration::OfferPropertyType::currency,
                .values = {}};
    }
};

struct NewOfferPropertyInput : OfferPropertyChange {
    std::string key;

    static constexpr std::string_view kName = "OfferPropertyInput";
    static constexpr auto shape() {
        using Self = NewOfferPropertyInput;
        return wire::fields(
            wire::field("key", &Self::key,
                        {.min_length = 1,
                         .max_length = 36,
                         .about = "Letters, digits and dashes; the name of the property in offers."}),
            wire::inherited<Self>("category", &Self::category, kText),
            wire::inherited<Self>("label", &Self::label, kText),
            wire::inherited<Self>("required", &Self::required, kRequired),
            wire::inherited<Self>("type", &Self::type),
            wire::inherited<Self>("values", &Self::values, kValues));
    }
    static NewOfferPropertyInput example() {
        return {{.category = "COMPENSATION",
                 .label = "Company car",
                 .required = false,
                 .type = configuration::OfferPropertyType::select,
                 .values = std::vector<std::string>{"Small", "Large", "None"}},
                "companyCar"};
    }
};

OfferPropertyList list_offer_properties(db::Snapshot& snapshot, const edge::Call<>& call);
edge::Reply<OfferPropertyDetails> get_offer_property(db::Snapshot& snapshot, const edge::Call<>& call);
edge::Reply<OfferPropertyDetails> create_offer_property(db::Tx& tx,
                                                        const edge::Call<NewOfferPropertyInput>& call);
edge::Reply<OfferPropertyDetails> replace_offer_property(db::Tx& tx,
                                                         const edge::Call<OfferPropertyChange>& call);
wire::Nothing delete_offer_property(db::Tx& tx, const edge::Call<>& call);

}  // namespace callboard::api
