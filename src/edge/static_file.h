// Routes whose body never changes while the program runs: it is hashed and compressed once, and shared by all
// responses.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "edge/route.h"

namespace callboard::edge {

// Immutable: the name of the file contains a hash of its content, so that browsers need not ask again.
enum class Caching { revalidated, immutable };

// Must outlive the responses, which refer to it.
class StaticFile {
  public:
    StaticFile(std::string_view content_type, std::string body, Caching caching = Caching::revalidated);
    StaticFile(const StaticFile&) = delete;
    StaticFile& operator=(const StaticFile&) = delete;

    // Responds with the body, compressed if the client accepts it, or with 304 if the client has it.
    void answer(const RequestContext& context, http::Response& response) const;

  private:
    const std::string_view content_type_;
    const std::string body_;
    const std::string gzipped_;  // empty: too small to compress
    const std::string hash_;
    const Caching caching_;
};

// `find` returns null if there is no such file; the response is then 404.
Route static_file(Columns columns, std::initializer_list<std::string_view> content_types,
                  const StaticFile* (*find)(const Services& services, const PathParams& path));

}  // namespace callboard::edge
