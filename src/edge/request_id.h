// The request id, for the client, the log and the audit records.
#pragma once

#include <string>
#include <string_view>

namespace callboard::edge {

// Uses the id of the client if it is short and has only safe characters, otherwise generates one.
void choose_request_id(std::string& id, std::string_view from_client);

}  // namespace callboard::edge
