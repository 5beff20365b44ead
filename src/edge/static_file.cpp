#include "edge/static_file.h"

#include <utility>

#include "base/digest.h"
#include "base/encoding.h"
#include "base/error.h"
#include "http/byte_range.h"
#include "http/gzip.h"

namespace callboard::edge {
namespace {

// The response is complete at once; finish() has nothing more to do.
class FileWork final : public PendingWork {
  public:
    void finish(http::Response&) override {}
};

}  // namespace

StaticFile::StaticFile(std::string_view content_type, std::string body)
    : content_type_(content_type),
      body_(std::move(body)),
      gzipped_(body_.size() > http::kWorthCompressing ? http::gzip(body_) : std::string{}),
      etag_("W/\"" + to_hex(sha256(body_)).substr(0, 32) + "\"") {}

void StaticFile::answer(const Visit& visit, http::Response& response) const {
    response.add_header("ETag", etag_);
    response.add_header("Cache-Control",
                        "no-cache");  // kept, but asked for again: a new version may be there
    if (!gzipped_.empty()) response.add_header("Vary", "Accept-Encoding");
    if (http::names_tag(visit.exchange->request.list("If-None-Match"), etag_)) {
        response.status = 304;
        return;
    }
    response.content_type = content_type_;
    const bool compress = visit.client_takes_gzip && !gzipped_.empty();
    if (compress) response.add_header("Content-Encoding", "gzip");
    response.body = compress ? gzipped_ : body_;
}

Route static_file(Columns columns, std::initializer_list<std::string_view> content_types,
                  const StaticFile* (*find)(const PathParams& path)) {
    Route row{std::move(columns)};
    row.response_type = *content_types.begin();
    row.other_types.assign(content_types.begin() + 1, content_types.end());
    row.tagged = true;
    row.start = [find](Visit& visit) {
        const StaticFile* const file = find(visit.path);
        if (!file) throw not_found("RESOURCE_NOT_FOUND", "there is nothing at this path");
        file->answer(visit, visit.exchange->response);
        visit.work = std::make_unique<FileWork>();
        visit.exchange->resume();
    };
    return row;
}

}  // namespace callboard::edge
