// The dependencies of handlers and pipeline; the same for every request.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "accounts/hash_queue.h"
#include "base/company_gate.h"
#include "base/movable_clock.h"
#include "base/seal.h"
#include "base/workers.h"
#include "db/db.h"
#include "edge/address_limits.h"
#include "edge/error_page.h"
#include "edge/faults.h"
#include "edge/metrics_access.h"
#include "edge/throttle_meter.h"
#include "edge/use_meter.h"
#include "http/message.h"
#include "telemetry/log.h"
#include "telemetry/token_meter.h"
#include "throttle/load_guard.h"
#include "throttle/rule_book.h"

namespace callboard::telemetry {
class Metrics;
class TailSocket;
}  // namespace callboard::telemetry
namespace callboard::webhooks {
class Messenger;
}
namespace callboard::sso {
class SignOn;
}
namespace callboard::streams {
class Hub;
}

namespace callboard::edge {

class AnswerCache;
class PublicReads;
class StaticFile;

// The page that links in mails lead to, for setting a password.
inline constexpr std::string_view kNewPasswordPath = "/identity/new-password";
// The pages for candidates, likewise: to decide on the storage of their data, and on an offer.
inline constexpr std::string_view kConsentPath = "/candidate/consent";
inline constexpr std::string_view kOfferPath = "/candidate/offer";

// A warning of operations that queue a mail, on a server without a mail server.
inline constexpr std::string_view kMailsWait =
    "This server has no mail server: the mail waits until an operator sets --smtp-url";

// Requests of one company that may wait for other servers at the same time, besides sign-ons.
inline constexpr std::size_t kMostStepsOfCompany = 4;

// Reads of a directory that no index helps, of one company and of all at the same time. They share the
// threads with the other reads.
inline constexpr std::size_t kMostScansOfCompany = 1;
inline constexpr std::size_t kMostScans = 2;

// Where an operation is found.
struct OperationPlace {
    std::string_view operation;
    http::Method method{};
    std::string_view path;
};

// Initialised by name (.db = …): many members have the same type.
struct Services {
    db::Db& db;
    const telemetry::Metrics& metrics;
    const Clock& clock;
    const telemetry::Log& log;
    telemetry::TailSocket* tail = nullptr;  // null: requests cannot be watched
    MovableClock* sandbox_clock = nullptr;  // null: time cannot be moved
    Faults* faults = nullptr;               // null: no fault injection
    Workers& password_workers;              // for handlers that check passwords
    accounts::HashQueue& hash_queue;        // for password hashes
    Workers& waiting_workers;               // for handlers that call subscribers
    CompanyGate& steps_gate;
    CompanyGate& scans_gate;                   // for reads of a directory that no index helps
    Workers& sign_on_workers;                  // for pages that call sign-on providers
    Workers& export_workers;                   // for responses that are too large for memory
    db::Db& large_reads;                       // a replica, or the database itself
    std::filesystem::path export_folder;       // report files, and spools of responses
    webhooks::Messenger* messenger = nullptr;  // set before the first request
    sso::SignOn* sign_on = nullptr;            // likewise
    streams::Hub* event_streams = nullptr;     // likewise
    telemetry::TokenMeter& token_meter;
    AddressLimits& address_limits;
    throttle::Ledger& ledger;
    throttle::RuleBook& rules;
    throttle::LoadGuard& load_guard;
    ThrottleMeter& throttle_meter;
    UseMeter& use_meter;
    AnswerCache* answers = nullptr;  // null: no responses are kept in memory
    const Seal& seal;
    bool sends_mail = false;  // otherwise mails wait for a mail server
    std::string public_url;   // set before the first request: the port may be chosen by the system
    const StaticFile& openapi;
    ErrorPage error_page = nullptr;  // null: browsers get JSON, too
    MetricsAccess metrics_access = {};
    std::vector<OperationPlace> operations = {};  // of the route table, sorted by operation
    PublicReads& public_reads;                    // for public answers that are not in memory
};

}  // namespace callboard::edge
