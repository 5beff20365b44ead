#include "api/events/stream.h"

#include <string>
#include <utility>

#include "edge/services.h"
#include "streams/hub.h"

namespace callboard::api {
namespace {

// What a stream holds besides its connection, and the events that wait for a slow client.
constexpr std::size_t kStreamMemory = 4096;

// Positions are shorter; anything longer is none of ours.
constexpr std::size_t kLongestPosition = 64;

class EventBody final : public http::LiveBody {
  public:
    explicit EventBody(std::unique_ptr<streams::OpenStream> open) : open_(std::move(open)) {}

    void when_ready(std::move_only_function<void()> ready) override {
        open_->stream->when_ready(std::move(ready));
    }
    bool next(std::string& piece) override { return open_->stream->take(piece); }
    void cancel() override {
        const auto stream = open_->stream;  // this object may be destroyed meanwhile
        stream->end();
    }
    std::size_t memory() const override { return kStreamMemory; }

  private:
    const std::unique_ptr<streams::OpenStream> open_;
};

std::optional<streams::Viewer> viewer_from(const edge::Authentication& caller) {
    if (!caller) return std::nullopt;
    return streams::Viewer{.user = caller->user,
                           .role = caller->role,
                           .scopes = caller->scopes,
                           .expires_at = caller->expires_at};
}

}  // namespace

std::unique_ptr<http::LiveBody> stream_events(const edge::LiveSteps& steps) {
    const std::string_view position = steps.request.header("Last-Event-ID").substr(0, kLongestPosition);
    return std::make_unique<EventBody>(steps.services.event_streams->open(
        {.company = steps.company,
         .user = steps.actor.id(),
         .authenticate = [authenticate = steps.authenticate](
                             db::Snapshot& snapshot) { return viewer_from(authenticate(snapshot)); },
         .last_event_id = std::string{position}}));
}

}  // namespace callboard::api
