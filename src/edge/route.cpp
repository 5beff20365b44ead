#include "edge/route.h"

#include "base/digest.h"
#include "base/encoding.h"
#include "base/error.h"
#include "edge/own_origin.h"
#include "edge/public_answer.h"
#include "http/byte_range.h"
#include "http/gzip.h"

namespace callboard::edge {

void compress_if_useful(const RequestContext& context, http::Response& response) {
    if (response.body.size() <= http::kSmallestCompressed) return;
    response.header_lines += "Vary: Accept-Encoding\r\n";
    if (!context.client_takes_gzip) return;
    response.body = http::gzip(response.body);
    response.add_header("Content-Encoding", "gzip");
}

void tag(const RequestContext& context, http::Response& response) {
    // A weak tag, because the compressed and uncompressed body share it.
    const std::string etag = "W/\"" + to_hex(sha256(response.body)).substr(0, 32) + "\"";
    response.add_header("ETag", etag);
    if (!http::names_tag(context.exchange->request.list("If-None-Match"), etag)) return;
    response.add_header("Vary", "Accept-Encoding");
    response.status = 304;
    response.content_type = {};
    response.body.clear();
}

std::optional<IdempotentWork> idempotent_work(const RequestContext& context) {
    constexpr std::string_view kHeader = "Idempotency-Key";
    const http::Request& request = context.exchange->request;
    if (!context.route->repeatable || !request.has(kHeader)) return std::nullopt;
    if (request.has_repeated(kHeader))
        throw invalid_request("INVALID_IDEMPOTENCY_KEY",
                              "the header Idempotency-Key was sent more than once");
    return IdempotentWork{idempotent_call(to_hex(context.budget.digest), request.header(kHeader), request)};
}

void IdempotentWork::run(db::Tx& tx, const Services& services, Do work) {
    if (auto before = claim(tx, call_, services.seal)) {
        answer_ = std::move(*before);
        return;
    }
    http::Response made;
    const auto concerns = work(made);
    answer_ = {.status = made.status,
               .header_lines = std::move(made.header_lines),
               .content_type = std::string{made.content_type},
               .body = std::move(made.body)};
    keep(tx, call_, answer_, concerns, services.seal);
}

void IdempotentWork::answer(http::Response& response) const {
    response.clear();
    response.status = answer_.status;
    response.header_lines = answer_.header_lines;
    if (!answer_.content_type.empty()) response.content_type = "application/json";  // handlers' only type
    response.body = answer_.body;
}

void describe_parameters(wire::JsonWriter& out, wire::Schemas& schemas, std::string_view name,
                         const wire::Rule& rule,
                         void (*schema)(wire::JsonWriter&, const wire::Rule&, wire::Schemas&), bool list) {
    out.open_object();
    out.member("name", name);
    out.member("in", "query");
    constexpr std::string_view kSeveral =
        "Repeat the parameter for several values, or separate them with commas.";
    const std::string about{rule.about};
    const std::string list_about =
        about.empty() ? std::string{kSeveral} : about + " " + std::string{kSeveral};
    if (list || !about.empty()) out.member("description", list ? list_about : about);
    if (list) {
        out.member("style", "form");
        out.key("explode");
        out.boolean(true);
    }
    out.key("schema");
    if (list) {
        out.open_object();
        out.member("type", "array");
        out.key("items");
        schema(out, rule, schemas);
        out.close_object();
    } else {
        schema(out, rule, schemas);
    }
    out.close_object();
}

Route Route::kept_by_version(FindVersion find) && {
    find_version = find;
    tagged = true;
    start = [handler = std::move(start)](RequestContext& context) { start_versioned(context, handler); };
    return std::move(*this);
}

Route Route::at_public_name() && {
    start = [as_usual = std::move(start)](RequestContext& context) {
        const auto address = address_by_public_name(context.exchange->request, context.services->public_url);
        if (!address) return as_usual(context);
        http::Response& response = context.exchange->response;
        response.status = 303;
        response.add_header("Location", *address);
        context.work = std::make_unique<FinishedWork>();
        context.exchange->resume();
    };
    return std::move(*this);
}

Route page(Columns columns, std::string_view content_type,
           Page (*handler)(const Services&, const http::Request&)) {
    Route row{std::move(columns)};
    row.response_type = content_type;
    row.start = [handler](RequestContext& context) {
        Page made = handler(*context.services, context.exchange->request);
        http::Response& response = context.exchange->response;
        response.status = made.status;
        response.content_type = made.content_type;
        response.body = std::move(made.body);
        response.stream = std::move(made.stream);
        for (const auto& [name, value] : made.headers) response.add_header(name, value);
        if (response.stream) {
            response.add_header("Vary", "Accept-Encoding");
            if (context.client_takes_gzip) {
                response.stream = http::gzip(std::move(response.stream));
                response.add_header("Content-Encoding", "gzip");
            }
        } else {
            compress_if_useful(context, response);
        }
        context.work = std::make_unique<FinishedWork>();
        context.exchange->resume();
    };
    return row;
}

}  // namespace callboard::edge
