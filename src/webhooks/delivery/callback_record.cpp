#include "webhooks/delivery/callback_record.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "base/encoding.h"
#include "wire/json_writer.h"

namespace callboard::webhooks {
namespace {

// The log capitalises names of headers: Event-name for event-name.
std::string as_logged(std::string name) {
    constexpr char kToUpper = 'a' - 'A';
    if (!name.empty() && name.front() >= 'a' && name.front() <= 'z') name.front() -= kToUpper;
    return name;
}

constexpr std::size_t kLoggedBody = 1024;  // bytes
constexpr std::size_t kLoggedHeaders = 2048;
constexpr std::size_t kLoggedValue = 512;
constexpr std::size_t kLoggedName = 100;

// Of bytes that somebody else has chosen: at most as many, as text.
std::string beginning_of(std::string_view bytes, std::size_t most) {
    std::string text = readable(bytes.substr(0, most));
    text.resize(first_characters(text, most).size());
    return text;
}

std::string on_one_line(std::string text) {
    std::ranges::replace_if(text, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    return text;
}

std::string logged_body(std::string_view body) {
    std::string text = beginning_of(body, kLoggedBody + 3);  // a character may be cut at the end of the bytes
    text.resize(first_characters(text, kLoggedBody).size());
    return text;
}

// Each name once: a repeated header is a list (RFC 9110, section 5.3). Cookies are credentials.
HeaderList logged_headers(const HeaderList& headers) {
    HeaderList kept;
    std::size_t size = 0;
    for (const auto& [given_name, given_value] : headers) {
        std::string name = on_one_line(beginning_of(given_name, kLoggedName));
        std::string value =
            given_name == "set-cookie" ? "***" : on_one_line(beginning_of(given_value, kLoggedValue));
        size += name.size() + value.size() + 2;
        if (size > kLoggedHeaders) break;
        const auto same = std::ranges::find(kept, name, &HeaderList::value_type::first);
        if (same == kept.end()) {
            kept.emplace_back(std::move(name), std::move(value));
        } else {
            same->second += ", " + value;
        }
    }
    return kept;
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

void keep_logged_part(OutgoingResult& result) {
    result.headers = logged_headers(result.headers);
    result.body = logged_body(result.body);
}

Callback callback_record(const CallbackId& id, const Target& target, const EventId& event,
                         const Transcript& transcript) {
    const OutgoingResult& result = transcript.result;
    const bool has_response = result.status != 0;
    return {.id = id,
            .subscription = target.subscription,
            .event = event,
            .status = transcript.acknowledged() ? CallbackStatus::successful : CallbackStatus::failed,
            .sent_at = transcript.sent_at,
            .url = target.url,
            .headers = as_json(transcript.headers),
            .response_status = has_response ? std::optional<std::int64_t>{result.status} : std::nullopt,
            .failure = transcript.failure(),
            .address = result.address ? std::optional{result.address->text()} : std::nullopt,
            .took = result.took,
            .times = result.times,
            .response_headers =
                has_response ? std::optional{as_json(logged_headers(result.headers))} : std::nullopt,
            .response_body = has_response ? std::optional{logged_body(result.body)} : std::nullopt,
            .body = {}};
}

}  // namespace callboard::webhooks
