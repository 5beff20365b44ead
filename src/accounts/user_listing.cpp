#include "accounts/user_listing.h"

#include <string>
#include <string_view>

#include "accounts/user_access.h"
#include "accounts/user_store.h"

namespace callboard::accounts {
namespace {

store::UserSelection selection_of(const UserListRequest& request) {
    return {.asked = request,
            .after = std::nullopt,
            .offset = request.cursor ? 0 : request.offset,
            .limit = request.limit + 1};  // one more, to detect a next page
}

std::optional<store::UserPlace> parse_place(std::string_view text) {
    const auto position = wire::Position::parse(text);
    const auto id = position ? UserId::parse(position->id) : std::nullopt;
    if (!id) return std::nullopt;
    return store::UserPlace{.created_at = position->time, .id = *id};
}

std::string position_of(const UserRecord& record) {
    return wire::Position{.time = record.user.created_at, .id = std::string{record.user.id.text()}}.text();
}

}  // namespace

UserPage list_users(db::Snapshot& snapshot, const Actor& actor, const UserListRequest& request) {
    require_seeing_users(actor);
    const wire::ListCursors cursors{snapshot.company().text(), "users", request};
    store::UserSelection selection = selection_of(request);
    selection.after = cursors.start(parse_place);
    UserPage page{.users = store::page(snapshot, selection), .next = std::nullopt};
    page.next = cursors.next(page.users, position_of);
    return page;
}

std::int64_t count_users(db::Snapshot& snapshot, const Actor& actor, const UserListRequest& request) {
    require_seeing_users(actor);
    return store::count(snapshot, selection_of(request));
}

}  // namespace callboard::accounts
