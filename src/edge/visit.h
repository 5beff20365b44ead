// What the pipeline knows of one request while it is being served.
#pragma once

#include <exception>
#include <memory>
#include <optional>
#include <stop_token>

#include "accounts/actor.h"
#include "edge/call.h"
#include "edge/caller.h"
#include "edge/faults.h"
#include "http/exchange.h"
#include "throttle/ledger.h"
#include "throttle/load_guard.h"
#include "wire/unknown_names.h"

namespace callboard::edge {

struct Route;
struct Services;
class Place;

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

// All that is known of one request.
struct Visit {
    http::Exchange* exchange;
    const Services* services;
    const Route* route;

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
    bool finished = false;
    bool refused = false;
    bool client_takes_gzip = false;
    wire::UnknownNames unknown;  // in query and body

    std::stop_token stop;
    std::unique_ptr<PendingWork> work;
    std::exception_ptr failure;
    std::exception_ptr excused;  // a failure that the response tells in its own way: for the log only
    bool piece_failed = false;
};

// Stays with the connection. Each request replaces the visit as a whole, so that no member keeps a value of
// the request before.
struct ConnectionState final : http::HandlerState {
    std::optional<Visit> visit;
};

// Compresses a finished body if that is worth it and the client takes it. Wherever the body was made, there
// it is compressed: not on the event loop, if it was long in the making.
void compress_if_worthwhile(const Visit& visit, http::Response& response);

}  // namespace callboard::edge
