// refresh_load PORT PATH SECONDS: exchanges refresh tokens, on one connection for each. Reads the value of
// the header Authorization and then the tokens from standard input, a line each. Prints exchanges per second,
// their 99th percentile in milliseconds and the share of its core that it used; then the current tokens.
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "load.h"

namespace {

class Chain final : public bench::Client {
  public:
    Chain(std::string_view path, std::string_view authorization, std::string token)
        : head_("POST " + std::string{path} +
                " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                "Authorization: " +
                std::string{authorization} + "\r\nContent-Length: "),
          token_(std::move(token)) {}

    const std::string& token() const { return token_; }

  private:
    std::string next_request() override {
        const std::string body = "grant_type=refresh_token&refresh_token=" + token_;
        return head_ + std::to_string(body.size()) + "\r\n\r\n" + body;
    }

    void take(std::string_view answer) override {
        constexpr std::string_view kName = R"("refresh_token":")";
        const auto at = answer.find(kName);
        if (!answer.starts_with("HTTP/1.1 200") || at == std::string_view::npos) bench::fail(answer);
        const auto start = at + kName.size();
        token_ = answer.substr(start, answer.find('"', start) - start);
    }

    std::string head_;
    std::string token_;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    std::string authorization;
    std::getline(std::cin, authorization);
    std::vector<Chain> chains;
    for (std::string line; std::getline(std::cin, line);) chains.emplace_back(argv[2], authorization, line);
    for (Chain& chain : chains) {
        chain.connect(std::atoi(argv[1]));
        chain.ask_and_wait();  // before measuring: every connection is accepted
    }
    bench::run_clients(chains, bench::Seconds{std::atof(argv[3])});
    for (const Chain& chain : chains) std::printf("%s\n", chain.token().c_str());
}
