// Rows for browsers and OAuth clients: forms and cookies in, any status and any header out.
#pragma once

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
    bool changed_credentials = false;  // callers are looked up anew
};

struct WebCall {
    const http::Request& request;
    const Services& services;
    const PathParams& path;
    const throttle::Subject& budget;  // of the caller, if there is one
    std::optional<wire::Form> query;  // nothing: malformed
    std::optional<wire::Form> form;   // of the body, likewise

    // What is told instead of an error when the work fails after it was set: a page that knows more can say
    // more.
    using Excuse = std::function<WebReply(ErrorKind)>;
    Excuse& excuse;

    const std::string& public_url() const { return services.public_url; }
    std::string_view cookie(std::string_view name) const;
    // The named fields of a body that is a form or a JSON object; nothing when it is neither.
    std::optional<wire::Form> fields(std::span<const std::string_view> names) const;
    events::Author author() const {
        return {.user = {}, .address = request.client, .request_id = request.id};
    }
};

WebReply redirect(std::string location);  // 303: whatever was posted is not posted again

template <wire::Message View>
WebReply json_reply(const View& view, int status = 200) {
    WebReply reply{.status = status, .content_type = "application/json", .body = {}, .headers = {}};
    wire::encode(reply.body, view);
    return reply;
}

// The reply of a handler, put into a response when the work is done.
class WebWork : public PendingWork {
  public:
    explicit WebWork(Visit& visit);
    void finish(http::Response& response) override;

    // The limits of the row's policies that need the body to be known. Asked before the work begins, on the
    // event loop: true when the reply is there already.
    bool refused_by_limits();

  protected:
    void tell_end(std::exception_ptr failure);

    Visit& visit_;
    WebCall::Excuse excuse_;
    const WebCall call_;
    WebReply reply_;
};

template <DataAccess Data>
class WebDataWork final : public WebWork, public db::Work<Data> {
  public:
    using Handler = WebReply (*)(Data&, const WebCall&);

    WebDataWork(Visit& visit, Handler handler)
        : WebWork(visit), db::Work<Data>(visit.company), handler_(handler) {
        this->stop = visit.stop;
    }
    void run(Data& data) override { reply_ = handler_(data, call_); }
    void done(std::exception_ptr failure) noexcept override { tell_end(std::move(failure)); }

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
    row.start = [handler](Visit& visit) {
        auto work = std::make_unique<Work>(visit, handler);
        Work& started = *work;
        visit.work = std::move(work);
        if (started.refused_by_limits()) return;
        if constexpr (std::same_as<Data, db::Snapshot>) {
            visit.services->db.start(started, visit.route->weight);
        } else {
            visit.services->db.start(started);
        }
    };
    return row;
}

// A reply that waits for the hash of a password (accounts/hash_queue.h).
struct PasswordCheck {
    int failures = 0;  // the rank in the queue
    std::size_t kibibytes = 0;
    accounts::HashQueue::Compute compute;
    // When it was computed, on a thread that may wait for the database. What it puts into `afterwards` is
    // begun when the reply is on its way: nobody can tell by the time it takes whether there is any.
    using Afterwards = std::move_only_function<void()>;
    std::move_only_function<WebReply(Afterwards& afterwards)> then;
};
using ReplyOrCheck = std::variant<WebReply, PasswordCheck>;

// For handlers that check a password, and may wait for the database: never on an event loop.
Route with_password(Columns columns, std::string_view content_type,
                    ReplyOrCheck (*handler)(db::Db&, const WebCall&));

}  // namespace callboard::edge
