#include "jobs/property_labels.h"

#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

#include "accounts/renaming_store.h"
#include "configuration/job_property_label_store.h"
#include "configuration/present_labels.h"
#include "jobs/job_store.h"
#include "jobs/property_label_store.h"
#include "postings/posting_store.h"
#include "postings/shown_fields.h"

namespace callboard::jobs {
namespace {

using accounts::store::Renamed;
using configuration::PresentLabels;
using store::PropertyLabels;

constexpr std::int64_t kBatchSize = 50;  // keeps each transaction at some milliseconds

std::span<const JobId> only(const JobId& job) {
    return {&job, 1};
}

void replace(std::string& label, const PropertyLabels& labels, const std::string& property,
             const std::string& value) {
    if (const auto found = labels.find({property, value}); found != labels.end()) label = found->second;
}

void relabel(std::vector<PropertyPart>& parts, const PropertyLabels& labels) {
    for (PropertyPart& part : parts) {
        replace(part.label, labels, part.id, "");
        if (part.value.id) replace(part.value.label, labels, part.id, *part.value.id);
    }
}

std::string relabelled(std::string summary, const PropertyLabels& labels) {
    if (labels.empty()) return summary;
    auto decoded = wire::decode<Summary>(summary);
    if (decoded.properties) relabel(*decoded.properties, labels);
    return wire::to_json(decoded);
}

std::vector<JobId> with_properties(const std::vector<JobLine>& jobs) {
    std::vector<JobId> ids;
    for (const JobLine& job : jobs)
        if (has_properties(job.summary)) ids.push_back(job.id);
    return ids;
}

void relabel(std::vector<JobLine>& jobs, const PropertyLabels& labels) {
    for (JobLine& job : jobs)
        if (has_properties(job.summary)) job.summary = relabelled(std::move(job.summary), labels);
}

bool renew(PropertyPart& part, PresentLabels& labels, const JobPropertyId& property) {
    const bool is_renamed = labels.renew(part.label, property, std::nullopt, "en");
    return (part.value.id && labels.renew(part.value.label, property, part.value.id, "en")) || is_renamed;
}

void renew_summary(db::Tx& tx, const JobId& job, PresentLabels& labels, const JobPropertyId& property) {
    const auto json = store::find_summary(tx, job);
    if (!json || !has_properties(*json)) return;
    auto summary = wire::decode<Summary>(*json);
    bool is_renamed = false;
    for (PropertyPart& part : summary.properties.value())
        if (part.id == property.text()) is_renamed = renew(part, labels, property) || is_renamed;
    if (is_renamed) store::update_summary(tx, job, wire::to_json(summary));
}

// Postings show the present labels already (postings/shown_fields.h): their version stays the same.
void renew_postings(db::Tx& tx, const JobId& job, PresentLabels& labels, const JobPropertyId& property) {
    for (const auto& [ad, language, json] : postings::store::list_contents(tx, job)) {
        auto content = wire::decode<postings::PostingContent>(json);
        bool is_renamed = false;
        for (postings::PostingField& field : content.custom_field)
            if (field.field_id == property.text())
                is_renamed = postings::relabel(field, labels, language) || is_renamed;
        if (is_renamed) postings::store::update_content(tx, job, ad, wire::to_json(content));
    }
}

}  // namespace

std::string with_property_labels(db::Snapshot& snapshot, const JobId& job, std::string summary) {
    if (!has_properties(summary)) return summary;
    return relabelled(std::move(summary), store::renamed_labels(snapshot, only(job)));
}

void renew_properties(db::Snapshot& snapshot, const JobId& job, std::vector<PropertyPart>& parts) {
    relabel(parts, store::renamed_labels(snapshot, only(job)));
}

void renew_properties(db::Snapshot& snapshot, std::vector<JobLine>& jobs) {
    relabel(jobs, store::renamed_labels(snapshot, with_properties(jobs)));
}

std::string with_translated_properties(db::Snapshot& snapshot, const JobId& job, std::string summary,
                                       std::string_view language) {
    if (language == "en" || !has_properties(summary)) return summary;
    return relabelled(std::move(summary), store::translated_labels(snapshot, only(job), language));
}

void translate_properties(db::Snapshot& snapshot, const JobId& job, std::vector<PropertyPart>& parts,
                          std::string_view language) {
    if (language != "en") relabel(parts, store::translated_labels(snapshot, only(job), language));
}

void translate_properties(db::Snapshot& snapshot, std::vector<JobLine>& jobs, std::string_view language) {
    if (language != "en") relabel(jobs, store::translated_labels(snapshot, with_properties(jobs), language));
}

bool renew_property_labels(db::Tx& tx) {
    const auto renaming = accounts::store::find_due_renaming(tx, Renamed::job_property);
    if (!renaming) return false;
    const auto property = JobPropertyId::from_trusted(renaming->id);
    const auto jobs = store::ids_with_property(tx, property, renaming->last_job_id, kBatchSize);
    PresentLabels labels{tx};
    for (const JobId& id : jobs) {
        store::lock_row(tx, id);
        renew_summary(tx, id, labels, property);
        renew_postings(tx, id, labels, property);
    }
    if (std::ssize(jobs) < kBatchSize) {
        accounts::store::end_renaming(tx, Renamed::job_property, *renaming);
    } else {
        accounts::store::advance_renaming(tx, Renamed::job_property, *renaming, jobs.back());
    }
    return true;
}

}  // namespace callboard::jobs
