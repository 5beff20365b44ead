// Fixture for reading the configuration: follows links and checks errors.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "integration/company.h"

namespace callboard::test {

class ReadConfiguration : public CompanyServer {
  protected:
    void expect_refused(const std::string& path, int status, const std::string& code) {
        const auto refused = administrator_.get(path);
        EXPECT_EQ(refused.status, status) << path;
        EXPECT_EQ(refused.error_code(), code) << path;
    }

    boost::json::value link(const std::string& path) const {
        return {{"url", public_url() + path}, {"method", "GET"}};
    }
    // The target of a link.
    Answer follow(const boost::json::value& action) {
        EXPECT_EQ(text(action.at("method")), "GET");
        const std::string url = text(action.at("url"));
        EXPECT_TRUE(url.starts_with(public_url() + "/")) << url;
        return administrator_.get(url.substr(public_url().size()));
    }
};

}  // namespace callboard::test
