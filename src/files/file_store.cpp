#include "files/file_store.h"

#include <algorithm>
#include <cstdlib>

#include "base/digest.h"
#include "base/encoding.h"

namespace callboard::files {
namespace {

constexpr db::Sql kInsert{"stored_file_insert", R"sql(
    INSERT INTO stored_file (company_id, id, candidate_id, job_id, purpose, name, type, size, digest, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10))sql"};

constexpr db::Sql kInsertChunk{"stored_file_chunk_insert", R"sql(
    INSERT INTO stored_file_chunk (company_id, file_id, number, content) VALUES ($1, $2, $3, $4))sql"};

constexpr db::Sql kFind{"stored_file_find", R"sql(
    SELECT id, candidate_id, job_id, purpose, name, type, size, digest, created_at
    FROM stored_file WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kListOfCandidate{"stored_file_list_of_candidate", R"sql(
    SELECT id, candidate_id, job_id, purpose, name, type, size, digest, created_at
    FROM stored_file WHERE company_id = $1 AND candidate_id = $2 ORDER BY id)sql"};

constexpr db::Sql kListOfApplication{"stored_file_list_of_application", R"sql(
    SELECT id, candidate_id, job_id, purpose, name, type, size, digest, created_at
    FROM stored_file WHERE company_id = $1 AND candidate_id = $2 AND job_id = $3 ORDER BY id)sql"};

// One at a time: the content of a file may be large.
constexpr db::Sql kFindChunk{"stored_file_chunk_find", R"sql(
    SELECT content FROM stored_file_chunk WHERE company_id = $1 AND file_id = $2 AND number = $3)sql"};

constexpr db::Sql kRemove{"stored_file_remove", "DELETE FROM stored_file WHERE company_id = $1 AND id = $2"};

StoredFile file_from(const db::Row& row) {
    return {.id = row.id<FileId>(0),
            .candidate = row.id<CandidateId>(1),
            .job = row.optional_id<JobId>(2),
            .purpose = row.member<Purpose>(3),
            .name = row.string(4),
            .type = row.member<FileType>(5),
            .size = row.integer(6),
            .digest = row.string(7),
            .created_at = row.time(8)};
}

// Browsers and other clients may send a whole path.
std::string_view without_folders(std::string_view name) {
    const auto separator = name.find_last_of("/\\");
    return separator == std::string_view::npos ? name : name.substr(separator + 1);
}

bool allows(Purpose purpose, FileType type) {
    switch (purpose) {
        case Purpose::avatar: return is_image(type);
        case Purpose::resume:
        case Purpose::cover_letter:
        case Purpose::generic: return true;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

Chunks chunks_of(std::string_view content, AnonymousFile* store_in) {
    static_assert(kChunkBytes % 3 == 0);
    Chunks chunks{store_in};
    for (; !content.empty(); content.remove_prefix(std::min(kChunkBytes, content.size())))
        chunks.add(to_base64(content.substr(0, kChunkBytes)));
    return chunks;
}

NewFile new_file(Purpose purpose, std::string name, FileType type, std::string_view content,
                 AnonymousFile* store_in = nullptr) {
    return {.purpose = purpose,
            .name = std::move(name),
            .type = type,
            .size = static_cast<std::int64_t>(content.size()),
            .digest = to_hex(sha256(content)),
            .chunks = chunks_of(content, store_in)};
}

}  // namespace

void Chunks::add(std::string chunk) {
    if (file_) {
        places_.push_back({.offset = file_->append(chunk), .size = chunk.size()});
    } else {
        texts_.push_back(std::move(chunk));
    }
}

std::size_t Chunks::bytes() const {
    std::size_t bytes = 0;
    for (const Place& each : places_) bytes += each.size;
    for (const std::string& each : texts_) bytes += each.size();
    return bytes;
}

void Chunks::visit(FunctionRef<void(std::string_view chunk)> visit) const {
    for (const Place& each : places_) visit(file_->read(each.offset, each.size));
    for (const std::string& each : texts_) visit(each);
}

std::string_view allowed_types(Purpose purpose) {
    return allows(purpose, FileType::pdf) ? "PDF, DOC, DOCX, ODT, RTF, TXT, JPEG, PNG, GIF or WebP"
                                          : "JPEG, PNG, GIF or WebP";
}

std::expected<NewFile, std::string> checked(const SentFile& sent) {
    const std::string name = trim(without_folders(sent.name));
    if (name.empty() || !is_utf8(name) || has_control_characters(name))
        return std::unexpected("must have a file name");
    if (count_characters(name) > kMostFileName)
        return std::unexpected("must have a name of at most " + std::to_string(kMostFileName) +
                               " characters");
    if (sent.content.empty()) return std::unexpected("must not be empty");
    if (sent.content.size() > kMostFileBytes)
        return std::unexpected("must have at most " + std::to_string(kMostFileBytes) + " bytes");
    const auto type = file_type(sent.content);
    if (!type || !allows(sent.purpose, *type))
        return std::unexpected("must be a file of the type " + std::string{allowed_types(sent.purpose)});
    if (!is_named_like(*type, name) || !is_stated_like(*type, sent.media_type))
        return std::unexpected("has the content of " + std::string{media_type_of(*type)} +
                               ", but another name or type");
    return new_file(sent.purpose, name, *type, sent.content, sent.store_in);
}

NewFile text_file(Purpose purpose, std::string_view name, std::string_view text) {
    return new_file(purpose, std::string{name}, FileType::text, text);
}

namespace store {

FileId insert(db::Tx& tx, const CandidateId& candidate, const std::optional<JobId>& job,
              const NewFile& file) {
    const auto id = tx.new_id<FileId>();
    tx.enqueue(kInsert,
               {id, candidate, job, file.purpose, file.name, file.type, file.size, file.digest, tx.now});
    // Not enqueued: chunks that wait to be sent are copies in memory.
    std::int64_t number = 0;
    file.chunks.visit([&](std::string_view chunk) { tx.execute(kInsertChunk, {id, number++, chunk}); });
    return id;
}

std::optional<StoredFile> find(db::Snapshot& snapshot, const FileId& id) {
    return snapshot.first(kFind, {id}, file_from);
}

std::vector<StoredFile> list(db::Snapshot& snapshot, const CandidateId& candidate,
                             const std::optional<JobId>& job) {
    return job ? snapshot.all(kListOfApplication, {candidate, *job}, file_from)
               : snapshot.all(kListOfCandidate, {candidate}, file_from);
}

void read(db::Snapshot& snapshot, const FileId& id, FunctionRef<void(std::string_view bytes)> visit) {
    for (std::int64_t number = 0;; ++number) {
        const auto chunk = snapshot.first(kFindChunk, {id, number}, [](const db::Row& row) {
            return from_base64(row.text(0)).value_or("");
        });
        if (!chunk) return;
        visit(*chunk);
    }
}

bool remove(db::Tx& tx, const FileId& id) {
    return tx.execute(kRemove, {id}) == 1;
}

}  // namespace store
}  // namespace callboard::files
