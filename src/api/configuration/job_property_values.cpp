#include "api/configuration/job_property_values.h"

#include <charconv>
#include <utility>

#include "base/error.h"
#include "configuration/job_property_values.h"

namespace callboard::api {
namespace {

using configuration::ValueEdit;

JobPropertyListValueView view(configuration::JobPropertyValue value) {
    return {.id = std::move(value.id), .label = std::move(value.label), .archived = value.archived};
}

bool concerns_an_operation(const Fault& fault) {
    return fault.path.size() > 1 && fault.path[1] >= '0' && fault.path[1] <= '9';
}

// An operation that cannot be applied has a code of its own; a result that is not a valid value has not.
JobPropertyListValueEdit patched(const ValueEdit& before, const JobPropertyListValuePatch& patch,
                                 wire::UnknownNames& unknown) {
    try {
        return wire::patched(JobPropertyListValueEdit{.label = before.label, .archived = before.archived},
                             patch, unknown);
    } catch (Error& error) {
        if (error.kind == ErrorKind::unprocessable)
            for (Fault& fault : error.faults)
                if (concerns_an_operation(fault)) fault.code = "JSON_PATCH_INVALID";
        throw;
    }
}

}  // namespace

std::optional<std::int64_t> place_of_value(std::string_view text) {
    std::int64_t place = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), place);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return place;
}

edge::Reply<JobPropertyListValues> list_job_property_values(db::Snapshot& snapshot,
                                                            const JobPropertyValuesCall& call) {
    const JobPropertyId id = job_property_id(call.path);
    const std::string path = "/configuration/job-properties/" + std::string{id.text()} + "/values";
    const wire::ListCursors cursors{snapshot.company().text(), path, call.query};
    const auto start = cursors.start(place_of_value);
    auto page = configuration::property_value_page(snapshot, call.actor(), id, call.label_language,
                                                   start.value_or(0), call.query.page_size + 1);
    auto next = cursors.next(page.values, [](const auto& last) { return std::to_string(last.place); });
    auto next_page = call.next_page(path, next);
    JobPropertyListValues list{.total_found = page.total, .next_page_id = {std::move(next)}, .content = {}};
    list.content.reserve(page.values.size());
    for (auto& each : page.values) list.content.push_back(view(std::move(each.value)));
    return {.view = std::move(list), .location = std::nullopt, .next_page = std::move(next_page)};
}

JobPropertyListValueView create_job_property_value(db::Tx& tx,
                                                   const edge::Call<JobPropertyListValueInput>& call) {
    const JobPropertyListValueInput& input = call.body;
    return view(configuration::add_property_value(
        tx, call.actor(), job_property_id(call.path),
        {.id = input.id, .label = input.label, .archived = input.archived.value_or(false)}));
}

JobPropertyListValueView patch_job_property_value(db::Tx& tx,
                                                  const edge::Call<JobPropertyListValuePatch>& call) {
    return view(configuration::change_property_value(
        tx, call.actor(), job_property_id(call.path), call.path.text("jobPropertyValueId"),
        [&](const ValueEdit& before) {
            auto after = patched(before, call.body, call.unknown);
            return ValueEdit{.label = std::move(after.label), .archived = after.archived};
        }));
}

wire::Nothing reorder_job_property_values(db::Tx& tx, const edge::Call<JobPropertyValueOrder>& call) {
    configuration::reorder_property_values(tx, call.actor(), job_property_id(call.path), call.body.ids);
    return {};
}

wire::Nothing translate_job_property_value(db::Tx& tx, const edge::Call<JobPropertyLabels>& call) {
    std::vector<configuration::LabelTranslation> labels;
    for (const auto& [language, label] : call.body.items)
        labels.push_back({.language = language, .label = label});
    configuration::translate_property_value(tx, call.actor(), job_property_id(call.path),
                                            call.path.text("jobPropertyValueId"), labels);
    return {};
}

wire::Nothing archive_job_property_value(db::Tx& tx, const edge::Call<>& call) {
    configuration::archive_property_value(tx, call.actor(), job_property_id(call.path),
                                          call.path.text("jobPropertyValueId"));
    return {};
}

wire::Nothing unarchive_job_property_value(db::Tx& tx, const edge::Call<>& call) {
    configuration::unarchive_property_value(tx, call.actor(), job_property_id(call.path),
                                            call.path.text("jobPropertyValueId"));
    return {};
}

}  // namespace callboard::api
