#include "edge/export.h"

#include "edge/error_response.h"
#include "http/byte_range.h"
#include "http/gzip.h"

namespace callboard::edge {
namespace {

// The entity tag of the compressed body.
std::string gzip_tag(std::string_view etag) {
    return std::string{etag.substr(0, etag.size() - 1)} + "-gzip\"";
}

void compress(Export& made) {
    made.body = http::gzip(std::move(made.body));
    made.size.reset();
    if (made.etag) made.etag = gzip_tag(*made.etag);
    std::erase_if(made.headers, [](const auto& header) { return header.first == "Accept-Ranges"; });
    made.headers.emplace_back("Content-Encoding", "gzip");
}

}  // namespace

bool client_has(const http::Request& request, std::string_view etag) {
    const std::string tags = request.list("If-None-Match");
    return http::names_tag(tags, etag) || http::names_tag(tags, gzip_tag(etag));
}

Export with_range(const http::Request& request, Export whole, std::uint64_t size,
                  FunctionRef<std::unique_ptr<http::BodyStream>(http::ByteRange)> part) {
    const auto [outcome, range] = http::asked_range(request, whole.etag.value_or(""), size);
    const std::string of_all = "/" + std::to_string(size);
    whole.headers.emplace_back("Accept-Ranges", "bytes");
    switch (outcome) {
        case http::RangeOutcome::whole:
            whole.body = part({.first = 0, .size = size});
            whole.size = size;
            return whole;
        case http::RangeOutcome::unsatisfiable:
            return {.status = 416, .headers = {{"Content-Range", "bytes *" + of_all}}};
        case http::RangeOutcome::part:
            whole.status = 206;
            whole.body = part(range);
            whole.size = range.size;
            whole.compressible = false;  // ranges refer to the uncompressed bytes
            whole.headers.emplace_back("Content-Range", "bytes " + std::to_string(range.first) + "-" +
                                                            std::to_string(range.first + range.size - 1) +
                                                            of_all);
            return whole;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

void write_export(const RequestContext& context, Export made, http::Response& response) {
    response.clear();
    if (made.status == 416) {
        refuse({.response = response}, 416, "RANGE_NOT_SATISFIABLE",
               "the requested range is outside the file; Content-Range has its size");
    } else if (made.compressible) {
        made.headers.emplace_back("Vary", "Accept-Encoding");
        const bool worthwhile = made.body && (!made.size || *made.size > http::kSmallestCompressed);
        if (context.client_takes_gzip && worthwhile) compress(made);
    }
    for (const auto& [name, value] : made.headers) response.add_header(name, value);
    if (made.status == 416) return;
    response.status = made.status;
    response.content_type = made.content_type;
    response.stream = std::move(made.body);
    response.stream_size = made.size;
    if (made.etag) response.add_header("ETag", *made.etag);
}

}  // namespace callboard::edge
