// A link to a job or to what belongs to it. Lists have hundreds: it is put together where it is written.
#pragma once

#include <string_view>

#include "api/actions.h"
#include "base/id.h"
#include "wire/shape.h"

namespace callboard::api {

struct JobLink {
    std::string_view origin;  // the public URL, which lives as long as the server
    JobId id;
    std::string_view tail;
};

struct JobActions {
    JobLink details;
    JobLink hiring_team;
    JobLink publications;
    JobLink positions;

    static constexpr std::string_view kName = "JobActions";
    static constexpr auto shape() {
        using Self = JobActions;
        return wire::fields(
            wire::field("details", &Self::details), wire::field("hiringTeam", &Self::hiring_team),
            wire::field("publications", &Self::publications), wire::field("positions", &Self::positions));
    }
};

struct JobDetailsAction {
    JobLink details;

    static constexpr auto shape() { return wire::fields(wire::field("details", &JobDetailsAction::details)); }
};

}  // namespace callboard::api

template <>
struct callboard::wire::Codec<callboard::api::JobLink> {
    static void write(JsonWriter& out, const callboard::api::JobLink& link) {
        static constexpr Key kUrl = "url";
        static constexpr Key kMethod = "method";
        out.open_object();
        out.prepared_key(kUrl);
        out.plain_text({link.origin, "/jobs/", link.id.text(), link.tail});
        out.prepared_key(kMethod);
        out.plain_text("GET");
        out.close_object();
    }
    static void schema(JsonWriter& out, const Rule& rule, Schemas& schemas) {
        Codec<callboard::api::Action>::schema(out, rule, schemas);
    }
};
