#include "postings/posting.h"

#include <utility>

#include "postings/posting_store.h"

namespace callboard::postings {

std::optional<Posting> find(db::Snapshot& snapshot, std::string_view id_or_uuid) {
    if (const auto id = PostingId::parse(id_or_uuid)) return store::find(snapshot, *id);
    if (const auto uuid = PostingUuid::parse(id_or_uuid)) return store::find(snapshot, *uuid);
    return std::nullopt;
}

std::optional<Posting> find(db::Snapshot& snapshot, const PostingUuid& uuid) {
    return store::find(snapshot, uuid);
}

std::optional<FullPosting> find_full(db::Snapshot& snapshot, std::string_view id_or_uuid) {
    auto found = find(snapshot, id_or_uuid);
    if (!found) return std::nullopt;
    return store::with_content(snapshot, std::move(*found));
}

std::optional<Posting> find_of_ad(db::Snapshot& snapshot, const JobId& job, const JobAdId& ad) {
    return store::find_of_ad(snapshot, job, ad);
}

}  // namespace callboard::postings
