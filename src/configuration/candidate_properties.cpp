#include "configuration/candidate_properties.h"

#include <algorithm>
#include <utility>

#include "configuration/candidate_property_store.h"

namespace callboard::configuration {

std::vector<CandidateProperty> candidate_properties(db::Snapshot& snapshot) {
    return store::list_candidate_properties(snapshot);
}

std::optional<CandidateProperty> find_candidate_property(db::Snapshot& snapshot, std::string_view id_or_key) {
    if (const auto id = CandidatePropertyId::parse(id_or_key))
        return store::find_candidate_property(snapshot, *id);
    return store::find_candidate_property_by_key(snapshot, id_or_key);
}

std::optional<PropertyChoice> find_value(db::Snapshot& snapshot, const CandidateProperty& property,
                                         std::string_view id) {
    return store::find_choice(snapshot, property.id, id);
}

std::vector<std::string> known_values(db::Snapshot& snapshot, const CandidateProperty& property,
                                      const std::vector<std::string>& ids) {
    std::vector<std::string> known;
    for (store::StoredChoice& each : store::find_choices(snapshot, property.id, ids))
        if (!each.is_archived) known.push_back(std::move(each.id));
    return known;
}

std::vector<PropertyChoice> chosen_values(db::Snapshot& snapshot, const CandidateProperty& property,
                                          const std::vector<std::string>& ids) {
    std::vector<store::StoredChoice> found = store::find_choices(snapshot, property.id, ids);
    std::vector<PropertyChoice> chosen;
    for (const std::string& id : ids) {
        const auto each = std::ranges::find(found, id, &store::StoredChoice::id);
        if (each != found.end()) chosen.emplace_back(std::move(*each));
    }
    return chosen;
}

}  // namespace callboard::configuration
