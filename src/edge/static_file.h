// Rows with a body that stays the same while the program runs: it is tagged and compressed once, not for each
// request, and all responses share it.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "edge/route.h"

namespace callboard::edge {

// It must outlive the responses, which point to it.
class StaticFile {
  public:
    StaticFile(std::string_view content_type, std::string body);
    StaticFile(const StaticFile&) = delete;
    StaticFile& operator=(const StaticFile&) = delete;

    // Answers a request for it: the body, compressed if the client takes that, or 304 if the client has it.
    void answer(const Visit& visit, http::Response& response) const;

  private:
    const std::string_view content_type_;
    const std::string body_;
    const std::string gzipped_;  // empty: not worth it
    const std::string hash_;
};

// `find` returns null where there is no such file; the answer is then 404.
Route static_file(Columns columns, std::initializer_list<std::string_view> content_types,
                  const StaticFile* (*find)(const Services& services, const PathParams& path));

}  // namespace callboard::edge
