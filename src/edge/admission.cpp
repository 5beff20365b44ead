#include "edge/admission.h"

#include <cstdint>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <utility>

#include "accounts/cache_epoch_store.h"
#include "base/error.h"
#include "edge/admission_checks.h"
#include "edge/error_response.h"
#include "edge/response_headers.h"

namespace callboard::edge {

// Looks up the credential in the database, then continues the admission.
class Admission::CallerLookup final : public PendingWork, public db::ReadWork {
  public:
    CallerLookup(const Admission& admission, RequestContext& context, const PresentedCredential& credential)
        : db::ReadWork(std::nullopt),
          admission_(admission),
          context_(context),
          credential_(credential),
          generation_(admission.callers_.generation()) {}

    void run(db::Snapshot& snapshot) override {
        found_ = find_caller(snapshot, credential_, admission_.services_.rules);
        if (found_) epoch_ = accounts::store::cache_epoch(snapshot);
    }

    void done(std::exception_ptr failure) noexcept override {
        if (failure) return refuse(admission_, context_, failure);
        // decide() may destroy this object
        const Admission& admission = admission_;
        RequestContext& context = context_;
        try {
            if (found_ && !admission.callers_.keep(credential_.hash, *found_, {generation_, epoch_}))
                return retry_lookup();
            const auto found = std::move(found_);
            admission.decide(context, found);
        } catch (const std::bad_alloc&) {
            refuse(admission, context, std::current_exception());
        }
    }

    void finish(http::Response&) override {}

  private:
    // A new snapshot includes the changes that the cache has seen.
    void retry_lookup() {
        constexpr int kMost = 3;
        if (++lookups_ == kMost)
            return refuse(
                admission_, context_,
                std::make_exception_ptr(unavailable("the database shows an older state than before")));
        generation_ = admission_.callers_.generation();
        admission_.services_.db.start(*this, db::Weight::light);
    }

    static void refuse(const Admission& admission, RequestContext& context,
                       const std::exception_ptr& failure) {
        context.refused = true;
        http::Response& response = context.exchange->response;
        error_response(error_target(context, response), failure, admission.log_);
        add_common_headers(context, response);
        context.exchange->resume();
    }

    const Admission& admission_;
    RequestContext& context_;
    const PresentedCredential credential_;
    std::uint64_t generation_;
    std::int64_t epoch_ = 0;
    int lookups_ = 0;
    Authentication found_ = std::unexpected(CredentialFault::missing);
};

namespace {

// For a secret that the cache knows as another kind of credential: an API key is not accepted as an access
// token, and vice versa.
CredentialFault unknown(CredentialKind kind) {
    switch (kind) {
        case CredentialKind::api_key: return CredentialFault::unknown_api_key;
        case CredentialKind::session: return CredentialFault::unknown_session;
        case CredentialKind::access_token:
        case CredentialKind::scim_token: return CredentialFault::unknown_access_token;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

}  // namespace

void Admission::begin(RequestContext& context) const {
    table_.find(context);
    identify(context);
}

void Admission::identify(RequestContext& context) const {
    const http::Request& request = context.exchange->request;
    const auto rejected = [](CredentialFault fault) -> Authentication { return std::unexpected(fault); };
    const Access& access = context.route->access;
    if ((access.open && !access.identifies) || request.administrative)
        return decide(context, rejected(CredentialFault::missing));
    const auto presented = presented_credential(request, services_.public_url);
    if (!presented) return decide(context, rejected(presented.error()));
    const PresentedCredential& credential = *presented;
    // Before the database is asked. A path that does not exist is answered in the same way for all.
    const bool is_scim = credential.kind == CredentialKind::scim_token;
    if (!context.route->is_missing() && is_scim != context.route->access.provisioning)
        return decide(context, rejected(is_scim ? CredentialFault::scim_token_elsewhere
                                                : CredentialFault::no_scim_token));
    if (auto caller = callers_.find(credential.hash)) {
        if (caller->called_with != credential.kind)
            return decide(context, rejected(unknown(credential.kind)));
        const bool is_session = credential.kind == CredentialKind::session;
        if (caller->expires_at && *caller->expires_at <= services_.clock.now())
            return decide(context, rejected(is_session ? CredentialFault::unknown_session
                                                       : CredentialFault::expired_access_token));
        return decide(context, *caller);
    }
    auto lookup = std::make_unique<CallerLookup>(*this, context, credential);
    CallerLookup& started = *lookup;
    context.work = std::move(lookup);
    services_.db.start(started, db::Weight::light);
}

// After authentication: charges the budget of the caller, here or in Redis; without a caller it is refused.
void Admission::decide(RequestContext& context, const Authentication& caller) const {
    if (!caller) {
        context.credential_fault = caller.error();
        return close(context);
    }
    const http::Request& request = context.exchange->request;
    context.exchange->has_caller = true;
    const throttle::Claims claims = caller->rules->claims(context.route->index);
    services_.ledger.prefetch(caller->budget, claims);
    context.company = caller->company;
    context.scopes = caller->scopes;
    context.budget = caller->budget;
    context.called_with = caller->called_with;
    context.who.emplace(caller->user, caller->role,
                        events::Author{.user = {}, .address = request.client, .request_id = request.id});
    context.who->application = caller->application;
    context.who->credential = caller->credential;
    context.who->session = caller->session;
    const bool answered = services_.ledger.admit(caller->budget, claims, context.exchange->received_at,
                                                 context.permit, [this, &context] { close(context); });
    if (answered) close(context);
}

// Ends with resume(), after which the context may be destroyed.
void Admission::close(RequestContext& context) const {
    context.refused = refuse_if_needed(context, table_) || refuse_open_form(context, open_forms_);
    if (context.refused) add_common_headers(context, context.exchange->response);
    context.exchange->resume();
}

}  // namespace callboard::edge
