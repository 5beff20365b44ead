// Links for setting a password, by the hash of their token.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "accounts/user.h"
#include "base/clock.h"
#include "base/digest.h"
#include "base/id.h"
#include "base/names.h"
#include "db/db.h"

namespace callboard::accounts {

enum class LinkPurpose { invitation, reset };

namespace store {

struct PasswordLink {
    CompanyId company;
    UserId user;
    LinkPurpose purpose{};
    std::string replaces;  // a hash of the password hash that it was made for
};

void insert_link(db::Tx& tx, const Sha256& token, const PasswordLink& link, Timestamp expires_at);

// Nothing if it has expired.
std::optional<PasswordLink> find_link(db::Snapshot& snapshot, const Sha256& token);

std::int64_t count_links_since(db::Snapshot& snapshot, const UserId& user, Timestamp since);

void delete_links(db::Tx& tx, const UserId& user);

// Deletes a limited batch; returns true if there may be more.
bool delete_expired_links(db::Tx& tx);

}  // namespace store
}  // namespace callboard::accounts

template <>
struct callboard::Names<callboard::accounts::LinkPurpose> {
    using enum callboard::accounts::LinkPurpose;
    static constexpr std::array kList{std::pair{invitation, std::string_view{"INVITATION"}},
                                      std::pair{reset, std::string_view{"RESET"}}};
};
