// Rows for browsers and OAuth clients: forms and cookies in, any status and any header out.
#pragma once

#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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
    std::optional<wire::Form> query;  // nothing: malformed
    std::optional<wire::Form> form;   // of the body, likewise

    // What is told instead of an error when the work fails after it was set: a page that knows more can say
    // more.
    using Excuse = std::function<WebReply(ErrorKind)>;
    Excuse& excuse;

    const std::string& public_url() const { return services.public_url; }
    std::string_view cookie(std::string_view name) const;
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

    // Called before the work begins, on the event loop: a reply that is there already ends it.
    using Guard = std::optional<WebReply> (*)(const WebCall&);
    bool turned_away_by(Guard guard);

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
Route web(Columns columns, std::string_view content_type, WebReply (*handler)(Data&, const WebCall&),
          WebWork::Guard guard = nullptr) {
    using Work = WebDataWork<Data>;
    Route row{std::move(columns)};
    row.response_type = content_type;
    row.private_response = true;
    row.writes = std::same_as<Data, db::Tx>;
    row.start = [handler, guard](Visit& visit) {
        auto work = std::make_unique<Work>(visit, handler);
        Work& started = *work;
        visit.work = std::move(work);
        if (guard && started.turned_away_by(guard)) return;
        if constexpr (std::same_as<Data, db::Snapshot>) {
            visit.services->db.start(started, visit.route->weight);
        } else {
            visit.services->db.start(started);
        }
    };
    return row;
}

// For what takes long without the database, as passwords do: on a thread that yields to all others.
Route slow(Columns columns, std::string_view content_type, WebReply (*handler)(db::Db&, const WebCall&));

}  // namespace callboard::edge
