#include "app/mails.h"

#include "app/node_name.h"

namespace callboard::app {

Mails::Mails(const settings::Settings& settings, Store& store, const Seal& seal)
    : settings_(settings), store_(store), seal_(seal) {}

void Mails::start() {
    if (!settings_.smtp_url) return;
    mailer_ = std::make_unique<mail::Mailer>(
        store_.db(), store_.clock(), store_.stopwatch(), seal_, store_.log(), store_.metrics(),
        mail::MailerOptions{.server = {.url = *settings_.smtp_url,
                                       .ca_file = settings_.smtp_ca_file,
                                       .may_be_plain = settings_.smtp_allow_plain},
                            .from = settings_.smtp_from,
                            .node = node_name(settings_.data_dir),
                            .connections = static_cast<std::size_t>(settings_.smtp_connections),
                            .most_per_second = settings_.smtp_rate});
}

void Mails::stop_claiming() {
    if (mailer_) mailer_->stop_claiming();
}

void Mails::stop() {
    mailer_.reset();
}

}  // namespace callboard::app
