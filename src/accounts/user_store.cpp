#include "accounts/user_store.h"

#include <algorithm>
#include <utility>

#include "accounts/user_list_request.h"
#include "base/encoding.h"

namespace callboard::accounts::store {
namespace {

constexpr db::Sql kInsert{"user_insert", R"sql(
    INSERT INTO user_account (company_id, id, email, email_key, first_name, last_name, role, state, password_hash,
                              created_at, updated_at, activated_at, profile, sso_key, search_key)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
    ON CONFLICT (email_key) WHERE state = 'ACTIVE' DO NOTHING)sql"};

constexpr db::Sql kInsertService{"user_insert_service", R"sql(
    INSERT INTO user_account (company_id, id, email, email_key, first_name, last_name, role, state, created_at,
                              updated_at, kind)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, 'SERVICE'))sql"};

constexpr db::Sql kFind{"user_find", R"sql(
    SELECT id, email, first_name, last_name, role, state, created_at, updated_at
    FROM user_account WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kFindRecord{"user_find_record", R"sql(
    SELECT id, email, first_name, last_name, role, state, created_at, updated_at, profile
    FROM user_account WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kFindBySso{"user_find_by_sso", R"sql(
    SELECT id, email, first_name, last_name, role, state, created_at, updated_at, profile
    FROM user_account WHERE company_id = $1 AND sso_key = $2 AND kind = 'PERSON')sql"};

constexpr db::Sql kWithSso{"user_with_sso", R"sql(
    SELECT id, email, first_name, last_name, role, state, created_at, updated_at, profile
    FROM user_account WHERE company_id = $1 AND sso_key IS NOT NULL ORDER BY sso_key LIMIT $2)sql"};

constexpr db::Sql kFindActive{"user_find_active", R"sql(
    SELECT id, email, first_name, last_name, role, state, created_at, updated_at
    FROM user_account WHERE company_id = $1 AND email_key = $2 AND state = 'ACTIVE')sql"};

constexpr db::Sql kFirstAdministrator{"user_first_administrator", R"sql(
    SELECT id, email, first_name, last_name, role, state, created_at, updated_at
    FROM user_account WHERE company_id = $1 AND role = 'ADMINISTRATOR' AND state = 'ACTIVE' AND kind = 'PERSON'
    ORDER BY created_at, id LIMIT 1)sql"};

constexpr db::GlobalSql kCountActiveEmail{"user_count_active_email", R"sql(
    SELECT count(*) FROM user_account WHERE email_key = $1 AND state = 'ACTIVE' AND id <> $2)sql"};

constexpr db::Sql kCountWaitingEmail{"user_count_waiting_email", R"sql(
    SELECT count(*) FROM user_account
    WHERE company_id = $1 AND email_key = $2 AND id <> $3 AND state = 'INACTIVE' AND activated_at IS NULL)sql"};

constexpr db::Sql kCountSso{"user_count_sso", R"sql(
    SELECT count(*) FROM user_account WHERE company_id = $1 AND sso_key = $2 AND id <> $3)sql"};

constexpr db::Sql kWasActive{"user_was_active", R"sql(
    SELECT count(*) FROM user_account WHERE company_id = $1 AND id = $2 AND activated_at IS NOT NULL)sql"};

constexpr db::Sql kCountAdministrators{"user_count_administrators", R"sql(
    SELECT count(*) FROM user_account
    WHERE company_id = $1 AND role = 'ADMINISTRATOR' AND state = 'ACTIVE' AND kind = 'PERSON' AND id <> $2)sql"};

constexpr db::GlobalSql kOwnersOfEmail{"user_owners_of_email", R"sql(
    SELECT id, email, first_name, last_name, role, state, created_at, updated_at, company_id,
           CASE WHEN activated_at IS NULL THEN 0 ELSE 1 END
    FROM user_account WHERE email_key = $1 AND kind = 'PERSON' ORDER BY created_at, id)sql"};

constexpr db::Sql kPeople{"user_people", R"sql(
    SELECT id, email, first_name, last_name, role, state, created_at, updated_at,
           CASE WHEN password_hash IS NULL THEN 0 ELSE 1 END
    FROM user_account WHERE company_id = $1 AND kind = 'PERSON' ORDER BY created_at, id)sql"};

constexpr db::Sql kUpdate{"user_update", R"sql(
    UPDATE user_account SET email = $3, email_key = $4, first_name = $5, last_name = $6, role = $7, profile = $8,
                            sso_key = $9, search_key = $10, updated_at = $11
    WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kMoveState{"user_move_state", R"sql(
    UPDATE user_account SET state = $4, updated_at = $5, activated_at = COALESCE(activated_at, $5),
                            deprovisioned_at = CASE WHEN $4 = 'ACTIVE' THEN NULL ELSE deprovisioned_at END
    WHERE company_id = $1 AND id = $2 AND state = $3)sql"};

constexpr db::ListSql kPage{
    "user_page", "id, email, first_name, last_name, role, state, created_at, updated_at, profile",
    "FROM user_account WHERE company_id = $1 AND kind = 'PERSON'", "ORDER BY created_at, id"};
// Ids of users begin with the time of creation. CROSS JOIN: SQLite reads the members first.
constexpr db::ListSql kPageOfGroup{
    "user_page_of_group", kPage.columns,
    "FROM access_group_member m CROSS JOIN user_account u WHERE m.company_id = "
    "$1 AND u.company_id = $1 AND u.id = m.user_id AND u.kind = 'PERSON'",
    "ORDER BY m.user_id"};

// Where kIsProvisioned.
constexpr db::ListSql kProvisioned{
    "user_provisioned", "id, email, first_name, last_name, role, state, created_at, updated_at, profile",
    "FROM user_account WHERE company_id = $1", "ORDER BY created_at, id"};
// Of one e-mail address or identifier. SQLite has no statistics, and would read all users in the order of
// their creation rather than sort the few that the index finds.
constexpr db::ListSql kProvisionedByKey{"user_provisioned_by_key", kProvisioned.columns, kProvisioned.from,
                                        "ORDER BY +created_at, id"};
constexpr db::ListSql kIds{"user_ids", "id", kProvisioned.from, "ORDER BY id"};
constexpr std::size_t kMostIdsAtOnce = 100;  // each number of ids is a statement

// Whoever was never active does not wait for an activation any more, nor keeps the e-mail address for it.
constexpr db::Sql kDeprovision{"user_deprovision", R"sql(
    UPDATE user_account SET deprovisioned_at = $3, activated_at = COALESCE(activated_at, $3), updated_at = $3
    WHERE company_id = $1 AND id = $2)sql"};

User user_from(const db::Row& row) {
    return {.id = row.id<UserId>(0),
            .email = row.string(1),
            .first_name = row.string(2),
            .last_name = row.string(3),
            .role = row.member<Role>(4),
            .state = row.member<UserState>(5),
            .created_at = row.time(6),
            .updated_at = row.time(7)};
}

UserRecord record_from(const db::Row& row) {
    return {.user = user_from(row), .profile = wire::decode<Profile>(row.text(8))};
}

std::string search_key(const User& user, const Profile& profile) {
    return fold(user.first_name + " " + user.last_name + " " + user.email + " " +
                profile.external_data.value_or(""));
}

// A LIKE pattern for a substring, with its wildcards escaped.
std::string pattern_for(std::string_view text) {
    std::string pattern = "%";
    for (const char c : fold(text)) {
        if (c == '%' || c == '_' || c == '\\') pattern += '\\';
        pattern += c;
    }
    return pattern + "%";
}

void narrow(db::ListQuery& list, const UserSelection& selection, const std::string& pattern) {
    if (selection.asked.text) list.where_matching(R"(search_key LIKE ? ESCAPE '\')", pattern);
    if (selection.asked.updated_after) list.where("updated_at >", *selection.asked.updated_after);
    list.where_any("role", selection.asked.roles);
    if (selection.asked.is_active)
        list.where("state =", *selection.asked.is_active ? UserState::active : UserState::inactive);
}

std::vector<UserRecord> page_of_group(db::Snapshot& snapshot, const UserSelection& selection,
                                      const std::string& pattern) {
    db::ListQuery list{kPageOfGroup};
    list.where("m.access_group_id =", *selection.asked.access_group);
    narrow(list, selection, pattern);
    if (selection.after) list.where("m.user_id >", selection.after->id);
    list.page(selection.limit, selection.offset);
    return snapshot.all(list, record_from);
}

}  // namespace

bool insert(db::Tx& tx, const User& user, const std::optional<std::string>& password_hash,
            const Profile& profile) {
    const std::string key = fold(user.email);
    const std::string shown = wire::to_json(profile);
    const std::string search = search_key(user, profile);
    const auto activated_at = user.state == UserState::active ? std::optional{user.created_at} : std::nullopt;
    return tx.execute(kInsert, {user.id, user.email, key, user.first_name, user.last_name, user.role,
                                user.state, password_hash, user.created_at, user.updated_at, activated_at,
                                shown, profile.sso_identifier, search}) == 1;
}

void insert_service_account(db::Tx& tx, const User& account) {
    const std::string key = fold(account.email);
    tx.execute(kInsertService, {account.id, account.email, key, account.first_name, account.last_name,
                                account.role, account.state, account.created_at});
}

std::optional<User> find_user(db::Snapshot& snapshot, const UserId& id) {
    return snapshot.first(kFind, {id}, user_from);
}

std::optional<UserRecord> find_record(db::Snapshot& snapshot, const UserId& id) {
    return snapshot.first(kFindRecord, {id}, record_from);
}

std::optional<UserRecord> find_by_sso_identifier(db::Snapshot& snapshot, std::string_view identifier) {
    return snapshot.first(kFindBySso, {identifier}, record_from);
}

std::vector<UserRecord> with_sso_identifier(db::Snapshot& snapshot, std::int64_t limit) {
    return snapshot.all(kWithSso, {limit}, record_from);
}

std::optional<User> find_active_user(db::Snapshot& snapshot, std::string_view email) {
    const std::string key = fold(email);
    return snapshot.first(kFindActive, {key}, user_from);
}

std::optional<User> first_administrator(db::Snapshot& snapshot) {
    return snapshot.first(kFirstAdministrator, {}, user_from);
}

bool is_email_of_active(db::Snapshot& snapshot, std::string_view email, const UserId& except) {
    const std::string key = fold(email);
    return snapshot.number(kCountActiveEmail, {key, except}) > 0;
}

bool is_email_of_waiting(db::Snapshot& snapshot, std::string_view email, const UserId& except) {
    const std::string key = fold(email);
    return snapshot.number(kCountWaitingEmail, {key, except}) > 0;
}

bool is_sso_identifier_taken(db::Snapshot& snapshot, std::string_view identifier, const UserId& except) {
    return snapshot.number(kCountSso, {identifier, except}) > 0;
}

bool was_active(db::Snapshot& snapshot, const UserId& id) {
    return snapshot.number(kWasActive, {id}) > 0;
}

bool has_other_administrator(db::Snapshot& snapshot, const UserId& except) {
    return snapshot.number(kCountAdministrators, {except}) > 0;
}

std::vector<EmailOwner> owners_of_email(db::Snapshot& snapshot, std::string_view email) {
    const std::string key = fold(email);
    return snapshot.all(kOwnersOfEmail, {key}, [](const db::Row& row) {
        return EmailOwner{
            .company = row.id<CompanyId>(8), .user = user_from(row), .was_active = row.integer(9) == 1};
    });
}

std::vector<Person> people(db::Snapshot& snapshot) {
    return snapshot.all(kPeople, {}, [](const db::Row& row) {
        return Person{.user = user_from(row), .has_password = row.integer(8) == 1};
    });
}

void update(db::Tx& tx, const UserRecord& record) {
    const auto& [user, profile] = record;
    const std::string key = fold(user.email);
    const std::string shown = wire::to_json(profile);
    const std::string search = search_key(user, profile);
    tx.enqueue(kUpdate, {user.id, user.email, key, user.first_name, user.last_name, user.role, shown,
                         profile.sso_identifier, search, user.updated_at});
}

bool move_state(db::Tx& tx, const User& user, UserState to) {
    return tx.execute(kMoveState, {user.id, user.state, to, tx.now}) == 1;
}

std::optional<UserRecord> find_provisioned(db::Snapshot& snapshot, const UserId& id) {
    const ProvisionedSelection one{.id = std::string{id.text()}, .limit = 1};
    auto found = provisioned(snapshot, one);
    if (found.empty()) return std::nullopt;
    return std::move(found.front());
}

std::vector<UserRecord> provisioned(db::Snapshot& snapshot, const ProvisionedSelection& selection) {
    const std::string key = fold(selection.email.value_or(""));
    db::ListQuery list{selection.email || selection.sso_identifier ? kProvisionedByKey : kProvisioned};
    list.where(kIsProvisioned);
    if (selection.id) list.where("id =", *selection.id);
    if (selection.email) list.where("email_key =", key);
    if (selection.sso_identifier) list.where("sso_key =", *selection.sso_identifier);
    if (selection.after) list.where("(created_at, id) >", selection.after->created_at, selection.after->id);
    list.page(selection.limit, selection.offset);
    return snapshot.all(list, record_from);
}

void in_portions(std::span<const UserId> users, FunctionRef<void(std::span<const UserId>)> read) {
    while (!users.empty()) {
        const auto some = users.first(std::min(users.size(), kMostIdsAtOnce));
        read(some);
        users = users.subspan(some.size());
    }
}

namespace {

std::set<UserId> among(db::Snapshot& snapshot, std::span<const UserId> users, bool only_provisioned) {
    std::set<UserId> found;
    in_portions(users, [&](std::span<const UserId> some) {
        db::ListQuery list{kIds};
        if (only_provisioned) list.where(kIsProvisioned);
        list.where_any("id", some).whole();
        for (UserId& id : snapshot.all(list, [](const db::Row& row) { return row.id<UserId>(0); }))
            found.insert(std::move(id));
    });
    return found;
}

}  // namespace

std::set<UserId> existing_among(db::Snapshot& snapshot, std::span<const UserId> users) {
    return among(snapshot, users, false);
}

std::set<UserId> provisioned_among(db::Snapshot& snapshot, std::span<const UserId> users) {
    return among(snapshot, users, true);
}

std::int64_t count_provisioned(db::Snapshot& snapshot) {
    db::ListQuery list{kProvisioned};
    list.where(kIsProvisioned);
    return snapshot.total(list);
}

void deprovision(db::Tx& tx, const UserId& id) {
    tx.enqueue(kDeprovision, {id, tx.now});
}

std::vector<UserRecord> page(db::Snapshot& snapshot, const UserSelection& selection) {
    const std::string pattern = pattern_for(selection.asked.text.value_or(""));
    if (selection.asked.access_group) return page_of_group(snapshot, selection, pattern);
    db::ListQuery list{kPage};
    narrow(list, selection, pattern);
    if (selection.after) list.where("(created_at, id) >", selection.after->created_at, selection.after->id);
    list.page(selection.limit, selection.offset);
    return snapshot.all(list, record_from);
}

std::int64_t count(db::Snapshot& snapshot, const UserSelection& selection) {
    const std::string pattern = pattern_for(selection.asked.text.value_or(""));
    db::ListQuery list{kPage};
    narrow(list, selection, pattern);
    return snapshot.total(list);
}

}  // namespace callboard::accounts::store
