#include "jobs/property_labels.h"

#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>

#include "configuration/job_property_label_store.h"
#include "configuration/job_property_store.h"
#include "configuration/job_property_value_store.h"
#include "jobs/job_store.h"

namespace callboard::jobs {
namespace {

constexpr std::int64_t kBatchSize = 50;  // keeps each transaction at some milliseconds

void renew(db::Snapshot& snapshot, PropertyPart& part) {
    const auto id = JobPropertyId::from_trusted(part.id);
    if (auto property = configuration::store::find_job_property(snapshot, id))
        part.label = std::move(property->label);
    if (!part.value.id) return;
    if (auto value = configuration::store::find_property_value(snapshot, id, *part.value.id))
        part.value.label = std::move(value->label);
}

std::string renewed(db::Snapshot& snapshot, std::string_view json) {
    auto summary = wire::decode<Summary>(json);
    if (summary.properties)
        for (PropertyPart& part : *summary.properties) renew(snapshot, part);
    return wire::to_json(summary);
}

}  // namespace

std::string with_property_labels(db::Snapshot& snapshot, std::string summary) {
    if (!has_properties(summary) || !configuration::store::has_property_renamings(snapshot)) return summary;
    return renewed(snapshot, summary);
}

std::string with_translated_properties(db::Snapshot& snapshot, std::string summary,
                                       std::string_view language) {
    if (language == "en" || !has_properties(summary)) return summary;
    auto translated = wire::decode<Summary>(summary);
    if (translated.properties) translate_properties(snapshot, *translated.properties, language);
    return wire::to_json(translated);
}

void translate_properties(db::Snapshot& snapshot, std::vector<PropertyPart>& parts,
                          std::string_view language) {
    if (language == "en") return;
    for (PropertyPart& part : parts) {
        const auto id = JobPropertyId::from_trusted(part.id);
        if (auto label = configuration::store::find_property_label(snapshot, id, language))
            part.label = std::move(*label);
        if (!part.value.id) continue;
        if (auto label = configuration::store::find_value_label(snapshot, id, *part.value.id, language))
            part.value.label = std::move(*label);
    }
}

std::vector<CompanyId> companies_with_old_property_labels(db::Snapshot& snapshot) {
    return configuration::store::companies_with_due_property_renamings(snapshot);
}

bool renew_property_labels(db::Tx& tx) {
    const auto renaming = configuration::store::find_due_property_renaming(tx);
    if (!renaming) return false;
    const auto jobs = store::ids_with_property(tx, renaming->property, renaming->last_job_id, kBatchSize);
    for (const JobId& id : jobs) {
        store::lock_row(tx, id);
        if (const auto summary = store::find_summary(tx, id))
            store::update_summary(tx, id, renewed(tx, *summary));
    }
    if (std::ssize(jobs) < kBatchSize) {
        configuration::store::end_property_renaming(tx, *renaming);
    } else {
        configuration::store::advance_property_renaming(tx, *renaming, jobs.back());
    }
    return true;
}

}  // namespace callboard::jobs
