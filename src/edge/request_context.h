// The state of one request in the pipeline.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>

#include "accounts/actor.h"
#include "base/trace_context.h"
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

// The work of a handler, from its start to its result.
class PendingWork {
  public:
    PendingWork() = default;
    PendingWork(const PendingWork&) = delete;
    PendingWork& operator=(const PendingWork&) = delete;
    virtual ~PendingWork() = default;

    // Fills the response on the thread of the event loop, after the work succeeded.
    virtual void finish(http::Response& response) = 0;
};

// For a response that is complete when it starts.
class FinishedWork final : public PendingWork {
  public:
    void finish(http::Response&) override {}
};

struct RequestContext {
    http::Exchange* exchange;
    const Services* services;
    const Route* route;

    std::optional<TraceContext> trace;  // that the client takes part in
    const Place* place = nullptr;       // all methods of the path
    PathParams path;
    std::optional<accounts::Actor> who;
    CredentialFault credential_fault = CredentialFault::missing;  // why authentication failed
    CredentialKind called_with{};                                 // the credential of `who`
    std::optional<CompanyId> company;
    oauth::ScopeSet scopes;
    throttle::Subject budget;  // of the caller
    throttle::Permit permit;
    std::int64_t bytes_charged = 0;
    throttle::LoadGuard::Ticket ticket;
    bool shed = false;                    // refused because of overload
    std::optional<RequestedFault> fault;  // requested by the caller (sandbox)
    bool admission_over = false;          // from then on only the loop accesses the permit
    bool changed_credentials = false;
    std::optional<CompanyId> changed_company;  // whose credentials a page has changed
    bool finished = false;
    bool refused = false;
    bool client_takes_gzip = false;
    std::uint64_t versions_read =
        0;                       // the changes that were known when the response was begun (answer_cache.h)
    wire::UnknownNames unknown;  // in query and body

    std::stop_token stop;
    std::unique_ptr<PendingWork> work;
    std::exception_ptr failure;
    std::exception_ptr handled_failure;  // answered by a FailureReply: only logged
    bool piece_failed = false;
};

// The id of the application that calls on behalf of the user, or the name of the console; empty: none.
inline std::string_view application_of(const RequestContext& context) {
    if (context.called_with == CredentialKind::session) return kConsoleName;
    return context.who && context.who->application ? context.who->application->text() : std::string_view{};
}

// For events::TraceScope.
inline std::string_view trace_of(const RequestContext& context) {
    return context.trace ? context.trace->text() : std::string_view{};
}

// Stays with the connection. Each request replaces its context as a whole, so that no member keeps a value of
// the request before.
struct ConnectionState final : http::HandlerState {
    std::optional<RequestContext> context;
};

// Compresses the body if it is large enough and the client accepts it. Called on the thread that generated
// the body, so that large ones are not compressed on the event loop.
void compress_if_useful(const RequestContext& context, http::Response& response);

}  // namespace callboard::edge
