// A directory that provisions a company by SCIM, through the real program.
#pragma once

#include <string>

#include <boost/json.hpp>

#include "integration/company.h"
#include "support/eventually.h"

namespace callboard::test {

inline const std::string kScim = "/scim/v2";

class DirectoryServer : public CompanyServer {
  protected:
    Outcome new_token(const Arguments& more = {}) const {
        Arguments arguments{"scim-token", "create", "--company", acme_.identifier};
        arguments.insert(arguments.end(), more.begin(), more.end());
        Outcome made = command(arguments);
        if (made.code == 0) wait_until_known(made.text("scim_token"));
        return made;
    }
    // A server sees what another program commits after a tenth of a second at most.
    void wait_until_known(const std::string& token) const {
        Client directory = bearer(token);
        EXPECT_TRUE(eventually([&] { return send(directory, "GET", "/Users?count=0").status == 200; }));
    }
    Client bearer(const std::string& token) const {
        return Client{here().server.port(), {{"Authorization", "Bearer " + token}}};
    }

    static Answer send(Client& directory, std::string_view method, const std::string& path,
                       const std::string& body = "") {
        const Headers headers{{"Accept", "application/scim+json"},
                              {"Content-Type", "application/scim+json; charset=utf-8"}};
        return directory.request(method, kScim + path, body, headers);
    }
    Answer send(std::string_view method, const std::string& path, const std::string& body = "") {
        return send(directory_, method, path, body);
    }
    static std::string scim_type(const Answer& answer) {
        EXPECT_EQ(answer.header("content-type"), "application/scim+json");
        const auto body = answer.json();
        EXPECT_EQ(body.at("schemas").at(0), "urn:ietf:params:scim:api:messages:2.0:Error");
        EXPECT_EQ(text(body.at("status")), std::to_string(answer.status));
        EXPECT_FALSE(body.at("detail").as_string().empty());
        const auto* const type = body.as_object().if_contains("scimType");
        return type ? text(*type) : "";
    }
    static std::string patch_of(const std::string& operations) {
        return R"({"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],"Operations":)" + operations +
               "}";
    }
    // Names are unique on the whole server.
    std::string address(const std::string& name) const { return name + "@" + acme_.identifier + ".example"; }

    const Outcome token_ = new_token();
    Client directory_ = bearer(token_.text("scim_token"));
};

}  // namespace callboard::test
