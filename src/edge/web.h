// Routes for browsers and OAuth clients: forms and cookies as input, any status and header as output.
#pragma once

#include <cassert>
#include <exception>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "accounts/hash_queue.h"
#include "base/error.h"
#include "edge/route.h"
#include "events/author.h"
#include "wire/form.h"

namespace callboard::edge {

struct WebReply {
    int status = 200;
    std::string_view content_type = "text/html; charset=utf-8";
    std::string body;
    std::vector<std::pair<std::string_view, std::string>> headers;
    bool is_personal = false;                                  // of a public page: not for other visitors
    bool changed_credentials = false;                          // invalidates the cache of callers
    std::optional<CompanyId> changed_company = std::nullopt;   // the same, for the callers of this company
    std::optional<ClockSetting> sandbox_clock = std::nullopt;  // to set once the transaction is committed
};

struct WebCall {
    const http::Request& request;
    const Services& services;
    const PathParams& path;
    const std::optional<accounts::Actor>& who;  // the caller; routes without authentication have none
    const throttle::Subject& budget;            // of the caller
    std::optional<wire::Form> query;            // nullopt: malformed
    std::optional<wire::Form> form;             // of the body, likewise; also nullopt: JSON, files

    // The reply instead of an error response if the work fails after it was set, for pages that can explain
    // more.
    using FailureReply = std::function<WebReply(ErrorKind)>;
    FailureReply& failure_reply;

    const std::string& public_url() const { return services.public_url; }
    const accounts::Actor& actor() const {
        assert(who);
        return *who;
    }
    std::string_view cookie(std::string_view name) const;
    // The named fields of a form or JSON body; nothing if it is neither.
    std::optional<wire::Form> fields(std::span<const std::string_view> names) const;
    events::Author author() const {
        return {.user = {}, .address = request.client, .request_id = request.id};
    }
};

WebReply redirect(std::string location);  // 303 See Other: the browser does not repeat the POST

template <wire::Message View>
WebReply json_reply(const View& view, int status = 200) {
    WebReply reply{.status = status, .content_type = "application/json", .body = {}, .headers = {}};
    wire::encode(reply.body, view);
    return reply;
}

// Turns the reply of a handler into a response when the work is done.
class WebWork : public PendingWork {
  public:
    explicit WebWork(RequestContext& context);
    void finish(http::Response& response) override;

    // Checks the policies of the route that depend on the body, on the event loop before the work begins.
    // Returns true if it was refused; the reply is then set.
    bool refused_by_limits();

  protected:
    void end_work(std::exception_ptr failure);

    RequestContext& context_;
    WebCall::FailureReply failure_reply_;
    const WebCall call_;
    WebReply reply_;
};

template <DataAccess Data>
class WebDataWork final : public WebWork, public db::Work<Data> {
  public:
    using Handler = WebReply (*)(Data&, const WebCall&);

    WebDataWork(RequestContext& context, Handler handler)
        : WebWork(context), db::Work<Data>(context.company), handler_(handler) {
        this->stop = context.stop;
    }
    void run(Data& data) override { reply_ = handler_(data, call_); }
    void done(std::exception_ptr failure) noexcept override { end_work(std::move(failure)); }

  private:
    Handler handler_;
};

template <DataAccess Data>
Route web(Columns columns, std::string_view content_type, WebReply (*handler)(Data&, const WebCall&)) {
    using Work = WebDataWork<Data>;
    Route row{std::move(columns)};
    row.response_type = content_type;
    row.private_response = true;
    row.writes = std::same_as<Data, db::Tx>;
    row.start = [handler](RequestContext& context) {
        auto work = std::make_unique<Work>(context, handler);
        Work& started = *work;
        context.work = std::move(work);
        if (started.refused_by_limits()) return;
        if constexpr (std::same_as<Data, db::Snapshot>) {
            context.services->db.start(started, context.route->weight);
        } else {
            context.services->db.start(started);
        }
    };
    return row;
}

// A reply that depends on a password hash (accounts/hash_queue.h).
struct PasswordCheck {
    int failures = 0;  // the priority in the queue
    std::size_t kibibytes = 0;
    accounts::HashQueue::Compute compute;
    // Called with the hash computed, on a thread that may wait for the database. `afterwards` is run after
    // the reply was sent, so that its duration does not reveal whether there is any work (timing attack).
    using AfterReply = std::move_only_function<void()>;
    std::move_only_function<WebReply(AfterReply& after_reply)> then;
};
using ReplyOrCheck = std::variant<WebReply, PasswordCheck>;

// For handlers that check a password and may block on the database; never run on an event loop.
Route with_password(Columns columns, std::string_view content_type,
                    ReplyOrCheck (*handler)(db::Db&, const WebCall&));

// For handlers that call sign-on providers and may block; never run on an event loop.
Route with_waiting(Columns columns, std::string_view content_type,
                   WebReply (*handler)(db::Db&, const WebCall&));

}  // namespace callboard::edge
