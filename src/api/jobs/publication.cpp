#include "api/jobs/publication.h"

#include "api/common/job_paths.h"
#include "jobs/publication.h"

namespace callboard::api {
namespace {

jobs::PublicationAudience audience(const PublicationInput& input) {
    if (input.visibility == Visibility::internal) return jobs::PublicationAudience::colleagues;
    return input.aggregators.value_or(true) ? jobs::PublicationAudience::everyone_and_boards
                                            : jobs::PublicationAudience::everyone;
}

jobs::PublicationFilter filter(const PublicationQuery& query) {
    return query.active_only ? jobs::PublicationFilter::active : jobs::PublicationFilter::all;
}

// Lists the channels of each publication: an audience has one or two.
PublicationList view(const std::vector<jobs::Publication>& publications) {
    PublicationList list;
    for (const auto& [audience, published_at, unpublished_at] : publications) {
        const bool internal = audience == jobs::PublicationAudience::colleagues;
        list.content.push_back({.source_name = internal ? "Employee Portal" : "Career Site",
                                .type = "INTERNAL",
                                .published_on = published_at,
                                .unpublished_on = unpublished_at});
        if (audience != jobs::PublicationAudience::everyone_and_boards) continue;
        list.content.push_back({.source_name = "Free Job Boards",
                                .type = "FREE",
                                .published_on = published_at,
                                .unpublished_on = unpublished_at});
    }
    return list;
}

}  // namespace

PublicationList list_publications(db::Snapshot& snapshot,
                                  const edge::Call<wire::Nothing, PublicationQuery>& call) {
    return view(jobs::publications(snapshot, call.actor(), job_id(call.path), filter(call.query)));
}

wire::Nothing publish_job(db::Tx& tx, const edge::Call<PublicationInput>& call) {
    jobs::publish(tx, call.actor(), job_id(call.path), audience(call.body));
    return {};
}

wire::Nothing unpublish_job(db::Tx& tx, const edge::Call<>& call) {
    jobs::unpublish(tx, call.actor(), job_id(call.path));
    return {};
}

PublicationList list_postings(db::Snapshot& snapshot,
                              const edge::Call<wire::Nothing, PublicationQuery>& call) {
    const JobId job = job_id(call.path);
    return view(jobs::ad_publications(snapshot, call.actor(), job, job_ad_id(call.path), filter(call.query)));
}

// The response says pending, but the ad is already published when it is sent.
PostingPending post_job_ad(db::Tx& tx, const edge::Call<PublicationInput>& call) {
    const JobId job = job_id(call.path);
    jobs::publish_ad(tx, call.actor(), job, job_ad_id(call.path), audience(call.body));
    return {};
}

UnpostingPending unpost_job_ad(db::Tx& tx, const edge::Call<>& call) {
    const JobId job = job_id(call.path);
    jobs::unpublish_ad(tx, call.actor(), job, job_ad_id(call.path));
    return {};
}

}  // namespace callboard::api
