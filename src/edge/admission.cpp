#include "edge/admission.h"

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <utility>

#include "accounts/cache_epoch_store.h"
#include "base/error.h"
#include "edge/admission_checks.h"
#include "edge/error_response.h"
#include "edge/response_headers.h"

namespace callboard::edge {

// Asks the database whose credential it is, and then goes on with the request.
class Admission::CallerLookup final : public PendingWork, public db::ReadWork {
  public:
    CallerLookup(const Admission& admission, Visit& visit, const PresentedCredential& credential)
        : db::ReadWork(std::nullopt),
          admission_(admission),
          visit_(visit),
          credential_(credential),
          generation_(admission.callers_.generation()) {}

    void run(db::Snapshot& snapshot) override {
        found_ = find_caller(snapshot, credential_, admission_.services_.rules);
        if (found_) epoch_ = accounts::store::cache_epoch(snapshot);
    }

    void done(std::exception_ptr failure) noexcept override {
        if (failure) return refuse(failure);
        if (found_ && !admission_.callers_.keep(credential_.hash, *found_, {generation_, epoch_}))
            return look_again();
        const auto found = std::move(found_);  // decide() lets go of this object
        admission_.decide(visit_, found);
    }

    void finish(http::Response&) override {}

  private:
    // A snapshot that is taken now knows what the cache knows.
    void look_again() {
        constexpr int kMost = 3;
        if (++looks_ == kMost)
            return refuse(
                std::make_exception_ptr(unavailable("the database shows an older state than before")));
        generation_ = admission_.callers_.generation();
        admission_.services_.db.start(*this, db::Weight::light);
    }

    void refuse(const std::exception_ptr& failure) {
        visit_.refused = true;
        http::Response& response = visit_.exchange->response;
        error_response(error_target(visit_, response), failure, admission_.log_);
        add_common_headers(visit_, response);
        visit_.exchange->resume();
    }

    const Admission& admission_;
    Visit& visit_;
    const PresentedCredential credential_;
    std::uint64_t generation_;
    std::int64_t epoch_ = 0;
    int looks_ = 0;
    Authentication found_ = std::unexpected(CredentialFault::missing);
};

void Admission::begin(Visit& visit) const {
    table_.find(visit);
    identify(visit);
}

void Admission::identify(Visit& visit) const {
    const http::Request& request = visit.exchange->request;
    const auto nobody = [](CredentialFault fault) -> Authentication { return std::unexpected(fault); };
    if (visit.route->access.open || request.administrative)
        return decide(visit, nobody(CredentialFault::missing));
    const auto presented = presented_credential(request);
    if (!presented) return decide(visit, nobody(presented.error()));
    const PresentedCredential& credential = *presented;
    if (auto caller = callers_.find(credential.hash)) {
        // A secret is good for one purpose only: a key is no access token.
        const bool is_key = credential.kind == CredentialKind::api_key;
        if (caller->called_with != credential.kind)
            return decide(visit, nobody(is_key ? CredentialFault::unknown_api_key
                                               : CredentialFault::unknown_access_token));
        if (caller->expires_at && *caller->expires_at <= services_.clock.now())
            return decide(visit, nobody(CredentialFault::expired_access_token));
        return decide(visit, std::move(*caller));
    }
    auto lookup = std::make_unique<CallerLookup>(*this, visit, credential);
    CallerLookup& started = *lookup;
    visit.work = std::move(lookup);
    services_.db.start(started, db::Weight::light);
}

// Whoever calls is known, or is known to be nobody. A caller's budget is asked, here or on another machine.
void Admission::decide(Visit& visit, const Authentication& caller) const {
    if (!caller) {
        visit.credential_fault = caller.error();
        return close(visit);
    }
    const http::Request& request = visit.exchange->request;
    const throttle::Claims claims = caller->rules->claims(visit.route->index);
    services_.ledger.prefetch(caller->budget, claims);
    visit.company = caller->company;
    visit.scopes = caller->scopes;
    visit.budget = caller->budget;
    visit.called_with = caller->called_with;
    visit.who.emplace(caller->user, caller->role,
                      events::Author{.user = {}, .address = request.client, .request_id = request.id});
    visit.who->application = caller->application;
    visit.who->credential = caller->credential;
    const bool answered = services_.ledger.admit(caller->budget, claims, visit.exchange->received_at,
                                                 visit.permit, [this, &visit] { close(visit); });
    if (answered) close(visit);
}

// The last thing it does is to resume the session.
void Admission::close(Visit& visit) const {
    visit.refused = turned_away(visit, table_);
    if (visit.refused) add_common_headers(visit, visit.exchange->response);
    visit.exchange->resume();
}

}  // namespace callboard::edge
