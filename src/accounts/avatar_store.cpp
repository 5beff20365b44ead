#include "accounts/avatar_store.h"

#include "base/encoding.h"

namespace callboard::accounts::store {
namespace {

constexpr db::Sql kPut{"avatar_put", R"sql(
    INSERT INTO user_avatar (company_id, user_id, format, content, updated_at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (company_id, user_id) DO UPDATE SET format = excluded.format, content = excluded.content,
                                                    updated_at = excluded.updated_at)sql"};

constexpr db::Sql kDelete{"avatar_delete", "DELETE FROM user_avatar WHERE company_id = $1 AND user_id = $2"};

constexpr db::Sql kFind{"avatar_find", R"sql(
    SELECT format, content FROM user_avatar WHERE company_id = $1 AND user_id = $2)sql"};

}  // namespace

void put_avatar(db::Tx& tx, const UserId& user, ImageFormat format, std::string_view bytes) {
    tx.execute(kPut, {user, format, to_base64(bytes), tx.now});
}

bool delete_avatar(db::Tx& tx, const UserId& user) {
    return tx.execute(kDelete, {user}) == 1;
}

std::optional<Avatar> find_avatar(db::Snapshot& snapshot, const UserId& user) {
    return snapshot.first(kFind, {user}, [](const db::Row& row) {
        return Avatar{.format = row.member<ImageFormat>(0), .bytes = from_base64(row.string(1)).value_or("")};
    });
}

}  // namespace callboard::accounts::store
