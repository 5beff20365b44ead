// Asks a server whether it is ready.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace callboard::webhooks {

struct ProbeResult {
    int status = 0;       // 0: no response
    std::string body;     // its first 4 KiB
    std::string failure;  // why there is no response
};

// With `certificate`, a TLS server must present it; its name is not checked, because a server is also asked
// at an address that the certificate does not contain. Without one, the certificates of the system are
// trusted.
ProbeResult probe(const std::string& url, const std::optional<std::filesystem::path>& certificate,
                  int timeout_seconds);

}  // namespace callboard::webhooks
