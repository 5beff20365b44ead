// The servers that share the work of a database, by their names.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "db/db.h"

namespace callboard::work::store {

// Records that the server is running, and returns those that recorded it at most `forgotten_after` ago,
// itself included. Clocks that differ by more than that make servers overlook each other.
std::vector<std::string> live_servers(db::Tx& tx, std::string_view server,
                                      std::chrono::milliseconds forgotten_after);

void forget_server(db::Tx& tx, std::string_view server);

}  // namespace callboard::work::store
