// Files of applications.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "api/common/actions.h"
#include "base/id.h"
#include "db/db.h"
#include "edge/call.h"
#include "edge/web.h"
#include "files/file_store.h"
#include "wire/shape.h"

namespace callboard::api {

struct AttachmentActions {
    Action download;
    Action remove;

    static constexpr std::string_view kName = "AttachmentActions";
    static constexpr auto shape() {
        return wire::fields(wire::field("download", &AttachmentActions::download),
                            wire::field("remove", &AttachmentActions::remove));
    }
};

struct AttachmentView {
    FileId id;
    std::string name;
    files::Purpose type{};
    std::string_view content_type;
    AttachmentActions actions;

    static constexpr std::string_view kName = "Attachment";
    static constexpr auto shape() {
        using Self = AttachmentView;
        return wire::fields(wire::field("id", &Self::id), wire::field("name", &Self::name),
                            wire::field("type", &Self::type),
                            wire::field("contentType", &Self::content_type,
                                        {.about = "Found in the content, not what the sender stated."}),
                            wire::field("actions", &Self::actions));
    }
};

struct AttachmentList {
    std::int64_t total_found = 0;
    std::vector<AttachmentView> content;

    static constexpr std::string_view kName = "Attachments";
    static constexpr auto shape() {
        return wire::fields(wire::field("totalFound", &AttachmentList::total_found),
                            wire::field("content", &AttachmentList::content));
    }
};

AttachmentList list_attachments(db::Snapshot& snapshot, const edge::Call<>& call);
edge::WebReply get_attachment(db::Snapshot& snapshot, const edge::WebCall& call);
wire::Nothing delete_attachment(db::Tx& tx, const edge::Call<>& call);

}  // namespace callboard::api
