// A server: builds every object, owns it, starts it and stops it.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "accounts/hash_queue.h"
#include "app/data_dir.h"
#include "app/reports.h"
#include "app/store.h"
#include "app/throttle.h"
#include "app/webhooks.h"
#include "base/periodic.h"
#include "base/seal.h"
#include "base/workers.h"
#include "edge/caller_cache.h"
#include "edge/faults.h"
#include "edge/pipeline.h"
#include "edge/route.h"
#include "edge/static_file.h"
#include "http/server.h"
#include "settings/settings.h"

namespace callboard::app {

class App {
  public:
    App(const settings::Settings& settings, std::vector<edge::Route> routes);
    ~App();

    App(const App&) = delete;
    App& operator=(const App&) = delete;

    void start();

    // http://127.0.0.1:8080
    const std::string& address() const { return address_; }

    // SIGHUP came. There is nothing to load anew.
    void ignore_hangup() const;

    // Lets what is in flight finish; true when it did in time. The reason is for the log.
    bool stop(std::chrono::milliseconds grace, std::string_view reason);

  private:
    void notice_changes();
    void follow_clock();
    void remove_expired();

    DataDirLock lock_;
    Store store_;
    edge::CallerCache callers_;
    Workers password_workers_;
    accounts::HashQueue hash_queue_;
    Workers waiting_workers_;
    Workers export_workers_;
    edge::UseMeter use_meter_;
    edge::StepsGate steps_gate_;
    telemetry::TokenMeter token_meter_;
    Throttle throttle_;
    const Seal seal_;
    const std::unique_ptr<edge::Faults> faults_;  // null: this is no sandbox
    const bool sandbox_;
    const edge::StaticFile openapi_;
    std::unique_ptr<edge::Services> services_;
    std::unique_ptr<edge::Pipeline> pipeline_;
    std::unique_ptr<http::Server> server_;
    telemetry::Metrics admin_metrics_;            // shown to nobody: the others are of the server itself
    std::unique_ptr<http::Server> admin_server_;  // null: there is no address for operators
    std::unique_ptr<Webhooks> webhooks_;
    std::unique_ptr<Reports> reports_;
    std::unique_ptr<Periodic> watcher_;
    std::unique_ptr<Periodic> janitor_;
    std::string address_;
    std::string admin_address_;
};

}  // namespace callboard::app
