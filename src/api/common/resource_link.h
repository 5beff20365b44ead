// A link to a resource or a sub-resource. Lists have hundreds, so the URL is built only when it is written.
#pragma once

#include <string_view>

#include "api/common/actions.h"
#include "base/id.h"
#include "wire/shape.h"

namespace callboard::api {

// The path of the collection, with a slash at the end.
template <class AnyId>
inline constexpr std::string_view kCollection;
template <>
inline constexpr std::string_view kCollection<JobId> = "/jobs/";
template <>
inline constexpr std::string_view kCollection<CandidateId> = "/candidates/";

template <class AnyId>
struct ResourceLink {
    std::string_view origin;  // the public URL; must outlive the link
    AnyId id;
    std::string_view tail;
};

}  // namespace callboard::api

template <class AnyId>
struct callboard::wire::Codec<callboard::api::ResourceLink<AnyId>> {
    static void write(JsonWriter& out, const callboard::api::ResourceLink<AnyId>& link) {
        static_assert(!callboard::api::kCollection<AnyId>.empty());
        out.raw(R"({"url":)");
        out.plain_text({link.origin, callboard::api::kCollection<AnyId>, link.id.text(), link.tail});
        out.members(R"({"method":"GET"})");
        out.close_object();
    }
    static void schema(JsonWriter& out, const Rule& rule, Schemas& schemas) {
        Codec<callboard::api::Action>::schema(out, rule, schemas);
    }
};
