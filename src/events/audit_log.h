// Writes the audit log, which the company's administrators can read.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "db/db.h"
#include "events/audit_entity.h"
#include "events/author.h"

namespace callboard::events {

// A value of an audit context: text, or raw JSON. Absent values are omitted.
class AuditValue {
  public:
    // NOLINTBEGIN(google-explicit-constructor): a context is written as it is
    AuditValue(std::string_view text) : text_(text) {}
    AuditValue(const std::string& text) : text_(text) {}
    AuditValue(const char* text) : text_(text) {}
    AuditValue(const std::optional<std::string>& text) : is_absent_(!text) {
        if (text) text_ = *text;
    }
    // NOLINTEND(google-explicit-constructor)
    static AuditValue json(std::string_view json) {
        AuditValue value{json};
        value.is_json_ = true;
        return value;
    }

    std::string_view text() const { return text_; }
    bool is_json() const { return is_json_; }
    bool is_absent() const { return is_absent_; }

  private:
    std::string_view text_;
    bool is_json_ = false;
    bool is_absent_ = false;
};

struct AuditEntry {
    std::string_view name;  // JOB_CREATED, CREDENTIALS_REVOKED …
    EntityName entity_type;
    std::string_view entity_id;
    std::initializer_list<std::pair<std::string_view, AuditValue>> context;
};

// Inserts the audit record in the caller's transaction.
void audit(db::Tx& tx, const Author& author, const AuditEntry& entry);

}  // namespace callboard::events
