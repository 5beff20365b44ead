#include "api/candidates/attachments.h"

#include <algorithm>
#include <utility>

#include "api/common/candidate_paths.h"
#include "base/encoding.h"
#include "candidates/attachments.h"

namespace callboard::api {
namespace {

FileId attachment_id(const edge::PathParams& path) {
    return path.id<FileId>("attachmentId", "FILE_NOT_FOUND");
}

AttachmentView view(files::StoredFile file, const std::string& url) {
    return {.id = file.id,
            .name = std::move(file.name),
            .type = file.purpose,
            .content_type = files::media_type_of(file.type),
            .actions = {.download = {.url = url}, .remove = {.url = url, .method = "DELETE"}}};
}

bool is_plain(char c) {
    return c >= 0x20 && c < 0x7f && c != '"' && c != '\\' && c != '%';
}

// To be saved, never displayed (RFC 6266): with a name that every client understands, and the whole one.
std::string content_disposition(const std::string& name) {
    std::string plain = name;
    std::ranges::replace_if(plain, [](char c) { return !is_plain(c); }, '_');
    std::string header = "attachment; filename=\"" + plain + "\"";
    if (plain != name) header.append("; filename*=UTF-8''").append(percent_encode(name));
    return header;
}

}  // namespace

AttachmentList list_attachments(db::Snapshot& snapshot, const edge::Call<>& call) {
    AttachmentList list;
    for (files::StoredFile& each : candidates::attachments(snapshot, call.actor(), candidate_id(call.path),
                                                           applied_job_id(call.path, "JOB_NOT_FOUND"))) {
        const std::string url = call.link("/candidates/attachments/" + std::string{each.id.text()});
        list.content.push_back(view(std::move(each), url));
    }
    list.total_found = std::ssize(list.content);
    return list;
}

edge::WebReply get_attachment(db::Snapshot& snapshot, const edge::WebCall& call) {
    auto found = candidates::attachment(snapshot, call.actor(), attachment_id(call.path));
    return {.content_type = files::media_type_of(found.file.type),
            .body = std::move(found.bytes),
            .headers = {{"Content-Disposition", content_disposition(found.file.name)}}};
}

wire::Nothing delete_attachment(db::Tx& tx, const edge::Call<>& call) {
    candidates::delete_attachment(tx, call.actor(), attachment_id(call.path));
    return {};
}

}  // namespace callboard::api
