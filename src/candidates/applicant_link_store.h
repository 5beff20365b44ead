// The tables applicant_link and erasure_request.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/digest.h"
#include "base/id.h"
#include "db/db.h"

namespace callboard::candidates {

struct ErasureRequest {
    CandidateId candidate;
    std::string first_name;
    std::string last_name;
    Timestamp requested_at;
};

namespace store {

struct ApplicantLink {
    CompanyId company;
    CandidateId candidate;
    JobId job;
    std::string recipient;
};

void insert_applicant_link(db::Tx& tx, const Sha256& token, const ApplicantLink& link, const MailId& mail,
                           Timestamp expires_at);

// Nothing if it has expired.
std::optional<ApplicantLink> find_applicant_link(db::Snapshot& snapshot, const Sha256& token);

// Returns the mails that the links were sent by.
std::vector<MailId> delete_applicant_links(db::Tx& tx, const CandidateId& candidate);

// Deletes a limited batch; returns true if there may be more.
bool delete_expired_applicant_links(db::Tx& tx);

bool insert_erasure_request(db::Tx& tx, const CandidateId& candidate);  // false: there was one
std::optional<Timestamp> find_erasure_request(db::Snapshot& snapshot, const CandidateId& candidate);
bool delete_erasure_request(db::Tx& tx, const CandidateId& candidate);  // false: there was none

// Oldest first.
std::int64_t count_erasure_requests(db::Snapshot& snapshot);
std::vector<ErasureRequest> list_erasure_requests(db::Snapshot& snapshot, std::int64_t limit,
                                                  std::int64_t offset);

}  // namespace store
}  // namespace callboard::candidates
