// move_load PORT SECONDS: moves applications to one status and then to the next. Reads from standard input a
// line for each connection: an API key and applications ("CANDIDATE/jobs/JOB") that are in neither status.
// Prints requests per second, their 99th percentile in milliseconds and the share of its core that it used.
// Afterwards all applications are in the second status, so that another run is possible.
#include <array>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "load.h"

namespace {

constexpr std::array<std::string_view, 2> kStatuses{"IN_REVIEW", "INTERVIEW"};

class Mover final : public bench::Client {
  public:
    explicit Mover(const std::string& line) {
        std::istringstream words{line};
        std::string key;
        words >> key;
        for (std::string application; words >> application;)
            for (const std::string_view status : kStatuses) add(key, application, status);
        if (requests_.empty()) bench::fail("a mover without applications");
    }

    bool can_stop() const override { return next_ % kStatuses.size() == 0; }

  private:
    void add(const std::string& key, const std::string& application, std::string_view status) {
        const std::string body = R"({"status":")" + std::string{status} + R"("})";
        requests_.push_back(
            "PUT /candidates/" + application + "/status HTTP/1.1\r\nHost: 127.0.0.1\r\nX-SmartToken: " + key +
            "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
            "\r\n\r\n" + body);
    }

    std::string next_request() override {
        const std::string& request = requests_[next_];
        next_ = (next_ + 1) % requests_.size();
        return request;
    }

    void take(std::string_view answer) override {
        if (!answer.starts_with("HTTP/1.1 204")) bench::fail(answer);
    }

    std::vector<std::string> requests_;
    std::size_t next_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    const int port = std::atoi(argv[1]);
    std::vector<Mover> movers;
    for (std::string line; std::getline(std::cin, line);) movers.emplace_back(line);
    for (Mover& mover : movers) {
        mover.connect(port);
        for (std::size_t i = 0; i < kStatuses.size(); ++i)
            mover.ask_and_wait();  // every connection is accepted
    }
    bench::run_clients(movers, bench::Seconds{std::atof(argv[2])});
}
