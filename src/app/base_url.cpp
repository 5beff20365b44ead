#include "app/base_url.h"

namespace callboard::app {

std::string listen_url(const settings::Settings& settings, std::uint16_t port) {
    const std::string& host = settings.listen.host;
    const std::string bracketed = host.contains(':') ? "[" + host + "]" : host;
    return std::string{settings.tls_cert ? "https" : "http"} + "://" + bracketed + ":" + std::to_string(port);
}

std::string base_url(const settings::Settings& settings) {
    return settings.public_url.value_or(listen_url(settings, settings.listen.port));
}

}  // namespace callboard::app
