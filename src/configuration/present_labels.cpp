#include "configuration/present_labels.h"

#include <utility>

#include "configuration/job_property_label_store.h"
#include "configuration/job_property_store.h"
#include "configuration/job_property_value_store.h"

namespace callboard::configuration {
namespace {

std::optional<std::string> translation(db::Snapshot& snapshot, const JobPropertyId& property,
                                       const std::optional<std::string>& value, std::string_view language) {
    return value ? store::find_value_label(snapshot, property, *value, language)
                 : store::find_property_label(snapshot, property, language);
}

std::optional<std::string> label_in_english(db::Snapshot& snapshot, const JobPropertyId& property,
                                            const std::optional<std::string>& value) {
    if (value) {
        auto found = store::find_property_value(snapshot, property, *value);
        return found ? std::optional{std::move(found->label)} : std::nullopt;
    }
    auto found = store::find_job_property(snapshot, property);
    return found ? std::optional{std::move(found->label)} : std::nullopt;
}

std::optional<std::string> read(db::Snapshot& snapshot, const JobPropertyId& property,
                                const std::optional<std::string>& value, std::string_view language) {
    if (language != "en")
        if (auto label = translation(snapshot, property, value, language)) return label;
    return label_in_english(snapshot, property, value);
}

}  // namespace

const std::optional<std::string>& PresentLabels::find(const JobPropertyId& property,
                                                      const std::optional<std::string>& value,
                                                      const std::string& language) {
    const auto [place, is_new] = known_.try_emplace(Key{property, value, language}, std::nullopt);
    if (is_new) place->second = read(snapshot_, property, value, language);
    return place->second;
}

bool PresentLabels::renew(std::string& label, const JobPropertyId& property,
                          const std::optional<std::string>& value, const std::string& language) {
    const std::optional<std::string>& present = find(property, value, language);
    if (!present || label == *present) return false;
    label = *present;
    return true;
}

}  // namespace callboard::configuration
