// Typed identifiers: one tag per kind of entity, so that a CandidateId cannot be passed as a JobId. The tag
// also determines the format of the text.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace callboard {

enum class IdForm { uuid, hex24, hex32, digits };

bool has_form(std::string_view text, IdForm form);

template <class Tag>
class Id {
  public:
    // The only ways to get one: parse() for external text, from_trusted() for ids that were generated or
    // stored here.
    static std::optional<Id> parse(std::string_view text) {
        if (!has_form(text, Tag::form)) return std::nullopt;
        return Id{text};
    }
    static Id from_trusted(std::string_view text) { return Id{text}; }

    std::string_view text() const { return {characters_.data(), size_}; }
    auto operator<=>(const Id&) const = default;

  private:
    // A longer text can only come from a database that others have changed. It is cut off.
    explicit Id(std::string_view text)
        : size_(static_cast<std::uint8_t>(text.copy(characters_.data(), characters_.size()))) {}

    // Inline rather than in a std::string: ids are copied on every request, and this avoids the allocations.
    std::array<char, 36> characters_{};
    std::uint8_t size_;  // after the characters, which its initializer fills
};

// clang-format off
struct CompanyTag        { static constexpr IdForm form = IdForm::uuid; };
struct UserTag           { static constexpr IdForm form = IdForm::hex24; };
struct CredentialTag     { static constexpr IdForm form = IdForm::uuid; };
struct ApplicationTag    { static constexpr IdForm form = IdForm::hex32; };
struct ChainTag          { static constexpr IdForm form = IdForm::uuid; };
struct TokenTag          { static constexpr IdForm form = IdForm::uuid; };
struct DepartmentTag     { static constexpr IdForm form = IdForm::digits; };
struct JobPropertyTag    { static constexpr IdForm form = IdForm::hex24; };
struct HiringProcessTag  { static constexpr IdForm form = IdForm::uuid; };
struct ReasonTag         { static constexpr IdForm form = IdForm::uuid; };
struct SourceTag         { static constexpr IdForm form = IdForm::uuid; };
struct CandidatePropertyTag { static constexpr IdForm form = IdForm::uuid; };
struct JobTag            { static constexpr IdForm form = IdForm::uuid; };
struct JobAdTag          { static constexpr IdForm form = IdForm::uuid; };
struct StatusChangeTag   { static constexpr IdForm form = IdForm::uuid; };
struct PublicationTag    { static constexpr IdForm form = IdForm::uuid; };
struct PostingTag        { static constexpr IdForm form = IdForm::digits; };
struct PostingUuidTag    { static constexpr IdForm form = IdForm::uuid; };
struct PositionTag       { static constexpr IdForm form = IdForm::uuid; };
struct AccessGroupTag    { static constexpr IdForm form = IdForm::hex24; };
struct CandidateTag      { static constexpr IdForm form = IdForm::uuid; };
struct JobApplicationTag { static constexpr IdForm form = IdForm::uuid; };
struct OfferTag          { static constexpr IdForm form = IdForm::uuid; };
struct OfferDocumentTag  { static constexpr IdForm form = IdForm::uuid; };
struct EventTag          { static constexpr IdForm form = IdForm::uuid; };
struct AuditTag          { static constexpr IdForm form = IdForm::uuid; };
struct SubscriptionTag   { static constexpr IdForm form = IdForm::uuid; };
struct SecretKeyTag      { static constexpr IdForm form = IdForm::uuid; };
struct CallbackTag       { static constexpr IdForm form = IdForm::uuid; };
struct ReportTag         { static constexpr IdForm form = IdForm::uuid; };
struct ReportFileTag     { static constexpr IdForm form = IdForm::uuid; };
struct AlertTag          { static constexpr IdForm form = IdForm::uuid; };
struct MailTag           { static constexpr IdForm form = IdForm::uuid; };
struct FileTag           { static constexpr IdForm form = IdForm::uuid; };
struct QuestionTag       { static constexpr IdForm form = IdForm::uuid; };
struct ReceiptTag        { static constexpr IdForm form = IdForm::uuid; };
// clang-format on

using CompanyId = Id<CompanyTag>;
using UserId = Id<UserTag>;
using CredentialId = Id<CredentialTag>;
using ApplicationId = Id<ApplicationTag>;
using ChainId = Id<ChainTag>;
using TokenId = Id<TokenTag>;
using DepartmentId = Id<DepartmentTag>;
using JobPropertyId = Id<JobPropertyTag>;
using HiringProcessId = Id<HiringProcessTag>;
using ReasonId = Id<ReasonTag>;
using SourceIdentifier = Id<SourceTag>;
using CandidatePropertyId = Id<CandidatePropertyTag>;
using JobId = Id<JobTag>;
using JobAdId = Id<JobAdTag>;
using StatusChangeId = Id<StatusChangeTag>;
using PublicationId = Id<PublicationTag>;
using PostingId = Id<PostingTag>;
using PostingUuid = Id<PostingUuidTag>;
using PositionId = Id<PositionTag>;
using AccessGroupId = Id<AccessGroupTag>;
using CandidateId = Id<CandidateTag>;
using JobApplicationId = Id<JobApplicationTag>;
using OfferId = Id<OfferTag>;
using OfferDocumentId = Id<OfferDocumentTag>;
using EventId = Id<EventTag>;
using AuditId = Id<AuditTag>;
using SubscriptionId = Id<SubscriptionTag>;
using SecretKeyId = Id<SecretKeyTag>;
using CallbackId = Id<CallbackTag>;
using ReportId = Id<ReportTag>;
using ReportFileId = Id<ReportFileTag>;
using AlertId = Id<AlertTag>;
using MailId = Id<MailTag>;
using FileId = Id<FileTag>;          // of a stored file
using QuestionId = Id<QuestionTag>;  // of an application form
using ReceiptId = Id<ReceiptTag>;    // of an application that was sent

}  // namespace callboard
