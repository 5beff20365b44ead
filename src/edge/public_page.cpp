#include "edge/public_page.h"

#include <exception>
#include <memory>
#include <utility>

#include "edge/public_answer.h"

namespace callboard::edge {
namespace {

class PublicPageWork final : public WebWork, public db::ReadWork {
  public:
    using Handler = WebReply (*)(db::Snapshot&, const WebCall&);

    PublicPageWork(RequestContext& context, Handler handler)
        : WebWork(context), db::ReadWork(std::nullopt), handler_(handler) {
        stop = context.stop;
    }

    void run(db::Snapshot& snapshot) override {
        reply_ = handler_(snapshot, call_);
        is_shared_ = reply_.status == context_.route->success && !reply_.is_personal;
        if (!is_shared_) return;
        http::Response& response = context_.exchange->response;
        response.content_type = reply_.content_type;
        response.body = std::move(reply_.body);
        finish_versioned(context_, snapshot, response);
    }

    void done(std::exception_ptr failure) noexcept override { end_work(std::move(failure)); }

    void finish(http::Response& response) override {
        if (is_shared_) return;
        WebWork::finish(response);
        if (response.status < 400) response.add_header("Cache-Control", "no-store");
    }

  private:
    Handler handler_;
    bool is_shared_ = false;
};

}  // namespace

Route public_page(Columns columns, std::string_view content_type, Route::FindVersion find_version,
                  WebReply (*handler)(db::Snapshot&, const WebCall&)) {
    Route row{std::move(columns)};
    row.response_type = content_type;
    row.start = [handler](RequestContext& context) {
        auto work = std::make_unique<PublicPageWork>(context, handler);
        PublicPageWork& started = *work;
        context.work = std::move(work);
        start_public(context, started);
    };
    return std::move(row).kept_by_version(find_version);
}

}  // namespace callboard::edge
