// Keyword search for candidates, and filters by location.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/candidates/candidates.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::CandidateServer;
using test::encoded;
using test::given_job;
using test::kPool;
using test::merge;
using test::post;
using test::put;
using test::repeated;
using test::with;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;

class CandidateSearch : public CandidateServer {
  protected:
    const std::string job_ = given_job(administrator_);

    // The e-mail addresses of the found candidates, without their domain.
    std::vector<std::string> by(const std::string& parameters) {
        const auto page = administrator_.get(kPool + "?limit=100&" + parameters);
        EXPECT_EQ(page.status, 200) << parameters << ": " << page.body;
        if (page.status != 200) return {"refused"};
        auto emails = test::each(page, "content", "email");
        EXPECT_EQ(page.json().at("totalFound"), std::ssize(emails)) << parameters;
        for (auto& email : emails) email.resize(email.find('@'));
        return emails;
    }
    std::vector<std::string> words(const std::string& text) { return by("q=" + encoded(text)); }
    std::vector<std::string> place(const std::string& text) { return by("location=" + encoded(text)); }

    // A candidate whose e-mail address begins with the mark and whose other attributes match no search.
    static json::object marked(const std::string& mark) {
        return {{"firstName", "Zz"}, {"lastName", "Yy"}, {"email", mark + "@example.com"}};
    }
    std::string add(const std::string& mark, const std::string& key, const json::value& value) {
        return applicant(job_, with(marked(mark), key, value));
    }
    std::string add_title(const std::string& mark, const std::string& title) {
        return add(mark, "experience", json::array{json::object{{"title", title}}});
    }
    std::string add_city(const std::string& mark, const std::string& city) {
        return add(mark, "location", json::object{{"city", city}});
    }
};

// --- comparison of words

TEST_P(CandidateSearch, FindsAnyOfTheWords) {
    add_title("a", "Line Cook");
    add_title("b", "Night Waiter");
    add_title("c", "Driver");

    EXPECT_THAT(words("cook"), ElementsAre("a"));
    EXPECT_THAT(words("COOK"), ElementsAre("a"));
    EXPECT_THAT(words("cook waiter"), UnorderedElementsAre("a", "b"));
    EXPECT_THAT(words("cook,waiter"), UnorderedElementsAre("a", "b"));
    EXPECT_THAT(words("cook-driver"), UnorderedElementsAre("a", "c"));
    EXPECT_THAT(words("cook nobody"), ElementsAre("a"));
    EXPECT_THAT(words(" cook  cook "), ElementsAre("a"));
    EXPECT_THAT(words("nobody"), IsEmpty());
    EXPECT_THAT(words("coo"), IsEmpty());
    EXPECT_THAT(words("ook"), IsEmpty());
    EXPECT_THAT(by("q="), SizeIs(3));
}

TEST_P(CandidateSearch, FindsAPhraseAsAWhole) {
    add_title("a", "Senior Line Cook");
    add_title("b", "Line Manager and Cook");
    add_title("c", "Cook Line");

    EXPECT_THAT(words("\"line cook\""), ElementsAre("a"));
    EXPECT_THAT(words("\"LINE  COOK\""), ElementsAre("a"));
    EXPECT_THAT(words("\"senior line cook\""), ElementsAre("a"));
    EXPECT_THAT(words("\"line cook\" manager"), UnorderedElementsAre("a", "b"));
    EXPECT_THAT(words("\"line cook\" \"cook line\""), UnorderedElementsAre("a", "c"));
    EXPECT_THAT(words("\"senior cook\""), IsEmpty());
    EXPECT_THAT(words("\"cook\""), SizeIs(3));
}

TEST_P(CandidateSearch, FindsOtherFormsOfAWord) {
    add_title("a", "build");
    add_title("b", "building");
    add_title("c", "builds");
    add_title("d", "cooking");
    add_title("e", "cooked");

    for (const std::string form : {"build", "building", "builds", "BUILDING"})
        EXPECT_THAT(words(form), UnorderedElementsAre("a", "b", "c")) << form;
    for (const std::string form : {"cook", "cooks", "cooking", "cooked"})
        EXPECT_THAT(words(form), UnorderedElementsAre("d", "e")) << form;
}

TEST_P(CandidateSearch, TakesAnEmailApart) {
    add("ada.lovelace", "phoneNumber", "1");
    applicant(job_, with(marked("x"), "email", "grace@navy.example.org"));

    EXPECT_THAT(words("lovelace"), ElementsAre("ada.lovelace"));
    EXPECT_THAT(words("navy"), ElementsAre("grace"));
    EXPECT_THAT(words("grace@navy.example.org"), testing::Contains("grace"));
    EXPECT_THAT(words("\"grace@navy.example.org\""), ElementsAre("grace"));
    EXPECT_THAT(words("\"ada.lovelace@example.com\""), ElementsAre("ada.lovelace"));
    EXPECT_THAT(words("\"lovelace@navy.example.org\""), IsEmpty());
}

TEST_P(CandidateSearch, FindsNamesWhileTheyAreTyped) {
    applicant(job_, {{"firstName", "Lena"}, {"lastName", "Brandt"}, {"email", "a@example.com"}});
    applicant(job_, {{"firstName", "Leonhard"}, {"lastName", "Sterling"}, {"email", "b@example.com"}});
    applicant(job_, {{"firstName", "Zz"}, {"lastName", "Yy"}, {"email", "lenny.brown@example.com"}});
    const auto typed = [&](const std::string& text) { return by("match=prefix&q=" + encoded(text)); };

    EXPECT_THAT(typed("le"), UnorderedElementsAre("a", "b", "lenny.brown"));
    EXPECT_THAT(typed("LEN"), UnorderedElementsAre("a", "lenny.brown"));
    EXPECT_THAT(typed("lena b"), ElementsAre("a"));
    EXPECT_THAT(typed("sterli"), ElementsAre("b"));
    EXPECT_THAT(typed("exam"), IsEmpty());
    EXPECT_THAT(by("match=words&q=len"), IsEmpty());
    EXPECT_THAT(by("match=prefix"), SizeIs(3));
    EXPECT_EQ(administrator_.get(kPool + "?q=le&match=regex").status, 400);
}

TEST_P(CandidateSearch, AChangedNameIsFoundByItsNewBeginning) {
    const std::string id =
        applicant(job_, {{"firstName", "Lena"}, {"lastName", "Brandt"}, {"email", "a@example.com"}});

    EXPECT_EQ(merge(administrator_, id, json::object{{"lastName", "Meier"}}).status, 200);

    EXPECT_THAT(by("match=prefix&q=mei"), ElementsAre("a"));
    EXPECT_THAT(by("match=prefix&q=bran"), IsEmpty());
}

TEST_P(CandidateSearch, DoesNotLookAtAccentsOfLatinLetters) {
    add_city("a", "S\u00e3o Jos\u00e9");
    add_city("b", "Sao Jose");
    add_city("c", "Sa\u0303o Jose\u0301");
    add_city("d", "Z\u00fcrich");

    for (const std::string text : {"jose", "JOSE", "jos\u00e9", "jose\u0301", "JOS\u00c9"})
        EXPECT_THAT(words(text), UnorderedElementsAre("a", "b", "c")) << text;
    for (const std::string text : {"\"sao jose\"", "\"S\u00c3O JOS\u00c9\""})
        EXPECT_THAT(words(text), UnorderedElementsAre("a", "b", "c")) << text;
    for (const std::string text : {"zurich", "Z\u00dcRICH", "zu\u0308rich"})
        EXPECT_THAT(words(text), ElementsAre("d")) << text;
}

TEST_P(CandidateSearch, ReadsEveryScript) {
    add_title("german", "Küchenchef für Süßspeisen");
    add_title("russian", "Старший Повар");
    add_title("greek", "ΜΆΓΕΙΡΑΣ Αθήνα");
    add_title("arabic", "طباخ رئيسي");
    add_title("hebrew", "טבח ראשי");
    add_title("chinese", "行政主厨");
    add_title("japanese", "料理長 タロウ");
    add_title("korean", "수석 요리사");
    add_title("hindi", "मुख्य रसोइया");

    EXPECT_THAT(words("KÜCHENCHEF"), ElementsAre("german"));
    EXPECT_THAT(words("SÜSSSPEISEN"), ElementsAre("german"));
    EXPECT_THAT(words("повар"), ElementsAre("russian"));
    EXPECT_THAT(words("\"СТАРШИЙ ПОВАР\""), ElementsAre("russian"));
    EXPECT_THAT(words("μάγειρας"), ElementsAre("greek"));
    EXPECT_THAT(words("طباخ"), ElementsAre("arabic"));
    EXPECT_THAT(words("ראשי"), ElementsAre("hebrew"));
    EXPECT_THAT(words("主厨"), ElementsAre("chinese"));
    EXPECT_THAT(words("\"主厨\""), ElementsAre("chinese"));
    EXPECT_THAT(words("料理長"), testing::Contains("japanese"));
    EXPECT_THAT(words("요리사"), ElementsAre("korean"));
    EXPECT_THAT(words("रसोइया"), ElementsAre("hindi"));
}

TEST_P(CandidateSearch, TakesWhatLooksLikeAQueryLanguageAsWords) {
    add_title("a", "Cook");
    add_title("b", "Waiter");

    for (const std::string text :
         {"cook AND waiter",        "cook OR waiter",    "cook NOT waiter", "cook & waiter",
          "cook | waiter",          "cook + waiter",     "cook -waiter",    "(cook waiter",
          "cook) waiter",           "title:cook waiter", "cook* waiter",    "^cook waiter",
          "NEAR(cook waiter)",      "cook:* waiter",     "!cook waiter",    "cook <-> waiter",
          "cook' OR '1'='1 waiter", "\"cook waiter",     "cook\" waiter",   "cook \\ waiter",
          "{cook} waiter"}) {
        const auto page = administrator_.get(kPool + "?q=" + encoded(text));
        EXPECT_EQ(page.status, 200) << text << page.body;
        if (text.find('"') == std::string::npos) EXPECT_EQ(page.json().at("totalFound"), 2) << text;
    }
    for (const std::string text : {"\"", "\"\"", "*", "'", "--", "%", "()", "\" \"", "🦊", "\u200b", " "})
        EXPECT_EQ(administrator_.get(kPool + "?q=" + encoded(text)).status, 200) << text;
    EXPECT_THAT(words("coo*"), IsEmpty());
    EXPECT_THAT(words("coo%"), IsEmpty());
}

TEST_P(CandidateSearch, TakesManyWords) {
    add_title("a", "Cook");

    EXPECT_THAT(words(repeated("nobody ", 100) + "cook"), ElementsAre("a"));
    EXPECT_THAT(words("\"" + repeated("nobody ", 100) + "cook\""), IsEmpty());
    EXPECT_THAT(words(repeated("x", 900) + " cook"), ElementsAre("a"));
}

// --- searched attributes

TEST_P(CandidateSearch, LooksAtAllThatACandidateSays) {
    add("first", "firstName", "Ambrosia");
    add("last", "lastName", "Lovelace");
    add("tag", "tags", {"Barista", "x"});
    add("country", "location", json::object{{"country", "Portugal"}});
    add("region", "location", json::object{{"region", "Alentejo"}});
    add("city", "location", json::object{{"city", "Lisbon"}});
    add("institution", "education", json::array{json::object{{"institution", "Sorbonne"}}});
    add("degree", "education", json::array{json::object{{"degree", "Baccalaureate"}}});
    add("major", "education", json::array{json::object{}, json::object{{"major", "Zoology"}}});
    add("title", "experience", json::array{json::object{{"title", "Sommelier"}}});
    add("company", "experience", json::array{json::object{}, json::object{{"company", "Initech"}}});
    add("description", "experience", json::array{json::object{{"description", "Handled pineapple"}}});

    EXPECT_THAT(words("ambrosia"), ElementsAre("first"));
    EXPECT_THAT(words("lovelace"), ElementsAre("last"));
    EXPECT_THAT(words("barista"), ElementsAre("tag"));
    EXPECT_THAT(words("portugal"), ElementsAre("country"));
    EXPECT_THAT(words("alentejo"), ElementsAre("region"));
    EXPECT_THAT(words("lisbon"), ElementsAre("city"));
    EXPECT_THAT(words("sorbonne"), ElementsAre("institution"));
    EXPECT_THAT(words("baccalaureate"), ElementsAre("degree"));
    EXPECT_THAT(words("zoology"), ElementsAre("major"));
    EXPECT_THAT(words("sommelier"), ElementsAre("title"));
    EXPECT_THAT(words("initech"), ElementsAre("company"));
    EXPECT_THAT(words("pineapple"), ElementsAre("description"));
}

TEST_P(CandidateSearch, FindsTheWholeName) {
    applicant(job_, {{"firstName", "Ada"}, {"lastName", "Lovelace"}, {"email", "a@example.com"}});
    applicant(job_, {{"firstName", "Ada"}, {"lastName", "Byron"}, {"email", "b@example.com"}});

    EXPECT_THAT(words("\"ada lovelace\""), ElementsAre("a"));
    EXPECT_THAT(words("ada lovelace"), UnorderedElementsAre("a", "b"));
}

TEST_P(CandidateSearch, FindsNamesThatAreCommonWordsToo) {
    for (const std::string name : {"Will", "May", "An", "The", "So", "Him", "A"}) {
        add(name + "mark", "firstName", json::value(name));
        EXPECT_THAT(words(name), ElementsAre(name + "mark"));
    }
}

// --- updates of the index

TEST_P(CandidateSearch, FindsSomebodyAtOnce) {
    for (int i = 0; i < 20; ++i) {
        const std::string mark = "m" + std::to_string(i);
        add_title(mark, "Word" + std::to_string(i));
        EXPECT_THAT(words("word" + std::to_string(i)), ElementsAre(mark));
    }
}

TEST_P(CandidateSearch, FindsSomebodyByWhatTheySayNow) {
    const std::string candidate = add("a", "location", json::object{{"city", "Lisbon"}});

    merge(administrator_, candidate,
          json::object{{"firstName", "Ambrosia"}, {"location", {{"city", "Porto"}}}});

    EXPECT_THAT(words("lisbon"), IsEmpty());
    EXPECT_THAT(words("zz"), IsEmpty());
    EXPECT_THAT(words("porto"), ElementsAre("a"));
    EXPECT_THAT(words("ambrosia"), ElementsAre("a"));
    EXPECT_THAT(place("lisbon"), IsEmpty());
    EXPECT_THAT(place("porto"), ElementsAre("a"));
}

TEST_P(CandidateSearch, FindsSomebodyByTheTagsOfNow) {
    const std::string candidate = add("a", "tags", {"barista", "x"});

    put(administrator_, candidate + "/tags", json::object{{"tags", {"sommelier", "y"}}});
    EXPECT_THAT(words("barista"), IsEmpty());
    EXPECT_THAT(words("sommelier"), ElementsAre("a"));
    post(administrator_, candidate + "/tags", {{"tags", {"pilot", "z"}}});
    EXPECT_THAT(words("pilot"), ElementsAre("a"));
    EXPECT_THAT(words("sommelier"), ElementsAre("a"));
    administrator_.del(candidate + "/tags");
    EXPECT_THAT(words("pilot sommelier"), IsEmpty());
}

TEST_P(CandidateSearch, FindsWhatASecondRegistrationFills) {
    add("a", "tags", {"x", "y"});

    add_city("a", "Lisbon");

    EXPECT_THAT(words("lisbon"), ElementsAre("a"));
    EXPECT_THAT(place("lisbon"), ElementsAre("a"));
}

TEST_P(CandidateSearch, FindsNobodyWhoIsGone) {
    const std::string candidate = add_city("a", "Lisbon");
    add_city("b", "Lisbon");

    administrator_.del(candidate);

    EXPECT_THAT(words("lisbon"), ElementsAre("b"));
    EXPECT_THAT(place("lisbon"), ElementsAre("b"));
}

TEST_P(CandidateSearch, FindsThoseWithAnApplicationOnly) {
    const std::string candidate = in_pool(with(marked("a"), "location", json::object{{"city", "Lisbon"}}));
    EXPECT_THAT(words("lisbon"), IsEmpty());
    EXPECT_THAT(place("lisbon"), IsEmpty());

    applicant(job_, marked("a"));
    EXPECT_THAT(words("lisbon"), ElementsAre("a"));
    EXPECT_THAT(place("lisbon"), ElementsAre("a"));

    administrator_.del(application(candidate, job_));
    EXPECT_THAT(words("lisbon"), IsEmpty());
    EXPECT_THAT(place("lisbon"), IsEmpty());
}

TEST_P(CandidateSearch, FindsThoseOfTheCompanyOnly) {
    auto rival = client(company().api_key);
    given_candidate(rival, given_job(rival) + "/candidates",
                    with(marked("rival"), "location", json::object{{"city", "Lisbon"}}));
    add_city("ours", "Lisbon");

    EXPECT_THAT(words("lisbon"), ElementsAre("ours"));
    EXPECT_THAT(place("lisbon"), ElementsAre("ours"));
    EXPECT_EQ(rival.get(kPool + "?q=lisbon").json().at("totalFound"), 1);
}

// --- locations

TEST_P(CandidateSearch, FindsAPlaceWithAllItsWords) {
    add("york", "location", json::object{{"city", "New York"}, {"country", "United States"}});
    add("orleans", "location", json::object{{"city", "New Orleans"}, {"country", "United States"}});
    add("england", "location", json::object{{"city", "York"}, {"country", "England"}});
    add("code", "location", json::object{{"countryCode", "de"}, {"regionCode", "BE"}, {"region", "Berlin"}});
    add_title("nowhere", "York Mayor");

    EXPECT_THAT(place("york"), UnorderedElementsAre("york", "england"));
    EXPECT_THAT(place("YORK"), UnorderedElementsAre("york", "england"));
    EXPECT_THAT(place("new york"), ElementsAre("york"));
    EXPECT_THAT(place("york united"), ElementsAre("york"));
    EXPECT_THAT(place("new"), UnorderedElementsAre("york", "orleans"));
    EXPECT_THAT(place("berlin"), ElementsAre("code"));
    EXPECT_THAT(place("york berlin"), IsEmpty());
    EXPECT_THAT(by("location=york&location=berlin"), UnorderedElementsAre("york", "england", "code"));
    EXPECT_THAT(by("location=new+york,berlin"), UnorderedElementsAre("york", "code"));
    EXPECT_THAT(by("location="), SizeIs(5));
    EXPECT_THAT(by("location=&location=berlin"), ElementsAre("code"));
}

TEST_P(CandidateSearch, FindsWordsAndAPlaceTogether) {
    const std::string both = add_city("both", "Lisbon");
    merge(administrator_, both, json::object{{"firstName", "Ambrosia"}});
    add_city("place", "Lisbon");
    add("word", "firstName", "Ambrosia");

    EXPECT_THAT(by("q=ambrosia&location=lisbon"), ElementsAre("both"));
    EXPECT_THAT(by("q=ambrosia"), UnorderedElementsAre("both", "word"));
}

RUN_ON_EACH_DATABASE(CandidateSearch);

}  // namespace
}  // namespace callboard
