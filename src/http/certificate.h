// The facts of a server certificate that `doctor` reports.
#pragma once

#include <string>

#include "base/clock.h"
#include "http/server.h"

namespace callboard::http {

struct CertificateFacts {
    Timestamp valid_from;
    Timestamp valid_until;
    bool is_for_host = false;  // a DNS name or IP address of it matches `host`
};

// Throws std::runtime_error, which names the file, if the server could not use one of the files.
CertificateFacts certificate_facts(const TlsFiles& files, const std::string& host);

}  // namespace callboard::http
