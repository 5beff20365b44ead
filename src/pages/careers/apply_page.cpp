#include "pages/careers/apply_page.h"

#include <string>
#include <utility>

#include "apply/submission.h"
#include "base/error.h"
#include "candidates/applicant_links.h"
#include "configuration/sources.h"
#include "edge/posting_limit.h"
#include "edge/services.h"
#include "pages/careers/form_view.h"
#include "pages/careers/job_page.h"

namespace callboard::pages {
namespace {

candidates::SourceChoice career_site() {
    const configuration::Source source = configuration::career_site_source();
    return {.type = source.type, .sub_type = source.sub_type, .id = source.id};
}

// A link with a source that does not exist must not keep anybody from applying.
candidates::SourceChoice known_source(db::Snapshot& own,
                                      const std::optional<candidates::SourceChoice>& wanted) {
    if (!wanted) return career_site();
    const auto found = configuration::choose_source(own, wanted->type, wanted->sub_type, wanted->id);
    return std::holds_alternative<configuration::Source>(found) ? *wanted : career_site();
}

SourceFields source_fields(const FormState& state) {
    SourceFields fields;
    for (const std::string_view name : {field::kSourceType, field::kSourceSubType, field::kSource})
        if (const auto value = state.value(name); !value.empty()) fields.emplace(name, value);
    return fields;
}

struct CheckedForm {
    apply::Form form;
    FormState state;  // with all faults
    apply::Input input;

    bool is_accepted() const { return state.faults.empty() && !state.has_changed; }
};

CheckedForm checked(db::Snapshot& own, const CareersSite& site, const ShownPosting& shown,
                    const SentForm& sent) {
    const std::string& language = shown.posting.language;
    apply::Form form = asked_on_page(own, site, shown.posting.job);
    FormState state = sent.state;
    state.has_changed = state.value(field::kShownForm) != form_version(form, language);
    apply::Input input{
        .draft = draft_of(state), .answers = {}, .consents = {}, .files = {}, .message = std::nullopt};
    input.answers = answers_of(form, state);
    input.consents = consents_of(form, language, state);
    for (const files::NewFile& file : sent.files) {
        if (file.purpose == files::Purpose::avatar && !form.avatar_upload_available.value_or(true)) continue;
        input.files.push_back(&file);
    }
    if (const auto message = state.value(field::kMessage); !message.empty())
        input.message = std::string{message};
    input.draft.internal = shown.is_employee;
    input.draft.source = known_source(own, input.draft.source);
    return {.form = std::move(form), .state = std::move(state), .input = std::move(input)};
}

edge::WebReply form_again(const CareersSite& site, const ShownPosting& shown, const CheckedForm& form) {
    return form_page(site, shown.posting, form.form, source_fields(form.state), form.state,
                     form.state.has_changed ? 409 : 422);
}

}  // namespace

std::optional<edge::WebReply> refused_application(db::Snapshot& snapshot, const edge::WebCall& call,
                                                  const SentForm& sent) {
    const CareersSite site = careers_site(snapshot, call.path);
    const auto shown = shown_posting(snapshot, call, site.site);
    edge::limit_applications(call.services, shown ? &shown->posting.uuid : nullptr, call.request.client);
    if (!shown) return posting_is_gone(site, call);
    db::Snapshot own = snapshot.within(site.site.company);
    const CheckedForm form = checked(own, site, *shown, sent);
    if (form.is_accepted()) return std::nullopt;
    return form_again(site, *shown, form);
}

edge::WebReply apply_on_page(db::Tx& tx, const edge::WebCall& call, const SentForm& sent) {
    const CareersSite site = careers_site(tx, call.path);
    const auto shown = shown_posting(tx, call, site.site);
    if (!shown) return posting_is_gone(site, call);
    const postings::FullPosting& posting = shown->posting;
    db::Tx own = tx.within(site.site.company);
    const CheckedForm form = checked(own, site, *shown, sent);
    // The form has changed since refused_application(). Other writers wait for the page, which is rare.
    if (!form.is_accepted()) return form_again(site, *shown, form);

    const auto applied = apply::submit(own, call.author(), posting, form.input);
    const std::string page = call.public_url() + site.path() + std::string{kStatusPage};
    candidates::mail_applicant_link(
        own, applied, {.job = posting.job, .title = posting.title, .language = posting.language},
        {.page = page, .seal = call.services.seal});
    return edge::redirect(path_of(site, posting) + "?applied=true");
}

}  // namespace callboard::pages
