#include "webhooks/delivery/callback_record.h"

#include "wire/json_writer.h"

namespace callboard::webhooks {
namespace {

// The log capitalises names of headers: Event-name for event-name.
std::string as_logged(std::string name) {
    constexpr char kToUpper = 'a' - 'A';
    if (!name.empty() && name.front() >= 'a' && name.front() <= 'z') name.front() -= kToUpper;
    return name;
}

std::string as_json(const HeaderList& headers) {
    std::string text;
    text.reserve(1024);
    wire::JsonWriter json{text};
    json.open_object();
    for (const auto& [name, value] : headers) json.member(as_logged(name), value);
    json.close_object();
    return text;
}

}  // namespace

Callback callback_record(const CallbackId& id, const Target& target, const EventId& event,
                         const Transcript& transcript) {
    const OutgoingResult& result = transcript.result;
    return {.id = id,
            .subscription = target.subscription,
            .event = event,
            .status = transcript.acknowledged() ? CallbackStatus::successful : CallbackStatus::failed,
            .sent_at = transcript.sent_at,
            .url = target.url,
            .headers = as_json(transcript.headers),
            .response_status = result.status == 0 ? std::nullopt : std::optional<std::int64_t>{result.status},
            .failure = transcript.failure(),
            .address = result.address ? std::optional{result.address->text()} : std::nullopt,
            .took = result.took,
            .body = {}};
}

}  // namespace callboard::webhooks
