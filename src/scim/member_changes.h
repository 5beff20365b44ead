// What the operations of one request do to the members of a group. They are written once, at the end, so that
// the work grows with the changes, and not with the operations times the members.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "accounts/access_group.h"
#include "accounts/actor.h"
#include "base/id.h"
#include "db/db.h"
#include "scim/filter.h"

namespace callboard::scim {

// Members that one request adds and removes: SQLite has only one writer, which all others wait for.
inline constexpr std::size_t kMostMemberChanges = 1'000;
// Comparisons of the filters of one request, each with all members, likewise.
inline constexpr std::size_t kMostMemberComparisons = 200'000;

class MemberChanges {
  public:
    MemberChanges(db::Tx& tx, const AccessGroupId& group) : tx_(tx), group_(group) {}

    void add(const std::vector<UserId>& users);
    void remove(const std::vector<UserId>& users);
    void remove_matching(const Filter& filter);  // of value and display; throws tooMany
    void set(const std::vector<UserId>& users);

    // Throws tooMany, and invalidValue for new members who are not users that the directory knows.
    void write(const accounts::Actor& actor);

  private:
    const std::vector<accounts::GroupMember>& members_before();
    const std::string& folded_name_of(const UserId& user);

    db::Tx& tx_;
    const AccessGroupId& group_;
    bool all_others_leave_ = false;
    std::map<UserId, bool> stays_;  // or leaves; all others stay as they are, or leave
    std::optional<std::vector<accounts::GroupMember>> members_before_;  // read when a filter needs them
    std::map<UserId, std::string> folded_names_;                        // of members, likewise
    std::size_t comparisons_ = 0;
};

}  // namespace callboard::scim
