#include "edge/upload.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "wire/multipart.h"

namespace callboard::edge {

Upload upload_from(const http::Request& request) {
    auto parts = wire::parse_multipart(request.header("Content-Type"), request.body);
    if (!parts)
        throw invalid_request("UNMARSHALLING_ERROR",
                              "the body is not a complete form of the type multipart/form-data");
    const auto file = std::ranges::find(*parts, "file", &wire::Part::name);
    if (file == parts->end())
        throw invalid_request("MISSING_FILE_PART", "the form has no part with the name file");
    if (!file->file_name || file->file_name->empty())
        throw invalid_request("MISSING_FILE_NAME",
                              "the part file has no filename in its Content-Disposition");
    if (!file->media_type || file->media_type->empty())
        throw invalid_request("MISSING_MEDIA_TYPE", "the part file has no Content-Type");
    return {.name = std::move(*file->file_name),
            .media_type = std::move(*file->media_type),
            .bytes = std::string{file->content}};
}

void describe_upload(wire::JsonWriter& out, wire::Schemas& schemas) {
    schemas.refer(out, "FileForm", [](wire::JsonWriter& inner) {
        inner.raw(R"({"type":"object","required":["file"],)"
                  R"("properties":{"file":{"type":"string","format":"binary"}}})");
    });
}

}  // namespace callboard::edge
