#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "accounts/user.h"
#include "base/function_ref.h"
#include "db/db.h"

namespace callboard::accounts {
struct UserListRequest;  // user_list_request.h
}

namespace callboard::accounts::store {

// Returns false if an active user is inserted whose e-mail belongs to another active user of any company.
bool insert(db::Tx& tx, const User& user, const std::optional<std::string>& password_hash,
            const Profile& profile = {});

void insert_service_account(db::Tx& tx, const User& account);

std::optional<User> find_user(db::Snapshot& snapshot, const UserId& id);
std::optional<UserRecord> find_record(db::Snapshot& snapshot, const UserId& id);
std::optional<UserRecord> find_by_sso_identifier(db::Snapshot& snapshot, std::string_view identifier);
std::vector<UserRecord> with_sso_identifier(db::Snapshot& snapshot, std::int64_t limit);
std::optional<User> find_active_user(db::Snapshot& snapshot, std::string_view email);
std::optional<User> first_administrator(db::Snapshot& snapshot);

// Whether there is another user than `except` …
bool is_email_of_active(db::Snapshot& snapshot, std::string_view email, const UserId& except);  // any company
bool is_email_of_waiting(db::Snapshot& snapshot, std::string_view email,
                         const UserId& except);  // never active
bool is_sso_identifier_taken(db::Snapshot& snapshot, std::string_view identifier, const UserId& except);
bool was_active(db::Snapshot& snapshot, const UserId& id);                   // is or was
bool has_other_administrator(db::Snapshot& snapshot, const UserId& except);  // active

// A user of any company with this e-mail; at most one of them is active.
struct EmailOwner {
    CompanyId company;
    User user;
    bool was_active = false;  // is or was active
};
std::vector<EmailOwner> owners_of_email(db::Snapshot& snapshot, std::string_view email);

// Users of the snapshot's company, ordered by creation, and whether they can sign in.
struct Person {
    User user;
    bool has_password = false;
};
std::vector<Person> people(db::Snapshot& snapshot);

// Updates all columns but the state; see move_state().
void update(db::Tx& tx, const UserRecord& record);

// Compare-and-set: returns false if the stored state is not that of `user`.
bool move_state(db::Tx& tx, const User& user, UserState to);

// Users that a directory provisions: people, except those that it has deleted. Servers of 0.1.0 do not end
// the mark of a deletion when they activate a user.
inline constexpr std::string_view kIsProvisioned =
    "kind = 'PERSON' AND (deprovisioned_at IS NULL OR state = 'ACTIVE')";
std::optional<UserRecord> find_provisioned(db::Snapshot& snapshot, const UserId& id);
struct ProvisionedSelection;
std::vector<UserRecord> provisioned(db::Snapshot& snapshot, const ProvisionedSelection& selection);
std::set<UserId> provisioned_among(db::Snapshot& snapshot, std::span<const UserId> users);
// Also service accounts and users whom a directory has deleted.
std::set<UserId> existing_among(db::Snapshot& snapshot, std::span<const UserId> users);
// For statements with a list of ids: reads a hundred at a time, because each number of ids is another
// statement.
void in_portions(std::span<const UserId> users, FunctionRef<void(std::span<const UserId>)> read);
std::int64_t count_provisioned(db::Snapshot& snapshot);

// Hides the user from the directory, until the next activation. Counts as activated before: an invitation
// does not work, and the e-mail address is free.
void deprovision(db::Tx& tx, const UserId& id);

struct UserPlace {
    Timestamp created_at;
    UserId id;
};

// A part of the users that a directory provisions, sorted by creation time.
struct ProvisionedSelection {
    std::optional<std::string> id = std::nullopt;
    std::optional<std::string> email = std::nullopt;           // case-insensitive
    std::optional<std::string> sso_identifier = std::nullopt;  // exact
    std::optional<UserPlace> after = std::nullopt;
    std::int64_t limit = 100;
    std::int64_t offset = 0;
};

// The filters and the start of a list of users, sorted by creation time.
struct UserSelection {
    const UserListRequest& asked;
    std::optional<UserPlace> after;  // the last user of the page before
    std::int64_t offset = 0;
    std::int64_t limit = 100;
};
std::vector<UserRecord> page(db::Snapshot& snapshot, const UserSelection& selection);
std::int64_t count(db::Snapshot& snapshot, const UserSelection& selection);

}  // namespace callboard::accounts::store
