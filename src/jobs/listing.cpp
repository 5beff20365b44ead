#include "jobs/listing.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/words.h"
#include "configuration/department_store.h"
#include "jobs/access.h"
#include "wire/page.h"

namespace callboard::jobs {
namespace {

// What a cursor must be used with again: the company, the order and every filter.
std::string bound_to(const db::Snapshot& snapshot, const ListRequest& request) {
    const bool by_id = request.order == store::Order::oldest_first;
    wire::Binding binding{snapshot.company().text(), by_id ? "jobs by id" : "jobs, newest first"};
    binding.add(request.text).add_all(request.cities).add_all(request.departments).add_all(request.statuses);
    binding.add(request.posting).add(request.language).add_all(request.team);
    binding.add(request.updated_after).add(request.active_after);
    return binding.text();
}

JobId start_of(const std::string& cursor, const std::string& bound) {
    const auto position = wire::read_cursor(cursor, bound);
    const auto id = position ? JobId::parse(*position) : std::nullopt;
    if (!id) throw invalid_request("INVALID_PAGE_ID", "pageId is not a valid cursor of this list");
    return *id;
}

// The word that the fewest titles have is, as a rule, the longest.
std::vector<std::string> rarest_first(std::vector<std::string> words) {
    std::ranges::sort(words, std::greater{}, &std::string::size);
    return words;
}

// Nothing when no job can be meant: none has such a department, or a word that is none.
std::optional<store::Selection> selection_of(db::Snapshot& snapshot, const ListRequest& request) {
    store::Selection selection{.cities = request.cities,
                               .statuses = request.statuses,
                               .posting = request.posting,
                               .language = request.language,
                               .team = request.team,
                               .updated_after = request.updated_after,
                               .active_after = request.active_after,
                               .order = request.order,
                               .offset = request.cursor ? 0 : request.offset,
                               .limit = request.limit + 1};  // one more tells whether there is a next page
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
    const std::string bound = bound_to(snapshot, request);
    std::optional<JobId> start;
    if (request.cursor) start = start_of(*request.cursor, bound);
    auto selection = selection_of(snapshot, request);
    JobPage page;
    if (!selection || !narrow_to_visible(*selection, actor)) return page;

    page.total = store::total(snapshot, *selection);
    selection->after = start;
    page.jobs = store::page(snapshot, *selection, page.total);
    if (std::ssize(page.jobs) > request.limit) {
        page.jobs.pop_back();
        page.next = wire::make_cursor(page.jobs.back().id.text(), bound);
    }
    return page;
}

}  // namespace callboard::jobs
