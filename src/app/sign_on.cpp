#include "app/sign_on.h"

#include <utility>

namespace callboard::app {
namespace {

constexpr std::size_t kMostConnections = 32;

webhooks::Sender::Options sender_options(const settings::Settings& settings) {
    return {.rules = {.allow_private = settings.webhook_allow_private,
                      .inbox = std::nullopt,
                      .ports = settings.webhook_ports},
            .ca_file = settings.webhook_ca_file,
            .most_connections = kMostConnections};
}

}  // namespace

SignOn::SignOn(const settings::Settings& settings, Store& store)
    : sender_(sender_options(settings)),
      flow_([this](webhooks::OutgoingRequest request) { return sender_.call(std::move(request)); },
            sender_.guard(), store.clock()) {}

}  // namespace callboard::app
