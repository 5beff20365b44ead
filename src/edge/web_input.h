// Web routes that read their input before the transaction begins: on SQLite, all other writers wait for its
// end.
#pragma once

#include <exception>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "edge/open_forms.h"
#include "edge/public_answer.h"
#include "edge/web.h"

namespace callboard::edge {

template <class Input>
class WebInputWork final : public WebWork, public db::WriteWork {
  public:
    using Check = std::optional<WebReply> (*)(db::Snapshot&, const WebCall&, const Input&);
    using Handler = WebReply (*)(db::Tx&, const WebCall&, const Input&);

    // `read` gets the call, and the form if its route takes one.
    template <class Read>
    WebInputWork(RequestContext& context, const Read& read, Check check, Handler handler)
        : WebWork(context),
          db::WriteWork(context.company),
          check_(check),
          handler_(handler),
          form_(take_open_form(context)),
          input_(read(call_, form_.get())),
          checking_(*this) {
        stop = checking_.stop = context.stop;
    }
    void start() {
        if (check_) return start_public(context_, checking_);
        context_.services->db.start(*this);
    }
    void run(db::Tx& tx) override { reply_ = handler_(tx, call_, input_); }
    void done(std::exception_ptr failure) noexcept override { end_work(std::move(failure)); }

  private:
    class Checking final : public db::ReadWork {
      public:
        explicit Checking(WebInputWork& whole) : db::ReadWork(whole.company), whole_(whole) {}
        void run(db::Snapshot& snapshot) override {
            refusal_ = whole_.check_(snapshot, whole_.call_, whole_.input_);
        }
        void done(std::exception_ptr failure) noexcept override {
            if (!failure && !refusal_) return whole_.context_.services->db.start(whole_);
            if (refusal_) whole_.reply_ = std::move(*refusal_);
            whole_.end_work(std::move(failure));
        }

      private:
        WebInputWork& whole_;
        std::optional<WebReply> refusal_;
    };

    Check check_;
    Handler handler_;
    const std::unique_ptr<OpenForm> form_;  // null: there is none, or it has no body
    const Input input_;                     // of its file
    Checking checking_;
};

template <class Input, class Read>
Route with_web_input(Columns columns, std::string_view content_type, Read read,
                     typename WebInputWork<Input>::Check check,
                     typename WebInputWork<Input>::Handler handler) {
    using Work = WebInputWork<Input>;
    Route row{std::move(columns)};
    row.response_type = content_type;
    row.private_response = true;
    row.writes = true;
    row.start = [read, check, handler](RequestContext& context) {
        auto work = std::make_unique<Work>(context, read, check, handler);
        Work& started = *work;
        context.work = std::move(work);
        started.start();
    };
    return row;
}

// `read` throws for a body that is invalid; large bodies are not read on an event loop.
template <class Input>
Route web_with_input(Columns columns, std::string_view content_type, Input (*read)(const WebCall&),
                     WebReply (*handler)(db::Tx&, const WebCall&, const Input&)) {
    const auto read_body = [read](const WebCall& call, OpenForm*) { return read(call); };
    return with_web_input<Input>(std::move(columns), content_type, read_body, nullptr, handler);
}

// Likewise, for forms with files that anybody may send (open_forms.h). `check` returns the reply to input
// that is refused: to make it may take long, and no writer waits for it.
template <class Input>
Route web_with_form(Columns columns, std::string_view content_type,
                    Input (*read)(const WebCall&, OpenForm* form),
                    std::optional<WebReply> (*check)(db::Snapshot&, const WebCall&, const Input&),
                    WebReply (*handler)(db::Tx&, const WebCall&, const Input&)) {
    return with_web_input<Input>(std::move(columns), content_type, read, check, handler);
}

}  // namespace callboard::edge
