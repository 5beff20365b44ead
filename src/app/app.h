// The server: creates, owns, starts and stops all objects.
#pragma once

#include <chrono>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "accounts/cache_epoch_store.h"
#include "accounts/hash_queue.h"
#include "app/data_dir.h"
#include "app/janitor.h"
#include "app/mails.h"
#include "app/reports.h"
#include "app/sign_on.h"
#include "app/store.h"
#include "app/throttle.h"
#include "app/webhooks.h"
#include "base/company_gate.h"
#include "base/periodic.h"
#include "base/seal.h"
#include "base/workers.h"
#include "edge/answer_cache.h"
#include "edge/caller_cache.h"
#include "edge/faults.h"
#include "edge/open_forms.h"
#include "edge/pipeline.h"
#include "edge/public_reads.h"
#include "edge/route.h"
#include "edge/static_file.h"
#include "http/server.h"
#include "settings/settings.h"
#include "streams/hub.h"
#include "telemetry/tail_socket.h"

namespace callboard::app {

// A setting that differs from the value in use.
struct SettingChange {
    std::string_view name;
    std::string before;
    std::string after;
    bool reloadable = false;  // otherwise it needs a restart
};

class App {
  public:
    App(const settings::Settings& settings, std::vector<edge::Route> routes);
    ~App();

    App(const App&) = delete;
    App& operator=(const App&) = delete;

    void start();

    // For example http://127.0.0.1:8080
    const std::string& address() const { return address_; }
    // Where people open the console; nothing if the program was built without it.
    std::optional<std::string> console_address() const;

    // Do the event loops still get to new work, within this time?
    bool responds(std::chrono::milliseconds within) const { return server_->responds(within); }

    // Takes over the certificate, the log level and the limits, and logs every change.
    void reload(const settings::Settings& settings, std::span<const SettingChange> changes);
    void report_bad_settings(std::string_view reason) const;
    void report_bad_log_file(std::string_view reason) const;

    // Waits for requests in flight; returns true if they finished within `grace`. `reason` is logged.
    bool stop(std::chrono::milliseconds grace, std::string_view reason);

  private:
    void poll_cache_epoch();
    void sync_clock();

    DataDirLock lock_;
    Store store_;
    telemetry::TailSocket tail_;
    edge::CallerCache callers_;
    accounts::store::CacheEpoch known_epoch_;  // of the last poll
    Workers password_workers_;
    accounts::HashQueue hash_queue_;
    Workers waiting_workers_;
    Workers sign_on_workers_;
    Workers export_workers_;
    edge::UseMeter use_meter_;
    edge::AnswerCache answers_;
    Throttle throttle_;
    edge::PublicReads public_reads_;
    edge::OpenForms open_forms_;
    CompanyGate steps_gate_{edge::kMostStepsOfCompany};
    CompanyGate scans_gate_;
    telemetry::TokenMeter token_meter_;
    const Seal seal_;
    const std::unique_ptr<edge::Faults> faults_;  // null: not a sandbox
    const bool sandbox_;
    Janitor janitor_;
    const edge::StaticFile openapi_;
    std::unique_ptr<edge::Services> services_;
    std::unique_ptr<edge::Pipeline> pipeline_;
    std::unique_ptr<http::Server> server_;
    telemetry::Metrics admin_metrics_;            // not exported: only those of the public server are
    std::unique_ptr<http::Server> admin_server_;  // null: no admin address
    std::unique_ptr<streams::Hub> event_streams_;
    std::unique_ptr<Webhooks> webhooks_;
    std::unique_ptr<SignOn> sign_on_;
    std::unique_ptr<Mails> mails_;
    std::unique_ptr<Reports> reports_;
    std::unique_ptr<Periodic> watcher_;
    std::stop_source stop_cleaning_;
    std::unique_ptr<Periodic> cleaning_;
    std::string address_;
    std::string admin_address_;
};

}  // namespace callboard::app
