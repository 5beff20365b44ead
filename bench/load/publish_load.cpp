// publish_load PORT SECONDS: publishes and unpublishes jobs in turn. Reads from standard input a line for
// each connection: an API key and the ids of unpublished jobs. Prints requests per second, their 99th
// percentile in milliseconds and the share of its core that it used. Afterwards all jobs are unpublished
// again.
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "load.h"

namespace {

class Publisher final : public bench::Client {
  public:
    explicit Publisher(const std::string& line) {
        std::istringstream words{line};
        std::string key;
        words >> key;
        const std::string headers = " HTTP/1.1\r\nHost: 127.0.0.1\r\nX-SmartToken: " + key + "\r\n";
        for (std::string job; words >> job;) {
            const std::string path = "/jobs/" + job + "/publication";
            requests_.push_back("DELETE " + path + headers + "\r\n");
            requests_.push_back("POST " + path + headers + "\r\n");
        }
    }

    bool can_stop() const override { return next_ % 2 == 1; }

  private:
    // POST and DELETE of the first job, then of the next one.
    std::string next_request() override {
        const std::string& request = requests_[next_];
        next_ = next_ % 2 == 1 ? next_ - 1 : (next_ + 3) % requests_.size();
        return request;
    }

    void take(std::string_view answer) override {
        if (!answer.starts_with("HTTP/1.1 204")) bench::fail(answer);
    }

    std::vector<std::string> requests_;
    std::size_t next_ = 1;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    std::vector<Publisher> publishers;
    for (std::string line; std::getline(std::cin, line);) publishers.emplace_back(line);
    for (Publisher& publisher : publishers) {
        publisher.connect(std::atoi(argv[1]));
        publisher.ask_and_wait();  // before measuring: every connection is accepted
        publisher.ask_and_wait();
    }
    bench::run_clients(publishers, bench::Seconds{std::atof(argv[2])});
}
