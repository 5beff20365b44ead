#include "api/accounts/user_patch.h"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "wire/json.h"

namespace callboard::api {
namespace {

struct Member {
    std::string_view name;
    std::string_view instead;
};

constexpr std::array kUnpatched{
    Member{"id", "it is read-only"},
    Member{"password",
           "users change their own password after signing in, or by a link that POST of the user's "
           "reset-password mails"},
    Member{"active", "use PUT or DELETE of the user's activation"},
    Member{"accessGroups",
           "add the user to a group with POST /user-api/v201804/access-groups/{accessGroupId}/users"},
    Member{"secondFactor", "use DELETE of the user's second-factor"},
    Member{"updatedOn", "it is read-only"},
    Member{"role", "patch /systemRole/id"},
    Member{"systemRole", "patch /role"}};

bool is_at(std::string_view pointer, std::string_view member) {
    return pointer.starts_with('/') && pointer.substr(1, pointer.find('/', 1) - 1) == member;
}

// The value that replaces the whole document, if the operation has one.
std::optional<wire::JsonDocument> replacement(const wire::PatchOperation& operation) {
    if (!operation.path.empty() || operation.value.empty()) return std::nullopt;
    return std::optional<wire::JsonDocument>{std::in_place, operation.value};
}

// Whether the operation changes the member, a part of it, or the whole document including it.
bool changes(const wire::PatchOperation& operation, const std::optional<wire::JsonDocument>& document,
             std::string_view member) {
    using enum wire::PatchAction;
    if (operation.op == test) return false;
    if (is_at(operation.path, member) || (operation.op == move && is_at(operation.from, member))) return true;
    return document && document->root().kind() == wire::JsonKind::object && document->root().find(member);
}

}  // namespace

void require_patchable(const wire::JsonPatch& patch, std::string_view role) {
    std::vector<Fault> faults;
    for (std::size_t i = 0; i < patch.operations.size(); ++i) {
        const auto document = replacement(patch.operations[i]);
        for (const auto& [name, instead] : kUnpatched) {
            if (name == role || !changes(patch.operations[i], document, name)) continue;
            faults.push_back(
                {"VALIDATION_ERROR",
                 "must not be /" + std::string{name} + ", which cannot be patched: " + std::string{instead},
                 "/" + std::to_string(i) + "/path"});
        }
    }
    if (!faults.empty()) throw Error{ErrorKind::unprocessable, std::move(faults)};
}

}  // namespace callboard::api
