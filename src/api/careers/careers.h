// The careers page of a company, and the requests of applicants for the deletion of their data.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "careers/careers_page.h"
#include "db/db.h"
#include "edge/call.h"
#include "wire/list_parameters.h"
#include "wire/shape.h"

namespace callboard::api {

struct ErasureRequestView {
    CandidateId candidate_id = CandidateId::from_trusted("");
    std::string first_name;
    std::string last_name;
    Timestamp requested_on;

    static constexpr std::string_view kName = "ErasureRequest";
    static constexpr auto shape() {
        using Self = ErasureRequestView;
        return wire::fields(
            wire::field("candidateId", &Self::candidate_id), wire::field("firstName", &Self::first_name),
            wire::field("lastName", &Self::last_name), wire::field("requestedOn", &Self::requested_on));
    }
};

struct ErasureRequestsQuery {
    std::int64_t limit = 10;
    std::int64_t offset = 0;

    static constexpr auto shape() {
        using Self = ErasureRequestsQuery;
        return wire::fields(wire::limit_field(&Self::limit, 100), wire::offset_field(&Self::offset));
    }
};

struct ErasureRequestsView {
    std::int64_t limit = 0;
    std::int64_t offset = 0;
    std::int64_t total_found = 0;
    std::vector<ErasureRequestView> content;

    static constexpr std::string_view kName = "ErasureRequests";
    static constexpr auto shape() {
        using Self = ErasureRequestsView;
        return wire::fields(wire::field("limit", &Self::limit), wire::field("offset", &Self::offset),
                            wire::field("totalFound", &Self::total_found),
                            wire::field("content", &Self::content));
    }
};

edge::Reply<careers::CareersPage> get_careers_page(db::Snapshot& snapshot, const edge::Call<>& call);
edge::Reply<careers::CareersPage> put_careers_page(db::Tx& tx, const edge::Call<careers::CareersPage>& call);

ErasureRequestsView list_erasure_requests(db::Snapshot& snapshot,
                                          const edge::Call<wire::Nothing, ErasureRequestsQuery>& call);
wire::Nothing delete_erasure_request(db::Tx& tx, const edge::Call<>& call);

}  // namespace callboard::api
