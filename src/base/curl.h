// RAII wrappers of libcurl.
#pragma once

#include <memory>
#include <stdexcept>

#include <curl/curl.h>

namespace callboard {

// Must be called before any other function of libcurl; idempotent.
inline void start_curl() {
    static const CURLcode outcome = curl_global_init(CURL_GLOBAL_DEFAULT);
    if (outcome != CURLE_OK) throw std::runtime_error("libcurl cannot be started");
}

template <auto Free>
struct FreedBy {
    template <class T>
    void operator()(T* pointer) const {
        Free(pointer);
    }
};

using CurlEasy = std::unique_ptr<CURL, FreedBy<curl_easy_cleanup>>;
using CurlMulti = std::unique_ptr<CURLM, FreedBy<curl_multi_cleanup>>;
using CurlShare = std::unique_ptr<CURLSH, FreedBy<curl_share_cleanup>>;
using CurlUrl = std::unique_ptr<CURLU, FreedBy<curl_url_cleanup>>;
using CurlText = std::unique_ptr<char, FreedBy<curl_free>>;

}  // namespace callboard
