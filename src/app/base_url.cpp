#include "app/base_url.h"

namespace callboard::app {

std::string host_and_port(const std::string& host, std::uint16_t port) {
    return (host.contains(':') ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

std::string listen_url(const settings::Settings& settings, std::uint16_t port) {
    return (settings.tls_cert ? "https://" : "http://") + host_and_port(settings.listen.host, port);
}

std::string base_url(const settings::Settings& settings) {
    return settings.public_url.value_or(listen_url(settings, settings.listen.port));
}

}  // namespace callboard::app
