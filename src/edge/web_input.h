// Web routes that read their input before the transaction begins: on SQLite, all other writers wait for its
// end.
#pragma once

#include <exception>
#include <memory>
#include <string_view>
#include <utility>

#include "edge/web.h"

namespace callboard::edge {

template <class Input>
class WebInputWork final : public WebWork, public db::WriteWork {
  public:
    using Read = Input (*)(const WebCall&);
    using Handler = WebReply (*)(db::Tx&, const WebCall&, const Input&);

    WebInputWork(RequestContext& context, Read read, Handler handler)
        : WebWork(context), db::WriteWork(context.company), handler_(handler), input_(read(call_)) {
        stop = context.stop;
    }
    void run(db::Tx& tx) override { reply_ = handler_(tx, call_, input_); }
    void done(std::exception_ptr failure) noexcept override { end_work(std::move(failure)); }

  private:
    Handler handler_;
    const Input input_;
};

// `read` throws for a body that is invalid; large bodies are not read on an event loop.
template <class Input>
Route web_with_input(Columns columns, std::string_view content_type, Input (*read)(const WebCall&),
                     WebReply (*handler)(db::Tx&, const WebCall&, const Input&)) {
    using Work = WebInputWork<Input>;
    Route row{std::move(columns)};
    row.response_type = content_type;
    row.private_response = true;
    row.writes = true;
    row.start = [read, handler](RequestContext& context) {
        auto work = std::make_unique<Work>(context, read, handler);
        Work& started = *work;
        context.work = std::move(work);
        context.services->db.start(started);
    };
    return row;
}

}  // namespace callboard::edge
