#include "edge/web.h"

#include <ranges>

#include "base/error.h"
#include "http/header_text.h"

namespace callboard::edge {
namespace {

class SlowWebWork final : public WebWork {
  public:
    using Handler = WebReply (*)(db::Db&, const WebCall&);

    SlowWebWork(Visit& visit, Handler handler) : WebWork(visit), handler_(handler) {}

    void run() noexcept {
        std::exception_ptr failure;
        try {
            reply_ = handler_(visit_.services->db, call_);
        } catch (...) {
            failure = std::current_exception();
        }
        tell_end(std::move(failure));
    }

  private:
    Handler handler_;
};

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
    for (const auto part : std::views::split(request.header("Cookie"), ';')) {
        const std::string_view pair = http::trimmed(std::string_view{part});
        const auto equals = std::min(pair.find('='), pair.size());
        if (pair.substr(0, equals) == name) return pair.substr(std::min(equals + 1, pair.size()));
    }
    return {};
}

WebReply redirect(std::string location) {
    return {.status = 303, .content_type = "", .body = {}, .headers = {{"Location", std::move(location)}}};
}

WebWork::WebWork(Visit& visit)
    : visit_(visit),
      call_{.request = visit.exchange->request,
            .services = *visit.services,
            .path = visit.path,
            .query = wire::Form::parse(visit.exchange->request.query),
            .form = wire::Form::parse(visit.exchange->request.body),
            .excuse = excuse_} {}

bool WebWork::turned_away_by(Guard guard) {
    auto reply = guard(call_);
    if (!reply) return false;
    reply_ = std::move(*reply);
    tell_end(nullptr);
    return true;
}

void WebWork::tell_end(std::exception_ptr failure) {
    if (failure && excuse_) {
        reply_ = excuse_(kind_of(failure));
        visit_.excused = std::move(failure);
    } else {
        visit_.failure = std::move(failure);
    }
    visit_.exchange->resume();
}

void WebWork::finish(http::Response& response) {
    response.clear();
    response.status = reply_.status;
    response.content_type = reply_.content_type;
    response.body = std::move(reply_.body);
    for (const auto& [name, value] : reply_.headers) response.add_header(name, value);
    visit_.changed_credentials = reply_.changed_credentials;
}

Route slow(Columns columns, std::string_view content_type, WebReply (*handler)(db::Db&, const WebCall&)) {
    Route row{std::move(columns)};
    row.response_type = content_type;
    row.private_response = true;
    row.hashes = true;
    row.start = [handler](Visit& visit) {
        auto work = std::make_unique<SlowWebWork>(visit, handler);
        SlowWebWork& started = *work;
        visit.work = std::move(work);
        if (!visit.services->slow_workers.accept([&started] { started.run(); }))
            throw overloaded("too many sign-ins wait");
    };
    return row;
}

}  // namespace callboard::edge
