#include "api/configuration/offer_properties.h"

#include "accounts/role.h"
#include "base/error.h"

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
    if (accounts::rights_of(call.actor().role).sees == accounts::Jobs::none)
        throw forbidden("NO_ACCESS_TO_OFFERS", "users with this role may not see offers");
    OfferPropertyList list{};
    for (const auto& category : configuration::offer_properties()) list.categories.push_back(view(category));
    return list;
}

}  // namespace callboard::api
