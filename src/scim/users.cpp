#include "scim/users.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "accounts/scim_token_store.h"
#include "accounts/user_access.h"
#include "accounts/user_activation.h"
#include "accounts/user_change.h"
#include "accounts/user_creation.h"
#include "accounts/user_store.h"
#include "base/encoding.h"
#include "base/error.h"
#include "base/function_ref.h"
#include "scim/user_resource.h"

namespace callboard::scim {
namespace {

using accounts::Actor;
using accounts::Role;
using accounts::UserRecord;
using accounts::UserState;
using accounts::store::ProvisionedSelection;

// The number of users that are read at once where no index helps.
constexpr std::int64_t kPortion = 1'000;

accounts::Role role_of_token(db::Snapshot& snapshot, const Actor& actor) {
    if (!actor.credential) return Role::employee;
    const auto token = accounts::store::find_scim_token(snapshot, *actor.credential);
    return token ? token->role : Role::employee;
}

// Also counts inactive users, whom other APIs ignore: for the directory, userName is unique.
void require_free_user_name(db::Snapshot& snapshot, const std::string& email,
                            const std::optional<UserId>& whose) {
    const auto owners = accounts::store::provisioned(snapshot, {.email = email});
    const bool is_taken =
        std::ranges::any_of(owners, [&](const UserRecord& owner) { return owner.user.id != whose; });
    if (is_taken) throw conflict("RESOURCE_ALREADY_EXIST", "another user has this userName");
}

void move_to(db::Tx& tx, const Actor& actor, const accounts::User& user, std::optional<bool> active) {
    if (!active || *active == (user.state == UserState::active)) return;
    if (*active) {
        accounts::activate_user(tx, actor, user.id);
    } else {
        accounts::deactivate(tx, actor, user);
    }
}

// One change under the lock of the company: of two at the same time, the second one sees the first.
UserRecord change(db::Tx& tx, const Actor& actor, const UserId& id,
                  FunctionRef<UserInput(const UserRecord&)> input_for) {
    accounts::require_managing_users(actor);
    accounts::lock_user_changes(tx);
    const UserInput input = input_for(find_user(tx, id));
    const UserRecord changed = accounts::change_user(tx, actor, id, [&](const UserRecord& before) {
        accounts::UserDraft draft = changed_user(input, before);
        if (fold(draft.email) != fold(before.user.email)) require_free_user_name(tx, draft.email, id);
        return draft;
    });
    move_to(tx, actor, changed.user, input.active);
    return find_user(tx, id);
}

// An attribute with an index, if the filter requires one to have a certain value.
std::optional<ProvisionedSelection> indexed(const Filter& filter) {
    if (auto id = required_value(filter, {.name = "id", .part = {}}))
        return ProvisionedSelection{.id = std::move(id)};
    if (auto external_id = required_value(filter, {.name = "externalid", .part = {}}))
        return ProvisionedSelection{.sso_identifier = std::move(external_id)};
    for (const Attribute& attribute :
         {Attribute{.name = "username", .part = {}}, Attribute{.name = "emails", .part = {}},
          Attribute{.name = "emails", .part = "value"}})
        if (auto email = required_value(filter, attribute))
            return ProvisionedSelection{.email = std::move(email)};
    return std::nullopt;
}

}  // namespace

UserRecord find_user(db::Snapshot& snapshot, const UserId& id) {
    auto found = accounts::store::find_provisioned(snapshot, id);
    if (!found) throw not_found("USER_NOT_FOUND");
    return std::move(*found);
}

Page<UserRecord> list_users(db::Snapshot& snapshot, const ListRequest& request) {
    Page<UserRecord> page;
    if (!request.filter) {
        page.total = accounts::store::count_provisioned(snapshot);
        if (request.count > 0)
            page.items =
                accounts::store::provisioned(snapshot, {.limit = request.count, .offset = request.start - 1});
        return page;
    }
    auto selection = indexed(*request.filter).value_or(ProvisionedSelection{});
    selection.limit = kPortion;
    for (;;) {
        auto users = accounts::store::provisioned(snapshot, selection);
        const bool is_last = std::ssize(users) < kPortion;
        if (!is_last)
            selection.after = {.created_at = users.back().user.created_at, .id = users.back().user.id};
        for (UserRecord& user : users)
            if (matches(*request.filter, [&](const Attribute& each) { return values_of(user, each); }))
                page.offer(std::move(user), request);
        if (is_last) return page;
    }
}

UserRecord create_user(db::Tx& tx, const Actor& actor, const UserInput& input) {
    const accounts::UserDraft draft = new_user(input, role_of_token(tx, actor));
    accounts::require_managing_users(actor);
    accounts::lock_user_changes(tx);
    require_free_user_name(tx, draft.email, std::nullopt);
    const UserRecord made = accounts::create_user(tx, actor, draft, std::nullopt);
    move_to(tx, actor, made.user, input.active.value_or(true));
    return find_user(tx, made.user.id);
}

UserRecord replace_user(db::Tx& tx, const Actor& actor, const UserId& id, const UserInput& input) {
    return change(tx, actor, id, [&](const UserRecord&) { return input; });
}

UserRecord patch_user(db::Tx& tx, const Actor& actor, const UserId& id,
                      const std::vector<PatchOperation>& operations) {
    return change(tx, actor, id,
                  [&](const UserRecord& before) { return read_user_patch(operations, before); });
}

void delete_user(db::Tx& tx, const Actor& actor, const UserId& id) {
    accounts::require_managing_users(actor);
    accounts::lock_user_changes(tx);
    const UserRecord user = find_user(tx, id);
    accounts::require_not_last_administrator(tx, user.user);
    accounts::store::deprovision(tx, id);
    // Somebody else may get it.
    const UserInput without_external_id{.external_id = ""};
    accounts::change_user(
        tx, actor, id, [&](const UserRecord& before) { return changed_user(without_external_id, before); });
    accounts::deactivate(tx, actor, user.user);
}

}  // namespace callboard::scim
