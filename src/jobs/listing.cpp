#include "jobs/listing.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/words.h"
#include "configuration/department_store.h"
#include "configuration/dictionary.h"
#include "jobs/access.h"
#include "jobs/job_list_store.h"

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

// A heuristic for selectivity: the longest word is usually the rarest.
std::vector<std::string> rarest_first(std::vector<std::string> words) {
    std::ranges::sort(words, std::greater{}, &std::string::size);
    return words;
}

// Nothing if no job can match: an unknown department, or a text without words.
std::optional<store::Selection> selection_of(db::Snapshot& snapshot, const ListRequest& request) {
    store::Selection selection{.asked = request,
                               .offset = request.cursor ? 0 : request.offset,
                               .limit = request.limit + 1};  // one more, to detect a next page
    if (request.text) {
        selection.words = rarest_first(words_of(*request.text));
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

    page.total = store::total(snapshot, *selection);
    selection->after = start;
    page.jobs = store::page(snapshot, *selection, page.total);
    page.next = cursors.next(page.jobs, [](const JobLine& last) { return last.id.text(); });
    return page;
}

}  // namespace callboard::jobs
