// TLS configuration of the server.
#pragma once

#include <boost/asio/ssl/context.hpp>

#include "http/server.h"

namespace callboard::http {

// TLS 1.2 and 1.3, with HTTP/1.1 by ALPN (RFC 7301). Throws std::runtime_error, which names the unusable
// file.
boost::asio::ssl::context make_tls_context(const TlsFiles& files);

}  // namespace callboard::http
