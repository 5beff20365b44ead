#include "edge/web.h"

#include <algorithm>

#include "base/error.h"
#include "edge/cookies.h"
#include "edge/token_limit.h"
#include "http/header_text.h"

namespace callboard::edge {
namespace {

class PasswordWork final : public WebWork {
  public:
    using Handler = ReplyOrCheck (*)(db::Db&, const WebCall&);

    PasswordWork(RequestContext& context, Handler handler) : WebWork(context), handler_(handler) {}

    void begin() noexcept {
        std::exception_ptr failure;
        try {
            ReplyOrCheck outcome = handler_(context_.services->db, call_);
            if (auto* const check = std::get_if<PasswordCheck>(&outcome)) return wait_for(std::move(*check));
            reply_ = std::get<WebReply>(std::move(outcome));
        } catch (...) {
            failure = std::current_exception();
        }
        end_work(std::move(failure));
    }

  private:
    void wait_for(PasswordCheck check) {
        then_ = std::move(check.then);
        const bool accepted =
            context_.services->hash_queue.accept({.failures = check.failures,
                                                  .kibibytes = check.kibibytes,
                                                  .compute = std::move(check.compute),
                                                  .done = [this](bool computed) { hashed(computed); }});
        if (!accepted) throw overloaded(std::string{kTooMany});
    }

    void hashed(bool computed) noexcept {
        const auto proceed = [this] { end(); };
        if (computed && context_.services->password_workers.accept(proceed)) return;
        end_work(std::make_exception_ptr(overloaded(std::string{kTooMany})));
    }

    void end() noexcept {
        std::exception_ptr failure;
        PasswordCheck::AfterReply after_reply;
        try {
            reply_ = then_(after_reply);
        } catch (...) {
            failure = std::current_exception();
        }
        then_ = nullptr;
        end_work(std::move(failure));  // this object may be destroyed now
        if (after_reply) after_reply();
    }

    static constexpr std::string_view kTooMany = "too many sign-ins wait";

    Handler handler_;
    std::move_only_function<WebReply(PasswordCheck::AfterReply&)> then_;
};

class WaitingWork final : public WebWork {
  public:
    using Handler = WebReply (*)(db::Db&, const WebCall&);

    WaitingWork(RequestContext& context, Handler handler) : WebWork(context), handler_(handler) {}

    void run() noexcept {
        std::exception_ptr failure;
        try {
            reply_ = handler_(context_.services->db, call_);
        } catch (...) {
            failure = std::current_exception();
        }
        end_work(std::move(failure));
    }

  private:
    Handler handler_;
};

// Handlers read a JSON body (WebCall::fields) or a form with files themselves.
std::optional<wire::Form> form_of(const http::Request& request) {
    const std::string_view type = request.header("Content-Type");
    if (type.contains("json") || type.contains("multipart")) return std::nullopt;
    return wire::Form::parse(request.body);
}

ErrorKind kind_of(const std::exception_ptr& failure) {
    try {
        std::rethrow_exception(failure);
    } catch (const Error& error) {
        return error.kind;
    } catch (...) {
        return ErrorKind::internal;
    }
}

}  // namespace

std::string_view WebCall::cookie(std::string_view name) const {
    return cookie_in(request, name);
}

std::optional<wire::Form> WebCall::fields(std::span<const std::string_view> names) const {
    const std::string_view type = request.header("Content-Type");
    const std::string_view media = http::trimmed(type.substr(0, type.find(';')));
    if (http::same_name(media, "application/json")) return wire::Form::parse_json(request.body, names);
    if (!media.empty() && !http::same_name(media, "application/x-www-form-urlencoded")) return std::nullopt;
    return form;
}

WebReply redirect(std::string location) {
    return {.status = 303, .content_type = "", .body = {}, .headers = {{"Location", std::move(location)}}};
}

WebWork::WebWork(RequestContext& context)
    : context_(context),
      call_{.request = context.exchange->request,
            .services = *context.services,
            .path = context.path,
            .who = context.who,
            .budget = context.budget,
            .query = wire::Form::parse(context.exchange->request.query),
            .form = form_of(context.exchange->request),
            .failure_reply = failure_reply_} {}

bool WebWork::refused_by_limits() {
    const auto& policies = context_.route->policies;
    if (std::ranges::find(policies, throttle::Policy::token_endpoint) == policies.end()) return false;
    auto refusal = limit_token_requests(call_);
    if (!refusal) return false;
    reply_ = std::move(*refusal);
    end_work(nullptr);
    return true;
}

void WebWork::end_work(std::exception_ptr failure) {
    if (failure && failure_reply_) {
        reply_ = failure_reply_(kind_of(failure));
        context_.handled_failure = std::move(failure);
    } else {
        context_.failure = std::move(failure);
    }
    context_.exchange->resume();
}

void WebWork::finish(http::Response& response) {
    response.status = reply_.status;
    response.content_type = reply_.content_type;
    response.body = std::move(reply_.body);
    for (const auto& [name, value] : reply_.headers) response.add_header(name, value);
    context_.changed_credentials = reply_.changed_credentials;
    context_.changed_company = reply_.changed_company;
    if (reply_.sandbox_clock) context_.services->sandbox_clock->set(*reply_.sandbox_clock);
}

Route with_password(Columns columns, std::string_view content_type,
                    ReplyOrCheck (*handler)(db::Db&, const WebCall&)) {
    Route row{std::move(columns)};
    row.response_type = content_type;
    row.private_response = true;
    row.hashes = true;
    row.start = [handler](RequestContext& context) {
        auto work = std::make_unique<PasswordWork>(context, handler);
        PasswordWork& started = *work;
        context.work = std::move(work);
        if (!context.services->password_workers.accept([&started] { started.begin(); }))
            throw overloaded("too many sign-ins wait");
    };
    return row;
}

Route with_waiting(Columns columns, std::string_view content_type,
                   WebReply (*handler)(db::Db&, const WebCall&)) {
    Route row{std::move(columns)};
    row.response_type = content_type;
    row.private_response = true;
    row.asks_provider = true;
    row.writes = true;
    row.start = [handler](RequestContext& context) {
        auto work = std::make_unique<WaitingWork>(context, handler);
        WaitingWork& started = *work;
        context.work = std::move(work);
        if (!context.services->sign_on_workers.accept([&started] { started.run(); }))
            throw overloaded("too many sign-ons wait");
    };
    return row;
}

}  // namespace callboard::edge
