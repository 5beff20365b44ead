#include "configuration/candidate_properties.h"

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

std::optional<std::string> label_of_value(db::Snapshot& snapshot, const CandidateProperty& property,
                                          std::string_view id) {
    return store::find_choice_label(snapshot, property.id, id);
}

}  // namespace callboard::configuration
