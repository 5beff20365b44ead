// The certificate that a server shows, as an operator asks about it.
#pragma once

#include <string>

#include "base/clock.h"
#include "http/server.h"

namespace callboard::http {

struct CertificateFacts {
    Timestamp valid_from;
    Timestamp valid_until;
    bool is_for_host = false;  // one of its names is `host`, or its addresses
};

// Throws std::runtime_error, with the name of the file, when the server could not use the two files.
CertificateFacts certificate_facts(const TlsFiles& files, const std::string& host);

}  // namespace callboard::http
