#include "accounts/second_factor_store.h"

#include "base/encoding.h"

namespace callboard::accounts::store {
namespace {

constexpr db::Sql kFind{"second_factor_find", R"sql(
    SELECT sealed_key, new_key, last_step, failures, locked_until FROM second_factor
    WHERE company_id = $1 AND user_id = $2)sql"};

constexpr db::Sql kBeginAttempt{"second_factor_begin_attempt", R"sql(
    UPDATE second_factor SET failures = failures + 1 WHERE company_id = $1 AND user_id = $2 AND locked_until <= $3
    RETURNING sealed_key, new_key, last_step, failures, locked_until)sql"};

constexpr db::Sql kSucceeded{"second_factor_succeeded", R"sql(
    UPDATE second_factor SET failures = 0 WHERE company_id = $1 AND user_id = $2)sql"};

constexpr db::Sql kLock{"second_factor_lock", R"sql(
    UPDATE second_factor SET locked_until = $3 WHERE company_id = $1 AND user_id = $2)sql"};

constexpr db::Sql kPut{"second_factor_put", R"sql(
    INSERT INTO second_factor (company_id, user_id, new_key, last_step, failures, locked_until)
    VALUES ($1, $2, $3, 0, 0, 0)
    ON CONFLICT (company_id, user_id) DO UPDATE SET new_key = excluded.new_key WHERE second_factor.sealed_key IS NULL)sql"};

constexpr db::Sql kReplace{"second_factor_replace", R"sql(
    UPDATE second_factor SET new_key = $3 WHERE company_id = $1 AND user_id = $2)sql"};

constexpr db::Sql kAdopt{"second_factor_adopt", R"sql(
    UPDATE second_factor SET sealed_key = new_key, new_key = NULL, last_step = $4, failures = 0
    WHERE company_id = $1 AND user_id = $2 AND new_key = $3)sql"};

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

constexpr db::ListSql kOwners{"second_factor_owners", "user_id", "FROM second_factor WHERE company_id = $1",
                              "ORDER BY user_id"};

constexpr db::Sql kRequiredSince{"second_factor_required_since", R"sql(
    SELECT second_factor_required_at FROM company WHERE id = $1)sql"};

constexpr db::Sql kRequire{"second_factor_require", R"sql(
    UPDATE company SET second_factor_required_at = $2 WHERE id = $1)sql"};

SecondFactor second_factor_from(const db::Row& row) {
    return {.sealed_key = row.optional_string(0),
            .new_key = row.optional_string(1),
            .last_step = row.integer(2),
            .failures = row.integer(3),
            .locked_until = row.time(4)};
}

constexpr db::GlobalSql kSealed{"second_factor_sealed", R"sql(
    SELECT company_id, user_id, sealed_key FROM second_factor WHERE sealed_key IS NOT NULL
    UNION ALL SELECT company_id, user_id, new_key FROM second_factor WHERE new_key IS NOT NULL LIMIT $1)sql"};

}  // namespace

std::optional<SecondFactor> find_second_factor(db::Snapshot& snapshot, const UserId& user) {
    return snapshot.first(kFind, {user}, second_factor_from);
}

std::optional<SecondFactor> begin_attempt(db::Tx& tx, const UserId& user) {
    return tx.first(kBeginAttempt, {user, tx.now}, second_factor_from);
}

void attempt_succeeded(db::Tx& tx, const UserId& user) {
    tx.execute(kSucceeded, {user});
}

void lock_until(db::Tx& tx, const UserId& user, Timestamp until) {
    tx.execute(kLock, {user, until});
}

bool put_first_key(db::Tx& tx, const UserId& user, std::string_view sealed_key) {
    return tx.execute(kPut, {user, sealed_key}) == 1;
}

void put_new_key(db::Tx& tx, const UserId& user, std::string_view sealed_key) {
    tx.execute(kReplace, {user, sealed_key});
}

bool adopt_new_key(db::Tx& tx, const UserId& user, std::string_view sealed_key, std::int64_t step) {
    return tx.execute(kAdopt, {user, sealed_key, step}) == 1;
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

std::vector<SealedKey> sealed_second_factor_keys(db::Snapshot& snapshot, std::int64_t limit) {
    return snapshot.all(kSealed, {limit}, [](const db::Row& row) {
        return SealedKey{
            .company = row.id<CompanyId>(0), .user = row.id<UserId>(1), .sealed_key = row.string(2)};
    });
}

std::set<UserId> with_second_factor(db::Snapshot& snapshot, std::span<const UserId> users) {
    if (users.empty()) return {};
    db::ListQuery list{kOwners};
    list.where("sealed_key IS NOT NULL").where_any("user_id", users).whole();
    const auto found = snapshot.all(list, [](const db::Row& row) { return row.id<UserId>(0); });
    return {found.begin(), found.end()};
}

std::optional<Timestamp> second_factor_required_since(db::Snapshot& snapshot) {
    return snapshot.first(kRequiredSince, {}, [](const db::Row& row) { return row.optional_time(0); })
        .value_or(std::nullopt);
}

void require_second_factor(db::Tx& tx, bool required) {
    tx.execute(kRequire, {required ? std::optional{tx.now} : std::nullopt});
}

}  // namespace callboard::accounts::store
