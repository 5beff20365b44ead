#pragma once

#include <string>

#include "db/db.h"
#include "edge/call.h"
#include "wire/shape.h"

namespace callboard::api {

struct JobNote {
    std::string content;

    static constexpr std::string_view kName = "JobNote";
    static constexpr auto shape() {
        return wire::fields(wire::field("content", &JobNote::content, {.max_length = 20'000}));
    }
    static JobNote example() { return {.content = "Ask Robin about the start date."}; }
};

JobNote get_job_note(db::Snapshot& snapshot, const edge::Call<>& call);
JobNote put_job_note(db::Tx& tx, const edge::Call<JobNote>& call);

}  // namespace callboard::api
