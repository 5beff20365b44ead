// Routes with a live response (http::LiveBody), which is open until the client disconnects or its credential
// is no longer valid.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "db/db.h"
#include "edge/authentication.h"
#include "edge/route.h"
#include "http/message.h"

namespace callboard::edge {

struct LiveSteps {
    const Services& services;
    const CompanyId& company;
    const accounts::Actor& actor;
    const http::Request& request;
    // Finds the caller again, as for a new request; may be called as long as the response is open.
    std::function<Authentication(db::Snapshot&)> authenticate;
};

// The handler runs on the event loop and must not block.
using LiveHandler = std::unique_ptr<http::LiveBody> (*)(const LiveSteps&);

Route live(Columns columns, std::string_view media_type, LiveHandler handler);

}  // namespace callboard::edge
