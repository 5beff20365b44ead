#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/clock.h"
#include "base/id.h"
#include "base/names.h"
#include "events/audit_entity.h"

namespace callboard::audit {

enum class AuthorType { user, support_user, system, candidate };

using events::EntityType;

// An audit record as the company's administrators read it.
struct AuditEvent {
    AuditId id;
    std::string name;
    Timestamp date;
    AuthorType author_type{};
    std::optional<std::string> author_id;
    EntityType entity_type{};
    std::string entity_id;
    std::string context;  // JSON
};

}  // namespace callboard::audit

template <>
struct callboard::Names<callboard::audit::AuthorType> {
    using enum callboard::audit::AuthorType;
    static constexpr std::string_view kName = "AuditAuthorType";
    static constexpr std::array kList{
        std::pair{user, std::string_view{"USER"}}, std::pair{support_user, std::string_view{"SUPPORT_USER"}},
        std::pair{system, std::string_view{"SYSTEM"}}, std::pair{candidate, std::string_view{"CANDIDATE"}}};
};
