#include "pages/careers/form_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pages/careers/site_files.h"

namespace callboard::pages {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

CareersSite site() {
    return {.site = {.company = CompanyId::from_trusted("01890000-0000-7000-8000-000000000009"),
                     .identifier = "acme",
                     .name = "Acme",
                     .version = "1",
                     .changed_at = {}},
            .page = {},
            .profile = {},
            .has_logo = false};
}

postings::Posting posting(std::string language = "en") {
    return {.id = PostingId::from_trusted("743999"),
            .uuid = PostingUuid::from_trusted("01890000-0000-7000-8000-000000000001"),
            .job = JobId::from_trusted("01890000-0000-7000-8000-000000000002"),
            .ad = JobAdId::from_trusted("01890000-0000-7000-8000-000000000003"),
            .is_default_ad = true,
            .visibility = postings::Visibility::everyone,
            .is_active = true,
            .is_on_boards = false,
            .title = "Cook",
            .slug = "cook",
            .language = std::move(language),
            .released_at = {}};
}

std::string html(const apply::Form& form, const FormState& state = {}, const SourceFields& source = {}) {
    return form_page(site(), posting(), form, source, state).body;
}

TEST(ApplicationForms, AskWhatTheFormAsks) {
    const std::string page = html(apply::Form::example());

    EXPECT_THAT(page, HasSubstr("enctype=\"multipart/form-data\""));
    EXPECT_THAT(page, HasSubstr("action=\"/careers/acme/743999-cook\""));
    EXPECT_THAT(page, HasSubstr("Do you have a driving licence?"));
    EXPECT_THAT(page,
                HasSubstr("name=\"answer.01a1e900-0000-7000-8000-000000000001.0.value\" value=\"yes\""));
    EXPECT_THAT(page, HasSubstr("name=\"consent.SINGLE\""));
    EXPECT_THAT(page, HasSubstr("href=\"/careers/acme/743999-cook/form.css\""));
    EXPECT_THAT(page, HasSubstr("Only if your answer to “Do you have a driving licence?” is: Yes"));
    EXPECT_THAT(page, HasSubstr("name=\"robots\" content=\"noindex\""));
}

TEST(ApplicationForms, AreInTheLanguageOfTheAd) {
    const std::string page = form_page(site(), posting("de"), apply::Form::example(), {}, {}).body;

    EXPECT_THAT(page, HasSubstr("<html lang=\"de\">"));
    EXPECT_THAT(page, HasSubstr("Haben Sie einen Führerschein?"));
    EXPECT_THAT(page, HasSubstr("Bewerbung absenden"));
}

TEST(ApplicationForms, WithoutConditionsNeedNoStylesheet) {
    EXPECT_THAT(html({}), AllOf(Not(HasSubstr("form.css")), Not(HasSubstr("<legend>Questions"))));
}

TEST(ApplicationForms, DoNotAskForAPictureThatIsNotWanted) {
    apply::Form form;
    EXPECT_THAT(html(form), HasSubstr("name=\"avatar\""));
    form.avatar_upload_available = false;
    EXPECT_THAT(html(form), Not(HasSubstr("name=\"avatar\"")));
}

TEST(ApplicationForms, ShowWhatWasSent) {
    FormState state;
    state.values["firstName"] = {"\"><script>alert(1)</script>"};
    state.values["answer.01a1e900-0000-7000-8000-000000000001.0.value"] = {"no"};
    state.faults.emplace("email", FieldFault::required);
    state.had_files = true;

    const std::string page = html(apply::Form::example(), state, {{"sourceId", "<b>"}});

    EXPECT_THAT(page, HasSubstr("value=\"&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;\""));
    EXPECT_THAT(page, HasSubstr("value=\"no\" checked"));
    EXPECT_THAT(page, HasSubstr("aria-invalid=\"true\""));
    EXPECT_THAT(page, HasSubstr("This field is required."));
    EXPECT_THAT(page, HasSubstr("Choose your files again"));
    EXPECT_THAT(page, HasSubstr("name=\"sourceId\" value=\"&lt;b&gt;\""));
    EXPECT_THAT(page, Not(HasSubstr("<script>")));
}

TEST(ApplicationForms, SayThatTheyHaveChanged) {
    FormState state;
    state.had_files = true;
    EXPECT_THAT(html(apply::Form::example(), state), Not(HasSubstr("role=\"alert\"")));
    state.has_changed = true;
    EXPECT_THAT(
        html(apply::Form::example(), state),
        AllOf(HasSubstr("This form has changed since you opened it."), HasSubstr("Choose your files again")));
}

TEST(ApplicationForms, KeepTheConsentsToTheTextsThatTheyShow) {
    apply::Form form = apply::Form::example();
    FormState state;
    state.values["consent.SINGLE"] = {consent_value(form.consents->front(), "en")};
    const std::string agreed = "\" checked><span class=\"letter\">You may";
    EXPECT_THAT(html(form, state), HasSubstr(agreed));
    form.consents->front().label = "You may sell my data.";
    EXPECT_THAT(html(form, state), Not(HasSubstr(agreed)));
}

TEST(ApplicationForms, HaveAVersionForEachContentAndLanguage) {
    apply::Form form = apply::Form::example();
    const std::string version = form_version(form, "en");
    EXPECT_EQ(form_version(apply::Form::example(), "en"), version);
    EXPECT_NE(form_version(form, "de"), version);
    form.questions->pop_back();
    EXPECT_NE(form_version(form, "en"), version);
}

TEST(ApplicationForms, OfRepeatableQuestionsHaveFurtherRecords) {
    apply::Form form = apply::Form::example();
    form.questions->at(1).repeatable = true;

    EXPECT_THAT(html(form), AllOf(HasSubstr("<summary>Add another answer</summary>"),
                                  HasSubstr("answer.01a1e900-0000-7000-8000-000000000002.2.value")));
}

TEST(ApplicationForms, NeverRequireInTheBrowserWhatItMayHide) {
    apply::Form form = apply::Form::example();
    form.questions->at(0).fields[0].required = false;
    form.questions->at(1).fields[0].required = true;
    const std::string page = html(form);
    const auto question = page.find("id=\"q1\"");
    ASSERT_NE(question, std::string::npos);

    EXPECT_THAT(page.substr(question, page.find("</div>\n</div>", question) - question),
                Not(HasSubstr(" required")));
}

TEST(ConditionRules, ShowAQuestionForItsAnswers) {
    const std::string css = condition_rules(apply::Form::example());

    EXPECT_THAT(css, HasSubstr("#q1 { display: var(--q1, none); }"));
    EXPECT_THAT(css, HasSubstr("form:has(:is(#c0-0-0-0):checked) { --q1: block; }"));
    EXPECT_THAT(css, Not(HasSubstr("#q0 {")));
}

TEST(ConditionRules, DependOnAllQuestionsBefore) {
    apply::Form form = apply::Form::example();
    apply::FormQuestion third = form.questions->at(0);
    third.id = QuestionId::from_trusted("01a1e900-0000-7000-8000-000000000003");
    third.condition = form.questions->at(1).condition;
    apply::FormQuestion fourth = third;
    fourth.id = QuestionId::from_trusted("01a1e900-0000-7000-8000-000000000004");
    fourth.condition = {.question_id = third.id, .field_id = "value", .value_ids = {"yes", "no"}};
    form.questions->push_back(third);
    form.questions->push_back(fourth);

    EXPECT_THAT(condition_rules(form),
                AllOf(HasSubstr("form:has(:is(#c0-0-0-0):checked) { --q2: block; }"),
                      HasSubstr("form:has(:is(#c2-0-0-0,#c2-0-0-1):checked) { --q3: var(--q2); }")));
}

TEST(ConditionRules, HideAQuestionWhoseConditionCannotBeMet) {
    apply::Form form = apply::Form::example();
    form.questions->erase(form.questions->begin());
    EXPECT_THAT(condition_rules(form),
                AllOf(HasSubstr("#q0 { display: var(--q0, none); }"), Not(HasSubstr("--q0:"))));

    form = apply::Form::example();
    form.questions->at(0).fields[0].values->at(0).id = "replaced";
    EXPECT_THAT(condition_rules(form), Not(HasSubstr("--q1:")));
}

// As many as two forms may have: each depends on the one before.
apply::Form chain(std::size_t questions, std::size_t choices) {
    apply::Form form;
    form.questions.emplace();
    for (std::size_t i = 0; i < questions; ++i) {
        apply::FormQuestion question = apply::Form::example().questions->at(0);
        question.id =
            QuestionId::from_trusted("01a1e900-0000-7000-8000-" + std::to_string(100'000'000'000 + i));
        question.repeatable = true;
        question.fields[0].values.emplace();
        std::vector<std::string> ids;
        for (std::size_t j = 0; j < choices; ++j) {
            ids.push_back(std::to_string(j));
            question.fields[0].values->push_back(
                {.id = ids.back(), .label = std::string(1'000, 'x'), .translations = {}});
        }
        if (i > 0)
            question.condition = {
                .question_id = form.questions->back().id, .field_id = "value", .value_ids = ids};
        form.questions->push_back(std::move(question));
    }
    return form;
}

TEST(ConditionRules, GrowWithTheirConditionsOnly) {
    constexpr std::size_t kQuestions = 200;
    constexpr std::size_t kChoices = 20;    // two forms have 4,000
    constexpr std::size_t kMostBytes = 20;  // of one selector

    EXPECT_LT(condition_rules(chain(kQuestions, kChoices)).size(),
              kQuestions * (kChoices * kShownRecords * kMostBytes + 200));
}

TEST(ApplicationForms, NameTheFirstChoicesOfALongCondition) {
    const std::string page = html(chain(2, 10));
    const auto when = page.find("<p class=\"when\">");
    ASSERT_NE(when, std::string::npos);

    const std::string words = page.substr(when, page.find("</p>", when) - when);
    EXPECT_THAT(words, HasSubstr(", …"));
    EXPECT_LT(words.size(), 2'000U);
}

TEST(ColorRules, AreReadableInBothSchemes) {
    careers::CareersPage page;
    EXPECT_THAT(color_rules(page), Not(HasSubstr("--")));
    page.accent_color = "#ffff00";
    page.header_color = "#000000";

    const std::string css = color_rules(page);

    EXPECT_THAT(css, HasSubstr("prefers-color-scheme: dark"));
    EXPECT_THAT(css, HasSubstr("--accent: #ffff00;"));  // in the dark
    EXPECT_THAT(css, HasSubstr("--banner: #000000;--banner-text: #ffffff;"));
}

}  // namespace
}  // namespace callboard::pages
