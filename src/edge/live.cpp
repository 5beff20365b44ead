#include "edge/live.h"

#include <utility>

#include "base/secret.h"

namespace callboard::edge {
namespace {

// With a copy of the credential, as the request is gone when the connection is.
std::function<Authentication(db::Snapshot&)> authentication_of(const RequestContext& context) {
    const Services& services = *context.services;
    const auto presented = presented_credential(context.exchange->request, services.public_url);
    if (!presented) throw internal("a caller without a credential");
    const auto secret = std::make_shared<const Secret>(std::string{presented->secret});
    return [&rules = services.rules, secret, kind = presented->kind,
            hash = presented->hash](db::Snapshot& snapshot) {
        return find_caller(snapshot, {.kind = kind, .secret = secret->reveal(), .hash = hash}, rules);
    };
}

}  // namespace

Route live(Columns columns, std::string_view media_type, LiveHandler handler) {
    Route row = described<wire::Nothing, wire::Nothing, wire::Nothing>(std::move(columns));
    row.response_type = media_type;
    row.is_live = true;
    row.start = [handler, media_type](RequestContext& context) {
        context.unknown.reset(preferred_handling(context.exchange->request));
        wire::decode_query<wire::Nothing>(context.exchange->request.query, context.unknown);
        auto body = handler({.services = *context.services,
                             .company = *context.company,
                             .actor = *context.who,
                             .request = context.exchange->request,
                             .authenticate = authentication_of(context)});
        http::Response& response = context.exchange->response;
        response.clear();
        response.status = context.route->success;
        response.content_type = media_type;
        response.add_header("X-Accel-Buffering", "no");  // nginx passes it on at once
        response.stream = std::move(body);
        context.work = std::make_unique<FinishedWork>();
        context.exchange->resume();
    };
    return row;
}

}  // namespace callboard::edge
