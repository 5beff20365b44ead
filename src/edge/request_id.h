// The name of a request, for the client, the log and the audit records.
#pragma once

#include <string>
#include <string_view>

namespace callboard::edge {

// The client's own, if it is short and plain; else a new one.
void choose_request_id(std::string& id, std::string_view from_client);

}  // namespace callboard::edge
