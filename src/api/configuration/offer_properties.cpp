#include "api/configuration/offer_properties.h"

#include <algorithm>
#include <utility>

namespace callboard::api {
namespace {

using configuration::OfferProperty;

std::optional<std::vector<std::string>> shown(std::vector<std::string> choices) {
    if (choices.empty()) return std::nullopt;
    return choices;
}

edge::Reply<OfferPropertyDetails> reply(OfferProperty property) {
    return {.view = {.key = std::move(property.key),
                     .category = std::move(property.category),
                     .label = std::move(property.label),
                     .required = property.required,
                     .type = property.type,
                     .values = shown(std::move(property.choices))},
            .version = property.version};
}

configuration::OfferPropertyDraft draft(const OfferPropertyChange& input) {
    return {.category = input.category,
            .label = input.label,
            .required = input.required.value_or(false),
            .type = input.type,
            .choices = input.values.value_or(std::vector<std::string>{})};
}

std::string_view key_in(const edge::PathParams& path) {
    return path.text("offerPropertyKey");
}

}  // namespace

OfferPropertyList list_offer_properties(db::Snapshot& snapshot, const edge::Call<>& call) {
    OfferPropertyList list{};
    for (auto& property : configuration::offer_properties(snapshot, call.actor())) {
        auto category = std::ranges::find(list.categories, property.category, &OfferPropertyCategoryView::id);
        if (category == list.categories.end())
            category = list.categories.insert(category, {.id = property.category, .properties = {}});
        category->properties.push_back({.key = std::move(property.key),
                                        .label = std::move(property.label),
                                        .required = property.required,
                                        .type = property.type,
                                        .values = shown(std::move(property.choices))});
    }
    return list;
}

edge::Reply<OfferPropertyDetails> get_offer_property(db::Snapshot& snapshot, const edge::Call<>& call) {
    return reply(configuration::offer_property(snapshot, call.actor(), key_in(call.path)));
}

edge::Reply<OfferPropertyDetails> create_offer_property(db::Tx& tx,
                                                        const edge::Call<NewOfferPropertyInput>& call) {
    auto made = reply(configuration::add_offer_property(tx, call.actor(), call.body.key, draft(call.body)));
    made.location = call.link("/configuration/offer-properties/" + made.view.key);
    return made;
}

edge::Reply<OfferPropertyDetails> replace_offer_property(db::Tx& tx,
                                                         const edge::Call<OfferPropertyChange>& call) {
    return reply(configuration::replace_offer_property(tx, call.actor(), key_in(call.path), draft(call.body),
                                                       call.if_match));
}

wire::Nothing delete_offer_property(db::Tx& tx, const edge::Call<>& call) {
    configuration::archive_offer_property(tx, call.actor(), key_in(call.path), call.if_match);
    return {};
}

}  // namespace callboard::api
