#include "edge/static_file.h"

#include <utility>

#include "base/digest.h"
#include "base/encoding.h"
#include "base/error.h"
#include "http/byte_range.h"
#include "http/gzip.h"

namespace callboard::edge {

StaticFile::StaticFile(std::string_view content_type, std::string body, Caching caching)
    : content_type_(content_type),
      body_(std::move(body)),
      gzipped_(body_.size() > http::kSmallestCompressed ? http::gzip(body_) : std::string{}),
      hash_(to_hex(sha256(body_)).substr(0, 32)),
      caching_(caching) {}

void StaticFile::answer(const RequestContext& context, http::Response& response) const {
    const bool compress = context.client_takes_gzip && !gzipped_.empty();
    const std::string etag = '"' + hash_ + (compress ? "-gzip\"" : "\"");  // strong: byte-identical
    response.add_header("ETag", etag);
    response.add_header("Cache-Control",
                        caching_ == Caching::immutable ? "public, max-age=31536000, immutable" : "no-cache");
    if (!gzipped_.empty()) response.add_header("Vary", "Accept-Encoding");
    if (http::names_tag(context.exchange->request.list("If-None-Match"), etag)) {
        response.status = 304;
        return;
    }
    response.content_type = content_type_;
    if (compress) response.add_header("Content-Encoding", "gzip");
    response.shared_body = compress ? gzipped_ : body_;
}

Route static_file(Columns columns, std::initializer_list<std::string_view> content_types,
                  const StaticFile* (*find)(const Services& services, const PathParams& path)) {
    Route row{std::move(columns)};
    row.response_type = *content_types.begin();
    row.other_types.assign(content_types.begin() + 1, content_types.end());
    row.tagged = true;
    row.start = [find](RequestContext& context) {
        const StaticFile* const file = find(*context.services, context.path);
        if (!file) throw not_found("RESOURCE_NOT_FOUND", "this path does not exist");
        file->answer(context, context.exchange->response);
        context.work = std::make_unique<FinishedWork>();
        context.exchange->resume();
    };
    return row;
}

}  // namespace callboard::edge
