// The declaration of an operation. The router, authentication, the scope check, the throttle, the decoder,
// metrics and the OpenAPI document all read it; none of them has a list of its own.
#pragma once

#include <concepts>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/function_ref.h"
#include "db/db.h"
#include "edge/call.h"
#include "edge/error_response.h"
#include "edge/idempotency.h"
#include "edge/request_context.h"
#include "edge/services.h"
#include "edge/upload.h"
#include "events/trace_scope.h"
#include "http/message.h"
#include "oauth/scope.h"
#include "throttle/policy.h"
#include "wire/list_parameters.h"
#include "wire/query.h"
#include "wire/shape.h"

namespace callboard::edge {

inline constexpr std::size_t kMaxBody = std::size_t{1024} * 1024;
inline constexpr std::size_t kMaxOpenBody = std::size_t{16} * 1024;  // of routes without authentication
inline constexpr std::string_view kFile = "application/octet-stream";

// Who may call: anybody, any valid credential, credentials with one of the scopes, or SCIM tokens, which are
// refused by all other routes.
struct Access {
    bool open = false;
    oauth::ScopeSet any_of;
    bool provisioning = false;
    bool identifies = false;  // an open route that looks at the credential, if there is one
};
inline Access anybody() {
    return {.open = true, .any_of = {}};
}
// Anybody; who sends a credential is known to the handler.
inline Access anybody_or_caller() {
    return {.open = true, .any_of = {}, .provisioning = false, .identifies = true};
}
inline Access any_credential() {
    return {};
}
inline Access any_of(std::initializer_list<oauth::Scope> scopes) {
    return {.open = false, .any_of = scopes};
}

inline Access scim_tokens() {
    return {.open = false, .any_of = {}, .provisioning = true};
}

// An error that is specific to the operation; errors that all operations share are not listed.
struct DocumentedError {
    int status;
    std::string_view code;
};

// The version of what a public response shows. Equal texts: nothing has changed.
struct ContentVersion {
    std::string text;
    std::optional<Timestamp> changed_at;
};

// The columns of the route table; the rest follows from the signature of the handler.
struct Columns {
    http::Method method;
    std::string_view path;
    std::string_view operation;
    std::string_view summary;
    Access access;
    std::vector<throttle::Policy> policies;
    int success;
    std::vector<DocumentedError> errors;
};

template <wire::Message T>
void describe_message(wire::JsonWriter& out, wire::Schemas& schemas) {
    wire::Codec<T>::schema(out, {}, schemas);
}

struct Route : Columns {
    // Schemas of the handler's types. Null: no body, or no query parameters.
    using Describe = void (*)(wire::JsonWriter&, wire::Schemas&);
    Describe request_schema = nullptr;
    Describe response_schema = nullptr;
    Describe query_parameters = nullptr;
    std::string request_example;
    std::string_view request_type;  // accepted besides application/json, or the only one
    void (*check_request)(std::string_view body) = nullptr;  // throws if the body is invalid
    std::string_view response_type = "application/json";
    std::vector<std::string_view> other_types;        // further media types of the response
    ErrorKind body_fault = ErrorKind::unprocessable;  // for a body that violates its schema

    // For handlers that read and write bodies themselves; only used by the OpenAPI document.
    Describe documented_request = nullptr;
    Describe documented_response = nullptr;
    Describe documented_error = nullptr;  // of `errors`, if they do not have the common format
    bool takes_forms = false;             // besides JSON; with request_type: this one only
    bool body_is_optional = false;        // no field is required
    bool paged = false;                   // a list with a link to the next page

    ErrorFormat error_format = nullptr;  // null: the common format
    bool in_openapi = true;              // otherwise the operation is described elsewhere

    bool writes = false;
    bool repeatable = false;  // accepts an Idempotency-Key
    db::Weight weight = db::Weight::light;
    bool is_deprecated = false;
    bool names_ignored = false;            // unknown names are listed in X-Ignored, or rejected (Prefer)
    bool negotiates = false;               // chooses the media type by the Accept header
    bool tagged = false;                   // has an ETag; 304 if it matches If-None-Match
    bool versioned = false;                // has an ETag of its version; changes may have an If-Match
    bool ranged = false;                   // supports the Range header
    bool changes_credentials = false;      // the cache of callers is cleared afterwards
    bool private_response = false;         // must not be cached, even without authentication
    bool slow_body = false;                // decoding is slow (password hash): never on an event loop
    bool hashes = false;                   // hashes a password, on a low-priority thread
    bool asks_provider = false;            // of single sign-on, which may not answer
    bool is_live = false;                  // open until the client disconnects (http::LiveBody)
    bool scripted = false;                 // a page with JavaScript
    bool is_application = false;           // a page that is a program: scripts that call the API
    bool quiet = false;                    // a probe: never shed under load, and logged at debug level only
    bool administrative = false;           // also served on the operator port
    std::optional<std::size_t> own_limit;  // of the body, in bytes; absent: see body_limit()
    std::size_t index = 0;                 // in the route table
    bool cross_origin = false;             // pages of other sites may read it (CORS)

    // Set: the response is the same for everybody, and kept in memory as long as its version is the same
    // (public_answer.h). No version: there is nothing to keep.
    using FindVersion = std::optional<ContentVersion> (*)(db::Snapshot&, const PathParams&);
    FindVersion find_version = nullptr;
    bool by_session = false;         // and, for visitors with a session, on who is signed in
    bool by_label_language = false;  // the response also depends on preferred_label_language()

    // Starts the handler; context.exchange->resume() is called when it has finished.
    std::function<void(RequestContext&)> start;

    Route with_errors_as(ErrorFormat format) && { return error_format = format, std::move(*this); }
    Route outside_openapi() && { return in_openapi = false, std::move(*this); }
    Route heavy() && { return weight = db::Weight::heavy, std::move(*this); }
    Route changing_credentials() && { return changes_credentials = true, std::move(*this); }
    Route with_slow_body() && { return slow_body = true, std::move(*this); }
    Route deprecated() && { return is_deprecated = true, std::move(*this); }
    Route with_faults_as_400() && { return body_fault = ErrorKind::invalid_request, std::move(*this); }
    Route negotiating() && { return negotiates = true, std::move(*this); }
    Route with_tag() && { return tagged = true, std::move(*this); }
    Route with_version() && { return versioned = true, std::move(*this); }
    Route for_all_origins() && { return cross_origin = true, std::move(*this); }
    Route kept_by_version(FindVersion find) &&;
    Route for_sessions() && { return by_session = true, std::move(*this); }
    Route in_label_languages() && { return by_label_language = true, std::move(*this); }
    Route supports_ranges() && { return ranged = true, std::move(*this); }
    Route with_script() && { return scripted = true, std::move(*this); }
    Route with_application() && { return is_application = true, std::move(*this); }
    // A browser that uses another loopback name than that of the public URL is redirected to it
    // (own_origin.h).
    Route at_public_name() &&;
    // For responses with secrets, which must not be stored.
    Route without_idempotency_key() && { return repeatable = false, std::move(*this); }
    Route unlogged() && { return quiet = true, std::move(*this); }
    Route for_operators() && { return administrative = true, std::move(*this); }
    Route with_body_limit(std::size_t bytes) && { return own_limit = bytes, std::move(*this); }

    // May a request name the version that it changes (If-Match)?
    bool is_conditional() const { return versioned && writes && method != http::Method::post; }
    bool is_missing() const { return path.empty(); }  // the request matches no route
    std::size_t body_limit() const { return own_limit.value_or(access.open ? kMaxOpenBody : kMaxBody); }

    template <wire::Message Body>
    Route taking() && {
        return documented_request = describe_message<Body>, std::move(*this);
    }
    template <wire::Message Form>
    Route taking_form() && {
        return takes_forms = true, std::move(*this).template taking<Form>();
    }
    Route with_query(Describe query) && { return query_parameters = query, std::move(*this); }
    template <wire::Message View>
    Route answering() && {
        return documented_response = describe_message<View>, std::move(*this);
    }
    Route answering(Describe view) && { return documented_response = view, std::move(*this); }
    template <wire::Message View>
    Route refusing_with() && {
        return documented_error = describe_message<View>, std::move(*this);
    }
};

template <class T>
concept DataAccess = std::same_as<T, db::Tx> || std::same_as<T, db::Snapshot>;

template <class View>
struct Unreplied {
    using Type = View;
};
template <class View>
struct Unreplied<Reply<View>> {
    using Type = View;
};

// A call with an Idempotency-Key: the first one runs the handler, later ones get the stored response.
class IdempotentWork {
  public:
    explicit IdempotentWork(IdempotentCall call) : call_(std::move(call)) {}

    // `work` writes the response and returns the candidate that it contains data of.
    using Do = FunctionRef<std::optional<CandidateId>(http::Response&)>;
    void run(db::Tx& tx, const Services& services, Do work);
    void answer(http::Response& response) const;

  private:
    IdempotentCall call_;
    StoredAnswer answer_;
};
std::optional<IdempotentWork> idempotent_work(const RequestContext& context);  // nullopt: the call has no key

template <class View>
void write_body(http::Response& response, const View& view) {
    if constexpr (std::same_as<View, Download>) {
        response.content_type = kFile;
        response.add_header("Content-Disposition", "attachment; filename=\"" + view.name + "\"");
        response.body = view.bytes;
    } else if constexpr (!std::same_as<View, wire::Nothing>) {
        response.content_type = "application/json";
        wire::encode(response.body, view);
    }
}

inline std::string link_header(const std::string& target, std::string_view relation) {
    return "<" + target + ">; rel=\"" + std::string{relation} + "\"";
}

// `result` is a view, or a Reply with additional headers.
template <class Result>
void write_result(http::Response& response, const Route& route, const Result& result) {
    response.clear();
    response.status = route.success;
    if constexpr (std::same_as<Result, typename Unreplied<Result>::Type>) {
        write_body(response, result);
    } else {
        write_body(response, result.view);
        if (result.location) response.add_header("Location", *result.location);
        if (result.version) response.add_header("ETag", version_tag(*result.version));
        if (result.warning) response.add_header("Warning", "299 - \"" + *result.warning + "\"");
        if (result.next_page) {
            std::string links = link_header(*result.next_page, "next");
            if (!result.next_page_is_also.empty())
                links += ", " + link_header(*result.next_page, result.next_page_is_also);
            response.add_header("Link", links);
        }
    }
}

// Adds the ETag of the body; makes the response a 304 if it matches If-None-Match.
void tag(const RequestContext& context, http::Response& response);

// See public_answer.h.
void start_public(const RequestContext& context, db::ReadWork& work);
void finish_versioned(RequestContext& context, db::Snapshot& snapshot, http::Response& response);

// One call of a handler: decoded request in, view out.
template <DataAccess Data, class Body, class Query, class Result>
class HandlerWork final : public PendingWork, public db::Work<Data> {
  public:
    using Handler = Result (*)(Data&, const Call<Body, Query>&);
    using View = typename Unreplied<Result>::Type;
    static constexpr bool kReads = std::same_as<Data, db::Snapshot>;

    HandlerWork(RequestContext& context, Handler handler, Call<Body, Query> call)
        : db::Work<Data>(context.company), context_(context), handler_(handler), call_(std::move(call)) {
        this->stop = context.stop;
        if constexpr (!kReads) idempotent_ = idempotent_work(context);
    }

    // Reads write the response on the reader thread. Writes only keep the view, and the event loop writes the
    // response, so that the writer is free for the next transaction.
    void run(Data& data) override {
        if constexpr (kReads) {
            write(context_.exchange->response, handler_(data, call_));
            if (context_.route->find_version)
                return finish_versioned(context_, data, context_.exchange->response);
            if (context_.route->tagged) tag(context_, context_.exchange->response);
            compress_if_useful(context_, context_.exchange->response);
        } else if (idempotent_) {
            idempotent_->run(data, *context_.services, [&](http::Response& made) {
                const Result result = handle(data);
                write(made, result);
                return concerned(result);
            });
        } else {
            result_.emplace(handle(data));
        }
    }

    void done(std::exception_ptr failure) noexcept override {
        context_.failure = std::move(failure);
        context_.exchange->resume();
    }

    void finish(http::Response& response) override {
        if constexpr (!kReads) {
            if (idempotent_) {
                idempotent_->answer(response);
            } else {
                write(response, *result_);
            }
            compress_if_useful(context_, response);
        }
    }

  private:
    // A retried transaction reports the same unknown names again.
    Result handle(Data& data) {
        context_.unknown.rewind(decoded_);
        const events::TraceScope scope{trace_of(context_)};
        return handler_(data, call_);
    }
    void write(http::Response& response, const Result& result) {
        write_result(response, *context_.route, result);
    }
    static std::optional<CandidateId> concerned(const Result& result) {
        if constexpr (std::same_as<Result, View>) {
            return std::nullopt;
        } else {
            return result.concerns;
        }
    }

    RequestContext& context_;
    Handler handler_;
    const Call<Body, Query> call_;
    const wire::UnknownNames::Mark decoded_ = context_.unknown.mark();
    std::optional<std::conditional_t<kReads, wire::Nothing, Result>> result_;
    std::optional<IdempotentWork> idempotent_;
};

// The translated language that the Accept-Language header prefers; English if there is none.
std::string_view preferred_language(const http::Request& request);

// The language of a company's own labels for a tag, if any: with the region, or else without it.
std::optional<std::string_view> label_language(std::string_view tag);

// The one that the Accept-Language header prefers; English if there is none.
std::string_view preferred_label_language(const http::Request& request);

// How unknown names are handled, by the Prefer header (RFC 7240, handling).
wire::Handling preferred_handling(const http::Request& request);

void describe_parameters(wire::JsonWriter& out, wire::Schemas& schemas, std::string_view name,
                         const wire::Rule& rule,
                         void (*schema)(wire::JsonWriter&, const wire::Rule&, wire::Schemas&), bool list);

template <wire::Message Query>
void describe_query(wire::JsonWriter& out, wire::Schemas& schemas) {
    wire::for_each_field<Query>([&]<class Member>(const wire::Field<Query, Member>& each) {
        if constexpr (wire::kIsList<Member>) {
            describe_parameters(out, schemas, each.name.text(), each.rule,
                                wire::Codec<typename Member::value_type>::schema, true);
        } else {
            describe_parameters(out, schemas, each.name.text(), each.rule,
                                wire::Codec<typename wire::Unwrapped<Member>::Type>::schema, false);
        }
    });
}

// Whether an empty body, which is decoded as an empty object, is valid.
template <wire::Message Body>
bool requires_nothing() {
    if constexpr (requires { wire::Codec<Body>::description(); }) {
        return !wire::requires_a_field(wire::Codec<Body>::description());
    } else {
        return false;
    }
}

// The parts of the route that follow from the types of the handler.
template <class Body, class Query, class View>
Route described(Columns columns) {
    Route row{std::move(columns)};
    row.names_ignored = true;
    if constexpr (std::same_as<Body, Upload>) {
        row.documented_request = describe_upload;
        row.request_type = kFormWithFile;
        row.takes_forms = true;
    } else if constexpr (!std::same_as<Body, wire::Nothing>) {
        row.request_schema = describe_message<Body>;
        row.check_request = [](std::string_view body) { wire::decode<Body>(body); };
        wire::encode(row.request_example, Body::example());
        if constexpr (requires { Body::kMediaType; }) row.request_type = Body::kMediaType;
        row.body_is_optional = requires_nothing<Body>();
    }
    if constexpr (!std::same_as<Query, wire::Nothing>) {
        row.query_parameters = describe_query<Query>;
        row.paged = wire::kIsPaged<Query>;
    }
    if constexpr (std::same_as<View, Download>) {
        row.response_type = kFile;
    } else if constexpr (std::same_as<View, wire::Nothing>) {
        row.response_type = "";
    } else {
        row.response_schema = describe_message<View>;
    }
    return row;
}

template <class Body, class Query>
Call<Body, Query> decoded_call(RequestContext& context) {
    const http::Request& request = context.exchange->request;
    context.unknown.reset(preferred_handling(request));
    Call<Body, Query> call{context.who,
                           context.path,
                           context.services->public_url,
                           *context.services,
                           context.unknown,
                           wire::decode_query<Query>(request.query, context.unknown),
                           {},
                           !context.services->ledger.healthy()};
    if (request.has("Accept-Language")) {
        call.language = preferred_language(request);
        call.label_language = preferred_label_language(request);
    }
    call.scopes = context.scopes;
    if (context.route->versioned) call.if_match = expected_version(request.list("If-Match"));
    if constexpr (std::same_as<Body, Upload>) {
        call.body = upload_from(request);
    } else if constexpr (!std::same_as<Body, wire::Nothing>) {
        call.body = wire::decode<Body>(request.body, context.route->body_fault, context.unknown);
    }
    return call;
}

// The rest of the route follows from the signature of the handler: its message types are the schemas, and
// only a handler that takes a Tx can write. Documentation and behaviour can therefore not differ.
template <DataAccess Data, class Body, class Query, class Result>
Route route(Columns columns, Result (*handler)(Data&, const Call<Body, Query>&)) {
    using Work = HandlerWork<Data, Body, Query, Result>;
    Route row = described<Body, Query, typename Work::View>(std::move(columns));
    row.writes = !Work::kReads;
    row.repeatable = row.writes && row.method == http::Method::post;
    row.start = [handler](RequestContext& context) {
        auto work = std::make_unique<Work>(context, handler, decoded_call<Body, Query>(context));
        Work& started = *work;
        context.work = std::move(work);
        if constexpr (Work::kReads) {
            if (context.route->find_version) return start_public(context, started);
            context.services->db.start(started, context.route->weight);
        } else {
            context.services->db.start(started);
        }
    };
    return row;
}

// For handlers that call other servers between several transactions: no transaction is open while they wait.
struct Steps {
    db::Db& db;
    const CompanyId& company;
    const Services& services;
};

template <class Body, class Query, class Result>
class StepsWork final : public PendingWork {
  public:
    using Handler = Result (*)(const Steps&, const Call<Body, Query>&);

    StepsWork(RequestContext& context, Handler handler, Call<Body, Query> call)
        : context_(context), handler_(handler), call_(std::move(call)) {}

    void run() noexcept {
        try {
            const events::TraceScope scope{trace_of(context_)};
            const Steps steps{context_.services->db, *context_.company, *context_.services};
            result_.emplace(handler_(steps, call_));
        } catch (...) {
            context_.failure = std::current_exception();
        }
        context_.services->steps_gate.leave(*context_.company);
        context_.exchange->resume();
    }

    void finish(http::Response& response) override {
        write_result(response, *context_.route, *result_);
        compress_if_useful(context_, response);
    }

  private:
    RequestContext& context_;
    Handler handler_;
    const Call<Body, Query> call_;
    std::optional<Result> result_;
};

template <class Body, class Query, class Result>
Route route(Columns columns, Result (*handler)(const Steps&, const Call<Body, Query>&)) {
    using Work = StepsWork<Body, Query, Result>;
    Route row = described<Body, Query, typename Unreplied<Result>::Type>(std::move(columns));
    row.writes = true;
    row.start = [handler](RequestContext& context) {
        auto work = std::make_unique<Work>(context, handler, decoded_call<Body, Query>(context));
        Work& started = *work;
        context.work = std::move(work);
        if (!context.services->steps_gate.enter(*context.company))
            throw overloaded("this company has too many requests that wait for other servers");
        if (!context.services->waiting_workers.accept([&started] { started.run(); })) {
            context.services->steps_gate.leave(*context.company);
            throw overloaded("too many requests wait for other servers");
        }
    };
    return row;
}

// A response that needs no database: a page, a file, metrics.
struct Page {
    int status = 200;
    std::string_view content_type;
    std::string body;
    std::unique_ptr<http::BodyStream> stream = nullptr;
    std::vector<std::pair<std::string_view, std::string>> headers;
};
Route page(Columns columns, std::string_view content_type,
           Page (*handler)(const Services&, const http::Request&));

}  // namespace callboard::edge
