// What a handler may know of its call, and what it may give back.
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
#include "oauth/scope.h"
#include "wire/list_parameters.h"
#include "wire/shape.h"

namespace callboard::edge {

struct Services;

// The {parts} of a path, decoded.
class PathParams {
  public:
    static constexpr std::size_t kMost = 6;

    void add(std::string_view name, std::string_view value) {
        assert(size_ < kMost);
        values_[size_++] = {name, value};
    }
    // For a part that had to be decoded: keeps the text, since nothing else does.
    std::string_view keep(std::string text) {
        decoded_.push_back(std::make_unique<std::string>(std::move(text)));
        return *decoded_.back();
    }

    std::string_view text(std::string_view name) const {
        for (std::size_t i = 0; i < size_; ++i)
            if (values_[i].first == name) return values_[i].second;
        assert(false);  // the handler asks for a part that its row does not have
        return {};
    }

    // An id that cannot exist is answered like one that does not: with the same code.
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
    wire::UnknownNames& unknown;  // what is decoded later than the request adds to them
    Query query;
    Body body;
    bool degraded = false;             // the server works, but not as it is meant to
    std::string_view language = "en";  // of labels (Accept-Language)

    // Who asks; rows that anybody may call have nobody.
    const accounts::Actor& actor() const {
        assert(who);
        return *who;
    }

    // An absolute address that the client can follow.
    std::string link(std::string_view target) const { return public_url + std::string{target}; }

    // The next page of the list at `list_path`, if there is one that the cursor leads to.
    std::optional<std::string> next_page(std::string_view list_path,
                                         const std::optional<std::string>& cursor) const {
        if (!cursor) return std::nullopt;
        return link(wire::next_page(list_path, query, *cursor));
    }
};

// A view with headers of its own.
template <wire::Message View>
struct Reply {
    View view;
    std::optional<std::string> location = std::nullopt;   // of what was created
    std::optional<std::string> next_page = std::nullopt;  // RFC 8288, rel="next"
    std::string_view next_page_is_also = {};              // another relation that clients know it by
    std::optional<std::string> warning = std::nullopt;    // it was done, but a person should know this
    std::optional<CandidateId> concerns = std::nullopt;   // when kept for repetition, it goes with this one
};

// A file, to be saved and not to be shown.
struct Download {
    std::string name;
    std::string bytes;

    static constexpr auto shape() { return wire::fields(); }
};

}  // namespace callboard::edge
