#include "configuration/source_store.h"

namespace callboard::configuration::store {
namespace {

constexpr db::Sql kFind{"referrer_find", R"sql(
    SELECT id, first_name, last_name FROM user_account
    WHERE company_id = $1 AND id = $2 AND kind = 'PERSON')sql"};

constexpr db::ListSql kPage{"referrer_page", "id, first_name, last_name",
                            "FROM user_account WHERE company_id = $1 AND kind = 'PERSON'",
                            "ORDER BY created_at, id"};

Referrer referrer_from(const db::Row& row) {
    return {.id = row.id<UserId>(0), .first_name = row.string(1), .last_name = row.string(2)};
}

}  // namespace

std::optional<Referrer> find_referrer(db::Snapshot& snapshot, const UserId& id) {
    return snapshot.first(kFind, {id}, referrer_from);
}

std::vector<Referrer> page_of_referrers(db::Snapshot& snapshot, std::int64_t limit, std::int64_t offset) {
    db::ListQuery list{kPage};
    list.page(limit, offset);
    return snapshot.all(list, referrer_from);
}

std::int64_t count_referrers(db::Snapshot& snapshot) {
    return snapshot.total(db::ListQuery{kPage});
}

}  // namespace callboard::configuration::store
