// One connection: reads requests, passes them to the handler and writes the responses.
#pragma once

#include <boost/asio/ssl/stream.hpp>

#include "http/loop.h"

namespace callboard::http {

void start_session(Loop& loop, Socket socket, const IpAddress& peer);
void start_session(Loop& loop, net::ssl::stream<Socket> stream, const IpAddress& peer);

}  // namespace callboard::http
