#include "accounts/user_listing.h"

#include "accounts/user_access.h"
#include "base/error.h"
#include "wire/page.h"

namespace callboard::accounts {
namespace {

// What a cursor must be used with again: the company and the filters.
std::string bound_to(const db::Snapshot& snapshot, const UserListRequest& request) {
    wire::Binding binding{snapshot.company().text(), "users"};
    return binding.add(request.updated_after).add(request.text).text();
}

store::UserSelection selection_of(const UserListRequest& request) {
    return {.text = request.text,
            .updated_after = request.updated_after,
            .after_time = std::nullopt,
            .after_id = std::nullopt,
            .offset = request.cursor ? 0 : request.offset,
            .limit = request.limit + 1};  // one more tells whether there is a next page
}

// False when it is none: how a cursor is made is no secret.
bool start_after(store::UserSelection& selection, std::string_view text) {
    const auto position = wire::Position::parse(text);
    if (!position) return false;
    selection.after_time = position->time;
    selection.after_id = UserId::parse(position->id);
    return selection.after_id.has_value();
}

}  // namespace

UserPage list_users(db::Snapshot& snapshot, const Actor& actor, const UserListRequest& request) {
    require_seeing_users(actor);
    store::UserSelection selection = selection_of(request);
    const std::string bound = bound_to(snapshot, request);
    if (request.cursor) {
        const auto position = wire::read_cursor(*request.cursor, bound);
        if (!position || !start_after(selection, *position))
            throw invalid_request("INVALID_PAGE_ID", "pageId is not a valid cursor of this list");
    }
    UserPage page{.users = store::page(snapshot, selection), .next = std::nullopt};
    if (std::ssize(page.users) > request.limit) {
        page.users.pop_back();
        const User& last = page.users.back().user;
        const wire::Position end{.time = last.created_at, .id = std::string{last.id.text()}};
        page.next = wire::make_cursor(end.text(), bound);
    }
    return page;
}

std::int64_t count_users(db::Snapshot& snapshot, const Actor& actor, const UserListRequest& request) {
    require_seeing_users(actor);
    return store::count(snapshot, selection_of(request));
}

}  // namespace callboard::accounts
