#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/names.h"
#include "db/db.h"
#include "edge/call.h"
#include "wire/shape.h"

namespace callboard::api {

enum class Visibility { everyone, internal };

struct PublicationInput {
    std::optional<Visibility> visibility;
    std::optional<bool> aggregators;

    static constexpr std::string_view kName = "PublicationInput";
    static constexpr auto shape() {
        return wire::fields(
            wire::field("visibility", &PublicationInput::visibility, {.about = "Default: PUBLIC."}),
            wire::field("aggregators", &PublicationInput::aggregators,
                        {.about = "Whether to publish on free job boards, too. Default: true."}));
    }
    static void note_unused(const PublicationInput& input, wire::Reading& reading) {
        if (input.visibility == Visibility::internal && input.aggregators.value_or(false))
            reading.unused_member("aggregators",
                                  "only applies to PUBLIC: internal ads are not published on job boards");
    }
    static PublicationInput example() { return {.visibility = Visibility::everyone, .aggregators = true}; }
};

struct PublicationQuery {
    bool active_only = true;

    static constexpr auto shape() {
        return wire::fields(wire::field("activeOnly", &PublicationQuery::active_only,
                                        {.about = "false also lists publications that have ended."}));
    }
};

struct PublicationView {
    std::string_view source_name;
    std::string_view type;
    Timestamp published_on;
    std::optional<Timestamp> unpublished_on;

    static constexpr std::string_view kName = "Publication";
    static constexpr auto shape() {
        using Self = PublicationView;
        return wire::fields(wire::field("sourceName", &Self::source_name), wire::field("type", &Self::type),
                            wire::field("publishedOn", &Self::published_on),
                            wire::field("unpublishedOn", &Self::unpublished_on));
    }
};

struct PublicationList {
    std::vector<PublicationView> content;

    static constexpr std::string_view kName = "Publications";
    static constexpr auto shape() { return wire::fields(wire::field("content", &PublicationList::content)); }
};

struct PostingPending {
    std::string_view posting_status = "PENDING";

    static constexpr std::string_view kName = "PostingPending";
    static constexpr auto shape() {
        return wire::fields(wire::field("postingStatus", &PostingPending::posting_status));
    }
};

struct UnpostingPending {
    std::string_view unposting_status = "PENDING";

    static constexpr std::string_view kName = "UnpostingPending";
    static constexpr auto shape() {
        return wire::fields(wire::field("unpostingStatus", &UnpostingPending::unposting_status));
    }
};

// Publications of the job's default ad.
PublicationList list_publications(db::Snapshot& snapshot,
                                  const edge::Call<wire::Nothing, PublicationQuery>& call);
wire::Nothing publish_job(db::Tx& tx, const edge::Call<PublicationInput>& call);
wire::Nothing unpublish_job(db::Tx& tx, const edge::Call<>& call);

// Publications of any ad of the job.
PublicationList list_postings(db::Snapshot& snapshot,
                              const edge::Call<wire::Nothing, PublicationQuery>& call);
PostingPending post_job_ad(db::Tx& tx, const edge::Call<PublicationInput>& call);
UnpostingPending unpost_job_ad(db::Tx& tx, const edge::Call<>& call);

}  // namespace callboard::api

template <>
struct callboard::Names<callboard::api::Visibility> {
    using enum callboard::api::Visibility;
    static constexpr std::string_view kName = "PublicationVisibility";
    static constexpr std::array kList{std::pair{everyone, std::string_view{"PUBLIC"}},
                                      std::pair{internal, std::string_view{"INTERNAL"}}};
};
