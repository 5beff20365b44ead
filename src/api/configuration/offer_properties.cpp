#include "api/configuration/offer_properties.h"

#include "configuration/reading.h"

namespace callboard::api {
namespace {

OfferPropertyCategoryView view(const configuration::OfferPropertyCategory& category) {
    OfferPropertyCategoryView view{.id = category.id, .properties = {}};
    for (const auto& [key, label, required, type] : category.properties)
        view.properties.push_back({.key = key, .label = label, .required = required, .type = type});
    return view;
}

}  // namespace

OfferPropertyList list_offer_properties(db::Snapshot&, const edge::Call<>& call) {
    OfferPropertyList list{};
    for (const auto& category : configuration::offer_properties(call.actor()))
        list.categories.push_back(view(category));
    return list;
}

}  // namespace callboard::api
