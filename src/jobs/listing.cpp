#include "jobs/listing.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/words.h"
#include "configuration/department_store.h"
#include "configuration/dictionary.h"
#include "configuration/job_property_label_store.h"
#include "jobs/access.h"
#include "jobs/job_list_store.h"
#include "jobs/property_labels.h"

namespace callboard::jobs {
namespace {

// Equivalent requests become equal, so that a cursor is valid for both spellings.
ListRequest normalised(ListRequest request) {
    if (request.statuses.empty() && request.status) request.statuses.push_back(*request.status);
    request.status.reset();
    if (request.language) {
        const configuration::Language* const known = configuration::find_filter_language(*request.language);
        if (!known) throw invalid_request("INVALID_PARAMETER", "language must be a known language code");
        request.language = known->code;
    }
    return request;
}

// Long words are usually rarer.
std::vector<std::string> longest_first(std::vector<std::string> words) {
    std::ranges::sort(words, std::greater{}, &std::string::size);
    return words;
}

// The values of each property together.
std::vector<std::vector<std::string>> choices_of(const std::vector<std::string>& properties) {
    std::vector<std::vector<std::string>> choices;
    for (const std::string& choice : properties) {
        const auto colon = choice.find(':');
        if (colon == std::string::npos || colon + 1 == choice.size())
            throw invalid_request("INVALID_PARAMETER", "property must be JOBPROPERTYID:VALUEID");
        const std::string property = choice.substr(0, colon + 1);
        const auto same = std::ranges::find_if(
            choices, [&](const auto& values) { return values.front().starts_with(property); });
        if (same == choices.end()) {
            choices.push_back({choice});
        } else {
            same->push_back(choice);
        }
    }
    return choices;
}

// Jobs whose stored labels of properties are old get the present ones.
void renew_labels(db::Snapshot& snapshot, std::vector<JobLine>& jobs) {
    const auto has_labels = [](const JobLine& job) { return has_properties(job.summary); };
    if (std::ranges::any_of(jobs, has_labels) && configuration::store::has_property_renamings(snapshot))
        renew_properties(snapshot, jobs);
}

// Nothing if no job can match: an unknown department, or a text without words.
std::optional<store::Selection> selection_of(db::Snapshot& snapshot, const ListRequest& request) {
    store::Selection selection{.asked = request,
                               .choices = choices_of(request.properties),
                               .offset = request.cursor ? 0 : request.offset,
                               .limit = request.limit + 1};  // one more, to detect a next page
    if (request.text) {
        selection.words = longest_first(words_of(*request.text));
        if (selection.words.empty()) return std::nullopt;
    }
    if (!request.departments.empty()) {
        selection.departments =
            configuration::store::find_departments_labelled(snapshot, request.departments);
        if (selection.departments.empty()) return std::nullopt;
    }
    return selection;
}

}  // namespace

JobPage list(db::Snapshot& snapshot, const accounts::Actor& actor, const ListRequest& request) {
    const ListRequest asked = normalised(request);
    const wire::ListCursors cursors{snapshot.company().text(), "jobs", asked};
    const auto start = cursors.start(JobId::parse);
    auto selection = selection_of(snapshot, asked);
    JobPage page;
    if (!selection || !narrow_to_visible(*selection, actor)) return page;

    store::put_rarest_word_first(snapshot, *selection);
    page.total = store::total(snapshot, *selection);
    selection->after = start;
    page.jobs = store::page(snapshot, *selection, page.total);
    renew_labels(snapshot, page.jobs);
    page.next = cursors.next(page.jobs, [](const JobLine& last) { return last.id.text(); });
    return page;
}

}  // namespace callboard::jobs
