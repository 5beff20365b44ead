#include "webhooks/outgoing/messenger.h"

#include <algorithm>
#include <future>
#include <span>
#include <utility>

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
    headers.reserve(12);
    headers.emplace_back("event-name", notification.name);
    headers.emplace_back("event-version", events::kEventVersion);
    headers.emplace_back("event-id", id);
    if (!link.empty()) headers.emplace_back("Link", link);
    headers.emplace_back("smartrecruiters-timestamp", timestamp);
    if (!keys.empty()) headers.emplace_back("smartrecruiters-signature", signature(keys, parts));
    headers.emplace_back("webhook-id", id);
    headers.emplace_back("webhook-timestamp", timestamp);
    if (!keys.empty()) headers.emplace_back("webhook-signature", standard_signature(keys, parts));
    return headers;
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
struct Errand {
    std::shared_ptr<const Target> target;
    std::function<HeaderList(Timestamp)> headers;  // created anew for each attempt
    std::string body;
    std::chrono::milliseconds time_limit;
    Messenger::Done done;
    bool had_another_token = false;
};

class Messenger::Desk {
  public:
    Desk(Sender& sender, const Clock& clock, std::chrono::milliseconds time_limit)
        : sender_(sender), clock_(clock), time_limit_(time_limit), tokens_(sender, clock, time_limit) {}

    std::chrono::milliseconds time_limit() const { return time_limit_; }

    void take(std::unique_ptr<Errand> errand) {
        if (const auto* oauth = std::get_if<OAuthAuth>(&errand->target->auth))
            return take_with_token(std::move(errand), *oauth);
        auto authentication = auth_header(errand->target->auth);
        send(std::move(errand), std::move(authentication), std::nullopt);
    }

  private:
    using AuthHeader = std::optional<std::pair<std::string, Secret>>;

    void take_with_token(std::unique_ptr<Errand> errand, const OAuthAuth& oauth) {
        const auto target = errand->target;
        tokens_.use(target->subscription, oauth,
                    [this, waiting = std::move(errand)](const TokenCache::Answer& answer) mutable {
                        if (answer.token) {
                            send(std::move(waiting), bearer_header(*answer.token), answer.token);
                        } else {
                            Transcript transcript{
                                .sent_at = clock_.now(), .headers = {}, .result = answer.trouble};
                            waiting->done(std::move(transcript));
                        }
                    });
    }

    void send(std::unique_ptr<Errand> errand, AuthHeader authentication, std::optional<Secret> token) {
        const Timestamp now = clock_.now();
        HeaderList shown = errand->headers(now);
        HeaderList sent = shown;
        if (authentication) {
            sent.emplace_back(authentication->first, authentication->second.reveal());
            shown.emplace_back(authentication->first, kMask);
        }
        for (HeaderList* headers : {&sent, &shown}) headers->emplace_back("User-Agent", "callboard");
        OutgoingRequest request{.url = errand->target->url,
                                .headers = std::move(sent),
                                .body = errand->body,
                                .time_limit = errand->time_limit};
        sender_.send(std::move(request), [this, now, errand = std::move(errand), shown = std::move(shown),
                                          token = std::move(token)](OutgoingResult result) mutable {
            if (token && result.status == kUnauthorized && !std::exchange(errand->had_another_token, true)) {
                tokens_.refuse(errand->target->subscription, std::get<OAuthAuth>(errand->target->auth),
                               *token);
                return take(std::move(errand));
            }
            Transcript transcript{.sent_at = now, .headers = std::move(shown), .result = std::move(result)};
            errand->done(std::move(transcript));
        });
    }

    Sender& sender_;
    const Clock& clock_;
    const std::chrono::milliseconds time_limit_;
    TokenCache tokens_;
};

Messenger::Messenger(const Sender::Options& options, const Clock& clock, std::chrono::milliseconds time_limit)
    : sender_(options) {
    desk_ = std::make_unique<Desk>(sender_, clock, time_limit);
}

Messenger::~Messenger() = default;

void Messenger::notify(std::shared_ptr<const Target> target, Notification notification, Done done) {
    auto errand = std::make_unique<Errand>();
    errand->target = std::move(target);
    errand->body = notification.payload;
    errand->time_limit = desk_->time_limit();
    errand->done = std::move(done);
    errand->headers = [told = std::move(notification), to = errand->target](Timestamp now) {
        return notification_headers(*to, told, now);
    };
    sender_.post([this, errand = std::move(errand)]() mutable { desk_->take(std::move(errand)); });
}

Transcript Messenger::notify_now(std::shared_ptr<const Target> target, Notification notification) {
    std::promise<Transcript> told;
    notify(std::move(target), std::move(notification),
           [&](Transcript transcript) { told.set_value(std::move(transcript)); });
    return told.get_future().get();
}

std::optional<std::string> Messenger::shake_hands(std::shared_ptr<const Target> target,
                                                  const std::string& secret) {
    std::promise<Transcript> told;
    auto errand = std::make_unique<Errand>();
    errand->target = std::move(target);
    errand->body = "{}";
    errand->time_limit = kHandshakeLimit;
    errand->done = [&](Transcript transcript) { told.set_value(std::move(transcript)); };
    errand->headers = [&](Timestamp) {
        HeaderList headers = common_headers();
        headers.emplace_back(kHookSecret, secret);
        return headers;
    };
    sender_.post([this, errand = std::move(errand)]() mutable { desk_->take(std::move(errand)); });
    const OutgoingResult result = told.get_future().get().result;
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
