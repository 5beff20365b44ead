#include "jobs/property_labels.h"

#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "configuration/job_property_label_store.h"
#include "configuration/job_property_store.h"
#include "configuration/job_property_value_store.h"
#include "jobs/job_store.h"
#include "jobs/property_label_store.h"
#include "postings/posting_content.h"
#include "postings/posting_store.h"
#include "postings/version_store.h"

namespace callboard::jobs {
namespace {

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

// The present labels of one property and its values. Each is read once.
class PresentLabels {
  public:
    PresentLabels(db::Snapshot& snapshot, const JobPropertyId& property)
        : snapshot_(snapshot), property_(property) {}

    // Without a value, of the property itself. English if there is no translation.
    const std::optional<std::string>& find(const std::optional<std::string>& value,
                                           const std::string& language) {
        const auto [place, is_new] =
            known_.try_emplace(std::pair{value.value_or(std::string{}), language}, std::nullopt);
        if (is_new) place->second = read(value, language);
        return place->second;
    }
    bool is_of(std::string_view property) const { return property_.text() == property; }

  private:
    std::optional<std::string> read(const std::optional<std::string>& value, const std::string& language) {
        if (language != "en") {
            auto label = value
                             ? configuration::store::find_value_label(snapshot_, property_, *value, language)
                             : configuration::store::find_property_label(snapshot_, property_, language);
            if (label) return label;
        }
        if (value) {
            auto found = configuration::store::find_property_value(snapshot_, property_, *value);
            return found ? std::optional{std::move(found->label)} : std::nullopt;
        }
        auto found = configuration::store::find_job_property(snapshot_, property_);
        return found ? std::optional{std::move(found->label)} : std::nullopt;
    }

    db::Snapshot& snapshot_;
    const JobPropertyId& property_;
    std::map<std::pair<std::string, std::string>, std::optional<std::string>>
        known_;  // by value and language
};

// Returns whether there was another label.
bool renew(std::string& label, const std::optional<std::string>& present) {
    if (!present || label == *present) return false;
    label = *present;
    return true;
}

bool renew(PropertyPart& part, PresentLabels& labels) {
    const bool is_renamed = renew(part.label, labels.find(std::nullopt, "en"));
    return (part.value.id && renew(part.value.label, labels.find(part.value.id, "en"))) || is_renamed;
}

bool renew(postings::PostingField& field, PresentLabels& labels, const std::string& language) {
    const bool is_renamed = renew(field.field_label, labels.find(std::nullopt, language));
    return (field.value_id && renew(field.value_label, labels.find(field.value_id, language))) || is_renamed;
}

void renew_summary(db::Tx& tx, const JobId& job, PresentLabels& labels) {
    const auto json = store::find_summary(tx, job);
    if (!json || !has_properties(*json)) return;
    auto summary = wire::decode<Summary>(*json);
    bool is_renamed = false;
    for (PropertyPart& part : summary.properties.value())
        if (labels.is_of(part.id)) is_renamed = renew(part, labels) || is_renamed;
    if (is_renamed) store::update_summary(tx, job, wire::to_json(summary));
}

void renew_postings(db::Tx& tx, const JobId& job, PresentLabels& labels) {
    bool is_any_renamed = false;
    for (const auto& [ad, language, json] : postings::store::list_contents(tx, job)) {
        auto content = wire::decode<postings::PostingContent>(json);
        bool is_renamed = false;
        for (postings::PostingField& field : content.custom_field)
            if (labels.is_of(field.field_id)) is_renamed = renew(field, labels, language) || is_renamed;
        if (is_renamed) postings::store::update_content(tx, job, ad, wire::to_json(content));
        is_any_renamed = is_any_renamed || is_renamed;
    }
    if (is_any_renamed) postings::store::advance_version(tx, job);
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

std::vector<CompanyId> companies_with_old_property_labels(db::Snapshot& snapshot) {
    return configuration::store::companies_with_due_property_renamings(snapshot);
}

bool renew_property_labels(db::Tx& tx) {
    const auto renaming = configuration::store::find_due_property_renaming(tx);
    if (!renaming) return false;
    const auto jobs = store::ids_with_property(tx, renaming->property, renaming->last_job_id, kBatchSize);
    PresentLabels labels{tx, renaming->property};
    for (const JobId& id : jobs) {
        store::lock_row(tx, id);
        renew_summary(tx, id, labels);
        renew_postings(tx, id, labels);
    }
    if (std::ssize(jobs) < kBatchSize) {
        configuration::store::end_property_renaming(tx, *renaming);
    } else {
        configuration::store::advance_property_renaming(tx, *renaming, jobs.back());
    }
    return true;
}

}  // namespace callboard::jobs
