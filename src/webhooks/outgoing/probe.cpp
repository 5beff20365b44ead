#include "webhooks/outgoing/probe.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/curl.h"

namespace callboard::webhooks {
namespace {

constexpr std::size_t kLongestBody = 4096;

std::size_t keep(const char* bytes, std::size_t, std::size_t count, void* target) {
    auto& body = *static_cast<std::string*>(target);
    body.append(bytes, std::min(count, kLongestBody - body.size()));
    return count;
}

}  // namespace

ProbeResult probe(const std::string& url, const std::optional<std::filesystem::path>& certificate,
                  int timeout_seconds) {
    start_curl();
    const CurlEasy easy{curl_easy_init()};
    if (!easy) return {.body = {}, .failure = "libcurl cannot be used"};
    ProbeResult result;
    std::array<char, CURL_ERROR_SIZE> reason{};
    curl_easy_setopt(easy.get(), CURLOPT_URL, url.c_str());
    curl_easy_setopt(easy.get(), CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy.get(), CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy.get(), CURLOPT_PROXY, "");
    curl_easy_setopt(easy.get(), CURLOPT_NOPROXY, "*");
    curl_easy_setopt(easy.get(), CURLOPT_TIMEOUT, static_cast<long>(timeout_seconds));
    curl_easy_setopt(easy.get(), CURLOPT_ERRORBUFFER, reason.data());
    curl_easy_setopt(easy.get(), CURLOPT_WRITEFUNCTION, keep);
    curl_easy_setopt(easy.get(), CURLOPT_WRITEDATA, &result.body);
    if (certificate) {
        curl_easy_setopt(easy.get(), CURLOPT_CAINFO, certificate->c_str());
        curl_easy_setopt(easy.get(), CURLOPT_SSL_VERIFYHOST, 0L);
    }
    const CURLcode outcome = curl_easy_perform(easy.get());
    if (outcome != CURLE_OK) {
        result.failure = reason.front() != '\0' ? reason.data() : curl_easy_strerror(outcome);
        return result;
    }
    long status = 0;
    curl_easy_getinfo(easy.get(), CURLINFO_RESPONSE_CODE, &status);
    result.status = static_cast<int>(status);
    return result;
}

}  // namespace callboard::webhooks
