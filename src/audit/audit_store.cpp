#include "audit/audit_store.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>
#include <string>
#include <string_view>

#include "base/id_source.h"

namespace callboard::audit::store {
namespace {

constexpr std::string_view kColumns =
    "id, event_name, created_at, author_type, author_id, entity_type, entity_id, context";
constexpr std::string_view kFrom = "FROM audit_record WHERE company_id = $1";
constexpr db::ListSql kPage{"audit_page", kColumns, kFrom, "ORDER BY id DESC"};

// PostgreSQL reads rows without an author from their index in this order only.
constexpr db::ListSql kPageWithoutAuthor{"audit_page_without_author", kColumns, kFrom,
                                         "ORDER BY author_id DESC, id DESC"};

// min(id) of each company is one index lookup.
constexpr db::GlobalSql kFindOld{"audit_find_old", R"sql(
    SELECT company.id FROM company
    WHERE company.id >= $1 AND company.id <= $2
      AND (SELECT min(audit_record.id) FROM audit_record WHERE audit_record.company_id = company.id) < $3
    ORDER BY company.id)sql"};

// A batch is a range of the key: PostgreSQL would look up each row of an IN, or read the whole table.
constexpr std::int64_t kBatchSize = 500;
constexpr db::Sql kFindBatchEnd{"audit_find_batch_end", R"sql(
    SELECT id FROM audit_record WHERE company_id = $1 AND id < $2 ORDER BY id LIMIT 1 OFFSET $3)sql"};
constexpr db::Sql kDeleteBefore{"audit_delete_before", R"sql(
    DELETE FROM audit_record WHERE company_id = $1 AND id < $2)sql"};

// What the system did has no author; what is stored as SYSTEM with an author was done by a candidate
// (events/audit_log.cpp).
AuthorType author_type_of(const db::Row& row) {
    const auto stored = row.member<AuthorType>(3);
    return stored == AuthorType::system && !row.is_null(4) ? AuthorType::candidate : stored;
}

AuditEvent event_from(const db::Row& row) {
    return {.id = row.id<AuditId>(0),
            .name = row.string(1),
            .date = row.time(2),
            .author_type = author_type_of(row),
            .author_id = row.optional_string(4),
            .entity_type = row.member<EntityType>(5),
            .entity_id = row.string(6),
            .context = row.string(7)};
}

// Ids are ordered by time. They cannot encode times before 1970.
std::string first_id_of(Timestamp time) {
    return first_uuid_of(std::max(time, Timestamp{0}));
}

// One of several scans whose results are merged: of one event name or one type of entity, or of all records.
struct Scan {
    std::optional<std::string> name;
    std::optional<EntityType> entity_type;
};

// Each scan reads an index, newest first. For several names or types in one query, both engines would read
// all records of these, or all records.
std::vector<Scan> scans_of(const ListRequest& asked) {
    std::vector<Scan> scans;
    for (const std::string& name : std::set(asked.names.begin(), asked.names.end()))
        scans.push_back({.name = name, .entity_type = std::nullopt});
    // The indexes of entities and authors are better than that of types.
    if (scans.empty() && !asked.entity_id && !asked.author_id)
        for (const EntityType type : std::set(asked.entity_types.begin(), asked.entity_types.end()))
            scans.push_back({.name = std::nullopt, .entity_type = type});
    if (scans.empty()) scans.emplace_back();
    return scans;
}

bool asks_for(const ListRequest& asked, AuthorType type) {
    return asked.author_types.empty() ||
           std::ranges::find(asked.author_types, type) != asked.author_types.end();
}

// The types of authors that the request asks for and that there are records of.
struct Authors {
    explicit Authors(const ListRequest& asked)
        : user(asks_for(asked, AuthorType::user)),
          system(asks_for(asked, AuthorType::system)),
          candidate(asks_for(asked, AuthorType::candidate)) {}

    bool none() const { return !user && !system && !candidate; }
    bool only_system() const { return system && !user && !candidate; }

    // As they are stored. COALESCE keeps the engines from reading the index of authors, where there is a
    // better one.
    void narrow(db::ListQuery& list) const {
        if (user && system && candidate) return;
        if (user && system) {
            list.where("(author_type = 'USER' OR COALESCE(author_id, '') = '')");
        } else if (user && candidate) {
            list.where("COALESCE(author_id, '') <> ''");
        } else if (user) {
            list.where("author_type = 'USER'");
        } else {
            list.where("author_type = 'SYSTEM'");
            if (!candidate) list.where("COALESCE(author_id, '') = ''");
            if (!system) list.where("author_id IS NOT NULL");  // has an index of its own
        }
    }

    bool user;
    bool system;
    bool candidate;
};

std::vector<AuditEvent> run(db::Snapshot& snapshot, const Selection& selection, const Scan& scan) {
    const ListRequest& asked = selection.asked;
    const bool has_index = scan.name || scan.entity_type || asked.entity_id || asked.author_id;
    const Authors authors{asked};
    const bool by_missing_author = !has_index && authors.only_system();
    db::ListQuery list{by_missing_author ? kPageWithoutAuthor : kPage};
    if (by_missing_author) list.where("author_id IS NULL");
    authors.narrow(list);
    if (scan.name) list.where("event_name =", *scan.name);
    // The time range is also a range of the key, which bounds the index scan.
    const std::string first_too_late = asked.before ? first_id_of(*asked.before) : "";
    if (asked.before) list.where("id <", first_too_late).where("created_at <", *asked.before);
    const std::string first = asked.after ? first_id_of(*asked.after) : "";
    if (asked.after) list.where("id >=", first).where("created_at >", *asked.after);
    if (scan.entity_type) {
        list.where("entity_type =", *scan.entity_type);
    } else {
        list.where_any("entity_type", asked.entity_types);
    }
    if (asked.author_id) list.where("author_id =", *asked.author_id);
    if (asked.entity_id) list.where("entity_id =", *asked.entity_id);
    if (selection.start) list.where("id <", *selection.start);
    return snapshot.all(list.page(selection.limit), event_from);
}

}  // namespace

std::vector<AuditEvent> page(db::Snapshot& snapshot, const Selection& selection) {
    std::vector<AuditEvent> events;
    // Records of other authors do not exist; they would be searched for in the whole log.
    if (Authors{selection.asked}.none()) return events;
    for (const Scan& scan : scans_of(selection.asked))
        std::ranges::move(run(snapshot, selection, scan), std::back_inserter(events));
    std::ranges::sort(events, std::greater{}, [](const AuditEvent& event) { return event.id.text(); });
    if (std::ssize(events) > selection.limit) events.erase(events.begin() + selection.limit, events.end());
    return events;
}

std::vector<CompanyId> companies_with_older(db::Snapshot& snapshot, Timestamp time, const CompanyId& first,
                                            const CompanyId& last) {
    const std::string oldest_kept = first_id_of(time);
    return snapshot.all(kFindOld, {first, last, oldest_kept},
                        [](const db::Row& row) { return row.id<CompanyId>(0); });
}

bool delete_older(db::Tx& tx, Timestamp time) {
    const std::string oldest_kept = first_id_of(time);
    const auto end =
        tx.first(kFindBatchEnd, {oldest_kept, kBatchSize}, [](const db::Row& row) { return row.string(0); });
    tx.execute(kDeleteBefore, {end.value_or(oldest_kept)});
    return end.has_value();
}

}  // namespace callboard::audit::store
