// Periodic tasks that one server does for all servers of a database, such as deleting what has expired.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "db/db.h"

namespace callboard::work {

struct Housekeeping {
    std::string_view task;  // a constant
    std::string node;       // the name of this server
    // Several times the interval of the task, so that the same server keeps it, and others see it end.
    std::chrono::milliseconds lease_duration;
};

// Whether this server does the task now: it has the lease, or takes it, because nobody has. Called before
// each run and each batch of a long run, which renews the lease; usually it costs a read. Tasks must tolerate
// that two servers do them at once: a server that was suspended continues with an expired lease.
bool may_clean(db::Db& db, const Housekeeping& housekeeping);

}  // namespace callboard::work
