#include "edge/path_suggestions.h"

#include <string>

#include <gtest/gtest.h>

#include "routes.h"

namespace callboard::edge {
namespace {

class PathSuggestionsOfTheTable : public testing::Test {
  protected:
    std::string_view near(std::string_view path) const {
        return suggestions_.for_path(path).value_or("nothing");
    }

  private:
    const std::vector<Route> routes_ = routes();
    const PathSuggestions suggestions_{routes_};
};

TEST_F(PathSuggestionsOfTheTable, FindMisspeltNames) {
    EXPECT_EQ(near("/job"), "/jobs");
    EXPECT_EQ(near("/jabs"), "/jobs");
    EXPECT_EQ(near("/JOBS"), "/jobs");
    EXPECT_EQ(near("/jobs/01890000-0000-7000-8000-000000000000/publicaton"), "/jobs/{jobId}/publication");
    EXPECT_EQ(near("/candidate/7"), "/candidates/{candidateId}");
    EXPECT_EQ(near("/identity/sing-in"), "/identity/sign-in");
    EXPECT_EQ(near("/helthz"), "/healthz");
    EXPECT_EQ(near("/confguration/departmnts/5/"), "/configuration/departments/{departmentId}");
}

TEST_F(PathSuggestionsOfTheTable, FindWhatIsMissingOrTooMuchInFront) {
    EXPECT_EQ(near("/industries"), "/v1/industries");
    EXPECT_EQ(near("/departments/5"), "/configuration/departments/{departmentId}");
    EXPECT_EQ(near("/api/jobs"), "/jobs");
    EXPECT_EQ(near("/v1/jobs/7"), "/jobs/{jobId}");
}

TEST_F(PathSuggestionsOfTheTable, FindNothingFarAway) {
    for (const std::string_view path :
         {"", "/", "/nowhere", "/wp-admin/setup.php", "/foo", "/jobs/7/publication/more", "//",
          "/jobs//publication", "/%2e%2e/etc/passwd", "/x/y/z", "*", "/users/7/8/9", "/.env"})
        EXPECT_EQ(near(path), "nothing") << path;
}

TEST_F(PathSuggestionsOfTheTable, AreNotLookedForInWhatIsTooLong) {
    EXPECT_EQ(near("/job" + std::string(250, '/')), "nothing");
    EXPECT_EQ(near("/jobs/" + std::string(300, 'x') + "/publicaton"), "nothing");
    EXPECT_EQ(near("/" + std::string(8000, 'j')), "nothing");
}

TEST(PathSuggestions, OfNoRowsAreNone) {
    const PathSuggestions suggestions{{}};

    EXPECT_FALSE(suggestions.for_path("/jobs"));
}

}  // namespace
}  // namespace callboard::edge
