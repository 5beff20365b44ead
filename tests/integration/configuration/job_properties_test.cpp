#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/company.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Answer;
using test::content;
using test::each;
using test::id_of;
using test::keys;
using test::of_errors;
using test::patch;
using test::post;
using test::put;
using test::text;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::UnorderedElementsAre;

const std::string kProperties = "/configuration/job-properties";
const std::string kUnknown = "00000000000000000000000f";

class ApiJobProperties : public test::CompanyServer {
  protected:
    Answer define(const std::string& label, json::object more = {}) {
        json::object body{{"label", label}, {"category", "job"}, {"visible", true}};
        for (const auto& member : more) body[member.key()] = member.value();
        return post(administrator_, kProperties, body);
    }
    // The path of a new property.
    std::string given_property(const std::string& label, json::object more = {}) {
        const Answer made = define(label, std::move(more));
        EXPECT_EQ(made.status, 201) << made.body;
        return kProperties + "/" + id_of(made);
    }
    void given_values(const std::string& property, const std::vector<std::string>& ids) {
        for (const std::string& id : ids)
            EXPECT_EQ(post(administrator_, property + "/values", {{"id", id}, {"label", "The " + id}}).status,
                      201);
    }
    static std::string id_in(const std::string& property) { return property.substr(property.rfind('/') + 1); }
    // Status and code.
    static std::string refusal(const Answer& answer) {
        return std::to_string(answer.status) + " " + answer.error_code();
    }
    Answer empty_put(const std::string& path) { return administrator_.request("PUT", path, "", {}); }
    Answer in(const std::string& language, const std::string& path) {
        return administrator_.get(path, {{"Accept-Language", language}});
    }
};

TEST_P(ApiJobProperties, AreCreatedAndRead) {
    EXPECT_EQ(administrator_.get(kProperties).json(),
              (json::value{{"totalFound", 0}, {"content", json::array{}}}));

    const Answer made = define("Shift", {{"required", true}});

    EXPECT_EQ(made.status, 201) << made.body;
    EXPECT_THAT(id_of(made), MatchesRegex("[0-9a-f]{24}"));
    const std::string path = kProperties + "/" + id_of(made);
    EXPECT_EQ(made.header("location"), public_url() + path);
    EXPECT_EQ(administrator_.get(path).json(), made.json());
    EXPECT_EQ(content(administrator_.get(kProperties)), (json::array{made.json()}));
    EXPECT_THAT(keys(made.json()), UnorderedElementsAre("id", "label", "category", "type", "visible",
                                                        "active", "required", "actions"));
    EXPECT_EQ(made.json().at("active"), true);
    EXPECT_EQ(text(made.json().at("actions").at("values").at("url")), public_url() + path + "/values");
    EXPECT_THAT(audit(), ElementsAre("JOB_PROPERTY_CREATED"));
}

TEST_P(ApiJobProperties, RefuseLabelsAndBodies) {
    given_property("Shift");

    EXPECT_EQ(refusal(define("SHIFT")), "422 DEFINITION_NAME_IS_NOT_ALLOWED");
    EXPECT_EQ(refusal(define("Title")), "422 DEFINITION_NAME_IS_NOT_ALLOWED");
    EXPECT_EQ(refusal(define(std::string(201, 'x'))), "422 VALIDATION_ERROR");
    EXPECT_EQ(refusal(define("a\nb")), "422 VALIDATION_ERROR");
    const Answer empty = post(administrator_, kProperties, json::object{});
    EXPECT_EQ(empty.status, 422);
    EXPECT_THAT(of_errors(empty, "dataPath"), UnorderedElementsAre("/label", "/category", "/visible"));
    EXPECT_EQ(refusal(define("Team", {{"category", "other"}})), "422 VALIDATION_ERROR");
    EXPECT_EQ(define(std::string(200, 'x')).status, 201);
}

TEST_P(ApiJobProperties, ArePatched) {
    const std::string shift = given_property("Shift");

    const Answer patched = patch(
        administrator_, shift,
        R"([{"op":"replace","path":"/label","value":"Turn"},{"op":"replace","path":"/visible","value":false}])");

    EXPECT_EQ(patched.status, 200) << patched.body;
    EXPECT_EQ(text(patched.json().at("label")), "Turn");
    EXPECT_EQ(patched.json().at("visible"), false);
    EXPECT_EQ(administrator_.get(shift).json(), patched.json());
    EXPECT_EQ(refusal(patch(administrator_, shift, R"([{"op":"replace","path":"/type","value":"TEXT"}])")),
              "400 JOB_PROPERTY_NOT_EDITABLE");
    EXPECT_EQ(refusal(patch(administrator_, shift, R"([{"op":"remove","path":"/label"}])")),
              "422 VALIDATION_ERROR");
    EXPECT_EQ(refusal(patch(administrator_, shift, R"([{"op":"test","path":"/label","value":"Shift"}])")),
              "409 CONFLICT");
    EXPECT_THAT(audit(), ElementsAre("JOB_PROPERTY_CREATED", "JOB_PROPERTY_UPDATED"));
}

TEST_P(ApiJobProperties, AreActivatedWithValues) {
    const std::string shift = given_property("Shift", {{"active", false}});

    EXPECT_EQ(refusal(empty_put(shift + "/activation")), "409 NO_ACTIVE_VALUES");
    given_values(shift, {"day"});
    EXPECT_EQ(empty_put(shift + "/activation").status, 204);
    EXPECT_EQ(administrator_.get(shift).json().at("active"), true);
    EXPECT_EQ(administrator_.del(shift + "/activation").status, 204);

    EXPECT_EQ(administrator_.get(shift).json().at("active"), false);
}

TEST_P(ApiJobProperties, AreTranslated) {
    const std::string shift = given_property("Shift");
    given_values(shift, {"day"});
    const auto translate = [&](const std::string& path, const std::string& body) {
        return administrator_.request("PATCH", path + "/translations", body,
                                      {{"Content-Type", "application/json"}});
    };

    EXPECT_EQ(
        translate(shift, R"([{"language":"da","label":"Vagt"},{"language":"fr","label":"Poste"}])").status,
        204);
    EXPECT_EQ(translate(shift + "/values/day", R"([{"language":"fr","label":"Jour"}])").status, 204);

    EXPECT_EQ(text(in("da", shift).json().at("label")), "Vagt");
    EXPECT_THAT(each(in("fr-CA", kProperties), "content", "label"), ElementsAre("Poste"));
    EXPECT_THAT(each(in("fr", shift + "/values"), "content", "label"), ElementsAre("Jour"));
    EXPECT_THAT(each(in("de", shift + "/values"), "content", "label"), ElementsAre("The day"));
    EXPECT_EQ(refusal(translate(shift, R"([{"language":"xx","label":"X"}])")), "400 PROPERTY_INVALID");
    EXPECT_EQ(refusal(translate(shift, R"([{"language":"de","label":"A"},{"language":"de","label":"B"}])")),
              "409 LANGUAGE_GIVEN_TWICE");
    EXPECT_EQ(refusal(translate(shift, R"([{"language":"de","label":""}])")), "422 VALIDATION_ERROR");
    EXPECT_EQ(refusal(translate(shift, "[]")), "422 VALIDATION_ERROR");
    EXPECT_EQ(refusal(translate(shift + "/values/none", R"([{"language":"de","label":"A"}])")),
              "404 JOB_PROPERTY_VALUE_NOT_FOUND");
}

TEST_P(ApiJobProperties, HaveValues) {
    const std::string shift = given_property("Shift");
    const std::string note = given_property("Remark", {{"type", "TEXT"}});
    const auto add = [&](const json::object& value) {
        return post(administrator_, shift + "/values", value);
    };

    const Answer made = add({{"id", "a b:c"}, {"label", "Day"}});

    EXPECT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(made.json(), (json::value{{"id", "a b:c"}, {"label", "Day"}, {"archived", false}}));
    EXPECT_EQ(administrator_.get(shift + "/values").json(),
              (json::value{{"totalFound", 1}, {"nextPageId", nullptr}, {"content", {made.json()}}}));
    EXPECT_EQ(refusal(add({{"label", "DAY"}})), "409 JOB_PROPERTY_VALUE_LABEL_ALREADY_EXISTS");
    EXPECT_EQ(refusal(add({{"id", "a b:c"}, {"label", "X"}})), "409 JOB_PROPERTY_VALUE_ID_ALREADY_EXISTS");
    EXPECT_EQ(refusal(add({{"label", "  "}})), "422 VALUE_LABEL_IS_BLANK");
    EXPECT_EQ(refusal(add({{"label", "a\tb"}})), "422 VALUE_LABEL_IS_INVALID");
    EXPECT_EQ(refusal(add({{"id", "a/b"}, {"label", "X"}})), "422 VALIDATION_ERROR");
    EXPECT_EQ(refusal(add({{"id", std::string(101, 'x')}, {"label", "X"}})), "422 VALIDATION_ERROR");
    EXPECT_EQ(refusal(add({{"label", std::string(201, 'x')}})), "422 VALIDATION_ERROR");
    EXPECT_EQ(refusal(post(administrator_, note + "/values", {{"label", "X"}})), "400 VALUES_NOT_ALLOWED");
    EXPECT_FALSE(administrator_.get(note).json().at("actions").as_object().contains("values"));
}

TEST_P(ApiJobProperties, HaveValuesInPages) {
    const std::string shift = given_property("Shift");
    given_values(shift, {"a", "b", "c", "d", "e"});
    std::vector<std::string> seen;
    std::string path = shift + "/values?pageSize=2";

    for (int pages = 0; pages < 3; ++pages) {
        const Answer page = administrator_.get(path);
        ASSERT_EQ(page.status, 200) << page.body;
        EXPECT_EQ(page.json().at("totalFound"), 5);
        for (const std::string& id : test::ids(page)) seen.push_back(id);
        if (page.json().at("nextPageId").is_null()) break;
        EXPECT_THAT(page.header("link"), testing::HasSubstr("rel=\"next\""));
        path = shift + "/values?pageSize=2&page_id=" + text(page.json().at("nextPageId"));
    }

    EXPECT_THAT(seen, ElementsAre("a", "b", "c", "d", "e"));
    EXPECT_EQ(refusal(administrator_.get(shift + "/values?page_id=x")), "400 INVALID_PAGE_ID");
    for (const char* size : {"0", "20001", "x"})
        EXPECT_EQ(refusal(administrator_.get(shift + "/values?pageSize=" + size)), "400 INVALID_PARAMETER");
    EXPECT_EQ(administrator_.get(shift + "/values?pageSize=20000").status, 200);
}

TEST_P(ApiJobProperties, HaveValuesThatAreChangedAndArchived) {
    const std::string shift = given_property("Shift");
    given_values(shift, {"day", "night"});

    const Answer renamed = patch(administrator_, shift + "/values/day",
                                 R"([{"op":"replace","path":"/label","value":"Morning"}])");
    EXPECT_EQ(renamed.json(), (json::value{{"id", "day"}, {"label", "Morning"}, {"archived", false}}));
    EXPECT_EQ(refusal(patch(administrator_, shift + "/values/day",
                            R"([{"op":"replace","path":"/nothing/x","value":1}])")),
              "422 JSON_PATCH_INVALID");
    EXPECT_EQ(refusal(patch(administrator_, shift + "/values/day",
                            R"([{"op":"replace","path":"/label","value":"the NIGHT"}])")),
              "409 JOB_PROPERTY_VALUE_LABEL_ALREADY_EXISTS");
    const auto archived = [&] {
        return content(administrator_.get(shift + "/values")).at(0).at("archived").as_bool();
    };
    EXPECT_EQ(empty_put(shift + "/archive-values/day").status, 204);
    EXPECT_TRUE(archived());
    EXPECT_EQ(administrator_.del(shift + "/archive-values/day").status, 204);
    EXPECT_FALSE(archived());
    const Answer deprecated = administrator_.del(shift + "/values/day");
    EXPECT_EQ(deprecated.status, 204);
    EXPECT_NE(deprecated.header("deprecation"), "");
    EXPECT_TRUE(archived());
    post(administrator_, shift + "/values", {{"id", "new"}, {"label", "Morning"}});
    EXPECT_EQ(refusal(empty_put(shift + "/values/day")), "422 VALUE_LABEL_IS_INVALID");
    EXPECT_EQ(refusal(empty_put(shift + "/archive-values/none")), "404 JOB_PROPERTY_VALUE_NOT_FOUND");
}

TEST_P(ApiJobProperties, HaveValuesInAnyOrder) {
    const std::string shift = given_property("Shift");
    const std::string note = given_property("Remark", {{"type", "TEXT"}});
    given_values(shift, {"day", "late", "night"});
    const auto reorder = [&](test::Client& caller, const std::string& property, const json::array& ids) {
        return put(caller, property + "/values-order", {{"ids", ids}});
    };
    auto extended = client(colleague("EXTENDED").key);

    EXPECT_EQ(reorder(administrator_, shift, {"night", "day", "late"}).status, 204);

    EXPECT_THAT(test::ids(administrator_.get(shift + "/values")), ElementsAre("night", "day", "late"));
    EXPECT_EQ(refusal(reorder(administrator_, shift, {"night", "day"})), "409 CONFLICT");
    EXPECT_EQ(refusal(reorder(administrator_, shift, {"night", "day", "late", "late"})), "409 CONFLICT");
    EXPECT_EQ(refusal(reorder(administrator_, shift, json::array(5'001, "x"))), "422 VALIDATION_ERROR");
    EXPECT_EQ(refusal(reorder(administrator_, note, {})), "400 VALUES_NOT_ALLOWED");
    EXPECT_EQ(refusal(reorder(administrator_, kProperties + "/" + kUnknown, {})),
              "404 JOB_PROPERTY_NOT_FOUND");
    EXPECT_EQ(refusal(reorder(extended, shift, {"day", "late", "night"})), "403 PERMISSION_DENIED");
    EXPECT_EQ(audit().back(), "JOB_PROPERTY_VALUES_REORDERED");
}

TEST_P(ApiJobProperties, HaveDependents) {
    const std::string land = given_property("Land");
    const std::string town = given_property("Town");
    given_values(land, {"fr", "pl"});
    given_values(town, {"lyon", "paris", "lodz"});
    const auto add = [&](const std::string& parent, const json::array& ids) {
        return post(administrator_, parent + "/dependents", {{"ids", ids}});
    };

    const Answer added = add(land, {id_in(town)});

    EXPECT_EQ(added.status, 200) << added.body;
    const json::value expected{{"totalFound", 1}, {"content", {{{"id", id_in(town)}, {"label", "Town"}}}}};
    EXPECT_EQ(added.json(), expected);
    EXPECT_EQ(administrator_.get(land + "/dependents").json(), expected);
    EXPECT_EQ(text(administrator_.get(town).json().at("dependsOn")), id_in(land));
    EXPECT_EQ(refusal(add(land, {id_in(town)})), "400 JOB_PROPERTY_ALREADY_DEPENDENT");
    EXPECT_EQ(refusal(add(town, {id_in(land)})), "400 JOB_PROPERTIES_CIRCULAR_DEPENDENCY");
    EXPECT_EQ(refusal(add(land, {"x"})), "400 DEPENDENT_JOB_PROPERTY_NOT_FOUND");
    EXPECT_EQ(refusal(add(land, json::array{})), "422 VALIDATION_ERROR");
    EXPECT_EQ(administrator_.del(land + "/dependents/" + id_in(town)).status, 204);
    EXPECT_EQ(refusal(administrator_.del(land + "/dependents/" + id_in(town))),
              "404 JOB_PROPERTY_DEPENDENT_NOT_FOUND");
}

TEST_P(ApiJobProperties, HaveDependentValues) {
    const std::string land = given_property("Land");
    const std::string town = given_property("Town");
    given_values(land, {"fr", "pl"});
    given_values(town, {"lyon", "paris", "lodz"});
    post(administrator_, land + "/dependents", {{"ids", json::array{id_in(town)}}});
    const auto of = [&](const std::string& value) {
        return land + "/values/" + value + "/dependents/" + id_in(town) + "/values";
    };
    const auto allow = [&](const std::string& value, const std::string& id) {
        return post(administrator_, of(value), {{"id", id}});
    };

    EXPECT_EQ(allow("fr", "paris").status, 204);
    EXPECT_EQ(allow("fr", "lyon").status, 204);
    EXPECT_EQ(allow("pl", "lodz").status, 204);

    EXPECT_THAT(test::ids(administrator_.get(of("fr"))), ElementsAre("lyon", "paris"));
    const Answer first = administrator_.get(of("fr") + "?pageSize=1");
    EXPECT_EQ(first.json().at("totalFound"), 2);
    EXPECT_THAT(test::ids(administrator_.get(of("fr") +
                                             "?pageSize=1&page_id=" + text(first.json().at("nextPageId")))),
                ElementsAre("paris"));
    const Answer all = administrator_.get(land + "/dependents/" + id_in(town) + "/values");
    EXPECT_NE(all.header("deprecation"), "");
    EXPECT_EQ(content(all).at(0), (json::value{{"parent", {{"id", "fr"}, {"label", "The fr"}}},
                                               {"values",
                                                {{{"id", "lyon"}, {"label", "The lyon"}},
                                                 {{"id", "paris"}, {"label", "The paris"}}}}}));
    EXPECT_EQ(refusal(allow("fr", "lyon")), "409 JOB_PROPERTY_DEPENDENT_VALUE_EXISTS");
    EXPECT_EQ(refusal(allow("fr", "rome")), "400 JOB_PROPERTY_DEPENDENT_VALUE_NOT_FOUND");
    EXPECT_EQ(refusal(allow("it", "lyon")), "404 JOB_PROPERTY_VALUE_NOT_FOUND");
    EXPECT_EQ(administrator_.del(of("fr") + "/lyon").status, 204);
    EXPECT_EQ(refusal(administrator_.del(of("fr") + "/lyon")), "404 JOB_PROPERTY_DEPENDENT_VALUE_NOT_FOUND");
    EXPECT_EQ(refusal(administrator_.get(town + "/dependents/" + id_in(land) + "/values")),
              "404 DEPENDENCY_NOT_FOUND");
}

TEST_P(ApiJobProperties, AreForAdministratorsToChange) {
    const std::string shift = given_property("Shift");
    given_values(shift, {"day"});
    auto extended = client(colleague("EXTENDED").key);
    auto employee = client(colleague("EMPLOYEE").key);

    EXPECT_EQ(refusal(post(extended, shift + "/values", {{"label", "X"}})), "403 PERMISSION_DENIED");
    EXPECT_EQ(refusal(patch(extended, shift, R"([{"op":"replace","path":"/label","value":"X"}])")),
              "403 PERMISSION_DENIED");
    EXPECT_EQ(refusal(extended.del(shift + "/activation")), "403 PERMISSION_DENIED");
    EXPECT_EQ(extended.get(shift + "/values").status, 200);
    EXPECT_EQ(refusal(employee.get(kProperties)), "403 PERMISSION_DENIED");
    EXPECT_EQ(refusal(administrator_.get(kProperties + "/" + kUnknown)), "404 JOB_PROPERTY_NOT_FOUND");
    EXPECT_EQ(refusal(administrator_.get(kProperties + "/x")), "404 JOB_PROPERTY_NOT_FOUND");
}

TEST_P(ApiJobProperties, ALabelThatTwoAdministratorsWantBelongsToOne) {
    const std::string shift = given_property("Shift");
    const auto results = test::at_the_same_time<4>([&](std::size_t) {
        auto caller = client(acme_.api_key);
        return post(caller, shift + "/values", {{"label", "Day"}}).status;
    });

    EXPECT_EQ(std::ranges::count(results, 201), 1);
    EXPECT_EQ(std::ranges::count(results, 409), 3);
    EXPECT_EQ(administrator_.get(shift + "/values").json().at("totalFound"), 1);
}

RUN_ON_EACH_DATABASE(ApiJobProperties);

}  // namespace
}  // namespace callboard
