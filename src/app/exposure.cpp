#include "app/exposure.h"

#include "base/network.h"

namespace callboard::app {

void require_protection(const settings::Settings& settings) {
    if (!settings.behind_proxy.empty() && !settings.public_url) {
        throw settings::BadSetting(
            "--behind-proxy requires --public-url, the address that clients use, such as "
            "https://recruiting.example.com: links, the issuer of tokens and the Secure attribute of "
            "cookies depend on it");
    }
    const bool protected_transport = settings.tls_cert || !settings.behind_proxy.empty();
    if (protected_transport || is_loopback_host(settings.listen.host)) return;
    throw settings::BadSetting("--listen: '" + settings.listen.host +
                               "' is reachable from outside, and secrets would be sent unencrypted: set "
                               "--tls-cert and --tls-key, or --behind-proxy if a proxy terminates TLS");
}

}  // namespace callboard::app
