// A minimal browser: keeps cookies and fills in forms; follows redirects only on request.
#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/encoding.h"
#include "support/http_client.h"

namespace callboard::test {

using Fields = std::vector<std::pair<std::string, std::string>>;

inline std::string form_text(const Fields& fields) {
    std::string text;
    for (const auto& [name, value] : fields)
        text.append(text.empty() ? "" : "&").append(name).append("=").append(percent_encode(value));
    return text;
}

inline Answer post_form(Client& client, std::string_view target, const Fields& fields, Headers headers = {}) {
    headers.emplace_back("Content-Type", "application/x-www-form-urlencoded");
    return client.request("POST", target, form_text(fields), headers);
}

// The anti-forgery token of the form whose action has this prefix.
inline std::string token_of(const Answer& page, std::string_view action) {
    const std::string field = "name=\"token\" value=\"";
    const auto form = page.body.find("action=\"" + std::string{action});
    const auto start = form == std::string::npos ? form : page.body.find(field, form);
    if (start == std::string::npos) throw std::runtime_error("no such form: " + page.body);
    const auto value = start + field.size();
    return page.body.substr(value, page.body.find('"', value) - value);
}

class Browser {
  public:
    explicit Browser(std::uint16_t port) : client_(port) {}

    Answer get(std::string_view target) { return keep(client_.get(target, headers())); }
    Answer post(std::string_view target, const Fields& fields) {
        return keep(post_form(client_, target, fields, headers()));
    }

    // Opens the page, fills in its form with the same path and submits it.
    Answer submit(std::string_view target, Fields fields) {
        const std::string_view path = target.substr(0, target.find('?'));
        fields.emplace_back("token", token_of(get(target), path));
        return post(target, fields);
    }
    Answer sign_in(const std::string& email, const std::string& password,
                   std::string_view target = "/identity/sign-in") {
        return submit(target, {{"email", email}, {"password", password}});
    }

    std::map<std::string, std::string> cookies;
    Headers more_headers;  // of all requests

  private:
    Headers headers() const {
        std::string all;
        for (const auto& [name, value] : cookies)
            all.append(all.empty() ? "" : "; ").append(name).append("=").append(value);
        Headers headers = more_headers;
        if (!all.empty()) headers.emplace_back("Cookie", all);
        return headers;
    }
    Answer keep(Answer answer) {
        for (const std::string& cookie : answer.new_cookies) {
            const auto equals = cookie.find('=');
            const std::string name = cookie.substr(0, equals);
            const std::string value = cookie.substr(equals + 1, cookie.find(';') - equals - 1);
            if (cookie.contains("Max-Age=0")) {
                cookies.erase(name);
            } else {
                cookies[name] = value;
            }
        }
        return answer;
    }

    Client client_;
};

}  // namespace callboard::test
