// What the pipeline knows of one request while it is being served.
#pragma once

#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "accounts/actor.h"
#include "accounts/hash_queue.h"
#include "base/movable_clock.h"
#include "base/seal.h"
#include "base/workers.h"
#include "db/db.h"
#include "edge/address_limits.h"
#include "edge/call.h"
#include "edge/caller.h"
#include "edge/error_page.h"
#include "edge/faults.h"
#include "edge/metrics_access.h"
#include "edge/steps_gate.h"
#include "edge/throttle_meter.h"
#include "edge/use_meter.h"
#include "http/exchange.h"
#include "telemetry/log.h"
#include "telemetry/token_meter.h"
#include "throttle/load_guard.h"
#include "throttle/rule_book.h"
#include "wire/unknown_names.h"

namespace callboard::telemetry {
class Metrics;
}
namespace callboard::webhooks {
class Messenger;
}

namespace callboard::edge {

struct Route;
class Place;
class StaticFile;

// What handlers and the pipeline have at hand; the same for every request.
struct Services {
    db::Db& db;
    const telemetry::Metrics& metrics;
    const Clock& clock;
    const telemetry::Log& log;
    MovableClock* sandbox_clock;      // null: time cannot be moved
    Faults* faults;                   // null: nobody may ask for any
    Workers& password_workers;        // for what belongs to passwords, except
    accounts::HashQueue& hash_queue;  // for their hashes
    Workers& waiting_workers;         // for what waits for other servers
    StepsGate& steps_gate;
    Workers& export_workers;              // for what is too large to stand in memory
    db::Db& large_reads;                  // a replica, or the database itself
    std::filesystem::path export_folder;  // files of reports, and what responses put aside
    webhooks::Messenger* messenger;       // set before the first request
    telemetry::TokenMeter& token_meter;
    AddressLimits& address_limits;
    throttle::Ledger& ledger;
    throttle::RuleBook& rules;
    throttle::LoadGuard& load_guard;
    ThrottleMeter& throttle_meter;
    UseMeter& use_meter;
    const Seal& seal;
    std::string public_url;
    const StaticFile& openapi;
    ErrorPage error_page = nullptr;  // null: browsers get JSON, too
    MetricsAccess metrics_access = {};
};

// The work of a handler, from its start to the view that it gave.
class PendingWork {
  public:
    PendingWork() = default;
    PendingWork(const PendingWork&) = delete;
    PendingWork& operator=(const PendingWork&) = delete;
    virtual ~PendingWork() = default;

    // Fills the response, on the loop's thread, after the work was done without failure.
    virtual void finish(http::Response& response) = 0;
};

struct Visit final : http::HandlerState {
    http::Exchange* exchange = nullptr;
    const Services* services = nullptr;

    const Route* route = nullptr;
    const Place* place = nullptr;  // the path's other methods, too
    PathParams path;
    std::optional<accounts::Actor> who;
    CredentialFault credential_fault = CredentialFault::missing;  // why nobody is known
    CredentialKind called_with{};                                 // whoever is
    std::optional<CompanyId> company;
    oauth::ScopeSet scopes;
    throttle::Subject budget;  // of the caller
    throttle::Permit permit;
    std::int64_t bytes_charged = 0;
    throttle::LoadGuard::Ticket ticket;
    bool shed = false;                    // the server has too much to do
    std::optional<RequestedFault> fault;  // that the caller asked for
    bool admission_over = false;          // from then on nobody but the loop touches the permit
    bool changed_credentials = false;
    bool begun = false;  // and not yet finished
    bool refused = false;
    bool client_takes_gzip = false;
    wire::UnknownNames unknown;  // in query and body

    std::stop_token stop;
    std::unique_ptr<PendingWork> work;
    std::exception_ptr failure;
    std::exception_ptr excused;  // a failure that the response tells in its own way: for the log only
    bool piece_failed = false;
};

// Compresses a finished body if that is worth it and the client takes it. Wherever the body was made, there
// it is compressed: not on the event loop, if it was long in the making.
void compress_if_worthwhile(const Visit& visit, http::Response& response);

}  // namespace callboard::edge
