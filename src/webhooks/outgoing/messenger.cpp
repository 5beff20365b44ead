#include "webhooks/outgoing/messenger.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <future>
#include <span>
#include <utility>

#include "base/trace_context.h"
#include "events/catalogue.h"
#include "webhooks/outgoing/signature.h"
#include "webhooks/outgoing/token_cache.h"

namespace callboard::webhooks {
namespace {

constexpr std::chrono::seconds kHandshakeLimit{20};
constexpr int kAcknowledged = 202;  // the only status that counts as success
constexpr int kHandshaken = 200;
constexpr int kUnauthorized = 401;
constexpr std::string_view kHookSecret = "X-Hook-Secret";
constexpr std::string_view kMask = "***";

std::vector<Secret> keys_alive(const Target& target, Timestamp now) {
    std::vector<Secret> alive;
    for (const Target::Key& key : target.keys)
        if (!key.expires_at || *key.expires_at > now) alive.push_back(key.secret);
    return alive;
}

HeaderList common_headers() {
    return {{"Accept", "application/json"}, {"Content-Type", "application/json"}};
}

// In the order of the reference; both signatures use the same timestamp.
HeaderList notification_headers(const Target& target, const Notification& notification, Timestamp now) {
    const std::string timestamp = std::to_string(now.ms / 1000);
    const std::string id{notification.event.text()};
    const std::string link = notification.link.empty() ? "" : "<" + notification.link + ">; rel=self";
    const std::vector<Secret> keys = keys_alive(target, now);
    const Signed parts{.timestamp = timestamp,
                       .body = notification.payload,
                       .event_id = id,
                       .event_name = notification.name,
                       .event_version = events::kEventVersion,
                       .link = link};
    HeaderList headers = common_headers();
    headers.reserve(13);
    headers.emplace_back("event-name", notification.name);
    headers.emplace_back("event-version", events::kEventVersion);
    headers.emplace_back("event-id", id);
    if (!link.empty()) headers.emplace_back("Link", link);
    headers.emplace_back("smartrecruiters-timestamp", timestamp);
    if (!keys.empty()) headers.emplace_back("smartrecruiters-signature", signature(keys, parts));
    headers.emplace_back("webhook-id", id);
    headers.emplace_back("webhook-timestamp", timestamp);
    if (!keys.empty()) headers.emplace_back("webhook-signature", standard_signature(keys, parts));
    if (!notification.trace.empty())
        headers.emplace_back("traceparent", next_traceparent(notification.trace));
    return headers;
}

// In linear time, because both are somebody else's: string_view::find() takes milliseconds for a secret of
// equal letters.
std::size_t place_of(std::string_view text, std::string_view secret) {
    const void* const found = memmem(text.data(), text.size(), secret.data(), secret.size());
    if (!found) return std::string_view::npos;
    return static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

std::string with_mask(std::string_view text, std::string_view secret) {
    std::string shown;
    for (;;) {
        const auto found = place_of(text, secret);
        shown += text.substr(0, found);
        if (found == std::string_view::npos) return shown;
        shown += kMask;
        text.remove_prefix(found + secret.size());
    }
}

void mask_text(OutgoingResult& result, std::string_view secret) {
    const auto mask_in = [&](std::string& text) {
        if (place_of(text, secret) != std::string_view::npos) text = with_mask(text, secret);
    };
    for (auto& header : result.headers) mask_in(header.second);
    mask_in(result.body);
}

Secret in_json(std::string_view secret, std::string_view escaped) {
    std::string text;
    text.reserve(2 * secret.size());
    for (const char c : secret) {
        if (escaped.contains(c)) text += '\\';
        text += c;
    }
    return Secret{std::move(text)};
}

// As it is, and as JSON has it, in which some programs also escape slashes: Base64 has them.
void mask(OutgoingResult& result, std::string_view secret) {
    if (secret.empty()) return;
    mask_text(result, secret);
    for (const std::string_view escaped : {"\"\\", "\"\\/"})
        if (secret.find_first_of(escaped) != std::string_view::npos)
            mask_text(result, in_json(secret, escaped).reveal());
}

// A receiver may repeat what it got, and responses are logged.
void mask_secrets(OutgoingResult& result, const Target& target, std::string_view authentication) {
    for (const Target::Key& key : target.keys) mask(result, key.secret.reveal());
    mask(result, authentication);
    mask(result, authentication.substr(authentication.find(' ') + 1));  // without the scheme
    if (const auto* const basic = std::get_if<BasicAuth>(&target.auth))
        mask(result, basic->password.reveal());
}

std::string header_of(const OutgoingResult& result, std::string_view lower_case_name) {
    const auto found =
        std::ranges::find(result.headers, lower_case_name, [](const auto& each) { return each.first; });
    return found == result.headers.end() ? "" : found->second;
}

}  // namespace

bool Transcript::acknowledged() const {
    return result.failure == CallFailure::none && result.status == kAcknowledged;
}

std::optional<std::string> Transcript::failure() const {
    if (result.failure != CallFailure::none) return result.reason;
    if (result.status != kAcknowledged)
        return "answered " + std::to_string(result.status) + " instead of 202";
    return std::nullopt;
}

bool Transcript::never_answered() const {
    return result.failure != CallFailure::none && result.failure != CallFailure::no_token;
}

// The state of one call to a subscriber.
struct OutgoingCall {
    std::shared_ptr<const Target> target;
    std::function<HeaderList(Timestamp)> headers;  // created for each attempt
    std::string body;
    std::chrono::milliseconds time_limit{};
    Messenger::Done done;
    bool is_shown = false;  // the response: in the log
    bool has_refreshed_token = false;
};

class Messenger::AuthorizedSender {
  public:
    AuthorizedSender(Sender& sender, const Clock& clock, std::chrono::milliseconds time_limit)
        : sender_(sender), clock_(clock), time_limit_(time_limit), tokens_(sender, clock, time_limit) {}

    std::chrono::milliseconds time_limit() const { return time_limit_; }

    void dispatch(std::unique_ptr<OutgoingCall> call) {
        if (const auto* oauth = std::get_if<OAuthAuth>(&call->target->auth))
            return dispatch_with_token(std::move(call), *oauth);
        auto authentication = auth_header(call->target->auth);
        send(std::move(call), std::move(authentication), std::nullopt);
    }

  private:
    using AuthHeader = std::optional<std::pair<std::string, Secret>>;

    void dispatch_with_token(std::unique_ptr<OutgoingCall> call, const OAuthAuth& oauth) {
        const auto target = call->target;
        tokens_.use(target->subscription, oauth,
                    [this, waiting = std::move(call)](const TokenCache::Answer& answer) mutable {
                        if (answer.token) {
                            send(std::move(waiting), bearer_header(*answer.token), answer.token);
                        } else {
                            Transcript transcript{
                                .sent_at = clock_.now(), .headers = {}, .result = answer.failed_result};
                            waiting->done(std::move(transcript));
                        }
                    });
    }

    void send(std::unique_ptr<OutgoingCall> call, AuthHeader authentication, std::optional<Secret> token) {
        const Timestamp now = clock_.now();
        HeaderList shown = call->headers(now);
        HeaderList sent = shown;
        if (authentication) {
            sent.emplace_back(authentication->first, authentication->second.reveal());
            shown.emplace_back(authentication->first, kMask);
        }
        for (HeaderList* headers : {&sent, &shown}) headers->emplace_back("User-Agent", "callboard");
        OutgoingRequest request{.url = call->target->url,
                                .headers = std::move(sent),
                                .body = call->body,
                                .time_limit = call->time_limit};
        sender_.send(std::move(request), [this, now, call = std::move(call), shown = std::move(shown),
                                          authentication = std::move(authentication),
                                          token = std::move(token)](OutgoingResult result) mutable {
            if (token && result.status == kUnauthorized && !std::exchange(call->has_refreshed_token, true)) {
                tokens_.refuse(call->target->subscription, std::get<OAuthAuth>(call->target->auth), *token);
                return dispatch(std::move(call));
            }
            if (call->is_shown)
                mask_secrets(result, *call->target, authentication ? authentication->second.reveal() : "");
            Transcript transcript{.sent_at = now, .headers = std::move(shown), .result = std::move(result)};
            call->done(std::move(transcript));
        });
    }

    Sender& sender_;
    const Clock& clock_;
    const std::chrono::milliseconds time_limit_;
    TokenCache tokens_;
};

Messenger::Messenger(const Sender::Options& options, const Clock& clock, std::chrono::milliseconds time_limit)
    : sender_(options) {
    authorized_sender_ = std::make_unique<AuthorizedSender>(sender_, clock, time_limit);
}

Messenger::~Messenger() = default;

void Messenger::notify(std::shared_ptr<const Target> target, Notification notification, Done done) {
    auto call = std::make_unique<OutgoingCall>();
    call->target = std::move(target);
    call->body = notification.payload;
    call->time_limit = authorized_sender_->time_limit();
    call->is_shown = true;
    call->done = std::move(done);
    call->headers = [notification = std::move(notification), to = call->target](Timestamp now) {
        return notification_headers(*to, notification, now);
    };
    sender_.post([this, call = std::move(call)]() mutable { authorized_sender_->dispatch(std::move(call)); });
}

Transcript Messenger::notify_now(std::shared_ptr<const Target> target, Notification notification) {
    std::promise<Transcript> transcript_promise;
    notify(std::move(target), std::move(notification),
           [&](Transcript transcript) { transcript_promise.set_value(std::move(transcript)); });
    return transcript_promise.get_future().get();
}

std::optional<std::string> Messenger::handshake(std::shared_ptr<const Target> target,
                                                const std::string& secret) {
    std::promise<Transcript> transcript_promise;
    auto call = std::make_unique<OutgoingCall>();
    call->target = std::move(target);
    call->body = "{}";
    call->time_limit = kHandshakeLimit;
    call->done = [&](Transcript transcript) { transcript_promise.set_value(std::move(transcript)); };
    call->headers = [&](Timestamp) {
        HeaderList headers = common_headers();
        headers.emplace_back(kHookSecret, secret);
        return headers;
    };
    sender_.post([this, call = std::move(call)]() mutable { authorized_sender_->dispatch(std::move(call)); });
    const OutgoingResult result = transcript_promise.get_future().get().result;
    if (result.failure != CallFailure::none) return result.reason;
    if (result.status != kHandshaken) return "answered " + std::to_string(result.status) + " instead of 200";
    const std::string echo = header_of(result, "x-hook-secret");
    if (echo.empty()) return "the response has no X-Hook-Secret";
    if (echo != secret) return "the response has a different X-Hook-Secret";
    return std::nullopt;
}

const AddressGuard& Messenger::guard() const {
    return sender_.guard();
}

}  // namespace callboard::webhooks
