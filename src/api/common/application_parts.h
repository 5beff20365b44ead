// Whose application it is and for which job, in lists.
#pragma once

#include <string>
#include <string_view>

#include "base/id.h"
#include "wire/shape.h"

namespace callboard::api {

struct ApplicantPart {
    CandidateId id;
    std::string first_name;
    std::string last_name;

    static constexpr std::string_view kName = "ApplicationCandidate";
    static constexpr auto shape() {
        using Self = ApplicantPart;
        return wire::fields(wire::field("id", &Self::id), wire::field("firstName", &Self::first_name),
                            wire::field("lastName", &Self::last_name));
    }
};

struct AppliedJobPart {
    JobId id;
    std::string title;

    static constexpr std::string_view kName = "ApplicationJob";
    static constexpr auto shape() {
        return wire::fields(wire::field("id", &AppliedJobPart::id),
                            wire::field("title", &AppliedJobPart::title));
    }
};

}  // namespace callboard::api
