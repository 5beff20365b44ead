// The input and output of a handler.
#pragma once

#include <array>
#include <cassert>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "accounts/actor.h"
#include "base/error.h"
#include "base/id.h"
#include "base/version_tag.h"
#include "oauth/scope.h"
#include "wire/list_parameters.h"
#include "wire/shape.h"

namespace callboard::edge {

struct Services;

// The parameters of a path, decoded.
class PathParams {
  public:
    static constexpr std::size_t kMost = 6;

    void add(std::string_view name, std::string_view value) {
        assert(size_ < kMost);
        values_[size_++] = {name, value};
    }
    // Owns the text of a parameter that had to be decoded.
    std::string_view keep(std::string text) {
        decoded_.push_back(std::make_unique<std::string>(std::move(text)));
        return *decoded_.back();
    }

    std::string_view text(std::string_view name) const {
        for (std::size_t i = 0; i < size_; ++i)
            if (values_[i].first == name) return values_[i].second;
        assert(false);  // the path of the route has no such parameter
        return {};
    }

    // An invalid id gets the same error code as an unknown one.
    template <class AnyId>
    AnyId id(std::string_view name, const char* code) const {
        auto parsed = AnyId::parse(text(name));
        if (!parsed) throw not_found(code);
        return *parsed;
    }

  private:
    std::array<std::pair<std::string_view, std::string_view>, kMost> values_;
    std::size_t size_ = 0;
    std::vector<std::unique_ptr<std::string>> decoded_;
};

template <wire::Message Body = wire::Nothing, wire::Message Query = wire::Nothing>
struct Call {
    const std::optional<accounts::Actor>& who;
    const PathParams& path;
    const std::string& public_url;
    const Services& services;
    wire::UnknownNames& unknown;  // names found while decoding later are added
    Query query;
    Body body;
    bool degraded = false;                   // the server is running with reduced function
    std::string_view language = "en";        // of labels of dictionaries (Accept-Language)
    std::string_view label_language = "en";  // of labels that the company has translated itself
    oauth::ScopeSet scopes;                  // of the caller's credential
    ExpectedVersion if_match = {};           // only of routes with versions

    // The caller; routes without authentication have none.
    const accounts::Actor& actor() const {
        assert(who);
        return *who;
    }

    // An absolute URL.
    std::string link(std::string_view target) const { return public_url + std::string{target}; }

    // The next page of the list at `list_path`, if there is one that the cursor leads to.
    std::optional<std::string> next_page(std::string_view list_path,
                                         const std::optional<std::string>& cursor) const {
        if (!cursor) return std::nullopt;
        return link(wire::next_page(list_path, query, *cursor));
    }
};

// A view with additional headers.
template <wire::Message View>
struct Reply {
    View view;
    std::optional<std::string> location = std::nullopt;   // Location header of what was created
    std::optional<std::string> next_page = std::nullopt;  // Link header with rel="next" (RFC 8288)
    std::string_view next_page_is_also;                   // an additional link relation for the same URL
    std::optional<std::string> warning = std::nullopt;    // successful, but with a warning for people
    std::optional<CandidateId> concerns = std::nullopt;   // deleted with this candidate, if stored
    std::optional<std::int64_t> version = std::nullopt;   // ETag header
};

// A file to be saved rather than displayed (Content-Disposition: attachment).
struct Download {
    std::string name;
    std::string bytes;

    static constexpr auto shape() { return wire::fields(); }
};

}  // namespace callboard::edge
