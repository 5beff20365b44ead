// Routes whose responses are the same for everybody: they are kept in memory (answer_cache.h) as long as the
// version of what they show is the same. On SQLite, a response that was checked a moment ago is sent without
// any read; on PostgreSQL, where other servers write, every request reads the version, and the response is
// consistent with it.
//
// Only requests without a credential are answered from memory. The others, and unusual ones, run the handler.
// The list of a careers page shows more to signed-in users: there, any session cookie, also one of nobody,
// skips the kept answers. Each of these requests runs the handler; the policy `postings` limits them per
// address.
#pragma once

#include "db/db.h"
#include "edge/request_context.h"
#include "edge/route.h"

namespace callboard::edge {

// Answers from memory without a read, if that is certain to be current. Then returns true, and the response
// is complete.
bool answer_from_memory(RequestContext& context);

// Reads the version, and answers from memory or starts the handler.
void start_versioned(RequestContext& context, const std::function<void(RequestContext&)>& handler);

// Starts the work of a handler, which makes an answer: on a worker thread with a credential, else on one of
// the threads for public reads.
void start_public(const RequestContext& context, db::ReadWork& work);

// After the handler, in its snapshot: adds the headers, and keeps the response for others.
void finish_versioned(RequestContext& context, db::Snapshot& snapshot, http::Response& response);

}  // namespace callboard::edge
