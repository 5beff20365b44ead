#include "scim/users.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "accounts/access_group_store.h"
#include "accounts/access_groups.h"
#include "accounts/user_access.h"
#include "accounts/user_activation.h"
#include "accounts/user_change.h"
#include "accounts/user_creation.h"
#include "accounts/user_store.h"
#include "base/encoding.h"
#include "base/error.h"
#include "base/function_ref.h"
#include "events/audit_log.h"
#include "oauth/grant_store.h"
#include "scim/mandate.h"
#include "scim/user_resource.h"

namespace callboard::scim {
namespace {

using accounts::Actor;
using accounts::UserRecord;
using accounts::UserState;
using accounts::store::ProvisionedSelection;

// The number of users that are read at once where no index helps.
constexpr std::int64_t kPortion = 1'000;
// Users before the page, in a list without a filter, that are read with little effort.
constexpr std::int64_t kMostSkipped = 10'000;

UserRecord existing(db::Snapshot& snapshot, const UserId& id) {
    auto found = accounts::store::find_provisioned(snapshot, id);
    if (!found) throw not_found("USER_NOT_FOUND");
    return std::move(*found);
}

void audit(db::Tx& tx, const Actor& actor, std::string_view name, const UserId& user) {
    events::audit(tx, actor, {.name = name, .entity_type = "USER", .entity_id = user.text()});
}

// Also counts inactive users, whom other APIs ignore: for the directory, userName is unique.
void require_free_user_name(db::Snapshot& snapshot, const std::string& email,
                            const std::optional<UserId>& whose) {
    const auto owners = accounts::store::provisioned(snapshot, {.email = email});
    const bool is_taken =
        std::ranges::any_of(owners, [&](const UserRecord& owner) { return owner.user.id != whose; });
    if (is_taken) throw conflict("RESOURCE_ALREADY_EXIST", "another user has this userName");
}

// A deleted user keeps the identifier until the directory gives it to somebody else: otherwise single sign-on
// could create the user again.
void take_from_deleted(db::Tx& tx, const Actor& actor, const std::string& external_id) {
    auto owner = accounts::store::find_by_sso_identifier(tx, external_id);
    if (!owner || accounts::store::find_provisioned(tx, owner->user.id)) return;
    owner->profile.sso_identifier.reset();
    owner->user.updated_at = tx.now;
    accounts::store::update(tx, *owner);
    audit(tx, actor, "USER_ACCOUNT_UPDATED", owner->user.id);
}

std::optional<UserState> state_of(const UserInput& input) {
    if (!input.active) return std::nullopt;
    return *input.active ? UserState::active : UserState::inactive;
}

// One change under the lock of the company: of two at the same time, the second one sees the first.
UserRecord change(db::Tx& tx, const Actor& actor, const UserId& id,
                  FunctionRef<UserInput(const UserRecord&)> input_for) {
    accounts::require_managing_users(actor);
    accounts::lock_user_changes(tx);
    const UserInput input = input_for(existing(tx, id));
    const Mandate mandate{tx, actor};
    take_from_deleted(tx, actor, input.external_id.value_or(""));
    const auto edit = [&](const UserRecord& before) {
        accounts::UserDraft draft = changed_user(input, before, mandate.default_role());
        if (input.active.value_or(false)) mandate.require_activating(before);
        mandate.require_changing(tx, before, draft);
        if (fold(draft.email) != fold(before.user.email)) {
            require_own_domain(tx, draft.email);
            require_free_user_name(tx, draft.email, id);
        }
        return draft;
    };
    accounts::change_user(tx, actor, id, edit, state_of(input));
    return existing(tx, id);
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

UserRecord find_user(db::Snapshot& snapshot, const Actor& actor, const UserId& id) {
    accounts::require_seeing_users(actor);
    return existing(snapshot, id);
}

bool reads_many_users(const ListRequest& request) {
    return request.filter ? !indexed(*request.filter) : request.start > kMostSkipped;
}

Page<UserRecord> list_users(db::Snapshot& snapshot, const Actor& actor, const ListRequest& request) {
    accounts::require_seeing_users(actor);
    Page<UserRecord> page;
    if (!request.filter) {
        page.total = accounts::store::count_provisioned(snapshot);
        if (request.count > 0)
            page.items =
                accounts::store::provisioned(snapshot, {.limit = request.count, .offset = request.start - 1});
        return page;
    }
    if (reads_many_users(request)) require_few_comparisons_of_scan(*request.filter);
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
    accounts::require_managing_users(actor);
    accounts::lock_user_changes(tx);
    const Mandate mandate{tx, actor};
    const accounts::UserDraft draft = new_user(input, mandate.default_role());
    mandate.require_creating(draft);
    require_own_domain(tx, draft.email);
    require_free_user_name(tx, draft.email, std::nullopt);
    take_from_deleted(tx, actor, input.external_id.value_or(""));
    const UserRecord made = accounts::create_user(tx, actor, draft, std::nullopt);
    if (input.active.value_or(true)) accounts::activate(tx, actor, made.user);
    return existing(tx, made.user.id);
}

UserRecord replace_user(db::Tx& tx, const Actor& actor, const UserId& id, const UserInput& input) {
    return change(tx, actor, id, [&](const UserRecord&) { return input; });
}

UserRecord patch_user(db::Tx& tx, const Actor& actor, const UserId& id,
                      const std::vector<UserChange>& changes) {
    return change(tx, actor, id, [&](const UserRecord& before) { return patched_user(changes, before); });
}

void delete_user(db::Tx& tx, const Actor& actor, const UserId& id) {
    accounts::require_managing_users(actor);
    accounts::lock_user_changes(tx);
    const UserRecord user = existing(tx, id);
    accounts::require_not_last_administrator(tx, user.user);
    accounts::store::deprovision(tx, id);
    for (const accounts::AccessGroup& group : accounts::store::groups_of(tx, id))
        accounts::change_members(tx, actor, group.id, {}, {id});
    oauth::store::delete_tokens_of(tx, id);
    audit(tx, actor, "USER_ACCOUNT_DEPROVISIONED", id);
    accounts::deactivate(tx, actor, user.user);  // last, because it locks a row of all companies
}

}  // namespace callboard::scim
