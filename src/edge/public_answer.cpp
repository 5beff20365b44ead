#include "edge/public_answer.h"

#include <exception>
#include <memory>
#include <string>
#include <utility>

#include "base/digest.h"
#include "base/encoding.h"
#include "base/http_date.h"
#include "edge/answer_cache.h"
#include "edge/cookies.h"
#include "edge/public_reads.h"
#include "edge/services.h"
#include "http/byte_range.h"
#include "http/gzip.h"

namespace callboard::edge {
namespace {

// Caches may keep the response, but ask each time whether it is still current.
constexpr std::string_view kForEverybody = "public, no-cache";
constexpr std::string_view kForCaller = "private, no-cache";
constexpr std::string_view kVary = "Accept-Encoding, Accept-Language";

bool has_session(const RequestContext& context) {
    return !session_in(context.exchange->request, context.services->public_url).empty();
}

bool is_for_everybody(const RequestContext& context) {
    if (context.route->by_session && has_session(context)) return false;
    return !context.who && context.services->answers && !context.exchange->request.has("Prefer");
}

std::string key_of(const RequestContext& context) {
    const http::Request& request = context.exchange->request;
    const std::string_view language = preferred_language(request);
    const std::string_view label_language =
        context.route->by_label_language ? preferred_label_language(request) : "";
    std::string key;
    key.reserve(request.path.size() + request.query.size() + language.size() + label_language.size() + 8);
    key.append(std::to_string(context.route->index)).append(" ").append(language).append(" ");
    key.append(label_language).append(" ");
    return key.append(request.path).append("?").append(request.query);
}

// Takes the body of the response.
AnswerCache::Answer answer_of(http::Response& response, const std::optional<ContentVersion>& version,
                              std::string_view caching) {
    auto answer = std::make_shared<CachedAnswer>();
    answer->content_type = response.content_type;
    answer->body = std::move(response.body);
    if (answer->body.size() > http::kSmallestCompressed) answer->gzipped = http::gzip(answer->body);
    // A weak tag, because the compressed and uncompressed body share it.
    answer->etag = "W/\"" + to_hex(sha256(answer->body)).substr(0, 32) + "\"";
    http::Response headers;
    headers.add_header("ETag", answer->etag);
    headers.add_header("Cache-Control", caching);
    headers.add_header("Vary", kVary);
    if (version && version->changed_at) headers.add_header("Last-Modified", http_date(*version->changed_at));
    answer->header_lines = std::move(headers.header_lines);
    return answer;
}

bool has_tag(const http::Request& request, std::string_view etag) {
    const std::string_view first = request.header("If-None-Match");
    return !first.empty() && (first == etag || http::names_tag(request.list("If-None-Match"), etag));
}

void send(const RequestContext& context, const AnswerCache::Answer& answer, http::Response& response) {
    response.header_lines.append(answer->header_lines);
    if (has_tag(context.exchange->request, answer->etag)) {
        response.status = 304;
        response.content_type = {};
        return;
    }
    const bool compress = context.client_takes_gzip && !answer->gzipped.empty();
    if (compress) response.add_header("Content-Encoding", "gzip");
    response.status = context.route->success;
    response.content_type = answer->content_type;
    response.share_body(compress ? answer->gzipped : answer->body, answer);
}

// Ends with resume(), after which the context may be destroyed.
void start_handler(RequestContext& context, const std::function<void(RequestContext&)>& handler) {
    try {
        return handler(context);
    } catch (...) {
        context.failure = std::current_exception();
    }
    context.exchange->resume();
}

// Reads the version of what the response shows.
class VersionCheck final : public PendingWork, public db::ReadWork {
  public:
    using Handler = std::function<void(RequestContext&)>;

    VersionCheck(RequestContext& context, const Handler& handler)
        : db::ReadWork(std::nullopt),
          context_(context),
          handler_(handler),
          moment_(context.services->answers->moment(context.exchange->received_at)),
          key_(key_of(context)) {
        stop = context.stop;
    }

    void run(db::Snapshot& snapshot) override {
        const auto version = context_.route->find_version(snapshot, context_.path);
        answer_ = version ? context_.services->answers->find(key_, version->text, moment_) : nullptr;
    }

    void done(std::exception_ptr failure) noexcept override {
        RequestContext& context = context_;
        const Handler& handler = handler_;
        if (failure || answer_) {
            context.failure = std::move(failure);
            return context.exchange->resume();
        }
        context.versions_read = moment_.changes;
        start_handler(context, handler);  // destroys this object
    }

    void finish(http::Response& response) override { send(context_, answer_, response); }

  private:
    RequestContext& context_;
    const Handler& handler_;
    const AnswerCache::Moment moment_;
    const std::string key_;
    AnswerCache::Answer answer_;
};

}  // namespace

bool answer_from_memory(RequestContext& context) {
    if (!is_for_everybody(context) || !context.services->db.reads_at_once()) return false;
    const auto answer = context.services->answers->find_fresh(key_of(context), context.exchange->received_at);
    if (!answer) return false;
    send(context, answer, context.exchange->response);
    context.work = std::make_unique<FinishedWork>();
    return true;
}

void start_versioned(RequestContext& context, const std::function<void(RequestContext&)>& handler) {
    if (!is_for_everybody(context)) return handler(context);
    auto work = std::make_unique<VersionCheck>(context, handler);
    VersionCheck& started = *work;
    context.work = std::move(work);
    context.services->db.start(started, db::Weight::light);
}

void start_public(const RequestContext& context, db::ReadWork& work) {
    const Services& services = *context.services;
    if (context.who) return services.db.start(work, db::Weight::heavy);
    services.public_reads.start(work, context.exchange->request.client);
}

void finish_versioned(RequestContext& context, db::Snapshot& snapshot, http::Response& response) {
    const bool for_everybody = !context.who;
    const auto version = context.route->find_version(snapshot, context.path);
    const auto answer = answer_of(response, version, for_everybody ? kForEverybody : kForCaller);
    // Requests with unknown parameters are not kept: their response names these, and anybody can think them
    // up.
    if (version && is_for_everybody(context) && context.unknown.empty())
        context.services->answers->keep(key_of(context), version->text, answer,
                                        {context.versions_read, context.exchange->received_at});
    send(context, answer, response);
}

}  // namespace callboard::edge
