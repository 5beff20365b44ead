#include "candidates/application_listing.h"

#include <string_view>
#include <utility>

#include "jobs/access.h"

namespace callboard::candidates {
namespace {

std::optional<store::MovePlace> parse_place(std::string_view text) {
    const auto position = wire::Position::parse(text);
    const auto id = position ? JobApplicationId::parse(position->id) : std::nullopt;
    if (!id) return std::nullopt;
    return store::MovePlace{.moved_at = position->time, .id = *id};
}

std::string position_of(const store::MovePlace& place) {
    return wire::Position{place.moved_at, std::string{place.id.text()}}.text();
}

// The jobs whose applications are read, by the index of each; none: all that the actor sees. Nothing if no
// application can match.
std::optional<std::vector<JobId>> jobs_to_read(db::Snapshot& snapshot, const accounts::Actor& actor,
                                               const ApplicationListRequest& request) {
    if (request.job) {
        const auto job = JobId::parse(*request.job);
        if (!job || !jobs::sees(snapshot, actor, *job)) return std::nullopt;
        return std::vector{*job};
    }
    auto jobs = jobs::few_visible_jobs(snapshot, actor);
    if (!jobs) return std::vector<JobId>{};
    if (jobs->empty()) return std::nullopt;
    return jobs;
}

}  // namespace

ApplicationPage list_applications(db::Snapshot& snapshot, const accounts::Actor& actor,
                                  const ApplicationListRequest& request) {
    const wire::ListCursors cursors{snapshot.company().text(), "applications", request};
    const auto start = cursors.start(parse_place);
    auto jobs = jobs_to_read(snapshot, actor, request);
    ApplicationPage page;
    if (!jobs) return page;

    auto [total, places] =
        store::read_applications(snapshot, {.asked = request,
                                            .reader = actor,
                                            .jobs = std::move(*jobs),
                                            .after = start,
                                            .limit = request.limit + 1});  // one more, to detect a next page
    page.total = total;
    page.next = cursors.next(places, position_of);
    page.applications = store::find_lines(snapshot, places);
    return page;
}

}  // namespace callboard::candidates
