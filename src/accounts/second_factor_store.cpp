#include "accounts/second_factor_store.h"

#include "base/encoding.h"

namespace callboard::accounts::store {
namespace {

constexpr db::Sql kFind{"second_factor_find", R"sql(
    SELECT sealed_key, last_step, confirmed_at FROM second_factor WHERE company_id = $1 AND user_id = $2)sql"};

constexpr db::Sql kPut{"second_factor_put", R"sql(
    INSERT INTO second_factor (company_id, user_id, sealed_key, last_step, created_at) VALUES ($1, $2, $3, 0, $4)
    ON CONFLICT (company_id, user_id) DO UPDATE SET sealed_key = excluded.sealed_key, last_step = 0,
                                                    created_at = excluded.created_at
    WHERE second_factor.confirmed_at IS NULL)sql"};

constexpr db::Sql kConfirm{"second_factor_confirm", R"sql(
    UPDATE second_factor SET confirmed_at = $3 WHERE company_id = $1 AND user_id = $2 AND confirmed_at IS NULL)sql"};

constexpr db::Sql kUseStep{"second_factor_use_step", R"sql(
    UPDATE second_factor SET last_step = $3 WHERE company_id = $1 AND user_id = $2 AND last_step < $3)sql"};

constexpr db::Sql kDelete{"second_factor_delete", R"sql(
    DELETE FROM second_factor WHERE company_id = $1 AND user_id = $2)sql"};

constexpr db::Sql kInsertCode{"recovery_code_insert", R"sql(
    INSERT INTO recovery_code (company_id, user_id, code_hash) VALUES ($1, $2, $3))sql"};

constexpr db::Sql kUseCode{"recovery_code_use", R"sql(
    DELETE FROM recovery_code WHERE company_id = $1 AND user_id = $2 AND code_hash = $3)sql"};

constexpr db::Sql kDeleteCodes{"recovery_code_delete_all", R"sql(
    DELETE FROM recovery_code WHERE company_id = $1 AND user_id = $2)sql"};

constexpr db::Sql kCountCodes{"recovery_code_count", R"sql(
    SELECT count(*) FROM recovery_code WHERE company_id = $1 AND user_id = $2)sql"};

constexpr db::Sql kIsRequired{"second_factor_is_required", R"sql(
    SELECT count(*) FROM company WHERE id = $1 AND second_factor_required_at IS NOT NULL)sql"};

constexpr db::Sql kRequire{"second_factor_require", R"sql(
    UPDATE company SET second_factor_required_at = $2 WHERE id = $1)sql"};

}  // namespace

std::optional<SecondFactor> find_second_factor(db::Snapshot& snapshot, const UserId& user) {
    return snapshot.first(kFind, {user}, [](const db::Row& row) {
        return SecondFactor{
            .sealed_key = row.string(0), .last_step = row.integer(1), .confirmed_at = row.optional_time(2)};
    });
}

bool put_second_factor(db::Tx& tx, const UserId& user, std::string_view sealed_key) {
    return tx.execute(kPut, {user, sealed_key, tx.now}) == 1;
}

void confirm_second_factor(db::Tx& tx, const UserId& user) {
    tx.execute(kConfirm, {user, tx.now});
}

bool use_step(db::Tx& tx, const UserId& user, std::int64_t step) {
    return tx.execute(kUseStep, {user, step}) == 1;
}

bool delete_second_factor(db::Tx& tx, const UserId& user) {
    tx.execute(kDeleteCodes, {user});
    return tx.execute(kDelete, {user}) == 1;
}

void put_recovery_codes(db::Tx& tx, const UserId& user, std::span<const Sha256> codes) {
    tx.execute(kDeleteCodes, {user});
    for (const Sha256& each : codes) tx.enqueue(kInsertCode, {user, to_hex(each)});
}

bool use_recovery_code(db::Tx& tx, const UserId& user, const Sha256& code) {
    return tx.execute(kUseCode, {user, to_hex(code)}) == 1;
}

std::int64_t count_recovery_codes(db::Snapshot& snapshot, const UserId& user) {
    return snapshot.number(kCountCodes, {user});
}

bool is_second_factor_required(db::Snapshot& snapshot) {
    return snapshot.number(kIsRequired) > 0;
}

void require_second_factor(db::Tx& tx, bool required) {
    tx.execute(kRequire, {required ? std::optional{tx.now} : std::nullopt});
}

}  // namespace callboard::accounts::store
