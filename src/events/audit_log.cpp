#include "events/audit_log.h"

#include <optional>
#include <string>

#include "wire/json_writer.h"

namespace callboard::events {
namespace {

constexpr db::Sql kInsert{"audit_insert", R"sql(
    INSERT INTO audit_record (company_id, id, event_name, author_type, author_id, entity_type, entity_id, context,
                              created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9))sql"};

std::string context_of(const Author& author, const AuditEntry& entry) {
    std::string text;
    wire::JsonWriter json{text};
    json.open_object();
    for (const auto& [name, value] : entry.context) {
        if (value.is_absent()) continue;
        json.key(name);
        if (value.is_json()) {
            json.raw(value.text());
        } else {
            json.text(value.text());
        }
    }
    if (author.address) json.member("clientAddress", author.address->text());
    if (!author.request_id.empty()) json.member("requestId", author.request_id);
    json.close_object();
    return text;
}

std::optional<std::string_view> author_id_of(const Author& author) {
    if (author.user) return author.user->text();
    if (author.candidate) return author.candidate->text();
    return std::nullopt;
}

}  // namespace

void audit(db::Tx& tx, const Author& author, const AuditEntry& entry) {
    const std::string context = context_of(author, entry);
    const AuditId id = tx.new_id<AuditId>();
    // The table knows two types, and its CHECK cannot be changed without reading all of it: a candidate is
    // stored as SYSTEM with an author (audit/audit_store.cpp).
    tx.enqueue(kInsert, {id, entry.name, author.user ? "USER" : "SYSTEM", author_id_of(author),
                         entry.entity_type.text(), entry.entity_id, context, tx.now});
}

}  // namespace callboard::events
