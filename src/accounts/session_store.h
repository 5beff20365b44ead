// Browser sessions, by the hash of the value of their cookie.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "accounts/user.h"
#include "base/digest.h"
#include "base/names.h"
#include "db/db.h"

namespace callboard::accounts {

inline constexpr std::chrono::hours kSessionLife{12};

// How somebody proved who they are, in the words of the audit log.
enum class Authentication { password, web_sso };

// The user of a session.
struct SignedIn {
    CompanyId company;
    std::string company_name;
    UserId user;
    std::string email;
    std::string first_name;
    std::string last_name;
    Authentication authentication = Authentication::password;
};

}  // namespace callboard::accounts

template <>
struct callboard::Names<callboard::accounts::Authentication> {
    using enum callboard::accounts::Authentication;
    static constexpr std::array kList{std::pair{password, std::string_view{"PASSWORD"}},
                                      std::pair{web_sso, std::string_view{"WEB_SSO"}}};
};

namespace callboard::accounts::store {

// Where a session was begun, as the user is told, and how.
struct SessionOrigin {
    std::string address;
    std::string user_agent;
    Authentication authentication = Authentication::password;
};

void insert_session(db::Tx& tx, const Sha256& hash, const CompanyId& company, const UserId& user,
                    const SessionOrigin& origin = {});

struct ListedSession {
    std::string id;  // the hash of its secret
    SessionOrigin origin;
    Timestamp began_at;
};
// Newest first, in pages of a hundred; the first page is 0.
struct SessionPage {
    std::vector<ListedSession> sessions;
    bool is_last = true;
};
SessionPage list_sessions(db::Snapshot& snapshot, const CompanyId& company, const UserId& user,
                          std::int64_t page);
std::optional<SignedIn> find_session(db::Snapshot& snapshot, const Sha256& hash);

// The same, reduced to what authentication needs.
struct SessionHolder {
    CompanyId company;
    UserId user;
    Role role{};
    Timestamp expires_at;
};
std::optional<SessionHolder> find_session_holder(db::Snapshot& snapshot, const Sha256& hash);

// Servers cache sessions as credentials: who deletes some also calls advance_cache_epoch(), at the end of the
// transaction, for the company of the user.
bool delete_session(db::Tx& tx, const CompanyId& company, const UserId& user, std::string_view id);
// Returns whether there were any.
bool delete_other_sessions(db::Tx& tx, const CompanyId& company, const UserId& user, const Sha256& except);
void delete_sessions(db::Tx& tx, const CompanyId& company, const UserId& user);
// The authorization codes that the user has given to applications in a session, and that they have not
// exchanged yet. `tx` is one of the user's company.
void delete_unused_codes(db::Tx& tx, const UserId& user);

// Deletes a limited batch; returns true if there may be more.
bool delete_expired_sessions(db::Tx& tx);

}  // namespace callboard::accounts::store
