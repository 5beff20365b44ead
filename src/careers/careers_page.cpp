#include "careers/careers_page.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/error.h"
#include "careers/careers_page_store.h"
#include "careers/color.h"
#include "configuration/access.h"
#include "configuration/dictionary.h"
#include "events/audit_log.h"
#include "markup/link.h"
#include "wire/reading.h"

namespace callboard::careers {
namespace {

using Step = wire::Reading::Step;

VersionedPage read(const store::StoredPage& stored) {
    return {.page = wire::decode<CareersPage>(stored.content), .version = stored.version};
}

void check_color(wire::Reading& reading, std::string_view name, const std::optional<std::string>& color) {
    const Step step{reading, name};
    if (color && !Color::parse(*color)) reading.fault("must be a color in the form #rrggbb");
}

// They become links of public pages.
void check_url(wire::Reading& reading, std::string_view name, const std::optional<std::string>& url) {
    const Step step{reading, name};
    if (!url) return;
    const auto link = markup::safe_link(*url);
    if (!link || *link != *url || !link->starts_with("http")) reading.fault("must be an http or https URL");
}

const CareersTranslation* find_translation(const CareersPage& page, std::string_view language) {
    if (!page.translations) return nullptr;
    const auto found = std::ranges::find(*page.translations, language, &CareersTranslation::language);
    return found != page.translations->end() ? &*found : nullptr;
}

}  // namespace

void require_valid(const CareersPage& page) {
    wire::Reading reading{"VALIDATION_ERROR"};
    check_color(reading, "accentColor", page.accent_color);
    check_color(reading, "headerColor", page.header_color);
    check_url(reading, "imprintUrl", page.imprint_url);
    check_url(reading, "privacyUrl", page.privacy_url);
    if (page.translations) {
        const Step step{reading, "translations"};
        std::set<std::string_view> seen;
        for (std::size_t i = 0; i < page.translations->size(); ++i) {
            const std::string& language = (*page.translations)[i].language;
            const Step at_translation{reading, std::to_string(i)};
            const Step at_language{reading, "language"};
            if (!configuration::find_language(language)) reading.fault("is an unknown language");
            if (!seen.insert(language).second) reading.fault("is used twice");
        }
    }
    if (auto faults = reading.take_faults(); !faults.empty())
        throw Error{ErrorKind::unprocessable, std::move(faults)};
}

VersionedPage careers_page(db::Snapshot& snapshot, const accounts::Actor& actor) {
    configuration::require_reading(actor);
    return read(store::find_page(snapshot));
}

VersionedPage set_careers_page(db::Tx& tx, const accounts::Actor& actor, const CareersPage& page,
                               const ExpectedVersion& expected) {
    configuration::require_changing(actor);
    require_valid(page);
    const store::StoredPage before = store::lock_page(tx);
    require_version(before.version, expected);
    const std::string content = wire::to_json(page);
    if (content == before.content) return {.page = page, .version = before.version};
    const std::int64_t version = before.version + 1;
    store::put_page(tx, version, content);
    // Without the content, which can be large: a list of the audit log may have many of them.
    const std::string number = std::to_string(version);
    events::audit(tx, actor,
                  {.name = "CAREERS_PAGE_CHANGED",
                   .entity_type = "COMPANY",
                   .entity_id = tx.company().text(),
                   .context = {{"version", number}}});
    return {.page = page, .version = version};
}

CareersPage public_careers_page(db::Snapshot& snapshot) {
    return read(store::find_page(snapshot)).page;
}

CareersTexts texts_in(const CareersPage& page, std::initializer_list<std::string_view> languages) {
    const CareersTranslation* translation = nullptr;
    for (const std::string_view language : languages) {
        translation = find_translation(page, language);
        if (!translation) translation = find_translation(page, language.substr(0, language.find('-')));
        if (translation) break;
    }
    CareersTexts texts{.headline = page.headline,
                       .introduction = page.introduction,
                       .confirmation = page.confirmation,
                       .headline_language = {},
                       .introduction_language = {}};
    if (!translation) return texts;
    if (translation->headline) {
        texts.headline = translation->headline;
        texts.headline_language = translation->language;
    }
    if (translation->introduction) {
        texts.introduction = translation->introduction;
        texts.introduction_language = translation->language;
    }
    if (translation->confirmation) texts.confirmation = translation->confirmation;
    return texts;
}

apply::Form with_privacy_policy(apply::Form form, const CareersPage& page, const std::string& company) {
    const bool has_own = form.privacy_policies && !form.privacy_policies->empty();
    if (page.privacy_url && !has_own)
        form.privacy_policies = {{.url = *page.privacy_url, .org_name = page.name.value_or(company)}};
    return form;
}

CareersPage CareersPage::example() {
    return {.name = "Harbour Lane",
            .accent_color = "#0b5cad",
            .header_color = "#0b2a4a",
            .headline = "Cook with us",
            .introduction = markup::Html::from_trusted("<p>We run twelve kitchens by the sea.</p>"),
            .confirmation = "We answer within a week.",
            .imprint_url = std::nullopt,
            .privacy_url = "https://harbourlane.example/privacy",
            .translations = std::vector{CareersTranslation{
                .language = "de",
                .headline = "Kochen Sie mit uns",
                .introduction = markup::Html::from_trusted("<p>Wir haben zwölf Küchen am Meer.</p>"),
                .confirmation = std::nullopt}}};
}

}  // namespace callboard::careers
